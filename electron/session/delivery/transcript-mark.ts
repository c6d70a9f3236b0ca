import fs from 'node:fs';
import { withoutBlanks } from '../../claude/detect/prompt-box';

/** A place in a transcript: what is said from here on was said later. */
export interface TranscriptMark {
  readonly file: string;
  readonly offset: number;
}

export function markEnd(file: string): TranscriptMark {
  return { file, offset: fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0 };
}

/**
 * Whether a prompt with this text stands behind the mark. Reads what has been added, which is little: the mark is
 * made right before the prompt is given.
 */
export function wasPrompted(mark: TranscriptMark, text: string): boolean {
  const wanted = withoutBlanks(text);
  for (const line of linesFrom(mark)) {
    // Cheap first: most lines are answers and results.
    if (!line.includes('"user"')) continue;
    const said = promptOf(line);
    if (said !== null && withoutBlanks(said).includes(wanted)) return true;
  }
  return false;
}

function linesFrom({ file, offset }: TranscriptMark): readonly string[] {
  let descriptor: number;
  try {
    descriptor = fs.openSync(file, 'r');
  } catch {
    return [];
  }
  try {
    const { size } = fs.fstatSync(descriptor);
    // A file that has become shorter was written anew: then all of it is later.
    const start = size < offset ? 0 : offset;
    const added = Buffer.alloc(size - start);
    const read = fs.readSync(descriptor, added, 0, added.length, start);
    return added.toString('utf8', 0, read).split('\n');
  } finally {
    fs.closeSync(descriptor);
  }
}

function promptOf(line: string): string | null {
  let record: unknown;
  try {
    record = JSON.parse(line);
  } catch {
    return null; // A line that is being written.
  }
  const { type, message } = record as { type?: unknown; message?: { content?: unknown } };
  if (type !== 'user') return null;
  const content = message?.content;
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return null;
  // Results of tools come as the user's too; they are no prompt.
  return content
    .map((block: { type?: unknown; text?: unknown }) =>
      block.type === 'text' && typeof block.text === 'string' ? block.text : '',
    )
    .join('\n');
}
