import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { TestCore } from '#test/helpers/core';
import { waitFor } from '#test/helpers/wait';
import { Tally } from '../row';

const CANNOT = 'The workspace can not be saved';
const AGAIN = 'The workspace can be saved again';

/** `FOLDER TIMES`, in a mount namespace of its own: a core on a disk that fills up and is emptied, again and again. */
export async function worker([folder = '', times = '']: readonly string[]) {
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', folder]);
  process.env['TMPDIR'] = folder;
  if (os.tmpdir() !== folder) throw new Error('the folder for passing things is another');
  const tally = new Tally();
  const app = await TestCore.start();
  const state = path.join(app.home, '.fugue/state/workspace.json');
  const filler = path.join(folder, 'filler');
  // More each time: what takes the place of something as large as itself fits on a full disk, too.
  const change = (name: string) => app.run('set_metadata', { key: name, value: 'x'.repeat(12_000) });
  const named = (name: string) => fs.readFileSync(state, 'utf8').includes(`"${name}"`);
  const told = (title: string) => app.state.notices.filter((notice) => notice.title === title).length;
  for (let time = 0; time < Number(times) && !tally.hopeless; time += 1) {
    const name = `round-${String(time)}`;
    await change(name);
    await waitFor('the state before', () => named(name));
    const [failed, mended] = [told(CANNOT), told(AGAIN)];
    fill(filler);
    await tally.attempt(name, async () => {
      await change(`${name}-full`);
      await waitFor('the notice', () => told(CANNOT) > failed, { timeout: 5000 });
      if (!named(name)) throw new Error('the old state is gone');
      JSON.parse(fs.readFileSync(state, 'utf8'));
      fs.rmSync(filler);
      await waitFor('the state to be saved again', () => named(`${name}-full`) && told(AGAIN) > mended, {
        timeout: 10_000,
      });
    });
    fs.rmSync(filler, { force: true });
  }
  await app.close();
  process.stdout.write(`\n${JSON.stringify({ tried: tally.tried, held: tally.held, lost: tally.lost })}\n`);
  process.exit(0);
}

/** Takes all the space that is left. */
function fill(file: string): void {
  const descriptor = fs.openSync(file, 'w');
  try {
    for (const size of [65_536, 4096, 1])
      try {
        for (;;) if (fs.writeSync(descriptor, Buffer.alloc(size, 1)) < size) break;
      } catch {
        // No more of this size.
      }
  } finally {
    fs.closeSync(descriptor);
  }
}
