// Messages, help and requests of Claudes in the real window: the real CLI with a scripted model.
import { expect, test } from '@playwright/test';
import type { App } from '#test/helpers/app';
import { violations } from '#test/helpers/axe';
import { claudeVariables, ensureClaude, makeClaudeHome } from '#test/helpers/claude/claude';
import type { ModelServer } from '#test/helpers/model-server/index';
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
import { expectNoProblems, header, openApp, pane, panes, prefixed, run, shows } from '#test/helpers/window';

const QUESTION = `Which port is free?\nI tried 8080 and 8081. ${'It says that it is in use. '.repeat(20)}end`;
/** What the window shows is not what it seems to be: the middle would be drawn backwards. */
const HIDING = 'cat \u202etxt.etontsil';

let app: App;
let server: ModelServer;
let directory: TemporaryDirectory;
let worker: string;

test.beforeEach(async () => {
  directory = makeTemporaryDirectory();
  server = await startModelServer(
    directed('a worker', (body) => {
      const said = lastUserText(body);
      if (said.includes('ask the person'))
        return answer(tool('mcp__fugue__fugue_request_help', { question: QUESTION }));
      if (toolResults(body).length > 0) return answer(text('Asked.')).held();
      if (said.includes('start two'))
        return answer(
          text(
            `<fugue:spawn command="${HIDING}" name="first" />\n\n<fugue:spawn command="cat" name="second" />\n`,
          ),
        );
      return answer(text('Noted.'));
    }),
  );
  const claude = await ensureClaude('2.1.332');
  const home = directory.folder('home');
  makeClaudeHome(home);
  app = await openApp({
    directory,
    env: claudeVariables({ home, modelServerUrl: server.url }),
    config: `[restore]\nenabled = false\n[input]\nidle-threshold = 8\n[claude]\ncommand = "${claude}"\n[claude.communication]\nprefer = "sideband"\nmcp_unasked = "all"\n`,
  });
  const made = await run(app, 'split_pane', { kind: 'claude', name: 'worker', focus: true });
  worker = (made.json as { pane: { id: string } }).pane.id;
  await is('idle');
});
test.afterEach(async () => {
  await app.close();
  await server.close();
  directory.remove();
});

async function is(...states: readonly string[]): Promise<void> {
  let last = '';
  await waitFor(
    `the worker to be ${states.join(' or ')}`,
    async () => {
      const { json } = await run(app, 'get_status', { pane: worker });
      last = JSON.stringify(json);
      return states.includes((json as { agent: { state: string } | null }).agent?.state ?? '');
    },
    { timeout: 40_000, instead: () => last },
  );
}

async function send(message: string): Promise<void> {
  await run(app, 'send_orchestration', { target: JSON.stringify({ pane: worker }), message });
}

async function names(): Promise<(string | null)[]> {
  return (await panes(app)).map(({ name }) => name);
}

test('a message waits while the person types, and every view tells until when', async () => {
  await pane(app, worker).locator('.xterm').click();
  await app.page.keyboard.type('x');
  // Keys that are still on their way hold nothing back.
  await shows(app, worker, /❯\s+x/);
  await app.page.keyboard.press('Backspace');
  await send('count the files\nand the folders');
  await send('never mind');
  const badge = app.page.getByTestId(`message-badge-${worker}`);
  await expect(badge).toHaveText(/^2.* · [1-8] s$/);
  await expect(app.page.getByTestId('messages-button')).toHaveText('2');
  await badge.hover();
  const card = app.page.getByTestId('message-card');
  await expect(card).toContainText('You type here, so you go first');
  await expect(card).toContainText('count the files');
  await prefixed(app, 'm');
  const feed = app.page.getByTestId('messages');
  const [first, second] = [feed.getByRole('listitem').nth(0), feed.getByRole('listitem').nth(1)];
  await expect(first).toContainText(/Waits: a person types there · [1-8] s/);
  await expect(first).toContainText('count the files\nand the folders');
  await expect(first).not.toContainText('[');
  await second.getByRole('button', { name: /Take back/ }).click();
  await expect(second).toContainText('Taken back');
  await expect(first).toContainText('Delivered', { timeout: 20_000 });
  await expect(badge).toBeHidden();
  await expect(app.page.getByTestId('messages-button')).toHaveText('');
  expect(await violations(app)).toEqual([]);
  // Its name leads to the pane, and the keyboard with it.
  await run(app, 'focus_pane', { toward: 'previous' });
  await first.getByRole('button', { name: 'worker' }).click();
  await expect(feed).toBeHidden();
  await waitFor(
    'the worker in front',
    async () => (await panes(app)).find(({ active }) => active)?.id === worker,
  );
  expectNoProblems(app);
});

