import fs from 'node:fs';

const LOG_LIMIT_BYTES = 5 * 1024 * 1024;
export const LOG_GENERATIONS = 4;

/** Sets a log that has grown aside, and begins a new one; the oldest go. */
export function rotateLog(file: string): void {
  let size = 0;
  try {
    size = fs.statSync(file).size;
  } catch {
    return; // no log yet
  }
  if (size < LOG_LIMIT_BYTES) return;
  for (let generation = LOG_GENERATIONS - 1; generation >= 1; generation -= 1) {
    const from = `${file}.${String(generation)}`;
    if (fs.existsSync(from)) fs.renameSync(from, `${file}.${String(generation + 1)}`);
  }
  fs.renameSync(file, `${file}.1`);
}
