import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { FIFO_LINE_BYTES, readFifo, writeFifoLine } from '#electron/channels/fifo/fifo';
import { waitFor } from '#test/helpers/wait';
import { type Row, Tally } from '../row';
import { startWorker, workerOutput } from '../workers';
import type { Written } from '../workers/fifo-line-writer';

const WRITERS = 4;
const EDGE = [FIFO_LINE_BYTES, FIFO_LINE_BYTES + 1, 65_536];
/** What a stranger writes alone: whole, or too long for the reader. */
const WHOLE = [FIFO_LINE_BYTES + 1, 65_536];
const TOO_LONG = 70_000;
/** The writers' share of what is tried: lines of each size by several at once, then of each by a stranger. */
const SHARE = 1 / 11;

export const row: Row = {
  number: 24,
  async run({ scratch, count, defer }) {
    const tally = new Tally();
    const file = path.join(scratch.path, 'in.edge');
    execFileSync('mkfifo', ['-m', '600', file]);
    const whole = new Map<number, number>();
    const others: string[] = [];
    let tooLong = 0;
    const reader = readFifo(file, {
      line: (text) => {
        if (/^\d+ \d+ \d+ x*\.$/.test(text)) whole.set(text.length + 1, wholeOf(text.length + 1) + 1);
        else others.push(text.slice(0, 100));
      },
      tooLong: () => (tooLong += 1),
      ended: () => undefined,
    });
    const wholeOf = (size: number) => whole.get(size) ?? 0;
    if (!reader.ok) throw new Error(reader.error);
    defer(() => reader.value.dispose());

    // Several at once, as Fugue writes: what is larger can't be written whole beside others, so it is refused.
    const perWriter = Math.ceil((count * SHARE * 10) / (EDGE.length * WRITERS));
    const writers = Array.from({ length: WRITERS }, (_, writer) =>
      startWorker('fifo-line-writer', [String(writer), String(perWriter), file, ...EDGE.map(String)]),
    );
    const said = (await Promise.all(writers.map(workerOutput))).map((text) => JSON.parse(text) as Written[]);
    const each = perWriter * WRITERS;
    await waitFor('all lines', () => wholeOf(FIFO_LINE_BYTES) >= each, { timeout: 3000 }).catch(
      () => undefined,
    );
    for (const size of EDGE) {
      const outcomes = said.flatMap((one) => one.filter((entry) => entry.size === size));
      const held =
        size === FIFO_LINE_BYTES
          ? wholeOf(size)
          : outcomes.reduce((sum, { refused }) => sum + refused, 0) - wholeOf(size);
      for (let number = 0; number < each; number += 1)
        tally.check(number < held, `a line of ${String(size)} bytes is neither whole nor refused`);
    }

    // A stranger's own writes are as large as it likes; alone they come whole, or are counted.
    const alone = Math.ceil((count * SHARE) / 3);
    const before = new Map(whole);
    for (const size of [...WHOLE, TOO_LONG]) {
      const bytes = String(size);
      await workerOutput(startWorker('fifo-writer', ['9', String(alone), bytes, bytes, file]));
    }
    await waitFor('the lines of the stranger', () => tooLong >= alone, { timeout: 3000 }).catch(
      () => undefined,
    );
    for (const size of [...WHOLE, TOO_LONG]) {
      const held = size === TOO_LONG ? tooLong : wholeOf(size) - (before.get(size) ?? 0);
      for (let number = 0; number < alone; number += 1)
        tally.check(
          number < held,
          `a line of ${String(size)} bytes of a stranger is neither whole nor counted`,
        );
    }
    await waitFor('a last line', () => writeFifoLine(file, 'the last').ok);
    await waitFor('the last line', () => others.at(-1) === 'the last', { timeout: 3000 }).catch(
      () => undefined,
    );
    tally.alsoCheck(others.length === 1, `${String(others.length - 1)} lines that nobody wrote so`);
    tally.alsoCheck(tooLong === alone, `${String(tooLong)} lines counted as too long, not ${String(alone)}`);
    return tally;
  },
};
