import { ClaudeCore } from '#test/helpers/claude/claude-core';
import { answer, directed, text } from '#test/helpers/model-server/index';
import { endTmux } from '#test/helpers/tmux';
import { waitFor } from '#test/helpers/wait';
import { must, NEWEST } from '../claude';
import { type Row, type RowContext, Tally } from '../row';

const PANES = 2;
/** After more crashes in a row a Claude is left alone, which is another row. */
const KILLS_OF_ONE = 7;
const NOTICED_WITHIN = 1000;

async function kill(context: RowContext, config: string): Promise<Tally> {
  const tally = new Tally();
  while (tally.tried < context.count && !tally.hopeless) {
    const core = await ClaudeCore.start({
      version: NEWEST,
      config: `backoff-initial = 0.2\nbackoff-cap = 0.4\n${config}`,
      story: directed('talks', () => answer(text('Still here, and talking on and on.')).slowly(60)),
    });
    const { app } = core;
    try {
      const panes: string[] = [];
      for (let number = 0; number < PANES; number += 1) {
        const made = await app.run('create_pane', {
          kind: 'claude',
          command: 'claude --permission-mode default',
          cwd: core.project,
          keep_alive: true,
        });
        panes.push(made.pane.id);
        await core.prompt(made.pane.id, `I am ${String(number)}`);
        await core.until(made.pane.id, 'complete');
        await core.written(made.pane.id, `I am ${String(number)}`);
      }
      const sessions = panes.map((pane) => core.find(pane).claude?.sessionId);
      const pids = () => panes.map((pane) => JSON.stringify(core.find(pane).process));
      for (let time = 0; time < KILLS_OF_ONE && tally.tried < context.count; time += 1)
        await tally.attempt(`kill ${String(tally.tried)}`, async () => {
          for (const pane of panes) await core.prompt(pane, `go on, ${String(time)}`);
          const before = pids();
          const starts = core.changes.length;
          endTmux(core.directory.path);
          const killed = performance.now();
          const dead = (pane: string) =>
            core.changes
              .slice(starts)
              .some(({ paneId, status }) => paneId === pane && status?.state === 'crashed');
          await waitFor('all to be shown dead', () => panes.every(dead), { timeout: 3000, every: 5 });
          const took = performance.now() - killed;
          must(took <= NOTICED_WITHIN, `it was noticed after ${String(Math.round(took))} ms`);
          for (const [number, pane] of panes.entries()) {
            await waitFor(
              'another start',
              () => pids()[number] !== before[number] && core.find(pane).process.status === 'running',
              {
                timeout: 8000,
              },
            );
            await core.until(pane, 'idle', 'complete');
            const { claude } = core.find(pane);
            must(claude?.sessionId === sessions[number], 'it has another conversation');
            must(claude?.resumed === true, 'its conversation was not resumed');
            const crashes = core.changes
              .slice(starts)
              .filter(({ paneId, status }) => paneId === pane && status?.state === 'crashed').length;
            must(crashes === 1, `it was started ${String(crashes)} times`);
          }
        });
    } finally {
      await core.close();
    }
  }
  return tally;
}

export const row: Row = {
  number: 36,
  run: (context) => kill(context, ''),
  weakened: (context) => kill({ ...context, count: 1 }, 'restart = false\n'),
};
