// Claudes that are in a pane without being its program in front: behind wrappers, and in a tmux that a person runs.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { claudeVersions, usualVersions } from '#test/helpers/claude/claude';
import { ClaudeCore } from '#test/helpers/claude/claude-core';
import { answer, story, text, tool } from '#test/helpers/model-server/index';
import { waitFor } from '#test/helpers/wait';

const touch = answer(tool('Bash', { command: 'touch made.txt', description: 'Make it' }));
const answers = () => story('behind', [touch, answer(text('It is there.')), answer(text('And more.'))]);

describe.each(usualVersions)('claude %s in a shell', (version) => {
  let core: ClaudeCore | undefined;
  let tmuxSocket: string | undefined;
  afterEach(async () => {
    if (tmuxSocket !== undefined) endTmux(tmuxSocket);
    tmuxSocket = undefined;
    await core?.close();
    core = undefined;
  });

  async function shell(): Promise<string> {
    const pane = (core ??= await ClaudeCore.start({ version, story: answers() }));
    const id = await pane.pane('');
    await waitFor('the shell', async () => /[$#]\s*$/.test(await pane.screen(id)));
    const program = path.join(pane.app.home, 'bin', 'claude');
    fs.mkdirSync(path.dirname(program), { recursive: true });
    if (!fs.existsSync(program)) fs.symlinkSync(pane.executable, program);
    return id;
  }

  async function type(pane: string, line: string): Promise<void> {
    await core?.app.run('send_input', { pane_id: pane, input: `${line}\n` });
  }

  /** The line that starts a tmux which no other test knows, with nothing of the person's own settings. */
  async function tmux(pane: string, words: string): Promise<void> {
    tmuxSocket = path.join(core?.app.home ?? '', 'tmux.socket');
    await type(pane, `tmux -f /dev/null -S ${tmuxSocket} ${words}`);
  }

  function askTmux(...words: readonly string[]): string {
    return execFileSync('tmux', ['-S', tmuxSocket ?? '', ...words], { encoding: 'utf8' }).trim();
  }

  async function gone(it: ClaudeCore, pane: string): Promise<void> {
    await waitFor(
      'a pane without a Claude',
      () => it.find(pane).claude === null && it.find(pane).agent === null,
      {
        timeout: 10_000,
        instead: () => JSON.stringify([it.find(pane).agent, it.find(pane).program]),
      },
    );
  }

  const claude = '~/bin/claude --permission-mode default';

  const wrappers = [
    ['bash -c', `bash -c "${claude}; true"`],
    ['script', `script -qc "${claude}" /dev/null`],
    ['a wrapper that goes on', `bash -c "${claude}; read -r; true"`],
  ] as const;
  // Each for the newest, one for all.
  it.each(version === claudeVersions.at(-1) ? wrappers : wrappers.slice(0, 1))(
    'is seen behind %s, with what its screen and title say',
    async (_name, line) => {
      const pane = await shell();
      const it = core!;
      await type(pane, line);
      await it.until(pane, 'idle');
      expect(it.find(pane).claude?.managed).toBe(false);
      expect(it.find(pane).claude?.directory).toBe(it.project);
      await it.prompt(pane, 'make a file');
      const waiting = await it.until(pane, 'waiting');
      // Only the screen knows what it is about.
      await waitFor('the reason', () => it.find(pane).agent?.reason.includes('touch made.txt') === true);
      expect(waiting.waitingFor).toBe('permission');
      await it.answer(pane, '1');
      await it.until(pane, 'complete');
      await it.written(pane, 'make a file');
      await it.prompt(pane, '/exit');
      await gone(it, pane);
      expect(it.statesOf(pane)).not.toContain('crashed');
    },
  );

  it('is seen in a tmux as long as the pane shows that, by its registry alone', async () => {
    const pane = await shell();
    const it = core!;
    await tmux(pane, `new-session "${claude}; exec bash"`);
    await it.until(pane, 'idle');
    const { claude: known } = it.find(pane);
    expect(known?.sessionId).not.toBeNull();
    await it.prompt(pane, 'make a file');
    await it.until(pane, 'waiting');
    const explained = await it.app.run('explain_status', { pane_id: pane });
    expect(explained.evidence.map(({ source }) => source)).not.toContain('screen');
    expect(explained.evidence.map(({ source }) => source)).not.toContain('title');

    // Detached: the Claude goes on, and is the pane's no more.
    askTmux('detach-client', '-s', '0');
    await gone(it, pane);
    // Another pane that shows it has it then, although the variables of the Claude name the first.
    const other = await shell();
    await tmux(other, 'attach');
    await it.until(other, 'waiting');
    expect(it.find(other).claude?.sessionId).toBe(known?.sessionId);
    expect(it.find(pane).agent).toBeNull();
    await it.answer(other, '1');
    await it.until(other, 'complete');
    await it.prompt(other, '/exit');
    await gone(it, other);
    expect(it.statesOf(other)).not.toContain('crashed');
  });

  // Nothing of this depends on the version.
  if (version === claudeVersions.at(-1))
    it('of two in one tmux the one is told in whose part of tmux the person is', async () => {
      const pane = await shell();
      const it = core!;
      await tmux(pane, `new-session "${claude}; exec bash"`);
      await it.until(pane, 'idle');
      const first = it.find(pane).claude?.sessionId;
      askTmux('new-window', '-c', it.project, `${claude}; exec bash`);
      await waitFor(
        'the second',
        () => it.find(pane).claude !== null && it.find(pane).claude?.sessionId !== first,
        {
          timeout: 20_000,
        },
      );
      await it.until(pane, 'idle');
      askTmux('select-window', '-t', ':0');
      await waitFor('the first', () => it.find(pane).claude?.sessionId === first);
      // In a third place it can't be told which of the two is meant.
      askTmux('new-window', 'exec bash --norc');
      await gone(it, pane);

      // A tmux that is killed takes its Claudes along; the pane is the shell that it was.
      askTmux('select-window', '-t', ':0');
      await waitFor('the first again', () => it.find(pane).claude?.sessionId === first);
      process.kill(Number(askTmux('display-message', '-p', '#{pid}')), 'SIGKILL');
      await gone(it, pane);
      expect(it.find(pane).process.status).toBe('running');
    });
});

function endTmux(socket: string): void {
  try {
    execFileSync('tmux', ['-S', socket, 'kill-server'], { stdio: 'ignore' });
  } catch {
    // It has ended with its last program.
  }
}
