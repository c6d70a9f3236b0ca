// Conversations as Claude writes them, by kind of message.
import fs from 'node:fs';
import path from 'node:path';
import type { ChatLine } from '#shared/ipc/chat-port';
import { repositoryRoot } from './root';

const FOLDER = path.join(repositoryRoot, 'test/fixtures/messages');

/** Names of all conversations of the corpus, without the ending. */
export const MESSAGE_FILES: readonly string[] = fs
  .readdirSync(FOLDER)
  .filter((name) => name.endsWith('.jsonl'))
  .map((name) => name.slice(0, -'.jsonl'.length))
  .sort();

/** The lines of a conversation as a chat port hands them out. */
export function messageLines(name: string): readonly ChatLine[] {
  return linesOf(fs.readFileSync(path.join(FOLDER, `${name}.jsonl`), 'utf8'), name);
}

export function linesOf(text: string, name = 'line'): readonly ChatLine[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line, index) => ({ text: line, id: `${name}:${String(index)}` }));
}

/** A line of a conversation from a value. */
export function lineOf(value: unknown, id = 'line'): ChatLine {
  return { text: JSON.stringify(value), id };
}
