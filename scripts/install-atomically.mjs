// @ts-check
import fs from 'node:fs';
import path from 'node:path';

/**
 * Fills a folder and moves it into place in one step, so that a second run at the same moment sees either nothing
 * or all of it. Whoever comes second throws its own copy away.
 *
 * @param {string} target
 * @param {(folder: string) => Promise<void>} fill
 * @param {() => boolean} isThere whether the target is complete
 */
export async function installAtomically(target, fill, isThere) {
  fs.mkdirSync(path.dirname(target), { recursive: true });
  const draft = fs.mkdtempSync(`${target}.draft-`);
  try {
    await fill(draft);
    fs.chmodSync(draft, 0o755);
    try {
      fs.renameSync(draft, target);
    } catch (error) {
      if (!isThere()) throw error;
    }
  } finally {
    fs.rmSync(draft, { recursive: true, force: true });
  }
}
