// The picture of the inbox: a chat and a terminal ask, and one more Claude has finished.
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { claudeVariables, ensureClaude, makeClaudeHome } from '#test/helpers/claude/claude';
import {
  answer,
  directed,
  lastUserText,
  startModelServer,
  text,
  tool,
} from '#test/helpers/model-server/index';
import { repositoryRoot } from '#test/helpers/root';
import { makeTemporaryDirectory } from '#test/helpers/temporary-directory';
import { openApp, prefixed, run } from '#test/helpers/window';

test('the inbox', async () => {
  const directory = makeTemporaryDirectory('harbour-');
  const project = directory.folder('home', 'harbour');
  const model = await startModelServer(
    directed('a harbour', (body) => {
      const last = lastUserText(body);
      if (last.includes('Run the tests'))
        return answer(
          tool('Bash', { command: 'npm test -- --run tides', description: 'Run the tests of the tides' }),
        );
      return answer(text('Done.'));
    }),
  );
  const app = await openApp({
    directory,
    args: [project],
    env: claudeVariables({ home: makeClaudeHome(directory.folder('home')), modelServerUrl: model.url }),
    config: `[restore]\nenabled = false\n[claude]\ncommand = "${await ensureClaude('2.1.332')}"\n`,
    size: { width: 1440, height: 900 },
  });
  try {
    const start = async (name: string, face: string): Promise<string> => {
      const command = 'claude --permission-mode default';
      const made = await run(app, 'split_pane', { command, cwd: project, name, face, focus: true });
      const { id } = (made.json as { pane: { id: string } }).pane;
      await run(app, 'wait_for_status', { pane: id, timeout: 40 });
      return id;
    };
    const writer = await start('writer', 'chat');
    const tester = await start('tester', 'terminal');
    await run(app, 'send_prompt', { pane_id: writer, text: 'Run the tests of the tides.' });
    await run(app, 'send_prompt', { pane_id: tester, text: 'Run the tests.' });
    await expect(app.page.getByTestId('inbox-button')).toContainText('2', { timeout: 30_000 });
    await prefixed(app, 'Shift+I');
    await app.page.waitForFunction(() => document.querySelector('.inbox .ask button:disabled') === null);
    await app.page.mouse.move(0, 0);
    await app.page.screenshot({ path: path.join(repositoryRoot, 'docs/screenshots/inbox.png') });
  } finally {
    await app.close();
    await model.close();
    directory.remove();
  }
});
