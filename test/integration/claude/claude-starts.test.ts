// How Claudes are started and started again: what a pane is told, what is refused, and what is not repeated for ever.
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { claudeVersions } from '#test/helpers/claude/claude';
import { ClaudeCore } from '#test/helpers/claude/claude-core';
import { TestCore } from '#test/helpers/core';
import { answer, story, text } from '#test/helpers/model-server/index';
import { makeTemporaryDirectory } from '#test/helpers/temporary-directory';
import { waitFor } from '#test/helpers/wait';
import { asPaneId } from '#shared/model/ids';

const version = claudeVersions.at(-1) ?? '';
const noted = story('noted', [answer(text('Noted.')), answer(text('Noted again.'))]);

describe('a Claude that can be started', () => {
  let core: ClaudeCore | undefined;
  afterEach(async () => {
    await core?.close();
    core = undefined;
  });

  it.each(claudeVersions)(
    '%s begins anew, once, when it is to resume a conversation it does not know (rec-02)',
    async (each) => {
      core = await ClaudeCore.start({ version: each, story: noted, config: 'backoff-initial = 0.1' });
      const unknown = randomUUID();
      const pane = await core.pane(`claude --resume ${unknown} --permission-mode default`);
      await core.until(pane, 'idle');
      expect(core.find(pane).claude?.sessionId).not.toBe(unknown);
      expect(core.find(pane).claude?.resumed).toBe(false);
      const notices = core.app.state.notices.filter(({ title }) => title.includes('could not be resumed'));
      expect(notices).toHaveLength(1);
      expect(notices[0]?.details.join()).toContain(unknown);
      await core.prompt(pane, 'remember this');
      await core.until(pane, 'complete');
    },
  );

  it('is refused a conversation that is open in another pane, and goes on with a copy when that is wanted', async () => {
    core = await ClaudeCore.start({ version, story: noted });
    const first = await core.pane();
    await core.prompt(first, 'remember the harbour');
    await core.until(first, 'complete');
    const { claude } = core.find(first);
    await core.written(first, 'remember the harbour');
    const second = await core.pane(`claude --resume ${claude?.sessionId ?? ''} --permission-mode default`);
    const it = core;
    await waitFor('the refusal', () => it.find(second).process.status === 'waiting', {
      instead: () => JSON.stringify(it.find(second).process),
    });
    expect(core.find(second).process).toMatchObject({
      reason: expect.stringMatching(/open in another pane.*Enter.*copy/) as string,
    });
    await core.app.run('restart_pane', { pane_id: second });
    await core.until(second, 'idle', 'complete');
    expect(core.find(second).claude?.sessionId).not.toBe(claude?.sessionId);
    await core.shows(second, 'remember the harbour');
    expect(core.find(first).claude?.sessionId).toBe(claude?.sessionId);
  });

  it('knows its place, and panes of panes are made only so deep', async () => {
    core = await ClaudeCore.start({ version, story: noted });
    const { app } = core;
    let parent = await core.pane();
    const first = parent;
    for (let depth = 1; depth < 5; depth += 1) {
      const made = await app.run(
        'create_window',
        { command: depth === 1 ? 'claude --permission-mode default' : 'sleep 1000', cwd: core.project },
        { kind: 'cli', paneId: parent },
      );
      expect(made.pane.depth).toBe(depth);
      if (depth === 1) {
        await core.until(made.pane.id, 'idle');
        const { process: running } = core.find(made.pane.id);
        if (running.status !== 'running') throw new Error('it runs');
        const variables = fs.readFileSync(`/proc/${String(running.pid)}/environ`, 'utf8').split('\0');
        expect(variables).toContain('FUGUE_SESSION_DEPTH=1');
        expect(variables).toContain(`FUGUE_PARENT_PANE=${first}`);
        expect(variables).toContain(`FUGUE_PANE_ID=${made.pane.id}`);
        expect(variables.filter((one) => /^CLAUDE(?:CODE|_CODE_(?:CHILD|SESSION|ENTRY))/.test(one))).toEqual(
          [],
        );
        const words = fs.readFileSync(`/proc/${String(running.pid)}/cmdline`, 'utf8');
        const token = variables.find((one) => one.startsWith('FUGUE_TOKEN='))?.split('=')[1] ?? '';
        expect(token.length).toBeGreaterThan(20);
        expect(words).not.toContain(token);
      }
      parent = made.pane.id;
    }
    const refused = await app.attempt(
      'create_window',
      { command: 'claude' },
      { kind: 'cli', paneId: parent },
    );
    expect(refused.ok).toBe(false);
    if (!refused.ok) expect(refused.error.message).toContain('limits.max-depth');
  });
});

