import fs from 'node:fs';
import path from 'node:path';
import { HeadlessApp } from '#test/helpers/headless';
import { endTmux } from '#test/helpers/tmux';
import { waitFor } from '#test/helpers/wait';
import { must } from '../claude';
import { type Row, type RowContext, Tally } from '../row';

const PANES = 6;
const WITHIN = 5000;
interface Listed {
  readonly panes: readonly { readonly id: string; readonly process: { readonly status: string } }[];
}

async function kill(context: RowContext, meanwhile: () => void): Promise<Tally> {
  const { scratch, count, defer } = context;
  const tally = new Tally();
  const log = path.join(scratch.path, 'starts');
  // Counts its starts, and tells the numbers of lines that it was given.
  const stub = scratch.file(
    'bin/stub',
    `#!/bin/bash\necho "start $$" >> ${log}\nwhile read -r line; do echo "heard $line"; done\n`,
  );
  fs.chmodSync(stub, 0o755);
  let app = await HeadlessApp.start({ directory: scratch });
  defer(() => app.end('SIGKILL'));
  const kept: string[] = [];
  for (let number = 0; number < PANES; number += 1) kept.push(await app.keptPane(stub));
  const starts = () => (fs.existsSync(log) ? fs.readFileSync(log, 'utf8').split('\n').length - 1 : 0);
  await waitFor('all to be started', () => starts() === PANES);
  const running = async () =>
    (await app.run<Listed>('list_panes', { all: true })).panes
      .filter(({ id, process: it }) => kept.includes(id) && it.status === 'running')
      .map(({ id }) => id)
      .sort();
  const before = await running();
  const saved = path.join(scratch.path, 'home/.fugue/state/workspace.json');
  await waitFor('them on disk', () => before.every((id) => fs.readFileSync(saved, 'utf8').includes(id)));
  for (let time = 0; time < count && !tally.hopeless; time += 1) {
    await new Promise((resolve) => setTimeout(resolve, context.random() * 300));
    await app.end('SIGKILL');
    meanwhile();
    const began = performance.now();
    app = await HeadlessApp.start({ directory: scratch });
    await tally.attempt(`kill ${String(time)}`, async () => {
      await waitFor(
        'the same panes',
        async () => JSON.stringify(await running()) === JSON.stringify(before),
        {
          timeout: WITHIN,
          every: 100,
          instead: () => app.output.slice(-500),
        },
      );
      const took = performance.now() - began;
      must(took <= WITHIN, `it took ${String(Math.round(took))} ms`);
      must(starts() === PANES, `${String(starts())} programs were started for ${String(PANES)} panes`);
    });
  }
  return tally;
}

export const row: Row = {
  number: 35,
  run: (context) => kill(context, () => undefined),
  // As where programs live in the app, or in nothing that outlives it.
  weakened: (context) =>
    kill({ ...context, count: 1 }, () => {
      endTmux(context.scratch.path);
    }),
};
