// The first minutes of somebody who has never seen Fugue: the start screen, the demo, and links into the window.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { App, electronRuntime } from '#test/helpers/app';
import { violations } from '#test/helpers/axe';
import { claudeVariables, ensureClaude, makeClaudeHome } from '#test/helpers/claude/claude';
import { answer, directed, startModelServer, text } from '#test/helpers/model-server/index';
import { repositoryRoot } from '#test/helpers/root';
import type { TemporaryDirectory } from '#test/helpers/temporary-directory';
import { makeTemporaryDirectory } from '#test/helpers/temporary-directory';
import { waitFor } from '#test/helpers/wait';
import { expectNoProblems, openApp, panes, prefixed, shows } from '#test/helpers/window';

const CLAUDE = '2.1.332';
let directory: TemporaryDirectory;

test.beforeEach(() => {
  directory = makeTemporaryDirectory();
});
test.afterEach(() => {
  directory.remove();
});

/** Puts `claude` on the path of a login shell of the home, as installers do: the app's own path does not have it. */
async function installClaude(home: string): Promise<void> {
  const folder = directory.folder('programs');
  fs.symlinkSync(await ensureClaude(CLAUDE), path.join(folder, 'claude'));
  fs.writeFileSync(path.join(home, '.profile'), `PATH="${folder}:$PATH"\n`);
}

