import fs from 'node:fs';
import { type Row, Tally } from '../row';
import { startWorker, workerOutput } from '../workers';

const WRITERS = 8;

export const row: Row = {
  number: 49,
  async run({ scratch, count }) {
    const tally = new Tally();
    const file = scratch.file('settings.json', '{}');
    // Few would be over before the next writer begins.
    const each = Math.max(20, Math.ceil(count / WRITERS));
    const together = String(Date.now() + 2000);
    const writers = Array.from({ length: WRITERS }, (_, writer) =>
      startWorker('settings-writer', [file, String(writer), String(each), together]),
    );
    await Promise.all(writers.map(workerOutput));
    const kept = JSON.parse(fs.readFileSync(file, 'utf8')) as Record<string, unknown>;
    for (let writer = 0; writer < WRITERS; writer += 1)
      for (let number = 0; number < each; number += 1) {
        const name = `w${String(writer)}-${String(number)}`;
        tally.check(kept[name] === true, `${name} is lost`);
      }
    return tally;
  },
};
