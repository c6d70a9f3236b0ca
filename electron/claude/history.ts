import fs from 'node:fs';
import path from 'node:path';
import { parseJsonLine } from '#shared/base/framing';
import { projectDirectoryName } from './transcripts';

/** A conversation on disk. */
export interface Conversation {
  readonly id: string;
  readonly file: string;
  /** Milliseconds since 1970. */
  readonly changedAt: number;
}

export interface ConversationHead {
  /** Its title, else its first prompt; empty when it has neither. */
  readonly title: string;
  readonly directory: string | null;
}

/** How much of a transcript is read for its title and folder, in bytes from each end. */
const END_BYTES = 128 * 1024;
/** How much of one is searched, in bytes from its end. */
const SEARCH_BYTES = 8 * 1024 * 1024;
const FILE_NAME = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.jsonl$/i;

/** All conversations below a configuration folder, the newest first; or those of one working folder. */
export function listConversations(configDirectory: string, directory?: string): readonly Conversation[] {
  const projects = path.join(configDirectory, 'projects');
  const folders = directory === undefined ? namesIn(projects) : [projectDirectoryName(realPath(directory))];
  return folders
    .flatMap((folder) =>
      namesIn(path.join(projects, folder)).flatMap((name): Conversation[] => {
        const id = FILE_NAME.exec(name)?.[1];
        if (id === undefined) return [];
        const file = path.join(projects, folder, name);
        const status = fs.statSync(file, { throwIfNoEntry: false });
        return status?.isFile() === true ? [{ id, file, changedAt: status.mtimeMs }] : [];
      }),
    )
    .sort((left, right) => right.changedAt - left.changedAt);
}

export function readHead(file: string): ConversationHead {
  const { head, tail } = readEnds(file);
  let prompt = '';
  let directory: string | null = null;
  const titles = { custom: '', summary: '', made: '' };
  for (const record of [...recordsOf(head), ...recordsOf(tail)]) {
    directory ??= text(record['cwd']);
    titles.custom = text(record['customTitle']) ?? titles.custom;
    titles.made = text(record['aiTitle']) ?? titles.made;
    titles.summary = text(record['summary']) ?? titles.summary;
    if (prompt === '' && record['type'] === 'user' && record['isMeta'] !== true) prompt = realPrompt(record);
  }
  const title = titles.custom || titles.summary || titles.made || prompt;
  return { title: title.replace(/\s+/g, ' ').trim().slice(0, 200), directory };
}

/** Text around the first place where somebody says it; null when nobody does. */
export function searchIn(file: string, query: string): string | null {
  const wanted = query.toLowerCase();
  for (const record of recordsOf(readTail(file, SEARCH_BYTES))) {
    if (record['type'] !== 'user' && record['type'] !== 'assistant') continue;
    const said = saidIn(record);
    const place = said.toLowerCase().indexOf(wanted);
    if (place < 0) continue;
    return said
      .slice(Math.max(0, place - 80), place + query.length + 80)
      .replace(/\s+/g, ' ')
      .trim();
  }
  return null;
}

/** What was said in the newest part of a conversation, as plain text with who said it. */
export function readConversation(file: string): string {
  const parts: string[] = [];
  for (const record of recordsOf(readTail(file, SEARCH_BYTES))) {
    if (record['isMeta'] === true || record['isSidechain'] === true) continue;
    const said = saidIn(record).trim();
    if (said === '') continue;
    if (record['type'] === 'user') parts.push(`> ${said.replaceAll('\n', '\n> ')}`);
    else if (record['type'] === 'assistant') parts.push(said);
  }
  return parts.join('\n\n');
}

type TranscriptRecord = Readonly<Record<string, unknown>>;

function recordsOf(lines: string): readonly TranscriptRecord[] {
  return lines.split('\n').flatMap((line): TranscriptRecord[] => {
    const parsed = line === '' ? null : parseJsonLine(line);
    return parsed?.ok === true && typeof parsed.value === 'object' && parsed.value !== null
      ? [parsed.value as TranscriptRecord]
      : [];
  });
}

/** Text blocks of a message; results of tools and thinking are not said to anybody. */
function saidIn(record: TranscriptRecord): string {
  const content = (record['message'] as { content?: unknown } | undefined)?.content;
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((block: { type?: unknown; text?: unknown }) =>
      block.type === 'text' && typeof block.text === 'string' ? block.text : '',
    )
    .filter((part) => part !== '')
    .join('\n');
}

/** A prompt that a person wrote: what Claude puts in by itself is in tags. */
function realPrompt(record: TranscriptRecord): string {
  const said = saidIn(record);
  return said.trimStart().startsWith('<') ? '' : said;
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function namesIn(folder: string): readonly string[] {
  try {
    return fs.readdirSync(folder);
  } catch {
    return []; // No conversation has been there yet.
  }
}

function realPath(directory: string): string {
  try {
    return fs.realpathSync(directory);
  } catch {
    return directory;
  }
}

function readEnds(file: string): { readonly head: string; readonly tail: string } {
  return (
    withFile(file, (descriptor, size) => ({
      head: readAt(descriptor, 0, Math.min(size, END_BYTES)),
      tail: size <= END_BYTES ? '' : readAt(descriptor, Math.max(END_BYTES, size - END_BYTES), END_BYTES),
    })) ?? { head: '', tail: '' }
  );
}

function readTail(file: string, bytes: number): string {
  return (
    withFile(file, (descriptor, size) =>
      readAt(descriptor, Math.max(0, size - bytes), Math.min(size, bytes)),
    ) ?? ''
  );
}

function withFile<T>(file: string, read: (descriptor: number, size: number) => T): T | null {
  let descriptor: number;
  try {
    descriptor = fs.openSync(file, 'r');
  } catch {
    return null; // It was removed meanwhile.
  }
  try {
    return read(descriptor, fs.fstatSync(descriptor).size);
  } finally {
    fs.closeSync(descriptor);
  }
}

function readAt(descriptor: number, offset: number, length: number): string {
  const bytes = Buffer.alloc(length);
  return bytes.toString('utf8', 0, fs.readSync(descriptor, bytes, 0, length, offset));
}
