import path from 'node:path';
import fs from 'node:fs';
import { WorkspaceFiles } from '#electron/session/persistence/workspace-files';
import { TEMPORARY_MARK } from '#electron/system/atomic-write';
import { inTime } from '#test/helpers/wait';
import { type Row, Tally } from '../row';
import { startWorker } from '../workers';

/** Milliseconds until the kill. */
const LONGEST = 25;

export const row: Row = {
  number: 31,
  async run({ scratch, count, random, say }) {
    const tally = new Tally();
    const folder = path.join(scratch.path, 'state');
    let newest = 0;
    let strays = 0;
    while (tally.tried < count && !tally.hopeless) {
      const writer = startWorker('state-writer', [folder, String(newest + 1)]);
      let said = '';
      const ended = new Promise((resolve) => writer.once('close', resolve));
      await inTime(
        'the first save',
        new Promise<void>((resolve) => {
          writer.stdout?.on('data', (piece: Buffer) => {
            said += piece.toString();
            resolve();
          });
        }),
      );
      await new Promise((resolve) => setTimeout(resolve, random() * LONGEST));
      writer.kill('SIGKILL');
      await ended;
      const acknowledged = Number(said.trim().split('\n').at(-1));
      strays += fs.readdirSync(folder).filter((name) => name.includes(TEMPORARY_MARK)).length;
      const files = new WorkspaceFiles(folder);
      await files.prepare();
      const { snapshot, problems } = await files.load();
      const swept = !fs.readdirSync(folder).some((name) => name.includes(TEMPORARY_MARK));
      tally.check(
        snapshot !== null && snapshot.savedAt >= acknowledged && problems.length === 0 && swept,
        `${String(acknowledged)} was acknowledged, ${String(snapshot?.savedAt)} is there${swept ? '' : ', and strays'}: ${problems.join()}`,
      );
      newest = Math.max(newest, acknowledged, snapshot?.savedAt ?? 0);
    }
    say(`${String(newest)} saves, ${String(strays)} unfinished files were swept`);
    return tally;
  },
};
