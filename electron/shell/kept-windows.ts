import fs from 'node:fs';
import path from 'node:path';
import { writeAtomicallyAtOnce } from '../system/atomic-write';

export interface KeptWindow {
  readonly x?: number | undefined;
  readonly y?: number | undefined;
  readonly width: number;
  readonly height: number;
  readonly maximized: boolean;
  /** The monitor that it stood on, and the corner of that. */
  readonly display?: { readonly id: number; readonly x: number; readonly y: number } | undefined;
  /** What it showed. Absent in files of before there was more than one window. */
  readonly session: string | null;
}

const MOST = 50;

const DEFAULT: KeptWindow = { width: 1280, height: 820, maximized: false, session: null };

/** The windows that were open when the app was closed last, the first of them first; there is always one. */
export function readKeptWindows(state: string): readonly [KeptWindow, ...KeptWindow[]] {
  try {
    const [first, ...further] = windowsIn(JSON.parse(fs.readFileSync(place(state), 'utf8')));
    return [first ?? DEFAULT, ...further];
  } catch {
    return [DEFAULT]; // first start, or a file that is not worth a word
  }
}

export function writeKeptWindows(state: string, windows: readonly KeptWindow[]): void {
  try {
    writeAtomicallyAtOnce(place(state), JSON.stringify({ windows: windows.slice(0, MOST) }));
  } catch {
    // The windows open in their standard size next time.
  }
}

/*
 * Read by hand: the first window opens by it, before anything else is loaded, and a library that checks data takes
 * longer to load than the window to open.
 */

function windowsIn(value: unknown): readonly KeptWindow[] {
  const { windows } = record(value);
  const found = Array.isArray(windows) ? windows.slice(0, MOST).map(keptWindow) : [keptWindow(value)];
  return found.filter((window) => window !== null);
}

/** Null when it is none. */
function keptWindow(value: unknown): KeptWindow | null {
  const { x, y, width, height, maximized, display, session } = record(value);
  if (!isSize(width, 640) || !isSize(height, 400) || typeof maximized !== 'boolean') return null;
  if ((x !== undefined && !isWhole(x)) || (y !== undefined && !isWhole(y))) return null;
  return {
    x,
    y,
    width,
    height,
    maximized,
    display: keptDisplay(display),
    session: typeof session === 'string' && session.length <= 100 ? session : null,
  };
}

function keptDisplay(value: unknown): KeptWindow['display'] {
  const { id, x, y } = record(value);
  return typeof id === 'number' && isWhole(x) && isWhole(y) ? { id, x, y } : undefined;
}

const record = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);
const isSize = (value: unknown, least: number): value is number =>
  isWhole(value) && value >= least && value <= 20_000;

function place(state: string): string {
  return path.join(state, 'window.json');
}
