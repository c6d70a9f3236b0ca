// The view of the channels in the real window: real FIFOs, the real CLI with a scripted model, a tmux of the test's own.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, type Locator, test } from '@playwright/test';
import type { App } from '#test/helpers/app';
import { violations } from '#test/helpers/axe';
import { claudeVariables, ensureClaude, makeClaudeHome } from '#test/helpers/claude/claude';
import type { ModelServer } from '#test/helpers/model-server/index';
import { answer, directed, startModelServer, text } from '#test/helpers/model-server/index';
import type { TemporaryDirectory } from '#test/helpers/temporary-directory';
import { makeTemporaryDirectory } from '#test/helpers/temporary-directory';
import { endTmux, tmux } from '#test/helpers/tmux';
import { waitFor } from '#test/helpers/wait';
import { expectNoProblems, header, openApp, pane, prefixed, run, shows } from '#test/helpers/window';

let app: App;
let server: ModelServer;
let directory: TemporaryDirectory;
let claude: string;

test.beforeEach(async () => {
  directory = makeTemporaryDirectory();
  server = await startModelServer(directed('answers', () => answer(text('Noted.'))));
  claude = await ensureClaude('2.1.332');
  makeClaudeHome(directory.folder('home'));
});
test.afterEach(async () => {
  await app.close();
  endTmux(directory.path);
  await server.close();
  directory.remove();
});

async function open(config: string): Promise<void> {
  app = await openApp({
    directory,
    // As root, Claude skips permissions in a sandbox alone.
    env: {
      ...claudeVariables({ home: directory.folder('home'), modelServerUrl: server.url }),
      IS_SANDBOX: '1',
    },
    config: settings(config),
  });
}

function settings(channels: string): string {
  return `[restore]\nenabled = false\n[input]\nidle-threshold = 6\n[claude]\ncommand = "${claude}"\n${channels}`;
}

function fifo(name: string): string {
  const file = path.join(directory.path, 'channels', name);
  if (!fs.existsSync(file)) execFileSync('mkfifo', ['-m', '600', file]);
  return file;
}

function view(): Locator {
  return app.page.getByTestId('channels');
}

function section(name: string): Locator {
  return view().getByRole('region', { name, exact: true });
}

