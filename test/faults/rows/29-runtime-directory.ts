import fs from 'node:fs';
import path from 'node:path';
import { ChannelFolder, type FolderChannels } from '#electron/channels/fifo/channel-folder';
import { prepareRuntimeDirectory } from '#electron/channels/fifo/runtime-directory';
import { systemClock } from '#electron/system/system-clock';
import { waitFor } from '#test/helpers/wait';
import { type Row, Tally } from '../row';

const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

export const row: Row = {
  number: 29,
  async run({ scratch, count, defer }) {
    const tally = new Tally();
    const elsewhere = scratch.folder('elsewhere');
    const kinds: Readonly<Record<string, readonly [(folder: string) => void, RegExp]>> = {
      foreign: [
        (folder) => {
          fs.mkdirSync(folder, { mode: 0o700 });
          if (isRoot) fs.chownSync(folder, NOBODY, NOBODY);
          else fs.chmodSync(folder, 0o770);
        },
        isRoot ? /belongs to another user/ : /open to others/,
      ],
      link: [(folder) => fs.symlinkSync(elsewhere, folder), /is a link/],
      open: [(folder) => fs.mkdirSync(folder, { mode: 0o755 }), /is open to others/],
      file: [(folder) => fs.writeFileSync(folder, ''), /is not a folder/],
    };
    const each = Math.ceil(count / 5);
    for (const [kind, [make, reason]] of Object.entries(kinds))
      for (let number = 0; number < each; number += 1) {
        const folder = path.join(scratch.path, `${kind}-${String(number)}`);
        make(folder);
        const prepared = prepareRuntimeDirectory(folder);
        tally.check(!prepared.ok && reason.test(prepared.error), `${kind}: ${JSON.stringify(prepared)}`);
      }
    await Promise.all(
      Array.from({ length: each }, async (_, number) => {
        const folder = path.join(scratch.path, `deleted-${String(number)}`);
        let channels: FolderChannels = { inputs: [], outputs: [] };
        const watched = new ChannelFolder(folder, systemClock, {
          line: () => undefined,
          changed: (now) => (channels = now),
          looked: () => undefined,
          problem: () => undefined,
        });
        defer(() => watched.dispose());
        await waitFor('its first input', () => channels.inputs.length === 1);
        await tally.attempt(folder, async () => {
          fs.rmSync(folder, { recursive: true });
          await waitFor('the folder', () => fs.existsSync(path.join(folder, 'in')), { timeout: 10_000 });
          await waitFor('a reader', () => {
            const descriptor = fs.openSync(
              path.join(folder, 'in'),
              fs.constants.O_WRONLY | fs.constants.O_NONBLOCK,
            );
            fs.closeSync(descriptor);
            return true;
          });
        });
      }),
    );
    return tally;
  },
};
