import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { writeAtomicallyAtOnce } from '../system/atomic-write';

const whole = z.number().int();
const keptWindow = z.object({
  x: whole.optional(),
  y: whole.optional(),
  width: whole.min(640).max(20_000),
  height: whole.min(400).max(20_000),
  maximized: z.boolean(),
  /** The monitor that it stood on, and the corner of that. */
  display: z.object({ id: z.number(), x: whole, y: whole }).optional().catch(undefined),
  /** What it showed. Absent in files of before there was more than one window. */
  session: z.string().max(100).nullable().catch(null).default(null),
});
export type KeptWindow = z.output<typeof keptWindow>;

const MOST = 50;
const file = z.union([
  z.object({ windows: z.array(keptWindow).min(1).max(MOST) }).transform(({ windows }) => windows),
  keptWindow.transform((window) => [window]),
]);

const DEFAULT: KeptWindow = { width: 1280, height: 820, maximized: false, session: null };

/** The windows that were open when the app was closed last, the first of them first; there is always one. */
export function readKeptWindows(state: string): readonly [KeptWindow, ...KeptWindow[]] {
  try {
    const [first, ...further] = file.parse(JSON.parse(fs.readFileSync(place(state), 'utf8')));
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

function place(state: string): string {
  return path.join(state, 'window.json');
}
