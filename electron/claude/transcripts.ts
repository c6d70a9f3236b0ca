import fs from 'node:fs';
import path from 'node:path';
import type { ClaudeInPane } from '#shared/model/claude-in-pane';

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

/** Where the conversation of a pane stands; null while it is not known which one that is. */
export function transcriptOf(claude: ClaudeInPane): string | null {
  const { transcriptPath, configDirectory, directory, sessionId } = claude;
  if (transcriptPath !== null || sessionId === null) return transcriptPath;
  return transcriptFile(configDirectory, directory, sessionId);
}

/** How much of a transcript is looked through for its first prompt, in bytes. */
const HEAD = 256 * 1024;

/**
 * What can be resumed: `conversation` once a prompt stands in the file, `begun` when there is a file without one
 * (Claude then refuses both to resume and to use the id again), `none` before.
 */
export function stateOfTranscript(file: string): 'conversation' | 'begun' | 'none' {
  let descriptor: number;
  try {
    descriptor = fs.openSync(file, 'r');
  } catch {
    return 'none';
  }
  try {
    const head = Buffer.alloc(HEAD);
    const text = head.toString('utf8', 0, fs.readSync(descriptor, head));
    return /"type":\s*"(?:user|assistant)"/.test(text) || text.length >= HEAD / 2 ? 'conversation' : 'begun';
  } catch {
    return 'none';
  } finally {
    fs.closeSync(descriptor);
  }
}

const IN_PROJECTS = /\/projects\/[^/]+\/(?:[\w-]+\/subagents\/)?[\w-]+\.jsonl$/;

/** Whether a file is a conversation: where some Claude keeps its own, or in Fugue's archive of them. */
export function isTranscript(file: string, fugueHome: string): boolean {
  let real: string;
  try {
    real = fs.realpathSync(file);
    if (!fs.statSync(real).isFile()) return false;
  } catch {
    return false;
  }
  if (IN_PROJECTS.test(real)) return true;
  const archive = `${path.join(fugueHome, 'archive')}${path.sep}`;
  return real.startsWith(archive) && real.endsWith('.jsonl');
}
