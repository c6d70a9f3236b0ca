import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import type { App } from '#test/helpers/app';
import { violations } from '#test/helpers/axe';
import { makeTemporaryDirectory } from '#test/helpers/temporary-directory';
import { waitFor } from '#test/helpers/wait';
import {
  expectNoProblems,
  header,
  layoutText,
  openApp,
  pane,
  panes,
  prefixed,
  run,
  screenText,
  shows,
  type,
} from '#test/helpers/window';

let app: App | undefined;
test.afterEach(async () => {
  await app?.close();
  app = undefined;
});

test('a person without a mouse or with a screen reader can use everything: axe finds nothing, in both themes and narrow', async () => {
  app = await openApp();
  await run(app, 'split_pane', {
    name: 'a rather long name for a pane that has to be cut somewhere in the middle',
  });
  expect(await violations(app)).toEqual([]);
  await app.page.keyboard.press('Control+Shift+P');
  await expect(app.page.getByTestId('palette')).toBeVisible();
  expect(await violations(app)).toEqual([]);
  await app.page.keyboard.press('Escape');
  app.directory.file('fugue/config/fugue.toml', '[appearance]\ntheme = "light"\n');
  const light = app;
  await waitFor('the light theme', () =>
    light.page.evaluate(() => getComputedStyle(document.body).backgroundColor === 'rgb(233, 231, 226)'),
  );
  expect(await violations(app)).toEqual([]);
  await app.resize(640, 400);
  await expect(app.page.getByTestId('status-bar')).toBeVisible();
  expect(await violations(app)).toEqual([]);
  expect(await app.page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  expectNoProblems(app);
});

test('settings apply at once, and a wrong one is named while the rest goes on', async () => {
  app = await openApp();
  const [first] = await panes(app);
  if (first === undefined) throw new Error('there is a pane');
  app.directory.file(
    'fugue/config/fugue.toml',
    '[appearance]\nfont-size = 20\ntheme = "neon"\n[keys.direct]\n"C-S-y" = "split_pane --direction vertical --focus"\n',
  );
  await expect(app.page.getByText(/appearance\.theme = "neon" is wrong/)).toBeVisible();
  const before = first.columns;
  const opened = app;
  await waitFor('the larger font', async () => ((await panes(opened))[0]?.columns ?? before) < before);
  await pane(app, first.id).locator('.xterm').click();
  await app.page.keyboard.press('Control+Shift+Y');
  await waitFor('the new key to work', async () => (await panes(opened)).length === 2);
  app.directory.file('fugue/config/fugue.toml', '');
  await expect(app.page.getByText(/is wrong/)).toBeHidden();
  expectNoProblems(app);
});

test('the palette runs commands, asks for what they need, and shows their keys', async () => {
  app = await openApp();
  await app.page.keyboard.press('Control+Shift+P');
  const palette = app.page.getByTestId('palette');
  await app.page.keyboard.type('rename window');
  await app.page.keyboard.press('Enter');
  // No name is no answer: the question stays.
  await app.page.keyboard.press('Enter');
  await app.page.keyboard.type('harbour');
  await app.page.keyboard.press('Enter');
  await expect(palette).toBeHidden();
  await expect(app.page.getByRole('tab', { name: /harbour/ })).toBeVisible();
  await app.page.keyboard.press('Control+Shift+P');
  await app.page.keyboard.type('split right');
  await expect(palette).toContainText('Split right');
  await app.page.keyboard.press('Enter');
  const opened = app;
  await waitFor('two panes', async () => (await panes(opened)).length === 2);
  // The focus is back in a terminal, the new one.
  const active = (await panes(app)).find((entry) => entry.active);
  await expect(pane(app, active?.id ?? '').locator('.xterm-helper-textarea')).toBeFocused();
  await app.page.keyboard.type('echo typed-$((1+1))');
  await app.page.keyboard.press('Enter');
  await shows(app, active?.id ?? '', /typed-2/);
  expectNoProblems(app);
});

test('the palette finds the import of a theme by its word, and opens it', async () => {
  app = await openApp();
  await app.page.keyboard.press('Control+Shift+P');
  await app.page.keyboard.type('import');
  const first = app.page.getByTestId('palette').getByRole('option').first();
  await expect(first).toContainText('import a theme');
  await app.page.keyboard.press('Enter');
  const settings = app.page.getByTestId('settings');
  await expect(settings.getByRole('button', { name: 'Choose a file' })).toBeInViewport();
  await expect(settings.getByRole('searchbox', { name: 'Search settings' })).toHaveValue('import theme');
  await app.page.keyboard.press('Escape');
  await app.page.getByTestId('settings-button').click();
  await expect(settings.getByRole('searchbox', { name: 'Search settings' })).toHaveValue('');
  expectNoProblems(app);
});

test('the end of a program is agreed to with y and refused with n, as where tmux asks', async () => {
  app = await openApp();
  const { json } = await run(app, 'split_pane', { command: 'cat', focus: true });
  const { id } = (json as { pane: { id: string } }).pane;
  await pane(app, id).locator('.xterm').click();
  const dialog = app.page.getByTestId('confirm-dialog');
  const opened = app;
  const ask = async (): Promise<void> => {
    await prefixed(opened, 'x');
    await expect(dialog).toContainText('cat is still running');
  };
  await ask();
  await app.page.keyboard.press('n');
  await expect(dialog).toBeHidden();
  expect(await panes(app)).toHaveLength(2);
  await expect(pane(app, id).locator('.xterm-helper-textarea')).toBeFocused();
  await ask();
  await app.page.keyboard.press('q');
  await expect(dialog).toBeVisible();
  await app.page.keyboard.press('y');
  await expect(dialog).toBeHidden();
  await waitFor('one pane', async () => (await panes(opened)).length === 1);
  // Neither letter was for a program.
  expect(await screenText(app, (await panes(app))[0]?.id ?? '')).not.toMatch(/[ny]\s*$/);
  expectNoProblems(app);
});

test('dropping a pane on itself, outside, or with Escape changes nothing (lay-01)', async () => {
  app = await openApp();
  await run(app, 'split_pane');
  await run(app, 'split_pane', { direction: 'vertical' });
  const layout = await layoutText(app);
  for (const { id } of await panes(app)) {
    const box = await header(app, id).boundingBox();
    const body = await pane(app, id).boundingBox();
    if (box === null || body === null) throw new Error('the pane is on the screen');
    const grab = { x: box.x + 50, y: box.y + box.height / 2 };
    for (const drop of [
      { x: body.x + body.width / 2, y: body.y + body.height / 2 },
      { x: body.x + body.width * 0.2, y: body.y + body.height / 2 },
      { x: body.x + body.width / 2, y: body.y + body.height * 0.8 },
      { x: 20, y: 5 },
    ]) {
      await app.page.mouse.move(grab.x, grab.y);
      await app.page.mouse.down();
      await app.page.mouse.move(drop.x, drop.y, { steps: 6 });
      await app.page.mouse.up();
      expect(await layoutText(app)).toBe(layout);
    }
    await app.page.mouse.move(grab.x, grab.y);
    await app.page.mouse.down();
    await app.page.mouse.move(400, 500, { steps: 6 });
    await app.page.keyboard.press('Escape');
    await app.page.mouse.up();
    expect(await layoutText(app)).toBe(layout);
  }
  await expect(app.page.getByTestId('drop-preview')).toBeHidden();
  expectNoProblems(app);
});

test('the first drag after a restart works, and a program under it gets no mouse bytes (lay-03, lay-04)', async () => {
  const directory = makeTemporaryDirectory();
  try {
    app = await openApp({ directory });
    await run(app, 'split_pane');
    await app.close();
    app = await openApp({ directory });
    const [left, right] = await panes(app);
    if (left === undefined || right === undefined) throw new Error('two panes came back');
    await type(app, left.id, `clear; printf '\\033[?1003h\\033[?1006h'; stty raw -echo; cat -v`);
    const opened = app;
    await waitFor('cat', async () => (await panes(opened))[0]?.program === 'cat');
    const box = await header(app, right.id).boundingBox();
    const target = await pane(app, left.id).boundingBox();
    if (box === null || target === null) throw new Error('the panes are on the screen');
    await app.page.mouse.move(box.x + 60, box.y + box.height / 2);
    // What the way to the header reported may still be on its way.
    let before = '';
    await waitFor(
      'the screen to rest',
      async () => {
        const last = before;
        before = await screenText(opened, left.id);
        return before === last;
      },
      { every: 250 },
    );
    await app.page.mouse.down();
    for (let step = 0; step <= 20; step += 1) {
      await app.page.mouse.move(target.x + target.width - 20 - step * 8, target.y + 80 + step * 14);
    }
    await expect(app.page.getByTestId('drop-preview')).toBeVisible();
    expect(await screenText(app, left.id)).toBe(before);
    await app.page.mouse.move(target.x + target.width / 2, target.y + target.height - 10, { steps: 5 });
    await app.page.mouse.up();
    await waitFor('the pane below', async () => (await layoutText(opened)).startsWith('v('));
    // Keys go to the active pane at once, also after a drag that ends nowhere.
    const active = (await panes(app)).find((entry) => entry.active)?.id ?? '';
    const keyboard = pane(app, active).locator('.xterm-helper-textarea');
    await expect(keyboard).toBeFocused();
    const moved = await header(app, active).boundingBox();
    if (moved === null) throw new Error('the pane is on the screen');
    const layout = await layoutText(app);
    await app.page.mouse.move(moved.x + 60, moved.y + moved.height / 2);
    await app.page.mouse.down();
    await expect(keyboard).not.toBeFocused();
    await app.page.mouse.move(moved.x + 60, moved.y + moved.height / 2 + 30, { steps: 5 });
    await app.page.mouse.up();
    await expect(keyboard).toBeFocused();
    expect(await layoutText(app)).toBe(layout);
    expectNoProblems(app);
  } finally {
    await app?.close();
    directory.remove();
  }
});

test('a reload of the page loses nothing and starts no program twice (rec-05, perf-02)', async () => {
  test.setTimeout(180_000);
  app = await openApp();
  await run(app, 'split_pane');
  const before = await panes(app);
  const [first] = before;
  if (first === undefined) throw new Error('there are panes');
  await type(app, first.id, 'echo marked-$((20+2))');
  await shows(app, first.id, /marked-22/);
  for (let round = 0; round < 5; round += 1) {
    await app.page.reload();
    await app.page.waitForFunction(
      () => window.fugueTest !== undefined && window.fugueTest.terminalCount() === 2,
    );
    await shows(app, first.id, /marked-22/);
  }
  expect((await panes(app)).map((entry) => entry.process.pid)).toEqual(
    before.map((entry) => entry.process.pid),
  );
  await type(app, first.id, 'echo still-$((20+3))');
  await shows(app, first.id, /still-23/);
  for (let round = 0; round < 15; round += 1) {
    const made = await run(app, 'create_pane', { pane: first.id, command: 'sleep 100' });
    const { pane: fresh } = made.json as { pane: { id: string } };
    await run(app, 'close_pane', { pane: fresh.id });
  }
  const opened = app;
  await waitFor(
    'closed terminals to be let go',
    async () => (await opened.page.evaluate(() => window.fugueTest?.terminalCount())) === 2,
  );
  expectNoProblems(app);
});

test('kill -9 of the app in the middle of work costs at most the last second', async () => {
  const directory = makeTemporaryDirectory();
  try {
    app = await openApp({ directory });
    await run(app, 'split_pane', { direction: 'vertical', name: 'kept' });
    const [first] = await panes(app);
    if (first === undefined) throw new Error('there is a pane');
    await type(app, first.id, 'echo survives-$((40+2))');
    await shows(app, first.id, /survives-42/);
    const layout = await layoutText(app);
    const file = path.join(app.fugueHome, 'state/scrollback', `${first.id}.json`);
    await waitFor(
      'the text on disk',
      () => fs.existsSync(file) && fs.readFileSync(file, 'utf8').includes('survives-42'),
      { timeout: 2000 },
    );
    await app.kill();
    app = await openApp({ directory });
    expect(await layoutText(app)).toBe(layout);
    await shows(app, first.id, /survives-42/);
    await expect(app.page.getByTestId('sidebar')).toContainText('kept');
    expectNoProblems(app);
  } finally {
    await app?.close();
    directory.remove();
  }
});

test('a second start brings the first window to the front, with a session for the folder that it names', async () => {
  app = await openApp();
  const folder = app.directory.folder('home', 'project');
  const second = await openSecond(app, folder);
  expect(second).toContain('runs already');
  const opened = app;
  await waitFor('the session', async () => (await run(opened, 'list_sessions')).stdout.includes('"project"'));
  await prefixed(app, '?');
  await expect(app.page.getByRole('dialog')).toContainText('twice sends it to the');
  expectNoProblems(app);
});

async function openSecond(first: App, folder: string): Promise<string> {
  const { execFile } = await import('node:child_process');
  const { electronRuntime } = await import('#test/helpers/app');
  const { repositoryRoot } = await import('#test/helpers/root');
  return new Promise((resolve) => {
    execFile(
      electronRuntime().executable,
      [repositoryRoot, '--no-sandbox', '--disable-gpu', '--ozone-platform=x11', folder],
      { env: { ...first.environment }, timeout: 30_000 },
      (_error, stdout) => {
        resolve(stdout);
      },
    );
  });
}

test('in a narrow window Escape puts the sidebar away again, and a resize key can be repeated', async () => {
  app = await openApp();
  await run(app, 'split_pane', { focus: true });
  await app.resize(640, 400);
  await expect(app.page.getByTestId('sidebar')).toBeHidden();
  await prefixed(app, 's');
  await expect(app.page.getByTestId('sidebar')).toBeVisible();
  await app.page.keyboard.press('Escape');
  await expect(app.page.getByTestId('sidebar')).toBeHidden();
  const before = await layoutText(app);
  await prefixed(app, 'Control+ArrowLeft');
  await app.page.keyboard.press('Control+ArrowLeft');
  const opened = app;
  // Two steps of 40 pixels of some 620.
  await waitFor('two steps', async () => {
    const share = Number(/^h\(([\d.]+):/.exec(await layoutText(opened))?.[1]);
    return share < 0.4 && (await layoutText(opened)) !== before;
  });
  await expect(app.page.getByTestId('toast')).toHaveCount(0);
  expectNoProblems(app);
});

test('a pane moves to another window by keys alone', async () => {
  app = await openApp();
  await run(app, 'split_pane', { name: 'traveller', focus: true });
  await run(app, 'create_window', { name: 'harbour' });
  await run(app, 'create_window', { name: 'pier' });
  await app.page.keyboard.press('Control+Shift+P');
  await app.page.keyboard.type('move pane to another');
  await app.page.keyboard.press('Enter');
  const palette = app.page.getByTestId('palette');
  await expect(palette.getByRole('option')).toHaveText([/^1 harbour/, /^2 pier/]);
  await app.page.keyboard.type('no such');
  await expect(palette).toContainText('None of them has this name.');
  await app.page.keyboard.press('Enter');
  await expect(palette).toBeVisible();
  for (const _ of 'no such') await app.page.keyboard.press('Backspace');
  await app.page.screenshot({ path: 'test-results/palette-choices.png' });
  await app.page.keyboard.type('1');
  await expect(palette.getByRole('option')).toHaveCount(1);
  await app.page.keyboard.press('Enter');
  const opened = app;
  await waitFor('the pane in the other window', async () => {
    const { json } = await run(opened, 'list_panes', { window_id: 'harbour' });
    return (json as { panes: { label: string }[] }).panes.some(({ label }) => label === 'traveller');
  });
  expectNoProblems(app);
});
