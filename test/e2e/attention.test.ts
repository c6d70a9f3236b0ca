import { expect, test } from '@playwright/test';
import type { App } from '#test/helpers/app';
import { makeFakeClaude } from '#test/helpers/claude/fake-claude';
import { DesktopBus } from '#test/helpers/desktop-bus';
import type { TemporaryDirectory } from '#test/helpers/temporary-directory';
import { makeTemporaryDirectory } from '#test/helpers/temporary-directory';
import { waitFor } from '#test/helpers/wait';
import { expectNoProblems, header, openApp, panes, prefixed, run, type } from '#test/helpers/window';

let app: App | undefined;
let desktop: DesktopBus | undefined;
let directory: TemporaryDirectory;

test.beforeEach(() => {
  directory = makeTemporaryDirectory();
  makeFakeClaude(directory);
});
test.afterEach(async () => {
  await app?.close();
  app = undefined;
  desktop?.close();
  desktop = undefined;
  directory.remove();
});

async function start(panel: boolean, config = ''): Promise<{ app: App; desktop: DesktopBus }> {
  desktop = await DesktopBus.start({ panel });
  app = await openApp({ directory, config: `[restore]\nenabled = false\n${config}` });
  return { app, desktop };
}

/** A new pane with a Claude that is ready. */
async function claude(of: App, name: string): Promise<string> {
  const made = await run(of, 'create_window', { command: 'claude', name, focus: false });
  const { id } = (made.json as { pane: { id: string } }).pane;
  await run(of, 'rename_pane', { pane: id, name });
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
    { timeout: 15_000, instead: () => of.log().slice(-500) },
  );
}

async function tell(of: App, id: string, words: string): Promise<void> {
  await run(of, 'send_input', { pane: id, input: words, submit: true });
}

async function activePane(of: App): Promise<string | undefined> {
  return (await panes(of)).find((entry) => entry.active)?.id;
}

test('a Claude that asks is marked everywhere, told by the desktop, and a click leads to it', async () => {
  const { app, desktop } = await start(true);
  const first = await claude(app, 'api & <web>');
  const second = await claude(app, 'docs');
  await tell(app, first, 'busy');
  await is(app, first, 'thinking');
  expect(desktop.sent).toEqual([]);
  await tell(app, first, 'ask rm -rf <build> && ls');
  await is(app, first, 'waiting');

  // The window.
  await expect(app.page.getByTestId('status-bar')).toContainText('Claude: 1 needs you, 1 idle');
  await expect(app.page.getByTestId(`sidebar-pane-${first}`)).toContainText('Waiting for you');
  await expect.poll(() => app.page.title()).toMatch(/^\(1\) /);

  // The desktop.
  const told = await waitFor('the notification', () => desktop.open[0]);
  expect(told.title).toBe('✋ api & <web>: Waiting for you');
  expect(told.body).toContain('rm -rf &lt;build> &amp;&amp; ls');
  expect(told.urgency).toBe(2);
  expect((await desktop.item()).tooltip).toBe('Fugue: 1 needs you, 1 idle');
  expect((await desktop.item()).iconSizes).toContain(44);
  const labels = (await desktop.menu()).filter(({ type }) => type !== 'separator').map(({ label }) => label);
  expect(labels).toEqual([
    expect.stringMatching(/^✋ api & <web> · Waiting for you · /),
    expect.stringMatching(/^⏳ docs · Idle · /),
    'Next that needs me',
    'Show Fugue',
    'Quit',
  ]);

  // A click on the notification.
  expect(await activePane(app)).not.toBe(first);
  desktop.click(told);
  await waitFor('the pane in front', async () => (await activePane(app)) === first);
  await expect(app.page.getByTestId(`state-badge-${first}`)).toContainText('Waiting for you');

  // The menu leads to any of them.
  await desktop.choose(/docs/);
  await waitFor('the other pane', async () => (await activePane(app)) === second);
  await desktop.choose(/Next that needs me/);
  await waitFor('the first pane again', async () => (await activePane(app)) === first);
  expectNoProblems(app);
});
