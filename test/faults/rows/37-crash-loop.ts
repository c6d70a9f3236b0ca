import fs from 'node:fs';
import path from 'node:path';
import { asPaneId } from '#shared/model/ids';
import { TestCore } from '#test/helpers/core';
import { makeTemporaryDirectory } from '#test/helpers/temporary-directory';
import { waitFor } from '#test/helpers/wait';
import { must } from '../claude';
import { type Row, Tally } from '../row';

const MOST_STARTS = 5;
/** Of the time after it was given up, in parts of one. */
const PROCESSOR = 0.05;

/** The part of a processor that this process takes for so many milliseconds. */
async function processorUsed(milliseconds: number): Promise<number> {
  const before = process.cpuUsage();
  const began = performance.now();
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / (performance.now() - began);
}

export const row: Row = {
  number: 37,
  async run({ count, below }) {
    const tally = new Tally();
    for (let number = 0; number < count && !tally.hopeless; number += 1) {
      const directory = makeTemporaryDirectory();
      const file = path.join(directory.path, 'starts');
      const delay = (below(900) / 1000).toFixed(3);
      // What it says is never twice the same, so that only how often it ends can tell.
      const stub = directory.file(
        'bin/claude',
        `#!/bin/bash\necho start >> ${file}\nsleep ${delay}\n[ -e ${file}.well ] && sleep 60\necho "went wrong: $RANDOM"\nexit 1\n`,
      );
      fs.chmodSync(stub, 0o755);
      const app = await TestCore.start({
        directory,
        config: `[claude]\ncommand = "${stub}"\nbackoff-initial = 0.1\nbackoff-cap = 0.3\n`,
      });
      await tally.attempt(`one that ends after ${delay} s`, async () => {
        const starts = () => fs.readFileSync(file, 'utf8').split('\n').length - 1;
        const pane = asPaneId(await app.pane('claude'));
        const status = () => app.state.panes[pane]?.process.status;
        await waitFor('an end', () => status() === 'failed' || starts() > MOST_STARTS, { timeout: 20_000 });
        must(starts() <= MOST_STARTS, `it was started ${String(starts())} times`);
        // The rest of the work for what it said, and of collecting its memory, may fall into one second; a loop is in each.
        let used = 1;
        for (let second = 0; second < 3 && used >= PROCESSOR; second += 1) used = await processorUsed(1000);
        must(used < PROCESSOR, `${String(Math.round(used * 100))} % of the processor are used`);
        fs.writeFileSync(`${file}.well`, '');
        const given = starts();
        await app.run('restart_pane', { pane_id: pane });
        await waitFor('a start by hand', () => starts() === given + 1 && status() === 'running', {
          timeout: 5000,
        });
      });
      await app.close();
      directory.remove();
    }
    return tally;
  },
};
