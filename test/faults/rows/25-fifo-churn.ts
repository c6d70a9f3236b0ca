import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { ChannelFolder } from '#electron/channels/fifo/channel-folder';
import { writeFifoLine } from '#electron/channels/fifo/fifo';
import { systemClock } from '#electron/system/system-clock';
import { waitFor } from '#test/helpers/wait';
import { type Row, Tally } from '../row';

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
const descriptors = () => fs.readdirSync('/proc/self/fd').length;

export const row: Row = {
  number: 25,
  async run({ scratch, count, random, pick }) {
    const tally = new Tally();
    const folder = path.join(scratch.path, 'run');
    const before = descriptors();
    const seen = new Set<string>();
    const watched = new ChannelFolder(folder, systemClock, {
      line: (channel, text) => seen.add(`${channel ?? ''} ${text}`),
      changed: () => undefined,
      looked: () => undefined,
      problem: () => undefined,
    });
    const has = new Set<string>();
    for (let number = 0; number < count && !tally.hopeless; number += 1) {
      const name = pick(NAMES);
      const file = path.join(folder, `in.${name}`);
      if (has.has(name)) {
        fs.rmSync(file);
        has.delete(name);
        // Gone for good for now, or made anew at once, so that only its number tells that it is another.
        if (random() < 0.3) {
          tally.check(true, '');
          continue;
        }
      }
      execFileSync('mkfifo', ['-m', '600', file]);
      has.add(name);
      const line = `line ${String(number)}`;
      await tally.attempt(`${name}, number ${String(number)}`, async () => {
        await waitFor('a reader', () => writeFifoLine(file, line).ok, { timeout: 1000, every: 5 });
        await waitFor('the line', () => seen.has(`${name} ${line}`), { timeout: 1000, every: 5 });
      });
    }
    watched.dispose();
    await waitFor('the descriptors', () => descriptors() <= before + 1, { timeout: 3000 }).catch(
      () => undefined,
    );
    tally.alsoCheck(descriptors() <= before + 1, `${String(descriptors() - before)} descriptors are left`);
    return tally;
  },
};
