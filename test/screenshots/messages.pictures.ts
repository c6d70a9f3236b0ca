// The picture of a team of three Claudes that write to each other: real ones, with a scripted model.
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { claudeVariables, ensureClaude, makeClaudeHome } from '#test/helpers/claude/claude';
import type { MessagesBody } from '#test/helpers/model-server/index';
import {
  answer,
  directed,
  lastUserText,
  startModelServer,
  text,
  tool,
  toolResults,
  type Turn,
} from '#test/helpers/model-server/index';
import { repositoryRoot } from '#test/helpers/root';
import { makeTemporaryDirectory } from '#test/helpers/temporary-directory';
import { waitFor } from '#test/helpers/wait';
import { openApp, pane, panes, run, shows } from '#test/helpers/window';

const fugue = (name: string, input: Readonly<Record<string, unknown>>) =>
  tool(`mcp__fugue__fugue_${name}`, input);

/** What each of the three does, by what it was told last and how many tools it has used. */
function team(body: MessagesBody): Turn {
  const said = lastUserText(body);
  const done = toolResults(body).length;
  if (JSON.stringify(body.messages).includes('lead the release')) {
    if (done === 0) return answer(fugue('set_tags', { add: ['orchestrator'] }));
    if (done === 1)
      return answer(
        fugue('create_pane', { kind: 'claude', name: 'parser', direction: 'horizontal' }),
        fugue('create_pane', { kind: 'claude', name: 'docs', direction: 'vertical' }),
      );
    if (done === 3)
      return answer(
        fugue('wait_for_status', { pane_id: 'parser', timeout: 40 }),
        fugue('wait_for_status', { pane_id: 'docs', timeout: 40 }),
      );
    if (done === 5)
      return answer(
        fugue('send_orchestration', {
          target: { pane: 'parser' },
          message: 'Read the tides with their time zone.\nKeep the moment, not the text.',
          msg_type: 'task.start',
        }),
        fugue('send_orchestration', {
          target: { pane: 'docs' },
          message: 'Write down the format of the harbour file, with an example for summer and winter.',
          msg_type: 'task.start',
        }),
      );
    return answer(text(said === '' ? 'Both are at work.' : 'Good.'));
  }
  if (done > 0) return answer(text('Told.'));
  return said.includes('time zone')
    ? answer(
        fugue('report_status', { status: 'done', message: 'readTides keeps the moment; 14 tests pass.' }),
      )
    : answer(
        fugue('request_help', {
          question: 'Which harbour file is the newest? There are two: harbour-2.txt and harbour-final.txt.',
        }),
      );
}

test('a team of three', async () => {
  const directory = makeTemporaryDirectory('harbour-');
  const model = await startModelServer(directed('a team', team));
  const home = directory.folder('home');
  const project = directory.folder('home', 'harbour');
  makeClaudeHome(home, { trusted: [home, project] });
  const claude = await ensureClaude('2.1.332');
  const app = await openApp({
    directory,
    env: claudeVariables({ home, modelServerUrl: model.url }),
    args: [project],
    config: `[input]\nidle-threshold = 30\n[claude]\ncommand = "${claude}"\n[claude.communication]\nmcp_unasked = "all"\n`,
    size: { width: 1440, height: 900 },
  });
  try {
    await waitFor('the project', async () => (await run(app, 'list_sessions')).stdout.includes('"harbour"'));
    await run(app, 'kill_session', { session: 'home' }).catch(() => undefined);
    const [shell] = await panes(app);
    const made = await run(app, 'split_pane', { kind: 'claude', name: 'lead', focus: true });
    const lead = (made.json as { pane: { id: string } }).pane.id;
    await run(app, 'close_pane', { pane: shell?.id ?? '' });
    await run(app, 'rename_window', { name: 'release' });
    await run(app, 'wait_for_status', { pane: lead, timeout: 40 });
    await run(app, 'send_orchestration', { target: `{"pane":"${lead}"}`, message: 'lead the release' });
    await waitFor(
      'the messages of the team',
      async () => {
        const { json } = await run(app, 'list_deliveries');
        const { deliveries } = json as { deliveries: { state: string }[] };
        return deliveries.length >= 5 && deliveries.every(({ state }) => state === 'delivered');
      },
      { timeout: 60_000, instead: () => app.log().slice(-500) },
    );
    const parser = (await panes(app)).find(({ name }) => name === 'parser')?.id ?? '';
    await pane(app, parser).locator('.xterm').click();
    await app.page.keyboard.type('and');
    await shows(app, parser, /❯\s+and/);
    for (const _ of 'and') await app.page.keyboard.press('Backspace');
    await run(app, 'send_orchestration', {
      target: `{"pane":"${parser}"}`,
      message: 'Also look at the week in which summer time begins.',
    });
    await expect(app.page.getByTestId(`message-badge-${parser}`)).toContainText(' s');
    await app.page.mouse.move(0, 0);
    await app.page.getByTestId('messages-button').click();
    await app.page.getByTestId('messages').waitFor();
    await app.page.screenshot({ path: path.join(repositoryRoot, 'docs/screenshots/messages.png') });
  } finally {
    await app.close();
    await model.close();
    directory.remove();
  }
});
