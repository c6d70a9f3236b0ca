import fs from 'node:fs';
import path from 'node:path';
import type { Breath } from './breath';
import type { HistorySource } from './sources';
import { namesIn } from './sources';

/** A transcript as its folder tells of it. */
export interface TranscriptFile {
  readonly id: string;
  readonly file: string;
  readonly source: HistorySource;
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly changedAt: number;
  /** A folder for it stands beside it, which may hold subagents. */
  readonly hasFolder: boolean;
}

const FILE_END = '.jsonl';
const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const ID_LENGTH = 36;

/** All transcripts of one project folder. What is none, or can't be looked at, is left out. */
export function scanFolder(source: HistorySource, folder: string): readonly TranscriptFile[] {
  const names = namesIn(folder);
  const folders = new Set(names.filter((name) => name.length === ID_LENGTH));
  const found: TranscriptFile[] = [];
  for (const name of names) {
    if (!name.endsWith(FILE_END) || name.length !== ID_LENGTH + FILE_END.length) continue;
    const id = name.slice(0, ID_LENGTH);
    if (!ID.test(id)) continue;
    const file = `${folder}/${name}`;
    const status = statusOf(file);
    if (status?.isFile() !== true) continue;
    found.push({
      id: id.toLowerCase(),
      file,
      source,
      size: status.size,
      changedAt: status.mtimeMs,
      hasFolder: folders.has(id),
    });
  }
  return found;
}

/** All transcripts of all sources by their project folders. */
export async function scanAll(
  sources: readonly HistorySource[],
  breath: Breath,
): Promise<ReadonlyMap<string, readonly TranscriptFile[]>> {
  const folders = new Map<string, readonly TranscriptFile[]>();
  for (const source of sources) {
    for (const name of namesIn(source.projects)) {
      const folder = path.join(source.projects, name);
      folders.set(folder, scanFolder(source, folder));
      if (breath.isDue) await breath.take();
    }
  }
  return folders;
}

/** The files of subagents that stand in a conversation's own folder. */
export function subagentFiles(transcript: TranscriptFile): readonly string[] {
  if (!transcript.hasFolder) return [];
  const folder = path.join(transcript.file.slice(0, -FILE_END.length), 'subagents');
  return namesIn(folder)
    .filter((name) => /^agent-[\w-]+\.jsonl$/.test(name))
    .sort()
    .map((name) => path.join(folder, name));
}

function statusOf(file: string): fs.Stats | null {
  try {
    // What is gone meanwhile is no fault, and a link that leads in a circle is no transcript.
    return fs.statSync(file, { throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
}
