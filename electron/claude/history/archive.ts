import fs from 'node:fs';
import path from 'node:path';
import { errorMessage } from '#shared/base/errors';
import type { Breath } from './breath';
import type { TranscriptFile } from './scan';
import { subagentFiles } from './scan';
import { archivedPath } from './sources';

const CHUNK = 1024 * 1024;
/** So many bytes before the end of a copy tell whether the original only grew since. */
const COMPARED = 4096;

/**
 * Brings the copies of transcripts up to date: only what was added is copied. Gives a sentence about the first that
 * could not be kept.
 */
export async function archiveTranscripts(
  archive: string,
  transcripts: readonly TranscriptFile[],
  breath: Breath,
): Promise<string | null> {
  let problem: string | null = null;
  for (const transcript of transcripts) {
    if (transcript.source.archived) continue;
    const agents = subagentFiles(transcript).flatMap((file) => [
      file,
      file.replace(/\.jsonl$/, '.meta.json'),
    ]);
    for (const file of [transcript.file, ...agents]) {
      try {
        await copyAdded(file, archivedPath(archive, file), breath);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') problem ??= `${file}: ${errorMessage(error)}`;
      }
    }
    if (breath.isDue) await breath.take();
  }
  return problem;
}

/** Makes a copy that has the same bytes. Throws the system's error. */
async function copyAdded(file: string, copy: string, breath: Breath): Promise<void> {
  const original = fs.statSync(file);
  const kept = fs.statSync(copy, { throwIfNoEntry: false });
  if (kept?.size === original.size && Math.abs(kept.mtimeMs - original.mtimeMs) < 2) return;
  if (kept !== undefined && kept.size <= original.size && sameBefore(file, copy, kept.size)) {
    await copyRange(file, copy, kept.size, breath);
  } else {
    // It was written anew: the old copy stays whole until the new one is.
    const writing = `${copy}.writing`;
    fs.mkdirSync(path.dirname(copy), { recursive: true, mode: 0o700 });
    fs.rmSync(writing, { force: true });
    await copyRange(file, writing, 0, breath);
    fs.renameSync(writing, copy);
  }
  fs.utimesSync(copy, original.atime, original.mtime);
}

async function copyRange(file: string, copy: string, from: number, breath: Breath): Promise<void> {
  const source = fs.openSync(file, 'r');
  try {
    const target = fs.openSync(copy, 'a', 0o600);
    try {
      const bytes = Buffer.allocUnsafe(CHUNK);
      for (let position = from; ;) {
        const count = fs.readSync(source, bytes, 0, bytes.length, position);
        if (count === 0) return;
        for (let written = 0; written < count;)
          written += fs.writeSync(target, bytes, written, count - written);
        position += count;
        if (breath.isDue) await breath.take();
      }
    } finally {
      fs.closeSync(target);
    }
  } finally {
    fs.closeSync(source);
  }
}

function sameBefore(file: string, copy: string, end: number): boolean {
  return bytesBefore(file, end).equals(bytesBefore(copy, end));
}

function bytesBefore(file: string, end: number): Buffer {
  const descriptor = fs.openSync(file, 'r');
  try {
    const length = Math.min(COMPARED, end);
    const bytes = Buffer.alloc(length);
    return bytes.subarray(0, fs.readSync(descriptor, bytes, 0, length, end - length));
  } finally {
    fs.closeSync(descriptor);
  }
}

/**
 * Copies a file to where nothing stands yet, whole or not at all. The copy is new: Claude removes what it takes for old.
 * False when something stands there. Throws the system's error.
 */
export function copyIfMissing(file: string, target: string): boolean {
  if (fs.existsSync(target)) return false;
  fs.mkdirSync(path.dirname(target), { recursive: true, mode: 0o700 });
  const writing = `${target}.writing`;
  fs.rmSync(writing, { force: true });
  try {
    fs.copyFileSync(file, writing);
    fs.chmodSync(writing, 0o600);
    const now = new Date();
    fs.utimesSync(writing, now, now);
    // A link, unlike a rename, never takes the place of what came there meanwhile.
    fs.linkSync(writing, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    fs.rmSync(writing, { force: true });
  }
  return true;
}