describe('a Claude that can not be started', () => {
  let app: TestCore | undefined;
  afterEach(async () => {
    await app?.close();
    app = undefined;
  });
  const find = (paneId: string) => app!.state.panes[asPaneId(paneId)]!;

  it('says so when the program is missing, and is not started again and again', async () => {
    app = await TestCore.start({ config: '[claude]\ncommand = "/nonexistent"\nbackoff-initial = 0.1\n' });
    const pane = await app.pane('claude');
    await waitFor('the failure', () => find(pane).process.status === 'failed', {
      instead: () => JSON.stringify(find(pane)),
    });
    expect(find(pane).process).toMatchObject({
      reason: expect.stringMatching(/not found.*claude\.command/) as string,
    });
    expect(find(pane).claude?.restartAt).toBeNull();
    expect(app.state.notices.map(({ title }) => title)).toContain('A Claude is not started again');
  });

  it.each(claudeVersions)('%s is not started again when it refuses its command line twice', async (each) => {
    const core = await ClaudeCore.start({ version: each, story: noted, config: 'backoff-initial = 0.1' });
    try {
      app = core.app;
      const waits: number[] = [];
      app.core.store.onAction(({ action }) => {
        if (action.type === 'pane/claude-changed' && action.claude?.restartAt != null)
          waits.push(action.claude.restartAt);
      });
      const pane = await core.pane('claude --no-such-flag');
      await waitFor('it to give up', () => find(pane).process.status === 'failed', { timeout: 20_000 });
      expect(find(pane).process).toMatchObject({
        reason: expect.stringMatching(/does not start.*unknown option.*--no-such-flag/) as string,
      });
      expect(waits).toHaveLength(1);
      expect(find(pane).claude?.restartAt).toBeNull();
      expect(app.state.notices.map(({ title }) => title)).toContain('A Claude is not started again');
    } finally {
      await core.close();
      app = undefined;
    }
  });

  it('waits twice as long each time, gives up with a reason, and tries again when asked (rec-07)', async () => {
    const directory = makeTemporaryDirectory();
    try {
      const starts = path.join(directory.path, 'starts');
      const program = directory.file('bin/claude', `#!/bin/sh\ndate +%s%N >> ${starts}\nexit 3\n`);
      fs.chmodSync(program, 0o755);
      app = await TestCore.start({
        directory,
        config: `[claude]\ncommand = "${program}"\nbackoff-initial = 0.1\nbackoff-cap = 0.4\n`,
      });
      const waits: number[] = [];
      app.core.store.onAction(({ action }) => {
        if (action.type !== 'pane/claude-changed' || action.claude?.restartAt == null) return;
        waits.push(Math.round(action.claude.restartAt - Date.now()));
      });
      const pane = await app.pane('claude');
      await waitFor('it to give up', () => find(pane).process.status === 'failed', { timeout: 20_000 });
      const times = () => fs.readFileSync(starts, 'utf8').trim().split('\n');
      expect(times()).toHaveLength(5);
      const wanted = [100, 200, 400, 400];
      expect(waits).toHaveLength(wanted.length);
      for (const [index, wait] of waits.entries())
        expect(Math.abs(wait - (wanted[index] ?? 0))).toBeLessThan(30);
      expect(find(pane).process).toMatchObject({
        reason: expect.stringMatching(/5 times in a row/) as string,
      });
      const notices = app.state.notices.filter(({ title }) => title === 'A Claude is not started again');
      expect(notices[0]?.details.join()).toContain('Press Enter');
      await app.run('restart_pane', { pane_id: pane });
      await waitFor('another start', () => times().length > 5);
      await app.close();
    } finally {
      app = undefined;
      directory.remove();
    }
  }, 60_000);
});
