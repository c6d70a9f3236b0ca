// A real Claude goes through its states in the real window, and every view says the same each time.
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import type { App } from '#test/helpers/app';
import { claudeVariables, ensureClaude, makeClaudeHome } from '#test/helpers/claude/claude';
import { answer, startModelServer, story, text, tool } from '#test/helpers/model-server/index';
import { limit, plan, question } from '#test/helpers/claude/scenarios/scripts';
import { makeTemporaryDirectory } from '#test/helpers/temporary-directory';
import { waitFor } from '#test/helpers/wait';
import { expectNoProblems, openApp, run } from '#test/helpers/window';

/** What a view says of a state: the same words, the same colour, and whether somebody has to come. */
const VIEWS = {
  idle: { words: '⏳ Idle', dot: 'idle', needs: false },
  thinking: { words: '🧠 Thinking', dot: 'busy', needs: false },
  tool: { words: '⚙️ Running a tool', dot: 'busy', needs: false },
  streaming: { words: '📝 Writing', dot: 'busy', needs: false },
  waiting: { words: '✋ Waiting for you', dot: 'waiting', needs: true },
  complete: { words: '✅ Done', dot: 'done', needs: true },
  limited: { words: '⏱️ Usage limit', dot: 'waiting', needs: true },
  crashed: { words: '❌ Crashed', dot: 'problem', needs: true },
  exited: { words: '⏹️ Ended', dot: 'ended', needs: false },
} as const;
type State = keyof typeof VIEWS;

/** Everything that the window says of the only Claude, read in one moment. */
function readViews(app: App, id: string) {
  return app.page.evaluate((paneId) => {
    const byId = (name: string) => document.querySelector<HTMLElement>(`[data-testid="${name}"]`);
    const dotOf = (element: HTMLElement | null) =>
      element?.querySelector('[data-dot]')?.getAttribute('data-dot') ?? null;
    const badge = byId(`state-badge-${paneId}`);
    const row = byId(`sidebar-pane-${paneId}`);
    const tab = document.querySelector<HTMLElement>('.window-tab');
    const bar = document.querySelector('.status-agent')?.textContent ?? '';
    return {
      state: badge?.dataset['state'] ?? null,
      badge: [...(badge?.querySelectorAll('[aria-hidden], .pane-agent-label') ?? [])]
        .map((part) => part.textContent)
        .join(' '),
      reason: badge?.querySelector('.pane-agent-reason')?.textContent ?? '',
      sidebar: row?.getAttribute('aria-label') ?? '',
      sidebarDot: dotOf(row),
      tabDot: dotOf(tab),
      tabCount: tab?.querySelector('.attention-count')?.getAttribute('data-count') ?? '0',
      bar: bar.replace('Claude: ', ''),
      titleMark: /^\(\d+\) /.exec(document.title)?.[0] ?? '',
    };
  }, id);
}

/** Waits for a state, and holds every view to it. */
async function says(app: App, id: string, state: State, reason?: RegExp): Promise<void> {
  const { words, dot, needs } = VIEWS[state];
  const label = words.replace(/^\S+ /, '');
  // The other pane of the window is a shell, whose dot counts for more than that of what has ended.
  const tabDot = state === 'exited' ? 'running' : dot;
  await expect
    .poll(() => readViews(app, id), { timeout: 20_000, intervals: [50] })
    .toEqual({
      state,
      badge: words,
      reason: reason === undefined ? expect.any(String) : expect.stringMatching(reason),
      sidebar: expect.stringMatching(new RegExp(`, ${label}(?:: .*)?$`)),
      sidebarDot: dot,
      tabDot,
      tabCount: needs ? '1' : '0',
      bar: words,
      titleMark: needs ? '(1) ' : '',
    });
}

test('header, sidebar, tab, status bar and title agree on each state that a Claude goes through', async () => {
  const directory = makeTemporaryDirectory();
  const server = await startModelServer(
    story('a life', [
      plan,
      answer(tool('Bash', { command: 'touch made.txt && ./wait-for bash', description: 'Make it' })).held(),
      question,
      answer(text('One line.\nTwo lines.\nThree lines.')).held('inside'),
      limit(7200),
    ]),
  );
  const claude = await ensureClaude('2.1.332');
  const project = directory.folder('home', 'project');
  const tools = '#!/bin/sh\nwhile [ ! -e "$1" ]; do sleep 0.05; done\n';
  fs.writeFileSync(path.join(project, 'wait-for'), tools, { mode: 0o755 });
  makeClaudeHome(directory.folder('home'), { trusted: [project] });
  const variables = claudeVariables({ home: directory.folder('home'), modelServerUrl: server.url });
  // Only who is logged in has a usage limit.
  const env = {
    ...variables,
    ANTHROPIC_API_KEY: '',
    CLAUDE_CODE_OAUTH_TOKEN: 'sk-ant-oat01-scripted-token-for-tests',
  };
  const config = `[claude]\ncommand = "${claude}"\nbackoff-initial = 120\nbackoff-cap = 120\n`;
  const app = await openApp({ directory, env, config, size: { width: 1500, height: 950 } });
  try {
    const made = await run(app, 'split_pane', {
      command: 'claude --permission-mode plan',
      name: 'builder',
      cwd: project,
      focus: false,
    });
    const { id } = (made.json as { pane: { id: string } }).pane;
    const screen = async () => (await run(app, 'read_pane', { pane: id })).stdout;
    const prompt = async (words: string) => {
      await run(app, 'send_input', { pane: id, input: words, paste: true });
      await run(app, 'expect', { pane: id, pattern: words.replace('/', '.') });
      await run(app, 'send_input', { pane: id, keys: 'Enter' });
    };
    /** A dialog that has just come takes no keys for a moment. */
    const choose = async (option: RegExp) => {
      await expect(async () => {
        const key = option.exec(await screen())?.[1];
        expect(key).toBeDefined();
        await run(app, 'send_input', { pane: id, keys: key ?? '' });
        await expect.poll(async () => (await readViews(app, id)).state, { timeout: 700 }).not.toBe('waiting');
      }).toPass({ timeout: 15_000 });
    };

    await says(app, id, 'idle');
    await prompt('make a plan');
    await says(app, id, 'waiting', /plan/);
    await choose(/(\d)\. Yes(?:, and switch to default|, manually approve|\s*\\?n)/);
    await says(app, id, 'thinking');
    server.release();
    await says(app, id, 'waiting', /touch made\.txt/);
    await choose(/(\d)\. Yes/);
    await says(app, id, 'tool', /wait-for/);
    fs.writeFileSync(path.join(project, 'bash'), '');
    await says(app, id, 'waiting', /Which database/);
    await choose(/(\d)\. PostgreSQL/);
    await says(app, id, 'streaming');
    server.release();
    await says(app, id, 'complete');
    await prompt('use up the rest');
    await says(app, id, 'limited', /until \d\d:\d\d/);
    await prompt('/exit');
    await says(app, id, 'exited');
    await run(app, 'restart_pane', { pane: id });
    await waitFor('it to be back', async () => (await readViews(app, id)).state !== 'exited');
    await says(app, id, 'idle');
    const { json } = await run(app, 'list_panes');
    const { panes } = json as { panes: { id: string; process: { pid: number } }[] };
    process.kill(panes.find((one) => one.id === id)?.process.pid ?? 0, 'SIGKILL');
    await says(app, id, 'crashed', /SIGKILL/);
    expectNoProblems(app);
  } finally {
    await app.close();
    await server.close();
    directory.remove();
  }
});
