// Pictures of the first minutes, and of the views for the app itself: start screen, demo, settings, themes, processes.
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { App } from '#test/helpers/app';
import { claudeVariables, ensureClaude, makeClaudeHome } from '#test/helpers/claude/claude';
import { answer, directed, startModelServer, text } from '#test/helpers/model-server/index';
import { repositoryRoot } from '#test/helpers/root';
import { makeTemporaryDirectory } from '#test/helpers/temporary-directory';
import { openApp, panes, prefixed, run, shows, type } from '#test/helpers/window';

const CLAUDE = '2.1.332';
const size = { width: 1280, height: 820 };

async function picture(app: App, name: string): Promise<void> {
  await app.page.mouse.move(0, 0);
  await app.page.screenshot({ path: path.join(repositoryRoot, 'docs/screenshots', `${name}.png`) });
}

/** Puts `claude` on the path of a login shell, as installers do. */
async function installClaude(home: string, folder: string): Promise<void> {
  fs.symlinkSync(await ensureClaude(CLAUDE), path.join(folder, 'claude'));
  fs.writeFileSync(path.join(home, '.profile'), `PATH="${folder}:$PATH"\n`);
}

test('the start screen', async () => {
  const directory = makeTemporaryDirectory('harbour-');
  const model = await startModelServer(directed('first', () => answer(text('Hello.'))));
  const home = makeClaudeHome(directory.folder('home'), {
    trusted: [directory.folder('home', 'lighthouse')],
  });
  const project = path.join(home, 'lighthouse');
  const stored = path.join(home, '.claude/projects', project.replace(/[^A-Za-z0-9]/g, '-'));
  fs.mkdirSync(stored, { recursive: true });
  const id = '6c1a7b3e-1111-4222-8333-944455556666';
  const message = { role: 'user', content: 'Why does the lamp blink?' };
  const said = { type: 'user', uuid: id, sessionId: id, cwd: project, message };
  fs.writeFileSync(path.join(stored, `${id}.jsonl`), `${JSON.stringify(said)}\n`);
  await installClaude(home, directory.folder('programs'));
  const app = await openApp({
    directory,
    size,
    env: { ...claudeVariables({ home, modelServerUrl: model.url }), FUGUE_FIRST_PANE: '' },
  });
  try {
    const screen = app.page.getByTestId('start-screen');
    await expect(screen).toContainText('Why does the lamp blink?');
    await expect(screen).toContainText(CLAUDE);
    await picture(app, 'start-screen');
  } finally {
    await app.close();
    await model.close();
    directory.remove();
  }
});

test('the demo', async () => {
  const directory = makeTemporaryDirectory('harbour-');
  await installClaude(directory.folder('home'), directory.folder('programs'));
  const app = await App.start({
    directory,
    size,
    args: ['--demo'],
    env: { FUGUE_TEST: '1', TMPDIR: directory.folder('tmp') },
  });
  try {
    await expect(app.page.getByTestId('inbox-button')).toContainText('2', { timeout: 60_000 });
    await picture(app, 'demo');
  } finally {
    await app.close();
    directory.remove();
  }
});

test('settings, themes and processes', async () => {
  const directory = makeTemporaryDirectory('harbour-');
  const app = await openApp({ directory, size, config: '[restore]\nenabled = false\n' });
  try {
    const [first] = await panes(app);
    await run(app, 'rename_pane', { pane_id: first?.id ?? '', name: 'shell' });
    const tests = 'echo "3 tests, 3 passed"; exec sleep 3600';
    await run(app, 'split_pane', { name: 'tests', command: tests, direction: 'horizontal' });
    await run(app, 'split_pane', { name: 'server', command: 'sleep 3600', direction: 'vertical' });
    await type(
      app,
      first?.id ?? '',
      'printf "\\e[3%dm######## \\e[9%dm########\\e[0m\\n" 1 1 2 2 3 3 4 4 5 5 6 6',
    );
    await shows(app, first?.id ?? '', /#{8} #{8}/);
    await app.page.keyboard.press('Control+Comma');
    const settings = app.page.getByTestId('settings');
    await expect(settings.locator('[data-setting="appearance.theme"]')).toBeVisible();
    await picture(app, 'settings');
    await settings.getByRole('button', { name: 'Keys', exact: true }).first().click();
    await expect(settings.locator('[data-row="ui:inbox"]')).toHaveCount(1);
    await picture(app, 'settings-keys');
    await settings.getByRole('button', { name: 'All', exact: true }).click();
    await settings.locator('[data-setting="appearance.theme"] .setting-value button').first().click();
    await app.page.keyboard.press('ArrowDown');
    await app.page.keyboard.press('ArrowDown');
    await picture(app, 'themes');
    await app.page.keyboard.press('Escape');
    await app.page.keyboard.press('Escape');
    await prefixed(app, ':');
    await app.page.keyboard.type('Processes');
    await app.page.keyboard.press('Enter');
    await expect(app.page.getByTestId('process-table')).toContainText('tests');
    await picture(app, 'processes');
  } finally {
    await app.close();
    directory.remove();
  }
});
