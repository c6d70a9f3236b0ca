import fs from 'node:fs';
import { HeadlessApp } from '#test/helpers/headless';
import { waitFor } from '#test/helpers/wait';
import { must } from '../claude';
import { type Row, type RowContext, Tally } from '../row';

const LIBRARY = ['x86_64-linux-gnu', 'aarch64-linux-gnu']
  .map((machine) => `/usr/lib/${machine}/faketime/libfaketime.so.1`)
  .find((file) => fs.existsSync(file));
/** How far the wall clock jumps, from what it should show. */
const JUMPS = ['+1h', '-1h', '+1d', '-1d', '+8h', '+0', '+30d', '-30d', '+1h', '+0'];
/** What is waited for in vain, in seconds, and by how much that may be off, in milliseconds. */
const WAIT = 2;
const OFF = 1500;

async function jump(context: RowContext, keepsMonotonic: boolean): Promise<Tally> {
  const { scratch, count, defer } = context;
  if (LIBRARY === undefined) throw new Error('libfaketime is missing: install the package faketime');
  const tally = new Tally();
  const clock = scratch.file('clock', '+0');
  const log = scratch.file('starts', '');
  const stub = scratch.file(
    'bin/claude',
    `#!/bin/bash\necho start >> ${log}\necho "wrong: $RANDOM"\nexit 3\n`,
  );
  fs.chmodSync(stub, 0o755);
  const app = await HeadlessApp.start({
    directory: scratch,
    config: `[claude]\ncommand = "${stub}"\nbackoff-initial = 600\nbackoff-cap = 600\n`,
    environment: {
      LD_PRELOAD: LIBRARY,
      FAKETIME_TIMESTAMP_FILE: clock,
      FAKETIME_NO_CACHE: '1',
      ...(keepsMonotonic ? { FAKETIME_DONT_FAKE_MONOTONIC: '1' } : {}),
    },
  });
  defer(() => app.end('SIGKILL'));
  // What is killed and what measures it live by the real clock.
  const environment = { ...app.environment };
  delete environment['LD_PRELOAD'];
  Object.assign(app, { environment });
  const shell = await app.run<{ pane: { id: string } }>('create_window', { command: 'cat' });
  await app.run('create_window', { command: 'claude' });
  const starts = () => fs.readFileSync(log, 'utf8').split('\n').length - 1;
  await waitFor('the first start', () => starts() === 1);
  for (let number = 0; number < count && !tally.hopeless; number += 1) {
    const to = JUMPS[number % JUMPS.length]!;
    await tally.attempt(`a jump to ${to}`, async () => {
      const began = performance.now();
      const waited = app
        .run('expect', { pane_id: shell.pane.id, pattern: 'never', timeout: WAIT })
        .catch(() => null);
      await new Promise((resolve) => setTimeout(resolve, 600));
      fs.writeFileSync(clock, to);
      await waited;
      const off = performance.now() - began - WAIT * 1000;
      must(Math.abs(off) < OFF, `a wait ended ${String(Math.round(off))} ms late`);
      await app.run('list_panes', {});
      must(starts() === 1, `a Claude that waits was started ${String(starts())} times`);
    });
  }
  return tally;
}

export const row: Row = {
  number: 41,
  run: (context) => jump(context, true),
  // As where waits are measured by a clock that jumps.
  weakened: (context) => jump({ ...context, count: 5 }, false),
};
