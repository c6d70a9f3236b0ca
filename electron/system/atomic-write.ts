import { randomBytes } from 'node:crypto';
import blocking from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';

/** Marks unfinished files, which are swept at start. */
export const TEMPORARY_MARK = '.writing-';

/**
 * Replaces a file as a whole or not at all, also when the process is killed or the disk is full: all bytes are
 * written and counted before the new file takes the old one's place. Owner-only access.
 * Rejects with the system's error; the old file is then untouched.
 */
export async function writeAtomically(file: string, contents: string): Promise<void> {
  const temporary = temporaryName(file);
  const bytes = Buffer.from(contents, 'utf8');
  try {
    const handle = await fs.open(temporary, 'wx', 0o600);
    try {
      // One write may take only a part when the disk fills up, and does not fail then.
      for (let offset = 0; offset < bytes.length;) {
        const { bytesWritten } = await handle.write(bytes, offset, bytes.length - offset);
        if (bytesWritten === 0) throw new Error(`nothing could be written to ${temporary}`);
        offset += bytesWritten;
      }
      const { size } = await handle.stat();
      if (size !== bytes.length)
        throw new Error(`${temporary} has ${String(size)} of ${String(bytes.length)} bytes`);
    } finally {
      await handle.close();
    }
    await fs.rename(temporary, file);
  } catch (error) {
    await fs.rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
}

/**
 * The same in one go, without the disk's word for it. For small files that have to be in place before anything else
 * happens: each step of the other way waits for its turn, which adds up on a busy machine. `mode` is who may do what.
 * Throws the system's error; the old file is then untouched.
 */
export function writeAtomicallyAtOnce(file: string, contents: string, mode = 0o600): void {
  const temporary = temporaryName(file);
  const bytes = Buffer.from(contents, 'utf8');
  try {
    const descriptor = blocking.openSync(temporary, 'wx', mode);
    try {
      for (let offset = 0; offset < bytes.length;) {
        const written = blocking.writeSync(descriptor, bytes, offset);
        if (written === 0) throw new Error(`nothing could be written to ${temporary}`);
        offset += written;
      }
    } finally {
      blocking.closeSync(descriptor);
    }
    blocking.renameSync(temporary, file);
  } catch (error) {
    blocking.rmSync(temporary, { force: true });
    throw error;
  }
}

function temporaryName(file: string): string {
  return `${file}${TEMPORARY_MARK}${randomBytes(6).toString('hex')}`;
}

/** Makes a file that was put in place survive a power cut. Rejects with the system's error. */
export async function syncFile(file: string): Promise<void> {
  const handle = await fs.open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
  await syncDirectory(path.dirname(file));
}

/** Makes a rename survive a power cut. Not every file system can; then the rename alone has to do. */
async function syncDirectory(directory: string): Promise<void> {
  const handle = await fs.open(directory, 'r').catch(() => null);
  if (handle === null) return;
  try {
    await handle.sync();
  } catch {
    // Directories can't be synced here.
  } finally {
    await handle.close();
  }
}

/** Removes what a killed process left unfinished. */
export async function sweepTemporaryFiles(directory: string): Promise<void> {
  for (const name of await fs.readdir(directory).catch(() => [])) {
    if (name.includes(TEMPORARY_MARK)) await fs.rm(path.join(directory, name), { force: true });
  }
}
