import { HeadlessApp } from '#test/helpers/headless';
import { makeTemporaryDirectory, type TemporaryDirectory } from '#test/helpers/temporary-directory';
import { waitFor } from '#test/helpers/wait';
import { type Row, Tally } from '../row';

/** Makes a folder read-only for what follows, and for nobody else. */
const READ_ONLY = 'mount --bind "$1" "$1" && mount -o remount,ro,bind "$1" && shift && exec "$@"';

async function starts(count: number, fugueHome: (directory: TemporaryDirectory) => string): Promise<Tally> {
  const tally = new Tally();
  for (let number = 0; number < count; number += 1) {
    const directory = makeTemporaryDirectory();
    const home = directory.folder('home');
    await tally.attempt(`start ${String(number)}`, async () => {
      const app = await HeadlessApp.start({
        directory,
        environment: { FUGUE_HOME: fugueHome(directory) },
        through: ['unshare', '-rm', 'sh', '-c', READ_ONLY, 'sh', home],
      });
      try {
        const made = await app.run<{ pane: { id: string } }>('create_window', { command: 'cat' });
        await app.run('send_input', { pane_id: made.pane.id, input: 'works\n' });
        await waitFor('the pane', async () =>
          (await app.run<{ text: string }>('read_pane', { pane_id: made.pane.id })).text.includes('works'),
        );
      } finally {
        await app.end('SIGKILL');
      }
    });
    directory.remove();
  }
  return tally;
}

export const row: Row = {
  number: 43,
  run: async ({ count }) => {
    const tally = await starts(count, (directory) => directory.folder('fugue'));
    // Where it has no other folder, it says so and what to do.
    const said = await starts(1, (directory) => `${directory.path}/home/.fugue`);
    tally.alsoCheck(
      /Set FUGUE_HOME to a folder that can be written/.test(said.lost[0] ?? ''),
      said.lost.join(),
    );
    return tally;
  },
  // With its own folder in the home that nobody can write to.
  weakened: ({ count }) => starts(count, (directory) => `${directory.path}/home/.fugue`),
};
