import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { readFifo } from '#electron/channels/fifo/fifo';
import { waitFor } from '#test/helpers/wait';
import { LoopWatch } from '../loop-watch';
import { type Row, Tally } from '../row';
import { startWorker, workerOutput } from '../workers';

const FIFOS = 500;
const WRITERS = 4;

export const row: Row = {
  number: 23,
  async run({ scratch, count, defer }) {
    const tally = new Tally();
    const files = Array.from({ length: FIFOS }, (_, at) => path.join(scratch.path, `in.${String(at)}`));
    execFileSync('mkfifo', ['-m', '600', ...files]);
    const seen = new Map<string, number[]>();
    let torn = 0;
    for (const file of files) {
      const reader = readFifo(file, {
        // Looked at closely only afterwards: what is done here would hold up the loop that is watched.
        line: (text) => {
          const key = text.slice(0, text.indexOf(' x'));
          seen.set(key, [...(seen.get(key) ?? []), text.endsWith('x.') ? text.length : 0]);
        },
        tooLong: () => (torn += 1),
        ended: () => undefined,
      });
      if (!reader.ok) throw new Error(reader.error);
      defer(() => reader.value.dispose());
    }
    const times = Math.ceil(count / FIFOS / WRITERS);
    const watch = new LoopWatch();
    const writers = Array.from({ length: WRITERS }, (_, writer) =>
      startWorker('fifo-writer', [String(writer), String(times), '200', '1700', ...files]),
    );
    // Where a reader has gone, a writer waits for another one.
    const patience = setTimeout(() => writers.forEach((writer) => writer.kill('SIGKILL')), 30_000);
    await Promise.allSettled(writers.map(workerOutput));
    clearTimeout(patience);
    const wanted = times * FIFOS * WRITERS;
    await waitFor('all lines', () => seen.size === wanted, { timeout: 5000 }).catch(() => undefined);
    const stood = watch.stop();
    for (let writer = 0; writer < WRITERS; writer += 1)
      for (let at = 0; at < FIFOS; at += 1)
        for (let time = 0; time < times; time += 1) {
          const key = `${String(writer)} ${String(at)} ${String(time)}`;
          const lengths = seen.get(key) ?? [];
          const right = lengths.length === 1 && lengths[0]! >= 199 && lengths[0]! < 1700;
          tally.check(right, () => `line ${key} came with ${lengths.join(' and ') || 'no'} bytes`);
        }
    tally.alsoCheck(torn === 0, `${String(torn)} lines were too long`);
    tally.alsoCheck(seen.size <= wanted, `${String(seen.size - wanted)} lines that nobody wrote so`);
    tally.alsoCheck(stood < 500, `the loop stood for ${String(stood)} ms`);
    return tally;
  },
};
