import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { FIFO_LINE_BYTES, readFifo, writeFifoLine } from '#electron/channels/fifo/fifo';
import { waitFor } from '#test/helpers/wait';
import { type Row, Tally } from '../row';
import { startWorker, workerOutput } from '../workers';

const WRITERS = 4;

export const row: Row = {
  number: 24,
  async run({ scratch, count, defer }) {
    const tally = new Tally();
    const file = path.join(scratch.path, 'in.edge');
    execFileSync('mkfifo', ['-m', '600', file]);
    let whole = 0;
    const others: string[] = [];
    const reader = readFifo(file, {
      line: (text) => {
        if (text.length === FIFO_LINE_BYTES - 1 && /^\d+ \d+ \d+ x*\.$/.test(text)) whole += 1;
        else others.push(text);
      },
      tooLong: () => others.push('a line that is too long'),
      ended: () => undefined,
    });
    if (!reader.ok) throw new Error(reader.error);
    defer(() => reader.value.dispose());
    const each = Math.ceil(count / 3);
    const bytes = String(FIFO_LINE_BYTES);
    const writers = Array.from({ length: WRITERS }, (_, writer) =>
      startWorker('fifo-writer', [String(writer), String(each / WRITERS), bytes, bytes, file]),
    );
    await Promise.all(writers.map(workerOutput));
    await waitFor('all lines', () => whole === each, { timeout: 3000 }).catch(() => undefined);
    for (let number = 0; number < each; number += 1)
      tally.check(number < whole, 'a line of 4096 bytes is not whole');
    // What is larger can't be written whole beside others: it is refused, and nothing of it is in the pipe.
    for (const size of [FIFO_LINE_BYTES + 1, 65_536])
      for (let number = 0; number < each; number += 1) {
        const written = writeFifoLine(file, 'y'.repeat(size - 1));
        tally.check(
          !written.ok && written.error.includes('in parts'),
          `a line of ${String(size)} bytes was taken`,
        );
        if (number % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
      }
    await waitFor('a last line', () => writeFifoLine(file, 'the last').ok);
    await waitFor('the last line', () => others.at(-1) === 'the last', { timeout: 3000 }).catch(
      () => undefined,
    );
    tally.alsoCheck(others.length === 1, `${String(others.length - 1)} lines that nobody wrote so`);
    return tally;
  },
};
