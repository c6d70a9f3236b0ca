import fs from 'node:fs';
import path from 'node:path';
// For the type of window.fugueTest.
import type {} from '../../../renderer/terminal/test-hooks';
import { App } from '#test/helpers/app';
import { HeadlessApp } from '#test/helpers/headless';
import { makeTemporaryDirectory } from '#test/helpers/temporary-directory';
import { waitFor } from '#test/helpers/wait';
import { must } from '../claude';
import { type Row, Tally } from '../row';

/** Makes a folder read-only for what follows, and for nobody else. */
const READ_ONLY = 'mount --bind "$1" "$1" && mount -o remount,ro,bind "$1" && shift && exec "$@"';
const readOnly = (folder: string) => ['unshare', '-rm', 'sh', '-c', READ_ONLY, 'sh', folder];

/** In the window: the bell has it, and what is typed arrives. */
async function inTheWindow(): Promise<void> {
  const directory = makeTemporaryDirectory();
  const home = directory.folder('home');
  const runtime = directory.folder('xdg');
  const app = await App.start({
    directory,
    env: { FUGUE_TEST: '1', FUGUE_HOME: '', XDG_RUNTIME_DIR: runtime },
    through: readOnly(home),
  });
  try {
    await app.page.getByTestId('notices-button').click();
    await app.page.getByTestId('notices').getByText('Nothing can be kept').waitFor({ timeout: 15_000 });
    await app.page.keyboard.press('Escape');
    await app.page.locator('.xterm').first().click();
    await app.page.keyboard.type('echo works-$((40+2))\n');
    await waitFor('what the pane says', () =>
      app.page.evaluate(() =>
        [...document.querySelectorAll('[data-testid^="pane-"]')].some((pane) =>
          (
            window.fugueTest?.text(pane.getAttribute('data-testid')?.slice('pane-'.length) ?? '') ?? ''
          ).includes('works-42'),
        ),
      ),
    );
    must(fs.readdirSync(home).length === 0, `these were written: ${fs.readdirSync(home).join()}`);
  } finally {
    await app.close();
    directory.remove();
  }
}

export const row: Row = {
  number: 43,
  async run({ count }) {
    const tally = new Tally();
    await tally.attempt('in the window', inTheWindow);
    for (let number = 1; number < count; number += 1) {
      const directory = makeTemporaryDirectory();
      const home = directory.folder('home');
      await tally.attempt(`start ${String(number)}`, async () => {
        const app = await HeadlessApp.start({
          directory,
          environment: { FUGUE_HOME: '', XDG_RUNTIME_DIR: directory.folder('xdg') },
          through: readOnly(home),
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
