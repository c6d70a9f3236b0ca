import fs from 'node:fs';
import { parseRecord, saidIn } from '#shared/history/records';

/** How much of a transcript is read, in bytes from its end. */
const READ_BYTES = 8 * 1024 * 1024;

/** What was said in the newest part of a conversation, as plain text with who said it. */
export function readConversation(file: string): string {
  const parts: string[] = [];
  for (const line of readTail(file).split('\n')) {
    const record = parseRecord(line);
    if (record === null || record['isMeta'] === true || record['isSidechain'] === true) continue;
    const said = saidIn(record).trim();
    if (said === '') continue;
    if (record['type'] === 'user') parts.push(`> ${said.replaceAll('\n', '\n> ')}`);
    else if (record['type'] === 'assistant') parts.push(said);
  }
  return parts.join('\n\n');
}

function readTail(file: string): string {
  let descriptor: number;
  try {
    descriptor = fs.openSync(file, 'r');
  } catch {
    return ''; // It was removed meanwhile.
  }
  try {
    const { size } = fs.fstatSync(descriptor);
    const length = Math.min(size, READ_BYTES);
    const bytes = Buffer.alloc(length);
    return bytes.toString('utf8', 0, fs.readSync(descriptor, bytes, 0, length, size - length));
  } finally {
    fs.closeSync(descriptor);
  }
}
