import fs from 'node:fs';
import path from 'node:path';
import { HeadlessApp } from '#test/helpers/headless';
import { makeTemporaryDirectory } from '#test/helpers/temporary-directory';
import { waitFor } from '#test/helpers/wait';
import { must } from '../claude';
import { type Row, Tally } from '../row';

/** Makes a folder read-only for what follows, and for nobody else. */
const READ_ONLY = 'mount --bind "$1" "$1" && mount -o remount,ro,bind "$1" && shift && exec "$@"';

export const row: Row = {
  number: 43,
  async run({ count }) {
    const tally = new Tally();
    for (let number = 0; number < count; number += 1) {
      const directory = makeTemporaryDirectory();
      const home = directory.folder('home');
      await tally.attempt(`start ${String(number)}`, async () => {
        const app = await HeadlessApp.start({
          directory,
          environment: { FUGUE_HOME: '', XDG_RUNTIME_DIR: directory.folder('xdg') },
          through: ['unshare', '-rm', 'sh', '-c', READ_ONLY, 'sh', home],
        });
        try {
          // A command looks for it in the same place, when it sees the same home.
          const fugueHome = path.join(directory.path, 'xdg', `fugue-home-${String(process.getuid?.() ?? 0)}`);
          Object.assign(app.environment, { FUGUE_HOME: fugueHome });
          must(app.output.includes('home.read-only'), 'it does not say so');
          const made = await app.run<{ pane: { id: string } }>('create_window', { command: 'cat' });
          await app.run('send_input', { pane_id: made.pane.id, input: 'works\n' });
          await waitFor('the pane', async () =>
            (await app.run<{ text: string }>('read_pane', { pane_id: made.pane.id })).text.includes('works'),
          );
          must(!fs.existsSync(path.join(home, '.fugue')), 'something was written');
        } finally {
          await app.end('SIGKILL');
        }
      });
      directory.remove();
    }
    return tally;
  },
};
