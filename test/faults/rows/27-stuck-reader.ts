import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { readFifo, writeFifoLine } from '#electron/channels/fifo/fifo';
import { waitFor } from '#test/helpers/wait';
import { type Row, Tally } from '../row';

const LINE = 'x'.repeat(1000);
const MEGABYTE = 1024 * 1024;

export const row: Row = {
  number: 27,
  async run({ scratch, count, defer }) {
    const tally = new Tally();
    const file = (name: string) => path.join(scratch.path, `out.${name}`);
    execFileSync('mkfifo', ['-m', '600', file('stuck'), file('first'), file('second')]);
    const stuck = fs.openSync(file('stuck'), fs.constants.O_RDWR | fs.constants.O_NONBLOCK);
    defer(() => fs.closeSync(stuck));
    const got: Record<string, number> = { first: 0, second: 0 };
    for (const name of ['first', 'second']) {
      const reader = readFifo(file(name), {
        line: () => (got[name] = (got[name] ?? 0) + 1),
        tooLong: () => undefined,
        ended: () => undefined,
      });
      if (!reader.ok) throw new Error(reader.error);
      defer(() => reader.value.dispose());
    }
    const before = process.memoryUsage().rss;
    let taken = 0;
    let refused = 0;
    for (let number = 1; number <= count; number += 1) {
      const said = writeFifoLine(file('stuck'), LINE);
      if (said.ok) taken += 1;
      else if (said.error.includes('does not keep up')) refused += 1;
      const others = ['first', 'second'].filter((name) => !writeFifoLine(file(name), LINE).ok);
      await waitFor('the others', () => got['first'] === number && got['second'] === number, {
        timeout: 2000,
        every: 1,
      }).catch(() => others.push('late'));
      tally.check(
        others.length === 0 && taken + refused === number,
        `line ${String(number)}: ${others.join()}`,
      );
    }
    const waiting = Buffer.alloc(8 * MEGABYTE);
    const kept = fs.readSync(stuck, waiting) / (LINE.length + 1);
    tally.alsoCheck(kept === taken, `${String(taken)} were said to be written, ${String(kept)} are there`);
    const grown = (process.memoryUsage().rss - before) / MEGABYTE;
    tally.alsoCheck(grown < 30, `memory grew by ${grown.toFixed(0)} MB`);
    return tally;
  },
};
