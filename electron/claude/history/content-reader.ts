import fs from 'node:fs';
import { parseRecord, textOf } from '#shared/history/records';
import type { Costs, UsageLine } from '#shared/history/usage';
import { costsOf, usageOf } from '#shared/history/usage';
import type { Breath } from './breath';
import { packMessage } from './content-format';
import { readLines, withFile } from './transcript-lines';

/** What the last line of its kind tells: titles, which may stand far from the ends of a file, and costs. */
export interface LastWords {
  readonly custom: string | null;
  readonly made: string | null;
  readonly summary: string | null;
  readonly costs: Costs;
}

/** What is read of a transcript from a place on. */
export interface ReadContent {
  /** Where the next line will begin. */
  readonly end: number;
  readonly usage: readonly UsageLine[];
  readonly last: LastWords;
  /** The last bytes before the end, to see later whether the file only grew. */
  readonly mark: string;
}

/** A part of a transcript, and what stands before it. */
export interface ContentRange {
  readonly file: string;
  readonly from: number;
  readonly to: number;
  readonly before: LastWords;
}

const MARK_BYTES = 32;

/** Words that only stand in lines of one kind. Where they are not written in this way the line is parsed to see. */
const TOOL_RESULT = Buffer.from('"type":"tool_result"');
const TEXT_BLOCK = Buffer.from('"type":"text"');
const USER_LINE = Buffer.from('"type":"user"');

/**
 * Reads what was said and what it took, from a place where a line begins. Each message is handed on at once: all of a
 * long conversation would not fit into memory. Throws the system's error.
 */
export async function readContent(
  { file, from, to, before }: ContentRange,
  message: (bytes: Buffer) => void,
  breath: Breath,
): Promise<ReadContent> {
  const usage: UsageLine[] = [];
  let { custom, made, summary, costs } = before;
  const take = (bytes: Buffer, offset: number): boolean => {
    if (isOnlyToolResult(bytes)) return true;
    const record = parseRecord(bytes.toString('utf8'));
    if (record === null) return false;
    switch (record['type']) {
      case 'user':
      case 'assistant': {
        const said = packMessage(record, offset);
        if (said !== null) message(said);
        const line = usageOf(record);
        if (line !== null) usage.push(line);
        break;
      }
      case 'custom-title':
        custom = textOf(record['customTitle']) ?? custom;
        break;
      case 'ai-title':
        made = textOf(record['aiTitle']) ?? made;
        break;
      case 'summary':
        summary = textOf(record['summary']) ?? summary;
        break;
      case 'cost-state':
        costs = costsOf(record) ?? costs;
        break;
      default:
    }
    return true;
  };
  return withFile(file, async (descriptor) => {
    const end = await readLines(
      descriptor,
      from,
      to,
      { line: take, unfinished: (bytes, offset) => bytes.at(-1) === CLOSING_BRACE && take(bytes, offset) },
      async () => {
        if (breath.isDue) await breath.take();
      },
    );
    return { end, usage, last: { custom, made, summary, costs }, mark: markBefore(descriptor, end) };
  });
}

const CLOSING_BRACE = 0x7d;

/** Whether the file still ends there as it did when so much of it was read. Throws the system's error. */
export async function stillHas(file: string, mark: string, end: number): Promise<boolean> {
  return withFile(file, async (descriptor) => markBefore(descriptor, end) === mark);
}

function markBefore(descriptor: number, end: number): string {
  const length = Math.min(MARK_BYTES, end);
  const bytes = Buffer.alloc(length);
  return bytes.toString('base64', 0, fs.readSync(descriptor, bytes, 0, length, end - length));
}

/** Most bytes of most transcripts are what tools gave back, which nobody said. */
function isOnlyToolResult(bytes: Buffer): boolean {
  return bytes.includes(USER_LINE) && bytes.includes(TOOL_RESULT) && !bytes.includes(TEXT_BLOCK);
}