test('without claude the start screen says so and how to get it, and opens a shell', async () => {
  const app = await openApp({ directory, env: { FUGUE_FIRST_PANE: '', PATH: '/usr/bin:/bin' } });
  const screen = app.page.getByTestId('start-screen');
  await expect(screen).toContainText('npm install -g @anthropic-ai/claude-code');
  await expect(screen.getByRole('button', { name: 'New Claude' })).toBeDisabled();
  expect(await violations(app)).toEqual([]);
  await app.page.screenshot({ path: 'test-results/start-screen-without-claude.png' });
  // Enter in the field is the button that stands out, here of a shell; a folder that is not there is named.
  const folder = screen.getByLabel('In which folder?');
  await folder.fill(path.join(directory.path, 'no-such-folder'));
  await folder.press('Enter');
  await expect(app.page.getByText(/no-such-folder does not exist/)).toBeVisible();
  // Without a name it is the home, as the field says.
  await folder.fill('');
  await screen.getByRole('button', { name: 'New shell' }).click();
  await expect(screen).toBeHidden();
  const [pane] = await panes(app);
  await shows(app, pane?.id ?? '', /[$#] ?$/m);
  expectNoProblems(app);
  await app.close();
});

test('the first Claude is two clicks away, in a folder that had one before', async () => {
  const model = await startModelServer(directed('first', () => answer(text('Hello.'))));
  const home = makeClaudeHome(directory.folder('home'), {
    trusted: [directory.folder('home', 'lighthouse')],
  });
  const project = path.join(home, 'lighthouse');
  const stored = path.join(home, '.claude/projects', project.replace(/[^A-Za-z0-9]/g, '-'));
  fs.mkdirSync(stored, { recursive: true });
  const id = '6c1a7b3e-1111-4222-8333-944455556666';
  const said = {
    type: 'user',
    uuid: id,
    sessionId: id,
    cwd: project,
    timestamp: '2026-01-02T03:04:05.000Z',
    message: { role: 'user', content: 'Why does the lamp blink?' },
  };
  fs.writeFileSync(path.join(stored, `${id}.jsonl`), `${JSON.stringify(said)}\n`);
  await installClaude(home);
  const app = await openApp({
    directory,
    env: {
      ...claudeVariables({ home, modelServerUrl: model.url }),
      FUGUE_FIRST_PANE: '',
    },
  });
  const screen = app.page.getByTestId('start-screen');
  await expect(screen).toContainText('Why does the lamp blink?');
  await expect(screen).toContainText(CLAUDE);
  await app.page.screenshot({ path: 'test-results/start-screen.png' });
  // What was found later has its room: the field and the buttons stay where they are.
  const moved = await movedWhileLoading(app, 'Begin', async () => {
    await expect(screen).toContainText('Why does the lamp blink?');
    await expect(screen).toContainText(CLAUDE);
  });
  expect(moved).toEqual([]);
  // A folder that is not there is told beside the field, and goes when another one is chosen.
  const field = screen.getByLabel('In which folder?');
  await field.fill('~/nowhere');
  await field.press('Enter');
  await expect(screen.getByRole('alert')).toContainText('nowhere does not exist');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  expect(await violations(app)).toEqual([]);
  await app.page.screenshot({ path: 'test-results/start-problem.png' });
  await screen.getByRole('button', { name: '~/lighthouse', exact: true }).click();
  await expect(screen.getByRole('alert')).toHaveCount(0);
  await screen.getByRole('button', { name: 'New Claude' }).click();
  await expect(app.page.getByTestId('status-bar')).toContainText('Idle', { timeout: 40_000 });
  const [pane] = (await panes(app)) as readonly { readonly cwd?: string }[];
  expect(JSON.stringify(pane)).toContain(project);
  expectNoProblems(app);
  await app.close();
  await model.close();
});

/** What has been moved by something else since the fonts were there, in a part of the window that is loaded anew. */
async function movedWhileLoading(app: App, part: string, loaded: () => Promise<void>) {
  interface Shift extends PerformanceEntry {
    readonly sources: readonly { readonly node: Node | null }[];
  }
  await app.page.addInitScript(() => {
    document.fonts.addEventListener('loadingdone', () => performance.mark('fonts'));
  });
  await app.page.reload();
  await loaded();
  return app.page.evaluate(
    (label) =>
      new Promise<readonly string[]>((resolve) => {
        const moved: string[] = [];
        // The frame after they have come is laid out with them.
        const fonts = (performance.getEntriesByName('fonts').at(-1)?.startTime ?? 0) + 50;
        new PerformanceObserver((list) => {
          for (const { sources, startTime } of list.getEntries() as Shift[])
            for (const { node } of startTime < fonts ? [] : sources) {
              const element = node instanceof Element ? node : node?.parentElement;
              if (element?.closest(`[aria-label="${label}"]`) != null)
                moved.push(element.outerHTML.slice(0, 80));
            }
        }).observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => setTimeout(() => resolve(moved), 0));
      }),
    part,
  );
}

function start(app: App, word: string): Promise<number | null> {
  const flags = [
    '--disable-gpu',
    '--ozone-platform=x11',
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ];
  const child = spawn(electronRuntime().executable, [repositoryRoot, ...flags, word], {
    env: app.environment,
    stdio: 'ignore',
  });
  return new Promise((resolve) => child.on('close', resolve));
}

test('a link shows a pane or a view, and can do nothing else', async () => {
  const app = await openApp({ directory });
  await app.runCommand('split_pane', { name: 'other' });
  await app.runCommand('rename_pane', { pane: 'other', name: 'the other' });
  await start(app, 'fugue://pane/the%20other');
  await expect(app.page.locator('[data-active="true"]').first()).toContainText('the other');
  await start(app, 'fugue://history');
  await expect(app.page.getByTestId('history')).toBeVisible();
  await app.page.keyboard.press('Escape');
  const before = await panes(app);
  for (const link of ['fugue://create_pane?command=touch%20x', 'fugue://pane/%ff', 'fugue://../../etc']) {
    expect(await start(app, link)).toBe(0);
  }
  expect((await panes(app)).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  expectNoProblems(app);
  await app.close();
});

test('the guide of the demo is a button where the window is small, until it is asked for', async () => {
  await installClaude(directory.folder('home'));
  const app = await App.start({
    directory,
    args: ['--demo'],
    size: { width: 640, height: 400 },
    env: { FUGUE_TEST: '1', TMPDIR: directory.folder('tmp') },
  });
  const guide = app.page.getByTestId('demo-guide');
  const button = app.page.getByRole('button', { name: 'Demo: what to try' });
  await expect(button).toBeVisible();
  await expect(guide).toBeHidden();
  await button.click();
  await expect(guide).toContainText('no account');
  await app.page.screenshot({ path: 'test-results/demo-small.png' });
  await app.page.keyboard.press('Escape');
  await expect(guide).toBeHidden();
  await expect(app.page.locator('.xterm-helper-textarea:focus, .chat-composer textarea:focus')).toHaveCount(
    1,
  );
  await button.click();
  await guide.getByRole('button', { name: 'Hide what to try' }).click();
  await app.resize(1280, 820);
  // Who has put it away keeps it so.
  await expect(button).toBeVisible();
  await app.page.reload();
  await expect(guide).toBeVisible();
  // A further window is about something else.
  await app.page.keyboard.press('Control+Shift+N');
  const further = await waitFor('a second window', () => app.electron.windows()[1]);
  await expect(further.getByTestId('sidebar')).toBeVisible();
  await expect(further.getByTestId('demo-guide')).toHaveCount(0);
  await further.close();
  await app.resize(640, 400);
  await expect(guide).toBeHidden();
  await app.close();
});

test('the demo shows Claudes that ask, a chat and a channel, and leaves nothing behind', async () => {
  const temporary = directory.folder('tmp');
  await installClaude(directory.folder('home'));
  const app = await App.start({
    directory,
    args: ['--demo'],
    size: { width: 1280, height: 820 },
    env: {
      FUGUE_TEST: '1',
      TMPDIR: temporary,
      ANTHROPIC_API_KEY: 'a-key-of-the-person',
    },
  });
  const [name = ''] = fs.readdirSync(temporary).filter((entry) => entry.startsWith('fugue-demo-'));
  const folder = path.join(temporary, name);
  const lamp = path.join(folder, 'home/lighthouse/lamp.sh');
  await expect(app.page.getByTestId('demo-guide')).toContainText('no account');
  await expect(app.page.getByTestId('inbox-button')).toContainText('2', { timeout: 60_000 });
  await app.page.screenshot({ path: 'test-results/demo.png' });
  // The guide covers nothing of what it is about.
  const guide = await app.page.getByTestId('demo-guide').boundingBox();
  const panesArea = await app.page.locator('.workspace').boundingBox();
  expect((guide?.x ?? 0) + (guide?.width ?? 9999)).toBeLessThanOrEqual(panesArea?.x ?? 0);
  // A pane that becomes a chat while it asks takes the keyboard to what it asks, and gives it back.
  const keyboard = app.page.locator(':focus');
  await prefixed(app, 'v');
  await expect(keyboard).toHaveAttribute('data-kind', 'permission');
  await prefixed(app, 'v');
  await expect(keyboard).toHaveClass('xterm-helper-textarea');
  await prefixed(app, 'Shift+I');
  const inbox = app.page.getByTestId('inbox');
  await expect(inbox).toContainText('How long should the notes be?');
  const answer = inbox.getByRole('button', { name: 'Answer', exact: true });
  // Nothing is chosen yet, and the button looks like it.
  await expect(answer).toBeDisabled();
  await expect(answer).toHaveCSS('opacity', '0.5');
  await inbox.getByText('Short', { exact: true }).click();
  await answer.click();
  for (const asked of ['sh test.sh', 'period=5', 'sh test.sh']) {
    const card = inbox.locator('.ask').filter({ hasText: asked });
    await expect(card).toBeVisible({ timeout: 30_000 });
    await card
      .getByRole('button', { name: /^Allow/ })
      .first()
      .click();
    await expect(card).toBeHidden();
  }
  await app.page.keyboard.press('Escape');
  await waitFor('the lamp that was mended', () => fs.readFileSync(lamp, 'utf8').includes('period=5'), {
    timeout: 20_000,
  });
  await expect(app.page.getByText('Lighthouse 1.2')).toBeVisible({ timeout: 20_000 });
  // The line of the guide, as a shell runs it.
  const line = (await app.page.getByTestId('demo-guide').locator('pre').textContent()) ?? '';
  spawn('sh', ['-c', line], { stdio: 'ignore' });
  await waitFor(
    'the answer to the channel',
    async () =>
      (await app.page.locator('.xterm-rows').allTextContents()).join('\n').includes('build is green'),
    { timeout: 40_000 },
  );
  expectNoProblems(app);
  await app.close();
  await waitFor('the folder of the demo to go', () => !fs.existsSync(folder));
});
