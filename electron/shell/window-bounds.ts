import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

const bounds = z.object({
  x: z.number().int().optional(),
  y: z.number().int().optional(),
  width: z.number().int().min(640).max(20_000),
  height: z.number().int().min(400).max(20_000),
  maximized: z.boolean(),
});
export type WindowBounds = z.output<typeof bounds>;

const DEFAULT: WindowBounds = { width: 1280, height: 820, maximized: false };

/** Where the window stood when the app was closed last. */
export function readWindowBounds(state: string): WindowBounds {
  try {
    return bounds.parse(JSON.parse(fs.readFileSync(file(state), 'utf8')));
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

function file(state: string): string {
  return path.join(state, 'window.json');
}