test('channels come and go as FIFOs do, and each line tells why it waits and what became of it', async () => {
  await open('[channels]\nenabled = true\nmanaged = false\n');
  await app.page.getByTestId('channels-button').click();
  await expect(view()).toContainText('No Claude is there. What comes waits until one is.');
  await expect(view()).toContainText(`mkfifo -m 600 ${path.join(directory.path, 'channels/in.mail')}`);
  await app.page.keyboard.press('Escape');
  const made = await run(app, 'split_pane', { kind: 'claude', name: 'worker', focus: true });
  const worker = (made.json as { pane: { id: string } }).pane.id;
  await run(app, 'wait_for_status', { pane: worker, timeout: 40 });

  const input = fifo('in.mail');
  await prefixed(app, 'Shift+M');
  const mail = app.page.getByTestId('channel-mail');
  await expect(mail).toContainText('nothing yet');
  await expect(view()).not.toContainText('mkfifo');
  await expect(section('Who gets the messages')).toContainText('worker');
  expect(await violations(app)).toEqual([]);
  await app.page.keyboard.press('Escape');

  await pane(app, worker).locator('.xterm').click();
  await app.page.keyboard.type('x');
  // Keys that are still on their way hold nothing back.
  await shows(app, worker, /❯\s+x/);
  await app.page.keyboard.press('Backspace');
  fs.writeFileSync(input, 'the first\nthe second\n{"content": "nobody", "to": "nowhere"}\n');
  await expect(app.page.getByTestId('channels-button')).toHaveText('2');
  await prefixed(app, 'Shift+M');
  const queue = app.page.getByTestId('channels-queue');
  await expect(queue).toContainText(
    /2 lines for\s*worker.*Wait: a person types there · [1-6] s.*the second/s,
  );
  const listed = await run(app, 'list_channels');
  expect(listed.json).toMatchObject({
    waiting: [{ pane_id: null, lines: 2, reason: 'a person types there' }],
  });
  const log = app.page.getByTestId('channels-log').getByRole('listitem');
  await expect(log.filter({ hasText: 'nobody' })).toContainText(/Refused: .*"nowhere"/);
  await expect(log.filter({ hasText: 'the second' })).toContainText('Waits');
  await expect(log.filter({ hasText: 'the first' })).toContainText('Delivered', { timeout: 20_000 });
  await expect(log.filter({ hasText: 'the second' })).toContainText('Delivered');
  await expect(section('Queue')).toContainText('Nothing waits.');
  await expect(app.page.getByTestId('channels-button')).toHaveText('');

  // By keys alone: the row's button leads to the text, and Enter sends it.
  await mail.getByRole('button', { name: 'Test the channel mail' }).focus();
  await app.page.keyboard.press('Enter');
  await expect(view().getByLabel('Channel', { exact: true })).toHaveValue('mail');
  await app.page.keyboard.type('is anybody there?');
  await app.page.keyboard.press('Enter');
  await expect(log.nth(0)).toContainText(/mail\s*to\s*worker.*is anybody there\?\s*Delivered/s);
  await expect(mail).toContainText('is anybody there?');

  const output = fs.openSync(fifo('out.mail'), fs.constants.O_RDWR | fs.constants.O_NONBLOCK);
  await expect(mail).toContainText('in · out');
  await run(app, 'send_to_channel', { channel: 'mail', message: `here ${'and there '.repeat(60)}` });
  await expect(log.nth(0)).toContainText(/^Outmail.*here.*Written$/s);
  fs.closeSync(output);

  directory.file(
    'fugue/config/fugue.toml',
    `[appearance]\ntheme = "light"\n${settings('[channels]\nenabled = true\nmanaged = false\n')}`,
  );
  await waitFor('the light theme', () =>
    app.page.evaluate(() => getComputedStyle(document.body).backgroundColor === 'rgb(233, 231, 226)'),
  );
  await app.resize(640, 400);
  expect(await violations(app)).toEqual([]);
  fs.rmSync(input);
  await expect(mail).not.toContainText('in · out');
  fs.rmSync(path.join(directory.path, 'channels/out.mail'));
  await expect(mail).toBeHidden();
  expectNoProblems(app);
});

test('the view tells how to switch channels on, and warns of a managed Claude that asks nothing', async () => {
  await open('');
  await expect(app.page.getByTestId('channels-button')).toBeHidden();
  await prefixed(app, 'Shift+M');
  await expect(view()).toContainText('[channels]\nenabled = true');
  await view().getByRole('button', { name: 'Copy the path of the settings' }).click();
  const file = path.join(directory.path, 'fugue/config/fugue.toml');
  await expect.poll(() => app.electron.evaluate(({ clipboard }) => clipboard.readText())).toBe(file);
  expect(await violations(app)).toEqual([]);

  const unasked = `command = "${claude} --dangerously-skip-permissions"\n`;
  fs.writeFileSync(file, settings(`[channels]\nenabled = true\n${unasked}`));
  await expect(view().getByRole('note')).toContainText('The managed Claude asks for no permission');
  await expect(section('Who gets the messages')).toContainText(/tmux session ccmux\s*tmux attach -t ccmux/);
  expect(tmux(directory.path, 'list-sessions', '-F', '#{session_name}')).toContain('ccmux');
  expect(await violations(app)).toEqual([]);
  await section('Who gets the messages').getByRole('button', { name: 'ccmux', exact: true }).click();
  await expect(view()).toBeHidden();
  const managed = (await run(app, 'list_panes', { all: true })).json as {
    panes: { id: string; tmux_session: string | null }[];
  };
  const id = managed.panes.find(({ tmux_session: session }) => session === 'ccmux')?.id ?? '';
  await expect(header(app, id)).toContainText('Asks for no permission');
  expectNoProblems(app);
});
