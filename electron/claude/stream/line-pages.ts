import fs from 'node:fs/promises';
import { CHAT_LINE } from '#shared/ipc/chat-port';

/** A whole line of a file. */
export interface PageLine {
  /** Where it begins, in bytes. */
  readonly offset: number;
  /** Without its line end; its beginning when it is too long. */
  readonly text: string;
  /** Its length in bytes when `text` is only its beginning. */
  readonly cut?: number;
}

export interface Page {
  readonly lines: readonly PageLine[];
  /** Where the first of them begins; what stands before is still to be read. */
  readonly start: number;
}

const NEWLINE = 0x0a;
/** The longest line that is looked for, in bytes: what is longer is no line of Claude's. */
const LONGEST = 512 * 1024 * 1024;

/**
 * Reads the lines of a file that end at or before `end`, about `bytes` of them, and one at least. `end` has to be the
 * beginning of a line or the end of the file.
 */
export async function readLinesBefore(file: string, end: number, bytes: number): Promise<Page> {
  const handle = await fs.open(file, 'r');
  try {
    let size = bytes;
    for (;;) {
      const from = Math.max(0, end - size);
      const first = from === 0 ? 0 : await firstLineStart(handle, from, end);
      if (first !== null) return { lines: await linesIn(handle, first, end), start: first };
      // One line fills it all: its beginning stands further up.
      if (size > LONGEST) return { lines: [], start: 0 };
      size *= 4;
    }
  } finally {
    await handle.close();
  }
}

/** Reads the whole lines that stand behind a place, which has to be the beginning of a line. Null: the file is shorter. */
export async function readLinesAfter(
  file: string,
  from: number,
): Promise<{ readonly lines: readonly PageLine[]; readonly end: number } | null> {
  const end = await endOfLines(file);
  if (end === from) return { lines: [], end };
  if (end < from) return null;
  const handle = await fs.open(file, 'r');
  try {
    return { lines: await linesIn(handle, from, end), end };
  } finally {
    await handle.close();
  }
}

/** The size of a file in bytes; 0 for one that is not there. */
export async function sizeOf(file: string): Promise<number> {
  return fs.stat(file).then(
    ({ size }) => size,
    () => 0,
  );
}

/** Where the last whole line of a file ends. */
export async function endOfLines(file: string): Promise<number> {
  let handle: fs.FileHandle;
  try {
    handle = await fs.open(file, 'r');
  } catch {
    return 0; // Nothing was said yet.
  }
  try {
    const { size } = await handle.stat();
    const piece = Buffer.alloc(64 * 1024);
    for (let end = size; end > 0;) {
      const from = Math.max(0, end - piece.length);
      const { bytesRead } = await handle.read(piece, 0, end - from, from);
      const newline = piece.subarray(0, bytesRead).lastIndexOf(NEWLINE);
      if (newline >= 0) return from + newline + 1;
      end = from;
    }
    return 0;
  } finally {
    await handle.close();
  }
}

/** The whole line that begins at a place; null when none does. `limit` in bytes. */
export async function readLineAt(file: string, offset: number, limit: number): Promise<string | null> {
  let handle: fs.FileHandle;
  try {
    handle = await fs.open(file, 'r');
  } catch {
    return null;
  }
  try {
    const parts: Buffer[] = [];
    for (let at = offset; at - offset < limit;) {
      const piece = Buffer.alloc(1024 * 1024);
      const { bytesRead } = await handle.read(piece, 0, piece.length, at);
      if (bytesRead === 0) break;
      const newline = piece.subarray(0, bytesRead).indexOf(NEWLINE);
      parts.push(piece.subarray(0, newline < 0 ? bytesRead : newline));
      if (newline >= 0) break;
      at += bytesRead;
    }
    return parts.length === 0 ? null : Buffer.concat(parts).toString('utf8').replace(/\r$/, '');
  } finally {
    await handle.close();
  }
}

/** The beginning of the first line that begins in a range behind a line end; null when none does. */
async function firstLineStart(handle: fs.FileHandle, from: number, end: number): Promise<number | null> {
  const piece = Buffer.alloc(64 * 1024);
  // The byte before may be a line end itself.
  for (let at = from - 1; at < end - 1;) {
    const { bytesRead } = await handle.read(piece, 0, Math.min(piece.length, end - 1 - at), at);
    if (bytesRead === 0) return null;
    const newline = piece.subarray(0, bytesRead).indexOf(NEWLINE);
    if (newline >= 0) return at + newline + 1;
    at += bytesRead;
  }
  return null;
}

async function linesIn(handle: fs.FileHandle, from: number, end: number): Promise<readonly PageLine[]> {
  const lines: PageLine[] = [];
  let start = from;
  let kept: Buffer[] = [];
  let keptBytes = 0;
  const finish = (lineEnd: number): void => {
    const size = lineEnd - start;
    const text = Buffer.concat(kept).toString('utf8');
    if (size > CHAT_LINE) lines.push({ offset: start, text, cut: size });
    else if (size > 0) lines.push({ offset: start, text: text.replace(/\r$/, '') });
    kept = [];
    keptBytes = 0;
  };
  const piece = Buffer.alloc(256 * 1024);
  for (let at = from; at < end;) {
    const { bytesRead } = await handle.read(piece, 0, Math.min(piece.length, end - at), at);
    if (bytesRead === 0) break;
    for (let place = 0; place < bytesRead;) {
      const newline = piece.subarray(place, bytesRead).indexOf(NEWLINE);
      const stop = newline < 0 ? bytesRead : place + newline;
      const room = Math.max(0, CHAT_LINE - keptBytes);
      const part = Buffer.from(piece.subarray(place, Math.min(stop, place + room)));
      kept.push(part);
      keptBytes += part.length;
      if (newline < 0) break;
      finish(at + stop);
      start = at + stop + 1;
      place = stop + 1;
    }
    at += bytesRead;
  }
  if (start < end) finish(end);
  return lines;
}
