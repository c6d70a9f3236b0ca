import fs from 'node:fs';
import { WorkspaceFiles } from '#electron/session/persistence/workspace-files';
import { largeSnapshot } from '../large-state';

/** `FOLDER NUMBER`: saves the state again and again, and says the number of each that was saved. Never ends. */
export async function worker([folder = '', first = '']: readonly string[]): Promise<never> {
  const files = new WorkspaceFiles(folder);
  await files.prepare();
  // Made once: what is to be killed is the saving.
  const snapshot = largeSnapshot(0);
  for (let number = Number(first); ; number += 1) {
    files.save({ ...snapshot, savedAt: number });
    fs.writeSync(1, `${String(number)}\n`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}
