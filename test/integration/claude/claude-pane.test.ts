// A Claude that Fugue starts: the real CLI, the real core, a scripted model.
import fs from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { usualVersions } from '#test/helpers/claude/claude';
import { ClaudeCore } from '#test/helpers/claude/claude-core';
import { answer, story, text, tool } from '#test/helpers/model-server/index';
import { waitFor } from '#test/helpers/wait';

describe.each(usualVersions)('claude %s in a pane', (version) => {
  let core: ClaudeCore | undefined;
  afterEach(async () => {
    await core?.close();
    core = undefined;
  });

  it('is ready, works, asks, and is done, each with a reason', async () => {
    core = await ClaudeCore.start({
      version,
      story: story('one tool', [
        answer(
          text('I will make a file.'),
          tool('Bash', { command: 'touch made.txt', description: 'Make it' }),
        ),
        answer(text('It is there.')),
      ]),
    });
    const pane = await core.pane();
    expect(core.find(pane).kind).toBe('claude');
    await core.until(pane, 'idle');
    await core.prompt(pane, 'make a file');
    const waiting = await core.until(pane, 'waiting');
    expect(waiting.waitingFor).toBe('permission');
    // Whichever of its signals comes first; the dialog says what it is about.
    await waitFor('the reason', () => core?.find(pane).agent?.reason.includes('touch made.txt') === true, {
      instead: () => JSON.stringify(core?.find(pane).agent),
    });
    await core.answer(pane, '1');
    await core.until(pane, 'complete');
    expect(fs.existsSync(`${core.project}/made.txt`)).toBe(true);
    const { claude } = core.find(pane);
    expect(claude?.managed).toBe(true);
    await waitFor('the transcript', () => fs.existsSync(claude?.transcriptPath ?? ''));
    const explained = await core.app.run('explain_status', { pane_id: pane });
    expect(explained.evidence.map(({ source }) => source)).toEqual(
      expect.arrayContaining(['title', 'registry', 'hook', 'screen']),
    );
  });

  it('goes on with its own conversation after it was killed, and not before its wait is over', async () => {
    core = await ClaudeCore.start({
      version,
      story: story('two answers', [answer(text('The first answer.')), answer(text('The second answer.'))]),
    });
    const pane = await core.pane();
    await core.prompt(pane, 'say the first thing');
    await core.until(pane, 'complete');
    const before = core.find(pane).claude?.sessionId ?? '';
    await core.written(pane, 'say the first thing');
    const { process: running } = core.find(pane);
    if (running.status !== 'running') throw new Error('it runs');
    process.kill(running.pid, 'SIGKILL');
    await core.until(pane, 'crashed');
    expect(core.find(pane).claude?.restartAt).not.toBeNull();
    await core.until(pane, 'idle');
    const after = core.find(pane).claude;
    expect(after?.sessionId).toBe(before);
    expect(after?.resumed).toBe(true);
    await core.shows(pane, 'The first answer.');
    await core.prompt(pane, 'say the second thing');
    await core.until(pane, 'complete');
    expect(core.server.turns).toHaveLength(2);
    const last = JSON.stringify(core.server.turns[1]?.body?.messages);
    expect(last).toContain('say the first thing');
    expect(last).toContain('The first answer.');
  });
});
