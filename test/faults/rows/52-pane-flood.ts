import { spawn } from 'node-pty';
import { TestCore } from '#test/helpers/core';
import { waitFor } from '#test/helpers/wait';
import { LoopWatch } from '../loop-watch';
import { type Row, Tally } from '../row';

const BYTES = 100_000_000;
const MEGABYTE = 1024 * 1024;
const STANDS = 100;
const ANSWERED_WITHIN = 1000;
const flood = (bytes: number) => `yes 'a line of the flood with some words in it' | head -c ${String(bytes)}`;

export const row: Row = {
  number: 52,
  async run({ count, defer, say }) {
    const tally = new Tally();
    const app = await TestCore.start();
    defer(() => app.close());
    const quiet = await app.pane('cat', 'quiet');
    await waitFor(
      'the quiet one',
      () => app.state.panes[quiet as never]?.['process']['status'] === 'running',
    );
    globalThis.gc?.();
    const before = process.memoryUsage().rss;
    const panes: string[] = [];
    for (let number = 0; number < count; number += 1)
      panes.push(await app.pane(`sh -c "${flood(BYTES).replaceAll("'", '')}; echo; echo the end; sleep 60"`));
    const watch = new LoopWatch();
    let slowest = 0;
    let left = [...panes];
    const ends = panes.map((pane) =>
      app
        .run('expect', { pane_id: pane, pattern: '^the end', timeout: 200 })
        .then(({ matched }) => (left = matched ? left.filter((one) => one !== pane) : left)),
    );
    for (let round = 0; left.length > 0 && round < 400; round += 1) {
      const began = performance.now();
      await app.run('send_input', { pane_id: quiet, input: `word ${String(round)}\n` });
      await waitFor('an answer', async () => (await app.text(quiet)).includes(`word ${String(round)}\n`), {
        every: 10,
      });
      slowest = Math.max(slowest, performance.now() - began);
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
    await Promise.all(ends);
    const stood = watch.stop();
    globalThis.gc?.();
    const grown = (process.memoryUsage().rss - before) / MEGABYTE;
    say(
      `the loop stood for ${String(stood)} ms, an answer took ${String(Math.round(slowest))} ms, ${grown.toFixed(0)} MB more`,
    );
    for (const pane of panes) tally.check(!left.includes(pane), `${pane} did not come to its end`);
    tally.alsoCheck(stood < STANDS, `the loop stood for ${String(stood)} ms`);
    tally.alsoCheck(
      slowest < ANSWERED_WITHIN,
      `another pane took ${String(Math.round(slowest))} ms to answer`,
    );
    tally.alsoCheck(grown <= 100, `memory grew by ${grown.toFixed(0)} MB`);
    return tally;
  },
  // As where the main process reads the programs itself, and keeps all that they say.
  async weakened() {
    const tally = new Tally();
    const before = process.memoryUsage().rss;
    const watch = new LoopWatch();
    let text = '';
    const program = spawn('sh', ['-c', flood(BYTES / 4)], {});
    program.onData((data) => {
      text += data;
      // To find the last line, again each time.
      if (text.length % 64 === 0) text.split('\n').at(-1);
    });
    await new Promise((resolve) => program.onExit(resolve));
    const stood = watch.stop();
    const grown = (process.memoryUsage().rss - before) / MEGABYTE;
    tally.check(
      stood < STANDS && grown <= 100,
      `the loop stood for ${String(stood)} ms, ${grown.toFixed(0)} MB more`,
    );
    return tally;
  },
};
