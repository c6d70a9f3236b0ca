import { createHash } from 'node:crypto';
import type { TranscriptRecord } from '#shared/history/records';
import { isSaid, saidIn } from '#shared/history/records';
import { foldForSearch } from '#shared/history/query';
import type { Tokens, UsageLine } from '#shared/history/usage';

/**
 * Text of a conversation in the pack: for each message an end of line, the place of its line in the transcript, and its
 * words as they are compared. The place is written in bytes that only ever stand inside a character of UTF-8, so that
 * no words can be found in it.
 */
export const MESSAGE_MARK = 0x0a;
const PLACE_BYTES = 8;
export const MESSAGE_HEAD = 1 + PLACE_BYTES;

/** Null when nobody says anything in this line. */
export function packMessage(record: TranscriptRecord, offset: number): Buffer | null {
  if (!isSaid(record)) return null;
  const words = foldForSearch(saidIn(record));
  if (words === '') return null;
  const bytes = Buffer.allocUnsafe(MESSAGE_HEAD + Buffer.byteLength(words));
  bytes[0] = MESSAGE_MARK;
  let rest = offset;
  for (let index = PLACE_BYTES; index > 0; index -= 1) {
    bytes[index] = 0x80 | (rest % 64);
    rest = Math.floor(rest / 64);
  }
  bytes.write(words, MESSAGE_HEAD);
  return bytes;
}

/** Where the line of the message stands in its transcript. `start`: place of the message's mark. */
export function placeOfMessage(text: Buffer, start: number): number {
  let offset = 0;
  for (let index = 1; index <= PLACE_BYTES; index += 1)
    offset = offset * 64 + ((text[start + index] ?? 0) & 0x3f);
  return offset;
}

/** Bytes of one line about an answer: key, time, model, four counts. */
export const USAGE_BYTES = 8 + 8 + 4 + 4 * 4;

export function packUsage(line: UsageLine, model: number): Buffer {
  const bytes = Buffer.allocUnsafe(USAGE_BYTES);
  // Of two keys that are not equal one in 2^64 has the same first bytes.
  createHash('sha256').update(line.key).digest().copy(bytes, 0, 0, 8);
  bytes.writeDoubleLE(line.at, 8);
  bytes.writeUInt32LE(model, 16);
  const { input, output, cacheRead, cacheWrite } = line.tokens;
  [input, output, cacheRead, cacheWrite].forEach((count, index) => {
    bytes.writeUInt32LE(Math.min(count, 0xffffffff), 20 + index * 4);
  });
  return bytes;
}

/** The lines about answers that a part of the pack holds. */
export function unpackUsage(bytes: Buffer, models: readonly string[]): readonly UsageLine[] {
  const lines: UsageLine[] = [];
  for (let start = 0; start + USAGE_BYTES <= bytes.length; start += USAGE_BYTES) {
    const count = (index: number): number => bytes.readUInt32LE(start + 20 + index * 4);
    const tokens: Tokens = { input: count(0), output: count(1), cacheRead: count(2), cacheWrite: count(3) };
    lines.push({
      key: bytes.toString('latin1', start, start + 8),
      at: bytes.readDoubleLE(start + 8),
      model: models[bytes.readUInt32LE(start + 16)] ?? 'unknown',
      tokens,
    });
  }
  return lines;
}
