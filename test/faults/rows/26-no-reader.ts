import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { writeFifoLine } from '#electron/channels/fifo/fifo';
import { type Row, Tally } from '../row';

const LIMIT = 50;
/** Whose a foreign file is; only root can make one. */
const NOBODY = 65_534;

export const row: Row = {
  number: 26,
  async run({ scratch, count }) {
    const tally = new Tally();
    const victim = scratch.file('victim', 'mine');
    const file = (name: string) => path.join(scratch.path, `out.${name}`);
    execFileSync('mkfifo', ['-m', '600', file('alone'), file('foreign')]);
    fs.symlinkSync(victim, file('link'));
    fs.writeFileSync(file('file'), 'mine');
    const isRoot = process.getuid?.() === 0;
    let reader: number | null = null;
    if (isRoot) {
      // With a reader, so that only its owner speaks against it.
      reader = fs.openSync(file('foreign'), fs.constants.O_RDWR | fs.constants.O_NONBLOCK);
      fs.chownSync(file('foreign'), NOBODY, NOBODY);
    }
    const kinds = ['alone', 'none', 'link', 'file', ...(isRoot ? ['foreign'] : ['alone'])];
    for (let number = 0; number < count; number += 1) {
      const kind = kinds[number % kinds.length]!;
      const began = performance.now();
      const written = writeFifoLine(file(kind), 'a line');
      const took = performance.now() - began;
      const unchanged =
        fs.readFileSync(victim, 'utf8') === 'mine' && fs.readFileSync(file('file'), 'utf8') === 'mine';
      tally.check(
        !written.ok && written.error !== '' && took < LIMIT && unchanged,
        `${kind}: ${JSON.stringify(written)} after ${String(took)} ms${unchanged ? '' : ', and a file was changed'}`,
      );
    }
    if (reader !== null) fs.closeSync(reader);
    return tally;
  },
};
