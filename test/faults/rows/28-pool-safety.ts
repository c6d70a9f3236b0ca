import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { readFifo } from '#electron/channels/fifo/fifo';
import { headlessEnvironment, headlessFile } from '#test/helpers/headless';
import { waitFor } from '#test/helpers/wait';
import { type Row, type RowContext, Tally } from '../row';

const LIMIT = 50;

async function looks(
  { scratch, count }: RowContext,
  open: (file: string) => void,
): Promise<{ readonly tally: Tally; readonly files: readonly string[] }> {
  const tally = new Tally();
  const folder = scratch.folder('run');
  fs.chmodSync(folder, 0o700);
  const files = Array.from({ length: count }, (_, at) => path.join(folder, `in.c${String(at)}`));
  execFileSync('mkfifo', ['-m', '600', ...files]);
  for (const file of files) {
    open(file);
    const looked = fs.promises.stat(scratch.path).then(() => true);
    const late = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), LIMIT));
    tally.check(await Promise.race([looked, late]), `with ${file} open, a look at a folder takes long`);
    if (tally.hopeless) break;
  }
  return { tally, files };
}

export const row: Row = {
  number: 28,
  async run(context) {
    const { tally } = await looks(context, (file) => {
      const reader = readFifo(file, {
        line: () => undefined,
        tooLong: () => undefined,
        ended: () => undefined,
      });
      if (!reader.ok) throw new Error(reader.error);
      context.defer(() => reader.value.dispose());
    });
    // And the whole app ends at once, with all of them open.
    const { scratch } = context;
    scratch.file('home/.fugue/config/fugue.toml', '[channels]\nenabled = true\nmanaged = false\n');
    const app = spawn(process.execPath, [headlessFile()], {
      env: headlessEnvironment(scratch, { CCMUX_RUNTIME_DIR: scratch.folder('run') }),
      stdio: 'ignore',
    });
    const open = () =>
      fs.readdirSync(`/proc/${String(app.pid)}/fd`).filter((descriptor) => {
        try {
          return fs.readlinkSync(`/proc/${String(app.pid)}/fd/${descriptor}`).includes('/in.c');
        } catch {
          return false;
        }
      }).length;
    await waitFor('the app to read them', () => open() >= context.count);
    const began = performance.now();
    app.kill('SIGTERM');
    await new Promise((resolve) => app.once('exit', resolve));
    const took = performance.now() - began;
    tally.check(took < 2000, `the app took ${String(took)} ms to end`);
    return tally;
  },
  // Opened as anybody would, each takes a thread of the pool, of which there are four.
  async weakened(context) {
    const { tally, files } = await looks(context, (file) => {
      fs.promises.open(file, 'r').then(
        (handle) => handle.close(),
        () => undefined,
      );
    });
    for (const file of files) fs.closeSync(fs.openSync(file, fs.constants.O_RDWR));
    return tally;
  },
};
