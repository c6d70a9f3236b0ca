import fs from 'node:fs';
import path from 'node:path';

/** Longest folder name that Claude uses as it is; longer ones are cut and told apart by a number. */
const NAME_LIMIT = 200;

/** The folder that Claude keeps the conversations of a working folder in, by its own rule. One way only. */
export function projectDirectoryName(directory: string): string {
  const name = directory.replace(/[^a-zA-Z0-9]/g, '-');
  if (name.length <= NAME_LIMIT) return name;
  let hash = 0;
  for (let index = 0; index < directory.length; index += 1) {
    hash = (hash * 31 + directory.charCodeAt(index)) | 0;
  }
  return `${name.slice(0, NAME_LIMIT)}-${Math.abs(hash).toString(36)}`;
}

/** Where the transcript of a conversation stands, once there is one. */
export function transcriptFile(configDirectory: string, directory: string, sessionId: string): string {
  let real = directory;
  try {
    real = fs.realpathSync(directory);
  } catch {
    // The folder is gone; its name is all there is to go by.
  }
  return path.join(configDirectory, 'projects', projectDirectoryName(real), `${sessionId}.jsonl`);
}

/** Whether there is something to resume: Claude makes the file with the first prompt. */
export function hasTranscript(file: string): boolean {
  try {
    return fs.statSync(file).size > 0;
  } catch {
    return false;
  }
}