test('a Claude that asks for help is marked everywhere, with all that it asks', async () => {
  await send('ask the person');
  await run(app, 'focus_pane', { toward: 'previous' });
  await expect(header(app, worker)).toContainText(/Waiting for you.*asks for help: Which port is free\?/);
  await expect(app.page.getByTestId('status-attention')).toContainText('Waiting for you');
  await expect.poll(() => app.page.title()).toMatch(/^\(1\) /);
  await expect(app.page.getByTestId(`sidebar-pane-${worker}`)).toContainText('asks for help');
  await app.page.getByTestId(`state-badge-${worker}`).hover();
  const plea = app.page.getByTestId('plea');
  await expect(plea).toContainText('It says that it is in use. end');
  expect(await violations(app)).toEqual([]);
  await plea.getByRole('button', { name: 'Go to this pane' }).click();
  await waitFor(
    'the worker in front',
    async () => (await panes(app)).find(({ active }) => active)?.id === worker,
  );
  await expect(header(app, worker)).not.toContainText('asks for help');
  await prefixed(app, 'm');
  const help = app.page.getByTestId('messages').getByRole('listitem').last();
  await expect(help).toContainText(/^Helpworker.*you/);
  await help.getByRole('button', { name: 'Show all' }).click();
  await expect(help.getByRole('button', { name: 'Show less' })).toBeVisible();
  await app.page.keyboard.press('Escape');
  await run(app, 'focus_pane', { toward: 'previous' });
  await app.page.getByTestId('messages-button').click();
  await app.page.getByRole('checkbox', { name: /^Only the pane/ }).check();
  await expect(app.page.getByTestId('messages')).toContainText('Nothing was sent to or from this pane.');
  await app.page.getByRole('checkbox', { name: /^Only the pane/ }).uncheck();
  await expect(help).toBeVisible();
  expectNoProblems(app);
});

test('what a tag wants to do is asked in front of everything, exactly, and no key allows it by accident', async () => {
  await send('start two');
  const request = app.page.getByTestId('request');
  await expect(request).toContainText('worker wants to start a program');
  await expect(request.getByRole('region')).toHaveText('cat \\u{202e}txt.etontsil');
  await expect(app.page.getByTestId('requests-button')).toHaveText('1 to allow');
  await expect(app.page.getByTestId('status-attention')).toContainText('Waiting for you');
  await expect.poll(() => app.page.title()).toMatch(/^\(1\) /);
  // It took no keyboard: what is typed goes to the program, and Enter allows nothing.
  await expect(pane(app, worker).locator('textarea')).toBeFocused();
  await prefixed(app, 'y');
  await expect(request).toBeFocused();
  await app.page.keyboard.press('Enter');
  await expect(request.getByRole('button', { name: 'Refuse' })).toBeEnabled();
  await app.page.keyboard.press('Tab');
  await app.page.keyboard.press('Tab');
  await expect(request.getByRole('button', { name: 'Refuse' })).toBeFocused();
  expect(await names()).not.toContain('first');
  expect(await violations(app)).toEqual([]);
  directory.file(
    'fugue/config/fugue.toml',
    '[appearance]\ntheme = "light"\n[input]\nidle-threshold = 8\n[claude.communication]\nprefer = "sideband"\n',
  );
  await waitFor('the light theme', () =>
    app.page.evaluate(() => getComputedStyle(document.body).backgroundColor === 'rgb(233, 231, 226)'),
  );
  await app.resize(640, 400);
  expect(await violations(app)).toEqual([]);
  const box = await request.boundingBox();
  expect(box !== null && box.x >= 0 && box.x + box.width <= 640 && box.y + box.height <= 400).toBe(true);
  await app.resize(1280, 820);
  await waitFor('room for another pane', async () => (await panes(app)).every(({ columns }) => columns > 50));
  await app.page.keyboard.press('Tab');
  await expect(request.getByRole('button', { name: 'Allow once' })).toBeFocused();
  await app.page.keyboard.press('Enter');
  // The next one takes the place of the first, has the focus, and no answer that was meant for that one.
  await expect(request.getByRole('region')).toHaveText('cat');
  await expect(request).toBeFocused();
  await waitFor('the pane', async () => (await names()).includes('first'));

  await request.getByRole('button', { name: 'Refuse' }).click();
  await expect(request).toBeHidden();
  await prefixed(app, 'm');
  const feed = app.page.getByTestId('messages');
  await expect(feed.getByRole('listitem').last()).toContainText('refused by the person: spawn cat');
  expect(await violations(app)).toEqual([]);
  expect(await names()).not.toContain('second');
  expectNoProblems(app);
});
