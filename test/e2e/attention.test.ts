import { expect, test } from '@playwright/test';
import type { App } from '#test/helpers/app';
import { violations } from '#test/helpers/axe';
import { makeFakeClaude } from '#test/helpers/claude/fake-claude';
import { DesktopBus } from '#test/helpers/desktop-bus';
import type { TemporaryDirectory } from '#test/helpers/temporary-directory';
import { makeTemporaryDirectory } from '#test/helpers/temporary-directory';
import { waitFor } from '#test/helpers/wait';
import { expectNoProblems, openApp, pane, panes, prefixed, run } from '#test/helpers/window';

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

/** The app has ended by itself. */
function forget(): void {
  app = undefined;
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

  // The menu leads to any of them, also where a click on the icon tells nothing (tray-01).
  await desktop.choose(/docs/);
  await waitFor('the other pane', async () => (await activePane(app)) === second);
  await desktop.choose(/Next that needs me/);
  await waitFor('the first pane again', async () => (await activePane(app)) === first);
  expectNoProblems(app);
});

test('five that ask at once are one notice; each of its own leads to its pane, and goes when it is over', async () => {
  test.setTimeout(180_000);
  const { app, desktop } = await start(true);
  const ids: string[] = [];
  for (let index = 0; index < 5; index++) ids.push(await claude(app, `claude ${String(index)}`));
  await Promise.all(ids.map((id) => tell(app, id, 'ask make')));
  await waitFor('one for all', () => desktop.open.find(({ title }) => title === '5 Claudes need you'));
  expect(desktop.sent).toHaveLength(1);
  expect((await desktop.item()).tooltip).toBe('Fugue: 5 need you');
  await Promise.all(ids.map((id) => tell(app, id, 'busy')));
  await waitFor('it to go', () => desktop.open.length === 0);

  // A finished turn is told once it is over; of the pane in front nothing is told.
  const [first, second, third] = ids;
  if (!first || !second || !third) throw new Error('there are five');
  await run(app, 'focus_pane', { pane: third });
  for (const id of [first, second, third]) await tell(app, id, 'ready');
  await is(app, first, 'complete');
  await is(app, third, 'idle');
  const told = await waitFor(
    'the finished ones',
    () => desktop.open.find(({ title }) => title === '2 Claudes need you'),
    { timeout: 60_000 },
  );
  expect(told.body).toContain('✅ claude 0: Done');
  expect(told.body).not.toContain('claude 2');
  expect(told.urgency).toBe(1);
  // Looking at them makes them idle, and takes the notice away.
  await run(app, 'focus_pane', { pane: first });
  await is(app, first, 'idle');
  expect(desktop.open).toHaveLength(1);
  await run(app, 'focus_pane', { pane: second });
  await is(app, second, 'idle');
  await waitFor('it to go', () => desktop.open.length === 0);

  // Clicks in the reverse order, and one on a notice whose pane is closed (tray-04).
  await run(app, 'focus_pane', { pane: third });
  await tell(app, first, 'ask one');
  const one = await waitFor('the first', () => desktop.open[0]);
  await tell(app, second, 'ask two');
  const two = await waitFor('the second', () => desktop.open[1]);
  desktop.click(two);
  await waitFor('the second pane', async () => (await activePane(app)) === second);
  await run(app, 'close_pane', { pane: first });
  await waitFor('the notice to go with its pane', () => one.closed);
  desktop.click(one);
  await run(app, 'list_panes');
  expect(await activePane(app)).toBe(second);
  await waitFor(
    'the tray to follow',
    async () => !(await desktop.menu()).some(({ label }) => /claude 0/.test(label)),
  );
  expectNoProblems(app);
});

test('closing hides the window only where the desktop shows the icon that brings it back', async () => {
  const { app, desktop } = await start(true, '[desktop]\nclose-to-tray = true\n');
  const visible = () =>
    app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible() ?? null);
  await waitFor('the item', () => desktop.hasItem);
  expect((await desktop.item()).tooltip).toBe('Fugue: no Claude runs');
  await app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  await waitFor('the window to hide', async () => (await visible()) === false);
  await desktop.choose(/Show Fugue/);
  await waitFor('the window to come back', async () => (await visible()) === true);
  // A panel that goes away later takes no window along.
  await app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  await waitFor('the window to hide again', async () => (await visible()) === false);
  await desktop.removePanel();
  await waitFor('the window to come back by itself', async () => (await visible()) === true, {
    timeout: 20_000,
  });
  const ended = new Promise<number | null>((resolve) => app.electron.process().once('exit', resolve));
  await desktop.choose(/Quit/).catch(() => undefined); // the app may be gone before it answers
  expect(await ended).toBe(0);
  forget();
});

