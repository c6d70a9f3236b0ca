// A Claude that somebody types into a shell tells by the installed hook what it does.
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { installHookEntries } from '#electron/claude/install/hook-entries';
import { writeHookScript } from '#electron/claude/install/hook-script';
import { claudeVersions } from '#test/helpers/claude/claude';
import { ClaudeCore } from '#test/helpers/claude/claude-core';
import { answer, story, text, tool } from '#test/helpers/model-server/index';
import { waitFor } from '#test/helpers/wait';

describe.each(claudeVersions.slice(-1))('claude %s with the installed hook', (version) => {
  let core: ClaudeCore | undefined;
  afterEach(async () => {
    await core?.close();
    core = undefined;
  });

  it('tells its states and its conversation, also after /clear', async () => {
    core = await ClaudeCore.start({
      version,
      story: story('hook', [
        answer(tool('Bash', { command: 'touch made.txt', description: 'Make it' })),
        answer(text('It is there.')),
        answer(text('And more.')).held(),
      ]),
      config: '[channels]\nenabled = true\nmanaged = false\n',
    });
    const { home, directory } = core.app;
    const hook = path.join(home, '.local/share/ccmux/hook');
    const folder = path.join(directory.path, 'ccmux');
    expect(writeHookScript(hook, { folder, commandFile: '/nowhere/fugue' }).ok).toBe(true);
    expect((await installHookEntries(path.join(home, '.claude/settings.json'), hook, null)).ok).toBe(true);
    await waitFor('control.sock', () => fs.existsSync(path.join(folder, 'control.sock')));
    const program = path.join(home, 'bin/claude');
    fs.mkdirSync(path.dirname(program));
    fs.symlinkSync(core.executable, program);
    const pane = await core.pane('');
    await waitFor('the shell', async () => /[$#]\s*$/.test(await core!.screen(pane)));
    await core.app.run('send_input', {
      pane_id: pane,
      input: '~/bin/claude --permission-mode default\n',
    });
    let said = '';
    const hookSays = async () => {
      const { evidence } = await core!.app.run('explain_status', { pane_id: pane });
      return (said = evidence.find(({ source }) => source === 'hook')?.says ?? '');
    };
    await core.prompt(pane, 'touch it');
    await core.until(pane, 'waiting');
    /** Whatever told the state first: the hook has told of it too. */
    const told = async (what: RegExp) =>
      waitFor(`the hook to tell ${String(what)}`, async () => what.test(await hookSays()), {
        instead: () => said,
      });
    await told(/permission/);
    const first = core.find(pane).claude;
    expect(first?.managed).toBe(false);
    await waitFor('the transcript', () => fs.existsSync(first?.transcriptPath ?? ''));
    await core.answer(pane, '1');
    await core.until(pane, 'complete', 'idle');
    await told(/turn-ended/);
    await core.prompt(pane, '/clear');
    await told(/conversation-starts/);
    await waitFor('the next one', () => core!.find(pane).claude?.sessionId !== first?.sessionId);
    await core.prompt(pane, 'more');
    await core.until(pane, 'thinking', 'streaming');
    await told(/prompt/);
    core.server.release();
    await core.until(pane, 'complete', 'idle');
    await told(/turn-ended/);
    // Claude shows that a hook runs, but nothing of it stays.
    await waitFor('a screen without it', async () => !(await core!.screen(pane)).includes('hook'));
  });
});
