import fs from 'node:fs';
import type { ConversationFacts } from '#shared/history/facts';
import { FactReader } from '#shared/history/facts';
import { parseRecord } from '#shared/history/records';

/** How much of each end is read, in bytes. Claude itself writes a title again once it is further from the end. */
const END_BYTES = 64 * 1024;
/** So much is read of the front at the most, until the first prompt and the folder are found. */
const FRONT_LIMIT = 16 * 1024 * 1024;
const FRONT_STEP = 1024 * 1024;
const LINE_END = 0x0a;

/** A line of which nothing but a title may be wanted: most lines need not be parsed. */
const TITLE_LINE = /"type":\s*"(?:custom-title|ai-title|summary)"/;

/**
 * Reads what can be known of a conversation from the two ends of its transcript. Throws the system's error when it can't
 * be read.
 */
export function readFacts(file: string): ConversationFacts {
  const descriptor = fs.openSync(file, 'r');
  try {
    const { size } = fs.fstatSync(descriptor);
    const reader = new FactReader();
    const front = readFront(descriptor, size, reader);
    if (front.end < size) takeTail(readAt(descriptor, Math.max(front.end, size - END_BYTES), size), reader);
    const { facts } = reader;
    // Nothing but one line that goes on and on: somebody said something there all the same.
    return front.wasCut && !facts.isConversation ? { ...facts, isConversation: true } : facts;
  } finally {
    fs.closeSync(descriptor);
  }
}

/** The facts after lines were added: only those are read. Throws the system's error. */
export function readAddedFacts(file: string, before: ConversationFacts, from: number): ConversationFacts {
  const descriptor = fs.openSync(file, 'r');
  try {
    const { size } = fs.fstatSync(descriptor);
    const reader = new FactReader();
    takeTail(readAt(descriptor, Math.max(from - 1, size - END_BYTES, 0), size), reader);
    const { custom, made, summary } = reader.facts;
    return {
      ...before,
      custom: custom ?? before.custom,
      made: made ?? before.made,
      summary: summary ?? before.summary,
    };
  } finally {
    fs.closeSync(descriptor);
  }
}

function readFront(
  descriptor: number,
  size: number,
  reader: FactReader,
): { readonly end: number; readonly wasCut: boolean } {
  let rest: Buffer = Buffer.alloc(0);
  let position = 0;
  while (position < size && position < FRONT_LIMIT) {
    const step = position === 0 ? END_BYTES : FRONT_STEP;
    const bytes = readAt(descriptor, position, Math.min(size, position + step));
    if (bytes.length === 0) break;
    position += bytes.length;
    const all = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
    const end = position >= size ? all.length : all.lastIndexOf(LINE_END) + 1;
    for (const line of all.toString('utf8', 0, end).split('\n')) takeLine(line, reader);
    rest = all.subarray(end);
    if (reader.hasFront) break;
  }
  return { end: position - rest.length, wasCut: position < size && !reader.hasFront };
}

function takeLine(line: string, reader: FactReader): void {
  if (reader.hasFront && !TITLE_LINE.test(line)) return;
  const record = parseRecord(line);
  if (record !== null) reader.take(record);
}

/** The first line may be cut, and is then no JSON. Only titles are wanted of what stands at the end. */
function takeTail(bytes: Buffer, reader: FactReader): void {
  for (const line of bytes.toString('utf8').split('\n')) {
    const record = TITLE_LINE.test(line) ? parseRecord(line) : null;
    if (record !== null) reader.take(record);
  }
}

function readAt(descriptor: number, from: number, to: number): Buffer {
  const bytes = Buffer.allocUnsafe(Math.max(0, to - from));
  return bytes.subarray(0, fs.readSync(descriptor, bytes, 0, bytes.length, from));
}
