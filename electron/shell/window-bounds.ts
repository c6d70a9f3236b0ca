import fs from 'node:fs';
import path from 'node:path';

/** Where a window stands, in pixels of the desktop. Without a place, the system chooses one. */
export interface WindowBounds {
  readonly x?: number | undefined;
  readonly y?: number | undefined;
  readonly width: number;
  readonly height: number;
  readonly maximized: boolean;
}

const DEFAULT: WindowBounds = { width: 1280, height: 820, maximized: false };

/** Where the window stood when the app was closed last. */
export function readWindowBounds(state: string): WindowBounds {
  try {
    return boundsOf(JSON.parse(fs.readFileSync(file(state), 'utf8'))) ?? DEFAULT;
  } catch {
    return DEFAULT; // first start, or a file that is not worth a word
  }
}

export function writeWindowBounds(state: string, value: WindowBounds): void {
  try {
    fs.writeFileSync(file(state), JSON.stringify(value), { mode: 0o600 });
  } catch {
    // The window opens in its standard size next time.
  }
}

/** Read before anything else is loaded, so by hand: a library that checks data takes longer to load than the window to open. */
function boundsOf(value: unknown): WindowBounds | null {
  if (typeof value !== 'object' || value === null) return null;
  const { x, y, width, height, maximized } = value as Readonly<Record<string, unknown>>;
  const isPlace = (place: unknown): place is number | undefined =>
    place === undefined || Number.isSafeInteger(place);
  const isSize = (size: unknown, least: number): size is number =>
    Number.isInteger(size) && Number(size) >= least && Number(size) <= 20_000;
  return isPlace(x) &&
    isPlace(y) &&
    isSize(width, 640) &&
    isSize(height, 400) &&
    typeof maximized === 'boolean'
    ? { x, y, width, height, maximized }
    : null;
}

function file(state: string): string {
  return path.join(state, 'window.json');
}
