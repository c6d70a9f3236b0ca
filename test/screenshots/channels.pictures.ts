// The picture of the Channels view: a managed Claude in tmux, adapters that write to it, and a person who types there.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { claudeVariables, ensureClaude, makeClaudeHome } from '#test/helpers/claude/claude';
import { answer, directed, startModelServer, text } from '#test/helpers/model-server/index';
import { repositoryRoot } from '#test/helpers/root';
import { makeTemporaryDirectory } from '#test/helpers/temporary-directory';
import { endTmux } from '#test/helpers/tmux';
import { waitFor } from '#test/helpers/wait';
import { openApp, pane, prefixed, run, shows } from '#test/helpers/window';

test('the channels', async () => {
  const directory = makeTemporaryDirectory('harbour-');
  const model = await startModelServer(
    directed('a harbour', () => answer(text('High water is at 14:20; I have told the crew.'))),
  );
  const home = directory.folder('home');
  const project = directory.folder('home', 'harbour');
  makeClaudeHome(home, { trusted: [home, project] });
  const claude = await ensureClaude('2.1.332');
  const app = await openApp({
    directory,
    env: claudeVariables({ home, modelServerUrl: model.url }),
    args: [project],
    config: `[input]\nidle-threshold = 30\n[channels]\nenabled = true\ndirectory = "${project}"\ncommand = "${claude} --permission-mode default"\n`,
    size: { width: 1440, height: 900 },
  });
  try {
    const fifo = (name: string): string => {
      const file = path.join(directory.path, 'channels', name);
      execFileSync('mkfifo', ['-m', '600', file]);
      return file;
    };
    const managed = await waitFor('the managed Claude', async () => {
      const { panes } = (await run(app, 'list_panes', { all: true })).json as {
        panes: { id: string; tmux_session: string | null }[];
      };
      return panes.find(({ tmux_session: session }) => session === 'ccmux')?.id;
    });
    await run(app, 'wait_for_status', { pane: managed, timeout: 40 });
    const [mail, chat] = ['in.mail', 'in.chat'].map(fifo);
    const reader = fs.openSync(fifo('out.chat'), fs.constants.O_RDWR | fs.constants.O_NONBLOCK);
    await prefixed(app, 'Shift+M');
    await app.page.getByTestId('channel-mail').waitFor();
    await app.page.getByTestId('channel-chat').waitFor();
    fs.writeFileSync(chat ?? '', 'When is high water today?\n');
    const log = app.page.getByTestId('channels-log');
    await expect(log).toContainText('Delivered', { timeout: 20_000 });
    await run(app, 'send_to_channel', { channel: 'chat', message: 'High water is at 14:20.' });
    await run(app, 'wait_for_status', { pane: managed, timeout: 40 });
    await app.page.keyboard.press('Escape');
    await run(app, 'focus_pane', { pane_id: managed });
    await pane(app, managed).locator('.xterm').click();
    await app.page.keyboard.type('and');
    await shows(app, managed, /❯\s+and/);
    for (const _ of 'and') await app.page.keyboard.press('Backspace');
    fs.writeFileSync(mail ?? '', 'The pilot boat is late by an hour.\nBerth 4 is free from noon on.\n');
    await expect(app.page.getByTestId('channels-button')).toHaveText('2');
    await prefixed(app, 'Shift+M');
    await expect(app.page.getByTestId('channels-queue')).toContainText(' s');
    await app.page.mouse.move(0, 0);
    await app.page.screenshot({ path: path.join(repositoryRoot, 'docs/screenshots/channels.png') });
    fs.closeSync(reader);
  } finally {
    await app.close();
    endTmux(directory.path);
    await model.close();
    directory.remove();
  }
});
