import fs from 'node:fs';
import { errorMessage } from '#shared/base/errors';
import type { Result } from '#shared/base/result';
import { fail, ok } from '#shared/base/result';

/** Which folder it is, whatever its name leads to: one that is removed and made anew is another. */
export type DirectoryIdentity = string;

/**
 * Makes the folder of the channels, or takes the one that is there if it is ours alone. Anybody may have put
 * something of that name into a shared place before: a link, a folder of theirs, or one that others can write to
 * would let them read and forge messages. The failure is a sentence.
 */
export function prepareRuntimeDirectory(folder: string): Result<DirectoryIdentity, string> {
  try {
    fs.mkdirSync(folder, { recursive: false, mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST')
      return fail(`${folder} can't be made: ${errorMessage(error)}. Set CCMUX_RUNTIME_DIR to another folder`);
  }
  return identify(folder);
}

/** The identity of the folder when it is one that may be used; otherwise a sentence that says why not. */
export function identify(folder: string): Result<DirectoryIdentity, string> {
  let status: fs.Stats;
  try {
    status = fs.lstatSync(folder);
  } catch (error) {
    return fail(`${folder} can't be looked at: ${errorMessage(error)}`);
  }
  const instead = 'remove it, or set CCMUX_RUNTIME_DIR to another folder';
  if (status.isSymbolicLink()) return fail(`${folder} is a link, which could lead anywhere: ${instead}`);
  if (!status.isDirectory()) return fail(`${folder} is not a folder: ${instead}`);
  if (status.uid !== process.getuid?.()) return fail(`${folder} belongs to another user: ${instead}`);
  if ((status.mode & 0o077) !== 0)
    return fail(
      `${folder} is open to others: make it private (chmod 700), or set CCMUX_RUNTIME_DIR to another folder`,
    );
  return ok(`${String(status.dev)}:${String(status.ino)}`);
}
