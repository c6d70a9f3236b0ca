import fs from 'node:fs';
import path from 'node:path';
import { HeadlessApp } from '#test/helpers/headless';
import { inTime, waitFor } from '#test/helpers/wait';
import { must } from '../claude';
import { type Row, Tally } from '../row';

const CONFIG = '[channels]\nenabled = true\nmanaged = false\n';
const WAYS = ['lives', 'was killed', 'is stopped'] as const;

/** Processes that have the FIFO of the channels open. */
function readersOf(fifo: string): readonly string[] {
  return fs.readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      return fs
        .readdirSync(`/proc/${pid}/fd`)
        .some((name) => fs.readlinkSync(`/proc/${pid}/fd/${name}`) === fifo);
    } catch {
      return false; // Ended meanwhile.
    }
  });
}

export const row: Row = {
  number: 42,
  async run({ scratch, count, defer }) {
    const tally = new Tally();
    const fifo = path.join(scratch.path, 'run/in');
    let first = await HeadlessApp.start({ directory: scratch, config: CONFIG });
    let second: HeadlessApp | null = null;
    defer(() => first.end('SIGKILL'));
    defer(() => second?.end('SIGKILL'));
    for (let number = 0; number < count && !tally.hopeless; number += 1) {
      const way = WAYS[number % WAYS.length]!;
      await tally.attempt(`the first one ${way}, time ${String(number)}`, async () => {
        await waitFor('a reader', () => readersOf(fifo).length === 1);
        if (way === 'was killed') await first.end('SIGKILL');
        if (way === 'is stopped') first.process.kill('SIGSTOP');
        second = HeadlessApp.launch({ directory: scratch });
        const takesOver = way === 'was killed';
        const other = second;
        await waitFor(
          'the second one to decide',
          () => other.hasEnded || other.output.includes('commands go to'),
        );
        const readers = await waitFor('a reader', () => {
          const found = readersOf(fifo);
          return found.length > 0 ? found : null;
        });
        if (way === 'is stopped') first.process.kill('SIGCONT');
        must(readers.length === 1, `${String(readers.length)} read one FIFO`);
        must(
          other.hasEnded !== takesOver,
          takesOver ? `it did not take over: ${other.output}` : 'it runs beside the other',
        );
        if (takesOver) first = other;
        second = null;
        must(readers[0] === String(first.process.pid), 'another one reads');
        const answered = first.run<{ panes: unknown[] }>('list_panes', {});
        must((await inTime('an answer', answered)).panes.length > 0, 'it has no panes');
      });
    }
    return tally;
  },
};
