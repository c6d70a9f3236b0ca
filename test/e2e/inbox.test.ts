// What real Claudes ask, in the real window: the inbox and the chat of a pane, by mouse and by keys alone.
import fs from 'node:fs';
import path from 'node:path';
import { expect, type Locator, test } from '@playwright/test';
import type { App } from '#test/helpers/app';
import { contrastFaults, violations } from '#test/helpers/axe';
import { claudeVariables, ensureClaude, makeClaudeHome } from '#test/helpers/claude/claude';
import type { MessagesBody, ModelServer, Turn } from '#test/helpers/model-server/index';
import {
  answer,
  directed,
  lastUserText,
  startModelServer,
  text,
  tool,
  toolResults,
} from '#test/helpers/model-server/index';
import type { TemporaryDirectory } from '#test/helpers/temporary-directory';
import { makeTemporaryDirectory } from '#test/helpers/temporary-directory';
import { waitFor } from '#test/helpers/wait';
import { expectNoProblems, openApp, prefixed, run } from '#test/helpers/window';

let app: App;
let server: ModelServer;
let directory: TemporaryDirectory;

function reply(body: MessagesBody): Turn {
  const last = lastUserText(body);
  const twice = JSON.stringify(body.messages).includes('run both');
  const done = toolResults(body).length;
  if (twice && done < 2)
    return answer(tool('Bash', { command: `touch both-${String(done)}`, description: 'One of two' }));
  const file = /make (\w+)/.exec(last)?.[1];
  if (file !== undefined)
    return answer(text('I make it.'), tool('Bash', { command: `touch ${file}`, description: 'Make a file' }));
  if (last.includes('edit it'))
    return answer(
      tool('Write', {
        file_path: path.join(directory.path, 'home/project/notes.md'),
        content: '# Notes\n\nFirst.\n',
      }),
    );
  if (last.includes('which colour'))
    return answer(
      tool('AskUserQuestion', {
        questions: [
          {
            question: 'Which colour?',
            header: 'Colour',
            multiSelect: false,
            options: [
              { label: 'Red', description: 'Warm' },
              { label: 'Blue', description: 'Cold' },
            ],
          },
        ],
      }),
    );
  // Claude names the file of its plan itself.
  const planFile = /(\/[^\s"`\\]+\/plans\/[^\s"`\\]+\.md)/.exec(JSON.stringify(body))?.[1];
  if (last.includes('a plan') && planFile !== undefined)
    return answer(tool('Write', { file_path: planFile, content: '1. Look\n2. Do it\n' }));
  if (planFile !== undefined && toolResults(body).at(-1)?.includes(planFile) === true)
    return answer(tool('ExitPlanMode', {}));
  return answer(text('That is **done**.'));
}

test.beforeEach(async () => {
  directory = makeTemporaryDirectory();
  directory.folder('home', 'project');
  server = await startModelServer(directed('inbox', reply));
  makeClaudeHome(directory.folder('home'));
  app = await openApp({
    directory,
    env: claudeVariables({ home: directory.folder('home'), modelServerUrl: server.url }),
    config: `[restore]\nenabled = false\n[claude]\ncommand = "${await ensureClaude('2.1.332')}"\n`,
  });
});
test.afterEach(async () => {
  await app.close();
  await server.close();
  directory.remove();
});

async function newClaude(name: string, face: 'chat' | 'terminal'): Promise<string> {
  const made = await run(app, 'split_pane', {
    command: 'claude --permission-mode default',
    cwd: path.join(directory.path, 'home/project'),
    name,
    face,
    focus: true,
  });
  const id = (made.json as { pane: { id: string } }).pane.id;
  await run(app, 'wait_for_status', { pane: id, timeout: 40 });
  return id;
}

const exists = (file: string): boolean => fs.existsSync(path.join(directory.path, 'home/project', file));
const inbox = (): Locator => app.page.getByTestId('inbox');

test('the keys go on with what is asked after the last answer, in an inbox that was empty meanwhile', async () => {
  const terminal = await newClaude('builder', 'terminal');
  await run(app, 'send_prompt', { pane_id: terminal, text: 'run both' });
  await expect(app.page.getByTestId('inbox-button')).toContainText('1', { timeout: 30_000 });
  await prefixed(app, 'Shift+I');
  for (const number of [0, 1]) {
    await expect(inbox()).toContainText(`touch both-${String(number)}`, { timeout: 20_000 });
    await expect(inbox().locator('.ask').first()).toBeFocused();
    await app.page.waitForFunction(() => document.querySelector('.inbox .ask button:disabled') === null);
    await app.page.keyboard.press('a');
    await expect(inbox()).not.toContainText(`touch both-${String(number)}`);
  }
  await waitFor('both files', () => exists('both-0') && exists('both-1'), { timeout: 20_000 });
  expectNoProblems(app);
});

test('a chat asks in its pane, and everything that is asked stands in the inbox', async () => {
  const chat = await newClaude('writer', 'chat');
  const terminal = await newClaude('builder', 'terminal');
  const composer = app.page.getByTestId(`pane-${chat}`).getByRole('textbox');
  await composer.fill('make first');
  await composer.press('Enter');
  const asked = app.page.getByTestId(`pane-asks-${chat}`);
  await expect(asked).toContainText('touch first');
  // What a use is for is said once.
  await expect(asked.getByText('Make a file')).toHaveCount(1);
  // In a low window the question is scrolled, and one can still write.
  const size = await app.page.evaluate(() => ({ width: window.innerWidth, height: window.innerHeight }));
  await app.resize(700, 400);
  await expect(async () => {
    const tile = await app.page.getByTestId(`pane-${chat}`).boundingBox();
    const field = await composer.boundingBox();
    expect(field!.y + field!.height).toBeLessThanOrEqual(tile!.y + tile!.height);
    expect((await asked.boundingBox())!.height).toBeGreaterThan(50);
  }).toPass({ timeout: 5000 });
  await app.page.screenshot({ path: 'test-results/inbox-low.png' });
  await app.resize(size.width, size.height);
  await run(app, 'send_prompt', { pane_id: terminal, text: 'make second' });
  await expect(app.page.getByTestId('inbox-button')).toContainText('2', { timeout: 30_000 });
  await app.page.screenshot({ path: 'test-results/inbox-pane.png' });

  await prefixed(app, 'Shift+I');
  await expect(inbox()).toContainText('touch second');
  expect(await violations(app)).toEqual([]);
  expect(await contrastFaults(app)).toEqual([]);
  await app.page.screenshot({ path: 'test-results/inbox.png' });
  // By keys alone: the first is allowed, then the second is denied with a word.
  await expect(inbox().locator('.ask').first()).toBeFocused();
  await app.page.waitForFunction(() => document.querySelector('.inbox .ask button:disabled') === null);
  await app.page.keyboard.press('a');
  await expect(inbox()).not.toContainText('touch first');
  await waitFor('the first file', () => exists('first'), { timeout: 20_000 });
  await app.page.keyboard.press('ArrowDown');
  await app.page.keyboard.press('m');
  await app.page.keyboard.type('Another day.');
  await app.page.keyboard.press('Enter');
  await expect(inbox()).not.toContainText('touch second');
  expect(exists('second')).toBe(false);
  await inbox().getByRole('button', { name: 'What was decided' }).click();
  await expect(inbox()).toContainText('Another day.');
  await app.page.screenshot({ path: 'test-results/inbox-decisions.png' });
  await app.page.keyboard.press('Escape');
  await expect(app.page.getByTestId(`pane-asks-${chat}`)).toHaveCount(0);
  await expect(app.page.getByTestId(`pane-${chat}`)).toContainText('That is done.');
  expectNoProblems(app);
});

test('questions, edits and plans are answered in the pane', async () => {
  const chat = await newClaude('writer', 'chat');
  const composer = app.page.getByTestId(`pane-${chat}`).getByRole('textbox').last();
  const asked = app.page.getByTestId(`pane-asks-${chat}`);
  await composer.fill('which colour');
  await composer.press('Enter');
  await expect(asked.getByRole('button', { name: 'Do not answer' })).toBeEnabled();
  // The key that allows elsewhere says what this takes, and that is so.
  await asked.locator('.ask').focus();
  await app.page.keyboard.press('a');
  await expect(asked.getByRole('status')).toContainText('a number chooses an answer, Enter gives it');
  await expect(asked.getByRole('status')).toBeInViewport();
  // Without a choice there is nothing to send, and the button looks like it.
  await expect(asked.getByRole('button', { name: 'Answer', exact: true })).toHaveCSS('opacity', '0.5');
  await app.page.keyboard.press('2');
  await app.page.screenshot({ path: 'test-results/inbox-question.png' });
  for (const key of ['1', 'Enter']) await app.page.keyboard.press(key);
  await expect(asked).toHaveCount(0);
  await expect(app.page.getByTestId(`pane-${chat}`)).toContainText('That is done.');

  await composer.fill('edit it');
  await composer.press('Enter');
  await expect(asked).toContainText('notes.md');
  await expect(asked).toContainText('# Notes');
  await app.page.screenshot({ path: 'test-results/inbox-write.png' });
  await asked.getByRole('button', { name: /^Allow once/ }).click();
  await waitFor('the file', () => exists('notes.md'), { timeout: 20_000 });

  await run(app, 'set_permission_mode', { pane_id: chat, mode: 'plan' });
  await composer.fill('a plan');
  await composer.press('Enter');
  await expect(asked).toContainText('Do it');
  await app.page.screenshot({ path: 'test-results/inbox-plan.png' });
  await asked.getByRole('button', { name: /Go ahead, edit unasked/ }).click();
  await expect(asked).toHaveCount(0);
  expectNoProblems(app);
});
