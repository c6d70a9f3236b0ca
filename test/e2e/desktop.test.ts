// On a desktop of real programs: dunst shows what the app tells, and a panel its icon.
import { expect, test } from '@playwright/test';
import type { App } from '#test/helpers/app';
import { makeFakeClaude } from '#test/helpers/claude/fake-claude';
import { RealDesktop } from '#test/helpers/real-desktop';
import type { TemporaryDirectory } from '#test/helpers/temporary-directory';
import { makeTemporaryDirectory } from '#test/helpers/temporary-directory';
import { waitFor } from '#test/helpers/wait';
import { expectNoProblems, openApp, panes, run } from '#test/helpers/window';

let app: App | undefined;
let desktop: RealDesktop | undefined;
let directory: TemporaryDirectory;

test.beforeEach(() => {
  directory = makeTemporaryDirectory();
  makeFakeClaude(directory);
});
test.afterEach(async () => {
  await app?.close();
  app = undefined;
  await desktop?.close();
  desktop = undefined;
  directory.remove();
});

async function claude(of: App, name: string): Promise<string> {
  const made = await run(of, 'split_pane', { kind: 'claude', name, focus: false });
  const { id } = (made.json as { pane: { id: string } }).pane;
  await is(of, id, 'idle');
  return id;
}

async function is(of: App, id: string, state: string): Promise<void> {
  await waitFor(
    `${state} of ${id}`,
    async () => {
      const { json } = await run(of, 'get_status', { pane: id });
      return (json as { agent: { state: string } | null }).agent?.state === state;
    },
    { timeout: 15_000 },
  );
}

test('dunst shows who needs the person, a click there leads to the pane, and it goes when it is over', async () => {
  const real = (desktop = await RealDesktop.start(directory));
  const config = '[restore]\nenabled = false\n[desktop]\nclose-to-tray = true\n';
  const it = (app = await openApp({ directory, config, env: real.variables }));
  const first = await claude(it, 'api');
  const second = await claude(it, 'docs');
  const tell = (id: string, words: string) => run(it, 'send_input', { pane: id, input: words, submit: true });
  const showing = (count: number) =>
    waitFor(`${String(count)} on the screen`, async () => (await real.displayed()) === count, {
      timeout: 15_000,
    });
  /** dunst counts a notification before it has printed all of it. */
  const told = (count: number) => waitFor(`${String(count)} told`, () => real.shown.length >= count);

  await tell(first, 'ask rm -rf <build> && ls');
  await showing(1);
  await told(1);
  expect(real.shown).toHaveLength(1);
  expect(real.shown[0]?.summary).toBe('✋ api: Waiting for you');
  // As dunst got it, with the command's own signs escaped: it reads markup.
  expect(real.shown[0]?.body).toContain('rm -rf &lt;build> &amp;&amp; ls');
  expect(real.shown[0]?.urgency).toBe('CRITICAL');
  expect((await panes(it)).find(({ active }) => active)?.id).not.toBe(first);
  await real.click();
  await waitFor('the pane', async () => (await panes(it)).find(({ active }) => active)?.id === first);
  await showing(0);

  // Answered elsewhere: it is no longer true, so it goes by itself.
  await tell(second, 'ask make');
  await is(it, second, 'waiting');
  await showing(1);
  await told(2);
  expect(real.shown.at(-1)?.summary).toBe('✋ docs: Waiting for you');
  await tell(second, 'busy');
  await showing(0);
  expect(real.shown).toHaveLength(2);

  // A click with the mouse on the icon brings back the window that closing has hidden.
  expect(await real.trayItems()).toBe(1);
  const isVisible = () =>
    it.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible() ?? null);
  await it.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  await waitFor('the window to hide', async () => (await isVisible()) === false);
  // The panel draws an icon some time after it has taken it.
  await waitFor(
    'the window to come back',
    async () => {
      await real.clickTray();
      return (await isVisible()) === true;
    },
    { every: 500 },
  );
  expectNoProblems(it);
});
