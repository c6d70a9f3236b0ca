import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import type { App } from '#test/helpers/app';
import { waitFor } from '#test/helpers/wait';
import { expectNoProblems, openApp, panes, run, screenText, shows, type } from '#test/helpers/window';

let app: App;
test.afterEach(async () => {
  await app.close();
});

test('graphics contexts are bounded, and a lost one leaves the text on the screen (term-08, perf-06)', async () => {
  app = await openApp({
    config: '[terminal]\nrenderer = "webgl"\nwebgl-contexts = 3\n',
    size: { width: 1500, height: 950 },
  });
  const [first] = await panes(app);
  if (first === undefined) throw new Error('there is a pane');
  for (let count = 0; count < 4; count += 1) {
    await run(app, 'split_pane', { pane: first.id, direction: count % 2 === 0 ? 'horizontal' : 'vertical' });
    await run(app, 'balance_layout');
  }
  const all = await panes(app);
  expect(all).toHaveLength(5);
  await waitFor(
    'all contexts',
    async () => (await app.page.evaluate(() => window.fugueTest?.contexts())) === 3,
  );
  for (const { id } of all) await shows(app, id, /[$#]/);
  for (let round = 0; round < 6; round += 1) {
    await run(app, 'create_window', { focus: true });
    await run(app, 'select_window', { window: 0 });
  }
  expect(await app.page.evaluate(() => window.fugueTest?.contexts())).toBeLessThanOrEqual(3);
  const rendererOf = (id: string) => app.page.evaluate((pane) => window.fugueTest?.renderer(pane), id);
  const drawn: string[] = [];
  for (const { id } of all) if ((await rendererOf(id)) === 'webgl') drawn.push(id);
  expect(drawn).toHaveLength(3);
  await app.page.evaluate(() => {
    for (const canvas of document.querySelectorAll('canvas')) {
      canvas.getContext('webgl2')?.getExtension('WEBGL_lose_context')?.loseContext();
    }
  });
  await waitFor('the panes that lost theirs to be drawn without', async () => {
    for (const id of drawn) if ((await rendererOf(id)) !== 'dom') return false;
    return true;
  });
  const [lost = ''] = drawn;
  await type(app, lost, 'echo drawn-$((1+1))');
  await shows(app, lost, /drawn-2/);
  await expect(app.page.getByTestId(`pane-${lost}`).locator('.xterm-rows')).toContainText('drawn-2');
});

test('nothing breaks when panes come and go and the theme changes in the middle of a drag (term-13)', async () => {
  app = await openApp();
  await run(app, 'split_pane');
  const bar = await app.page.getByTestId('divider').first().boundingBox();
  if (bar === null) throw new Error('there is a divider');
  const y = bar.y + bar.height / 2;
  await app.page.mouse.move(bar.x + 2, y);
  await app.page.mouse.down();
  for (let round = 0; round < 6; round += 1) {
    await app.page.mouse.move(bar.x + 40 * (round % 3), y, { steps: 3 });
    const made = await run(app, 'split_pane', { direction: 'vertical', command: 'true' });
    app.directory.file(
      'fugue/config/fugue.toml',
      `[appearance]\ntheme = "${round % 2 === 0 ? 'light' : 'dark'}"\n`,
    );
    await app.page.mouse.move(bar.x + 10 + 40 * (round % 2), y, { steps: 3 });
    await run(app, 'close_pane', { pane: (made.json as { pane: { id: string } }).pane.id });
  }
  await app.page.mouse.up();
  for (const { id } of await panes(app)) {
    await type(app, id, 'echo fine-$((1+2))');
    await shows(app, id, /fine-3/);
  }
  expectNoProblems(app);
});

test('a flood in one pane leaves another one usable, and Ctrl-C ends it (perf-01)', async () => {
  app = await openApp();
  const made = await run(app, 'split_pane');
  const quiet = (made.json as { pane: { id: string } }).pane.id;
  const [flood] = await panes(app);
  if (flood === undefined) throw new Error('there is a pane');
  await type(app, flood.id, 'yes "$(head -c 200 /dev/zero | tr "\\0" f)"');
  await shows(app, flood.id, /f{40}/);
  for (let round = 0; round < 5; round += 1) {
    await type(app, quiet, `echo usable-$((${String(round)}+50))`);
    await shows(app, quiet, new RegExp(`usable-${String(round + 50)}`), 5000);
  }
  await app.page.getByTestId(`pane-${flood.id}`).locator('.xterm').click();
  await app.page.keyboard.press('Control+c');
  await waitFor('the prompt', async () => /[$#] ?$/.test((await screenText(app, flood.id)).trimEnd()), {
    timeout: 5000,
  });
  await type(app, flood.id, 'echo calm-$((40+2))');
  await shows(app, flood.id, /calm-42/);
  expectNoProblems(app);
});

test('text can be selected and let go while a program floods its screen', async () => {
  app = await openApp();
  const [flood] = await panes(app);
  if (flood === undefined) throw new Error('there is a pane');
  await type(app, flood.id, 'P=$(head -c 1500 /dev/zero | tr "\\0" f); while :; do printf "\\033[H$P"; done');
  await shows(app, flood.id, /f{40}/);
  const screen = app.page.getByTestId(`pane-${flood.id}`).locator('.xterm-screen');
  const marks = screen.locator('.xterm-selection > div');
  const area = await screen.boundingBox();
  if (area === null) throw new Error('there is a screen');
  const drag = async (): Promise<void> => {
    await app.page.mouse.move(area.x + 40, area.y + 30);
    await app.page.mouse.down();
    await app.page.mouse.move(area.x + 300, area.y + 80, { steps: 4 });
    await app.page.mouse.up();
  };
  await drag();
  await expect(marks).not.toHaveCount(0);
  await expect(marks.first()).toBeVisible();
  await app.page.mouse.click(area.x + 60, area.y + 40);
  await expect(marks).toHaveCount(0);
  await drag();
  await expect(marks).not.toHaveCount(0);
  await app.page.keyboard.press('Control+c');
  await shows(app, flood.id, /\^C/);
  await type(app, flood.id, 'clear; echo calm-$((40+2))');
  await shows(app, flood.id, /calm-42/);
  await drag();
  await expect(marks).not.toHaveCount(0);
  expectNoProblems(app);
});

test('every restored pane takes input, and every ended one says that it waits (rec-06)', async () => {
  app = await openApp();
  await run(app, 'split_pane');
  await run(app, 'split_pane', { direction: 'vertical' });
  await run(app, 'create_window', { command: 'sleep 1000', name: 'sleeper' });
  const { directory } = app;
  const saved = path.join(app.fugueHome, 'state/workspace.json');
  await waitFor('the workspace on disk', () => fs.readFileSync(saved, 'utf8').includes('sleeper'), {
    timeout: 2000,
  });
  // The folder stays for the second start.
  await app.kill();
  app = await openApp({ directory });
  for (const { id } of await panes(app)) {
    await type(app, id, 'echo takes-$((2+3))');
    await shows(app, id, /takes-5/);
  }
  await run(app, 'select_window', { window: 'sleeper' });
  const [sleeper] = await panes(app);
  await expect(app.page.getByTestId(`exit-note-${sleeper?.id ?? ''}`)).toContainText('sleep 1000');
  expectNoProblems(app);
  directory.remove();
});
