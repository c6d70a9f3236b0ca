// The view of earlier conversations in the real window, over transcripts as Claude writes them.
import fs from 'node:fs';
import path from 'node:path';
import { expect, type Locator, test } from '@playwright/test';
import type { App } from '#test/helpers/app';
import { violations } from '#test/helpers/axe';
import { assistantLine, asText, type Line, userLine } from '#test/helpers/history';
import type { TemporaryDirectory } from '#test/helpers/temporary-directory';
import { makeTemporaryDirectory } from '#test/helpers/temporary-directory';
import { expectNoProblems, openApp, prefixed, run } from '#test/helpers/window';
import { projectDirectoryName } from '../../electron/claude/transcripts';

let app: App;
let directory: TemporaryDirectory;

const LONG =
  'Rework the whole of the upload queue so that a broken connection resumes where it stopped, with a test for each way in which it may break, and tell me what you left out and why';

test.beforeEach(() => {
  directory = makeTemporaryDirectory();
});
test.afterEach(async () => {
  await app.close();
  directory.remove();
});

function id(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

/** A conversation in a folder of the home; `age` in minutes. */
function write(number: number, folder: string, age: number, lines: readonly Line[], make = true): string {
  const cwd = path.join(directory.path, 'home', folder);
  if (make) fs.mkdirSync(cwd, { recursive: true });
  const file = directory.file(
    `home/.claude/projects/${projectDirectoryName(cwd)}/${id(number)}.jsonl`,
    asText(lines.map((line) => ({ ...line, cwd }))),
  );
  const at = Date.now() / 1000 - age * 60;
  fs.utimesSync(file, at, at);
  return file;
}

async function open(size = { width: 1280, height: 800 }, theme = 'dark'): Promise<void> {
  app = await openApp({
    directory,
    config: `[restore]\nenabled = false\n[appearance]\ntheme = "${theme}"\n[history.prices.claude-x]\ninput = 3000\noutput = 15000\n`,
    size,
  });
}

function conversations(): void {
  const root = userLine('Why is the upload test flaky?');
  write(1, 'harbour', 60 * 26, [root, assistantLine('It waits for nothing.')]);
  const file = write(2, 'harbour', 3, [
    root,
    assistantLine('It waits for nothing, and the Lighthouse is dark.'),
    userLine('Mend it then'),
    { type: 'ai-title', aiTitle: 'Flaky upload test' },
  ]);
  directory.file(
    `${path.relative(directory.path, file).replace('.jsonl', '')}/subagents/agent-a1.jsonl`,
    asText([userLine('look', { isSidechain: true })]),
  );
  directory.file(
    `${path.relative(directory.path, file).replace('.jsonl', '')}/subagents/agent-a1.meta.json`,
    JSON.stringify({ agentType: 'Explore', description: 'Find all waits' }),
  );
  write(3, 'tide-tables', 40, [userLine(LONG), assistantLine('Done, all but one.')]);
  write(4, 'gone', 60 * 24 * 3, [userLine('In a folder that is gone'), assistantLine('Yes.')], false);
  for (let number = 10; number < 400; number += 1)
    write(number, 'many', 60 * 24 * 9 + number, [
      userLine(`Question ${String(number)}`),
      assistantLine('Answer.'),
    ]);
}

function panel(): Locator {
  return app.page.getByTestId('history');
}

function rows(): Locator {
  return panel().getByTestId('history-row');
}

test('finds, tells and filters conversations by keys alone', async () => {
  conversations();
  await open();
  await prefixed(app, 'h');
  await expect(rows().first()).toContainText('Flaky upload test');
  await expect(rows().first()).toHaveAttribute('aria-selected', 'true');
  const details = panel().getByTestId('history-details');
  await expect(details).toContainText('Why is the upload test flaky?');
  await expect(details).toContainText('Find all waits');
  await expect(details.getByTestId('history-usage')).toContainText('claude-x');
  await app.page.keyboard.press('ArrowDown');
  await expect(details.locator('h3')).toHaveText(LONG);
  expect(await violations(app)).toEqual([]);
  // Only what is in view is drawn, and the end can be reached.
  expect(await rows().count()).toBeLessThan(60);
  // The pages come as they are needed.
  await expect(async () => {
    for (let press = 0; press < 10; press += 1) await app.page.keyboard.press('PageDown');
    await expect(details.locator('h3')).toHaveText('Question 399', { timeout: 200 });
  }).toPass({ timeout: 20_000 });
  await app.page.keyboard.type('"lighthouse is" test');
  await expect(rows()).toHaveCount(1);
  await expect(rows().first()).toContainText('the Lighthouse is dark');
  await expect(panel().getByTestId('history-found')).toHaveText('1 conversation');
  expect(await violations(app)).toEqual([]);
  for (let press = 0; press < 30; press += 1) await app.page.keyboard.press('Backspace');
  await panel().getByLabel('Project').selectOption({ label: '~/tide-tables (1)' });
  await expect(rows()).toHaveCount(1);
  await app.page.keyboard.press('Escape');
  await expect(panel()).toBeHidden();
  expectNoProblems(app);
});

test('says what it can not go on with, and goes on elsewhere', async () => {
  conversations();
  await open();
  await prefixed(app, 'h');
  await rows().nth(2).click();
  await expect(panel()).toContainText('Its folder is gone or was renamed');
  const resume = panel().getByRole('button', { name: 'Resume in terminal' });
  await expect(resume).toBeDisabled();
  await panel()
    .getByLabel('Its folder is gone or was renamed')
    .fill(path.join(directory.path, 'home/harbour'));
  await resume.click();
  await expect(panel()).toBeHidden();
  const { panes } = (await run(app, 'list_panes', { all: true })).json as {
    panes: { command: string; cwd: string }[];
  };
  expect(panes.map(({ command }) => command)).toContain(`claude --resume ${id(4)}`);
});

test('follows what comes while it is open, and tells what all of it took', async () => {
  await open({ width: 640, height: 400 }, 'light');
  await app.page.getByTestId('history-button').click();
  await expect(panel().getByTestId('history-none')).toContainText('There is no conversation yet');
  expect(await violations(app)).toEqual([]);
  await app.page.keyboard.press('Escape');
  conversations();
  await app.page.getByTestId('history-button').click();
  await expect(rows().first()).toContainText('Flaky upload test');
  const file = write(5, 'tide-tables', 0, [userLine('Brand new'), assistantLine('Hello.')]);
  await expect(rows().first()).toContainText('Brand new');
  fs.appendFileSync(file, asText([{ type: 'custom-title', customTitle: 'Named by hand' }]));
  await expect(rows().first()).toContainText('Named by hand');
  expect(await violations(app)).toEqual([]);
  await panel().getByRole('button', { name: 'Usage' }).click();
  await panel().getByLabel('Time').selectOption('All');
  const table = panel().getByTestId('history-usage-table');
  await expect(table).toContainText('In all');
  await expect(table.locator('tfoot')).toContainText('$');
  await panel().getByLabel('Added up by').selectOption('project');
  await expect(table).toContainText('~/many');
  expect(await violations(app)).toEqual([]);
  expectNoProblems(app);
});
