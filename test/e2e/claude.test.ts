// Claudes in the real window: the real CLI, a scripted model, and a kill -9 of everything.
import fs from 'node:fs';
import { expect, test } from '@playwright/test';
import type { App } from '#test/helpers/app';
import { claudeVariables, ensureClaude, makeClaudeHome } from '#test/helpers/claude/claude';
import { answer, startModelServer, story, text, tool } from '#test/helpers/model-server/index';
import { makeTemporaryDirectory } from '#test/helpers/temporary-directory';
import { waitFor } from '#test/helpers/wait';
import { expectNoProblems, header, openApp, panes, prefixed, run, shows } from '#test/helpers/window';

interface ClaudeFacts {
  readonly id: string;
  readonly kind: string;
  readonly agent: { readonly state: string; readonly reason: string } | null;
  readonly claude: { readonly session_id: string | null; readonly is_resumed: boolean } | null;
}

async function claudes(app: App): Promise<readonly ClaudeFacts[]> {
  const outcome = await run(app, 'list_panes', { all: true });
  const { panes: all } = outcome.json as { panes: ClaudeFacts[] };
  return all.filter(({ kind }) => kind === 'claude');
}

async function until(app: App, paneId: string, ...states: readonly string[]): Promise<void> {
  let last = '';
  await waitFor(
    `the Claude to be ${states.join(' or ')}`,
    async () => {
      const found = (await claudes(app)).find(({ id }) => id === paneId);
      last = JSON.stringify(found);
      return states.includes(found?.agent?.state ?? '');
    },
    { timeout: 40_000, every: 150, instead: () => last },
  );
}

/**
 * Writes a prompt into a Claude that has just begun. After a first permission 2.1.332 asks once whether it shall decide
 * by itself from now on; it may say that it is idle before it asks, and draw the box that takes a paste first.
 */
async function write(of: App, pane: string, words: string): Promise<void> {
  const question = 'Yes, set auto mode';
  const screen = async () => (await run(of, 'read_pane', { pane })).stdout;
  const declineIfAsked = async (): Promise<void> => {
    if (!(await screen()).includes(question)) return;
    await until(of, pane, 'waiting');
    await run(of, 'send_input', { pane, keys: 'Down' });
    await run(of, 'send_input', { pane, keys: 'Enter' });
    await until(of, pane, 'idle');
    await run(of, 'expect', { pane, pattern: '^❯' });
  };
  await run(of, 'expect', { pane, pattern: `^❯|${question}` });
  await declineIfAsked();
  await run(of, 'send_input', { pane, input: words, paste: true });
  await run(of, 'expect', { pane, pattern: `${words}|${question}` });
  await declineIfAsked();
  if (!(await screen()).includes(words)) await run(of, 'send_input', { pane, input: words, paste: true });
  await run(of, 'expect', { pane, pattern: words });
}

test('Claudes in one folder show what they do, ask, and come back to their own conversations after kill -9', async () => {
  test.setTimeout(240_000);
  const count = 6;
  const directory = makeTemporaryDirectory();
  const answers = Array.from({ length: 3 * count }, () => answer(text('Noted, and written down.')));
  const asks = answer(
    text('I will look.'),
    tool('Bash', { command: 'touch harbour.txt', description: 'Make a file' }),
  );
  const server = await startModelServer(
    story('a folder of Claudes', [asks, answer(text('Made.')), ...answers]),
  );
  const claude = await ensureClaude('2.1.332');
  const project = directory.folder('home', 'project');
  makeClaudeHome(directory.folder('home'), { trusted: [project] });
  // A fresh profile of this version would run the tool unasked.
  directory.file('home/.claude/settings.json', '{"permissions":{"defaultMode":"default"}}');
  const env = claudeVariables({ home: directory.folder('home'), modelServerUrl: server.url });
  const config = `[claude]\ncommand = "${claude}"\n[limits]\npanes-per-session = 20\n`;
  let app: App = await openApp({ directory, env, config, size: { width: 1500, height: 950 } });
  try {
    await app.page.locator('.xterm').first().click();
    await prefixed(app, 'Shift+A');
    await waitFor('the Claude pane', async () => (await claudes(app)).length === 1);
    const first = (await claudes(app))[0]?.id ?? '';
    await until(app, first, 'idle', 'complete');
    await shows(app, first, /^❯/m);
    await app.page.keyboard.insertText('make the file');
    await shows(app, first, /make the file/);
    await app.page.keyboard.press('Enter');
    await until(app, first, 'waiting');
    // Every view says so, from one source.
    await expect(header(app, first)).toContainText(/waiting/i);
    await expect(app.page.getByTestId('status-bar')).toContainText('Claude: ✋ Waiting for you');
    await expect.poll(() => app.page.title()).toContain('(1)');
    await app.page.screenshot({ path: 'test-results/waiting.png' });
    // A dialog that has just come up takes no keys for a moment.
    await expect(async () => {
      await app.page.keyboard.press('1');
      await expect(header(app, first)).not.toContainText(/waiting/i, { timeout: 700 });
    }).toPass({ timeout: 20_000 });
    await until(app, first, 'idle', 'complete');

    for (let number = 1; number < count; number += 1) {
      const made = await run(app, 'create_window', {
        command: 'claude --permission-mode default',
        cwd: project,
      });
      const { pane } = made.json as { pane: { id: string } };
      await until(app, pane.id, 'idle', 'waiting');
      await write(app, pane.id, `I am number ${String(number)}`);
      await run(app, 'send_input', { pane: pane.id, keys: 'Enter' });
      await until(app, pane.id, 'complete', 'idle');
      await run(app, 'expect', { pane: pane.id, pattern: 'Noted, and written down', timeout: 30 });
    }
    const before = await claudes(app);
    expect(before).toHaveLength(count);
    const conversations = new Map(before.map(({ id, claude: it }) => [id, it?.session_id]));
    expect(new Set(conversations.values()).size).toBe(count);
    await waitFor(
      'the conversations on disk',
      () => {
        const kept = fs.readFileSync(`${app.fugueHome}/state/workspace.json`, 'utf8');
        return [...conversations.values()].every((id) => kept.includes(id ?? ''));
      },
      { timeout: 2000 },
    );
    await app.kill();

    app = await openApp({ directory, env, config, size: { width: 1500, height: 950 } });
    for (const { id } of before) await until(app, id, 'idle', 'complete');
    const after = await claudes(app);
    expect(after.map(({ id, claude: it }) => [id, it?.session_id, it?.is_resumed])).toEqual(
      before.map(({ id }) => [id, conversations.get(id), true]),
    );
    await app.page.getByRole('button', { name: /notices/i }).click();
    await expect(app.page.getByTestId('notices').getByText(/resumed its conversation/)).toHaveCount(count);
    expect((await panes(app)).length).toBeGreaterThan(0);
    expectNoProblems(app);
  } finally {
    await app.close();
    await server.close();
    directory.remove();
  }
});
