// Claudes in a tmux that a person runs in panes: what comes back when Fugue is killed, with the tmux and without it.
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { claudeVersions } from '#test/helpers/claude/claude';
import { ClaudeCore } from '#test/helpers/claude/claude-core';
import { answer, story, text } from '#test/helpers/model-server/index';
import { makeTemporaryDirectory, type TemporaryDirectory } from '#test/helpers/temporary-directory';
import { waitFor } from '#test/helpers/wait';
import { isAlive } from '../../../electron/pty/process-tree';

/** How many there are; FUGUE_COUNT takes more. */
const COUNT = Number(process.env['FUGUE_COUNT'] ?? 3);
/** Slow as no real model is quick: of a turn that is over at once the registry may be read only after its end. */
const answers = (count: number) => Array.from({ length: count }, () => answer(text('Noted.')).slowly(100));

describe.each(claudeVersions.slice(-1))('claude %s in a tmux', (version) => {
  let core: ClaudeCore | undefined;
  let directory: TemporaryDirectory | undefined;
  afterEach(async () => {
    try {
      execFileSync('tmux', ['-S', socket(), 'kill-server'], { stdio: 'ignore' });
    } catch {
      // It was killed already.
    }
    await core?.close();
    core = undefined;
    directory?.remove();
  });

  const socket = () => path.join(directory?.path ?? '', 'tmux.socket');

  async function start(count: number): Promise<ClaudeCore> {
    directory ??= makeTemporaryDirectory();
    return (core = await ClaudeCore.start({ version, directory, story: story('tmux', answers(count)) }));
  }

  async function shell(it: ClaudeCore): Promise<string> {
    const pane = await it.pane('');
    await waitFor('the shell', async () => /[$#]\s*$/.test(await it.screen(pane)));
    return pane;
  }

  /** A pane whose shell runs a tmux, in which a Claude has answered. */
  async function paneWithTmux(it: ClaudeCore, prompt: string): Promise<string> {
    const pane = await shell(it);
    const claude = `${it.executable} --permission-mode default`;
    const line = `tmux -f /dev/null -S ${socket()} new-session "${claude}"\n`;
    await it.app.run('send_input', { pane_id: pane, input: line });
    await it.prompt(pane, prompt);
    await it.until(pane, 'complete');
    await it.written(pane, prompt);
    return pane;
  }

  const tmuxServer = () =>
    Number(execFileSync('tmux', ['-S', socket(), 'display-message', '-p', '#{pid}'], { encoding: 'utf8' }));

  it(`${String(COUNT)} in one folder each go on with their own conversation after app and tmux were killed`, async () => {
    let it = await start(COUNT);
    const panes: string[] = [];
    for (let number = 0; number < COUNT; number += 1)
      panes.push(await paneWithTmux(it, `I am number ${String(number)}`));
    const conversations = panes.map((pane) => it.find(pane).claude?.sessionId);
    expect(new Set(conversations).size).toBe(COUNT);
    const server = tmuxServer();
    await it.crash(() => {
      process.kill(server, 'SIGKILL');
    });
    it = await start(COUNT);
    for (const [number, pane] of panes.entries()) {
      await it.until(pane, 'idle', 'complete');
      expect(it.find(pane).claude?.sessionId).toBe(conversations[number]);
      expect(it.find(pane).claude?.resumed).toBe(true);
      await it.shows(pane, `I am number ${String(number)}`);
    }
    // It goes on in the shell of its pane, which is there again when it is left.
    const [pane = ''] = panes;
    await it.prompt(pane, 'and then?');
    await it.until(pane, 'complete');
    expect(JSON.stringify(it.server.turns[0]?.body?.messages)).toContain('I am number 0');
    await it.prompt(pane, '/exit');
    await waitFor('a shell as before', () => it.find(pane).claude === null, { timeout: 10_000 });
    expect(it.find(pane).process.status).toBe('running');
  }, 180_000);

  it('goes on by itself when only the app was killed: the pane is a shell that says so, and finds it again', async () => {
    let it = await start(1);
    const pane = await paneWithTmux(it, 'remember the lighthouse');
    const before = it.find(pane).claude?.sessionId;
    const server = tmuxServer();
    await it.crash();
    it = await start(1);
    const again = it;
    const report = () => again.app.state.notices.find(({ title }) => title.startsWith('Brought back'));
    await waitFor('the report', () => report() !== undefined);
    expect(report()?.details.join()).toContain('goes on in the tmux that it ran in');
    expect(isAlive(server)).toBe(true);
    expect(it.find(pane).claude).toBeNull();
    await waitFor('the shell', async () => /[$#]\s*$/.test(await again.screen(pane)));
    await it.app.run('send_input', { pane_id: pane, input: `tmux -S ${socket()} attach\n` });
    await it.until(pane, 'idle');
    expect(it.find(pane).claude?.sessionId).toBe(before);
    await it.shows(pane, 'remember the lighthouse');
  }, 120_000);
});