for (const { where, panel, settings } of [
  { where: 'without a panel', panel: false, settings: 'close-to-tray = true' },
  { where: 'without the icon', panel: true, settings: 'tray = false\nclose-to-tray = true' },
]) {
  test(`${where}, closing the window quits whatever the settings say`, async () => {
    const { app, desktop } = await start(panel, `[desktop]\n${settings}\n`);
    expect(desktop.hasItem).toBe(false);
    const ended = new Promise<number | null>((resolve) => app.electron.process().once('exit', resolve));
    await app.electron
      .evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
      .catch(() => undefined); // the app may be gone before it answers
    expect(await ended).toBe(0);
    forget();
  });
}

test('keys and the status bar lead on, the card says why, and a screen reader gets all of it', async () => {
  test.setTimeout(180_000);
  const { app } = await start(true);
  const shell = (await panes(app))[0]?.id ?? '';
  const make = async (name: string, direction: string, beside: string): Promise<string> => {
    const made = await run(app, 'split_pane', { pane: beside, kind: 'claude', name, direction });
    return (made.json as { pane: { id: string } }).pane.id;
  };
  const first = await make('first', 'horizontal', shell);
  const second = await make('second', 'vertical', first);
  await is(app, first, 'idle');
  await is(app, second, 'idle');
  await pane(app, shell).locator('.xterm').click();
  await prefixed(app, 'a');
  await expect(app.page.getByTestId('toast')).toContainText('No Claude needs you now');

  await tell(app, first, 'busy');
  await tell(app, second, `ask ${'a-rather-long-command '.repeat(8)}`);
  await is(app, second, 'waiting');
  await expect(app.page.getByTestId('status-attention')).toHaveText('Claude: 1 working, 1 needs you');
  await prefixed(app, 'a');
  await waitFor('the waiting one', async () => (await activePane(app)) === second);
  await prefixed(app, 'a');
  await expect(app.page.getByTestId('toast').last()).toContainText('No other Claude needs you now');
  await prefixed(app, 'i');
  const card = app.page.getByTestId('state-card');
  await expect(card).toContainText('asks to run Bash');
  await expect(card).toContainText('its screen');
  await expect(card.getByRole('listitem').first()).toBeVisible();
  expect(await violations(app)).toEqual([]);
  await app.page.keyboard.press('Escape');
  await expect(card).toBeHidden();

  await run(app, 'focus_pane', { pane: shell });
  await app.page.getByTestId('status-attention').click();
  await waitFor('the waiting one again', async () => (await activePane(app)) === second);

  app.directory.file('fugue/config/fugue.toml', `[appearance]\ntheme = "light"\n`);
  await waitFor('the light theme', () =>
    app.page.evaluate(() => getComputedStyle(document.body).backgroundColor === 'rgb(233, 231, 226)'),
  );
  await app.page.getByTestId(`state-badge-${second}`).hover();
  await expect(card).toBeVisible();
  expect(await violations(app)).toEqual([]);
  await app.page.mouse.move(0, 0);
  await expect(card).toBeHidden();
  await app.resize(640, 400);
  await prefixed(app, 'i');
  await expect(card).toBeVisible();
  expect(await violations(app)).toEqual([]);
  const box = await card.boundingBox();
  expect(
    box !== null && box.x >= 0 && box.x + box.width <= 640 && box.y >= 0 && box.y + box.height <= 400,
  ).toBe(true);
  expect(await app.page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  await app.page.keyboard.press('Escape');
  expectNoProblems(app);
});

test('a Claude that crashed says when it starts again, and Enter starts it now', async () => {
  const { app } = await start(true, '[claude]\nbackoff-initial = 120\nbackoff-cap = 120\n');
  const made = await run(app, 'split_pane', { kind: 'claude', name: 'fragile', focus: true });
  const { id } = (made.json as { pane: { id: string } }).pane;
  await is(app, id, 'idle');
  await tell(app, id, 'die 3');
  await is(app, id, 'crashed');
  const note = app.page.getByTestId(`exit-note-${id}`);
  await expect(note).toContainText(/Exited with code 3: starts again in 1\d\d s/);
  await expect(note).toContainText('press Enter to start now');
  await pane(app, id).locator('.xterm').click();
  await app.page.keyboard.press('Enter');
  await is(app, id, 'idle');
  await expect(note).toBeHidden();
  expectNoProblems(app);
});
