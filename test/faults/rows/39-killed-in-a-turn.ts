import { ClaudeCore } from '#test/helpers/claude/claude-core';
import { answer, directed, text } from '#test/helpers/model-server/index';
import { waitFor } from '#test/helpers/wait';
import { must, NEWEST } from '../claude';
import { type Row, type RowContext, Tally } from '../row';

/** After more crashes in a row a Claude is left alone, which is another row. */
const KILLS_OF_ONE = 6;

async function kill(context: RowContext, config: string): Promise<Tally> {
  const tally = new Tally();
  while (tally.tried < context.count && !tally.hopeless) {
    const core = await ClaudeCore.start({
      version: NEWEST,
      config: `backoff-initial = 0.1\nbackoff-cap = 0.3\n${config}`,
      story: directed('talks', () =>
        answer(text('This takes a while, as it is a long story of the sea.')).slowly(80),
      ),
    });
    try {
      // The first of them is killed in its first second, when it may have no conversation yet.
      const pane = await core.pane();
      for (let time = 0; time < KILLS_OF_ONE && tally.tried < context.count; time += 1)
        await tally.attempt(`kill ${String(tally.tried)}`, async () => {
          if (time > 0) await core.prompt(pane, `tell story ${String(time)}`);
          await new Promise((resolve) => setTimeout(resolve, 800 + context.random() * 1200));
          const { process: running } = core.find(pane);
          must(running.status === 'running', 'it does not run');
          const pid = running.status === 'running' ? running.pid : 0;
          process.kill(pid, 'SIGKILL');
          await waitFor(
            'another one',
            () => {
              const { process: now } = core.find(pane);
              return now.status === 'running' && now.pid !== pid;
            },
            { timeout: 15_000, instead: () => JSON.stringify(core.find(pane).process) },
          );
          await core.until(pane, 'idle', 'complete');
        });
    } finally {
      await core.close();
    }
  }
  return tally;
}

export const row: Row = {
  number: 39,
  run: (context) => kill(context, ''),
  weakened: (context) => kill({ ...context, count: 1 }, 'restart = false\n'),
};
