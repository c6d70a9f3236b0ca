import fs from 'node:fs';

/** How much is read at once, in bytes. */
const CHUNK = 1024 * 1024;
/** A longer line is left out: no text and no number that counts is that long, but pictures in it may be. */
export const LONGEST_LINE = 32 * 1024 * 1024;
const LINE_END = 0x0a;

export interface LineTaker {
  /** A whole line without its end, and where it begins in the file. The bytes are only good during the call. */
  line(bytes: Buffer, offset: number): void;
}

/**
 * Reads whole lines from a place on, bytes in and bytes out, so that a file may have any size. It pauses after
 * each chunk. What comes back is where the next line begins; an unfinished last line is given to `unfinished`, which says
 * whether it was taken. Throws the system's error.
 */
export async function readLines(
  descriptor: number,
  from: number,
  to: number,
  taker: LineTaker & { unfinished(bytes: Buffer, offset: number): boolean },
  pause: () => Promise<void>,
): Promise<number> {
  const chunk = Buffer.allocUnsafe(Math.min(CHUNK, Math.max(1, to - from)));
  let carried: Buffer[] = [];
  let carriedLength = 0;
  /** Where the line begins that is being read. */
  let begin = from;
  let position = from;
  while (position < to) {
    const count = fs.readSync(descriptor, chunk, 0, Math.min(chunk.length, to - position), position);
    if (count === 0) break;
    let start = 0;
    for (;;) {
      const end = chunk.indexOf(LINE_END, start);
      if (end < 0 || end >= count) break;
      const length = carriedLength + end - start;
      if (length > 0 && length <= LONGEST_LINE) {
        const rest = chunk.subarray(start, end);
        taker.line(carried.length === 0 ? rest : Buffer.concat([...carried, rest]), begin);
      }
      carried = [];
      carriedLength = 0;
      start = end + 1;
      begin = position + start;
    }
    carriedLength += count - start;
    if (carriedLength <= LONGEST_LINE) {
      if (start < count) carried.push(Buffer.from(chunk.subarray(start, count)));
    } else carried = [];
    position += count;
    await pause();
  }
  if (carriedLength > 0 && carriedLength <= LONGEST_LINE) {
    if (taker.unfinished(Buffer.concat(carried), begin)) return position;
  }
  return begin;
}

/** Opens a file for as long as the work on it takes. Throws the system's error. */
export async function withFile<T>(file: string, work: (descriptor: number) => Promise<T>): Promise<T> {
  const descriptor = fs.openSync(file, 'r');
  try {
    return await work(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}

/** The line that begins at a place, without its end; null when it is too long or the file is gone. */
export function lineAt(file: string, offset: number): string | null {
  let descriptor: number;
  try {
    descriptor = fs.openSync(file, 'r');
  } catch {
    return null;
  }
  try {
    const parts: Buffer[] = [];
    let position = offset;
    for (let size = 16 * 1024; position - offset <= LONGEST_LINE; size = CHUNK) {
      const bytes = Buffer.allocUnsafe(size);
      const count = fs.readSync(descriptor, bytes, 0, size, position);
      const end = bytes.subarray(0, count).indexOf(LINE_END);
      parts.push(bytes.subarray(0, end < 0 ? count : end));
      if (end >= 0 || count === 0) return Buffer.concat(parts).toString('utf8');
      position += count;
    }
    return null;
  } catch {
    return null;
  } finally {
    fs.closeSync(descriptor);
  }
}
