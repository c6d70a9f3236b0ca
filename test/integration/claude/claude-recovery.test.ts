// Six Claudes in one folder come back, each to its own conversation, after a kill -9 of everything.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { claudeVersions } from '#test/helpers/claude/claude';
import { ClaudeCore } from '#test/helpers/claude/claude-core';
import { answer, story, text } from '#test/helpers/model-server/index';
import { makeTemporaryDirectory, type TemporaryDirectory } from '#test/helpers/temporary-directory';
import { waitFor } from '#test/helpers/wait';

const COUNT = 6;

describe.each(claudeVersions.slice(-1))('claude %s', (version) => {
  let core: ClaudeCore | undefined;
  let directory: TemporaryDirectory | undefined;
  afterEach(async () => {
    await core?.close();
    core = undefined;
    directory?.remove();
  });

  it('six in one folder each go on with their own conversation after everything was killed', async () => {
    directory = makeTemporaryDirectory();
    const answers = Array.from({ length: COUNT * 2 }, (_, number) =>
      answer(text(`Answer ${String(number)}.`)),
    );
    core = await ClaudeCore.start({ version, directory, story: story('six', answers) });
    const panes: string[] = [];
    for (let number = 0; number < COUNT; number += 1) {
      const pane = await core.pane();
      await core.prompt(pane, `I am number ${String(number)}`);
      await core.until(pane, 'complete');
      await core.written(pane, `I am number ${String(number)}`);
      panes.push(pane);
    }
    const conversations = panes.map((pane) => core?.find(pane).claude?.sessionId);
    expect(new Set(conversations).size).toBe(COUNT);
    await core.crash();
    core = await ClaudeCore.start({ version, directory, story: story('six more', answers) });
    for (const [number, pane] of panes.entries()) {
      await core.until(pane, 'idle', 'complete');
      expect(core.find(pane).claude?.sessionId).toBe(conversations[number]);
      expect(core.find(pane).claude?.resumed).toBe(true);
      await core.shows(pane, `I am number ${String(number)}`);
    }
    const report = core.app.state.notices.find(({ title }) => title.startsWith('Brought back'));
    expect(report?.details.filter((line) => line.includes('resumed its conversation'))).toHaveLength(COUNT);
  }, 180_000);

  it('a conversation that Claude itself takes up in a second pane is given back there, and a copy offered', async () => {
    directory = makeTemporaryDirectory();
    const answers = Array.from({ length: 4 }, () => answer(text('Noted.')));
    core = await ClaudeCore.start({ version, directory, story: story('twins', answers) });
    const first = await core.pane();
    await core.prompt(first, 'remember the pier');
    await core.until(first, 'complete');
    const before = core.find(first).claude;
    await core.written(first, 'remember the pier');
    const second = await core.pane('claude -c --permission-mode default');
    const twins = core;
    // Claude itself chooses the conversation here, so it is known only once it runs.
    await waitFor('the twin to be held', () => twins.find(second).process.status === 'waiting', {
      timeout: 20_000,
    });
    expect(twins.find(second).process).toMatchObject({
      reason: expect.stringContaining('another pane') as string,
    });
    expect(twins.find(first).process.status).toBe('running');
    await core.app.run('restart_pane', { pane_id: second });
    await core.until(second, 'idle', 'complete');
    expect(core.find(second).claude?.sessionId).not.toBe(before?.sessionId);
    await core.shows(second, 'remember the pier');
  }, 120_000);

  it('of two panes that were saved with one conversation only one gets it back', async () => {
    directory = makeTemporaryDirectory();
    const answers = Array.from({ length: 4 }, () => answer(text('Noted.')));
    core = await ClaudeCore.start({ version, directory, story: story('saved twins', answers) });
    const [first, second] = [await core.pane(), await core.pane()];
    for (const pane of [first, second]) {
      await core.prompt(pane, 'remember the pier');
      await core.until(pane, 'complete');
    }
    const before = core.find(first).claude;
    const other = core.find(second).claude;
    await core.written(first, 'remember the pier');
    await core.crash();
    const saved = path.join(directory.path, 'home/.fugue/state/workspace.json');
    const twice = fs.readFileSync(saved, 'utf8').replaceAll(other?.sessionId ?? '', before?.sessionId ?? '');
    fs.writeFileSync(saved, twice);
    core = await ClaudeCore.start({ version, directory, story: story('twins again', answers) });
    const again = core;
    await waitFor(
      'one of them to be refused',
      () => [first, second].filter((pane) => again.find(pane).process.status === 'waiting').length === 1,
      { timeout: 20_000 },
    );
    const winner = [first, second].find((pane) => again.find(pane).process.status !== 'waiting') ?? '';
    await again.until(winner, 'idle', 'complete');
    expect(again.find(winner).claude?.sessionId).toBe(before?.sessionId);
  }, 120_000);

  it('what a Claude that is still ending writes last is not lost: its conversation goes on', async () => {
    directory = makeTemporaryDirectory();
    const answers = Array.from({ length: 4 }, () => answer(text('Noted.')));
    core = await ClaudeCore.start({ version, directory, story: story('one', answers) });
    const pane = await core.pane();
    await core.prompt(pane, 'remember the lighthouse');
    await core.until(pane, 'complete');
    await core.written(pane, 'remember the lighthouse');
    const before = core.find(pane).claude;
    const transcript = before?.transcriptPath ?? '';
    await core.crash();
    // As one leaves it whose prompt is on its way to the disk.
    fs.renameSync(transcript, `${transcript}.last`);
    fs.writeFileSync(transcript, '{"type":"mode","mode":"normal"}\n');
    const ending = spawn(
      'sh',
      ['-c', 'trap \'mv "$0.last" "$0"; exit\' TERM; echo ready; while :; do sleep 0.05; done', transcript],
      { stdio: ['ignore', 'pipe', 'ignore'], env: { ...process.env, FUGUE_PANE_ID: pane } },
    );
    try {
      await once(ending.stdout, 'data');
      fs.writeFileSync(
        path.join(before?.configDirectory ?? '', 'sessions', `${String(ending.pid)}.json`),
        JSON.stringify({ pid: ending.pid, sessionId: before?.sessionId, cwd: core.project, status: 'busy' }),
      );
      core = await ClaudeCore.start({ version, directory, story: story('again', answers) });
      const again = core;
      await again.until(pane, 'idle', 'complete');
      expect(again.find(pane).claude).toMatchObject({ sessionId: before?.sessionId, resumed: true });
      await again.shows(pane, 'remember the lighthouse');
    } finally {
      ending.kill('SIGKILL');
    }
  }, 120_000);

  it('a conversation that is open elsewhere is not resumed twice; Enter goes on with a copy', async () => {
    directory = makeTemporaryDirectory();
    const answers = Array.from({ length: 4 }, () => answer(text('Noted.')));
    core = await ClaudeCore.start({ version, directory, story: story('one', answers) });
    const pane = await core.pane();
    await core.prompt(pane, 'remember the harbour');
    await core.until(pane, 'complete');
    const before = core.find(pane).claude;
    await core.written(pane, 'remember the harbour');
    await core.crash();
    // Somebody else's terminal: what Claude writes about a living process of another program.
    const stranger = spawn('sleep', ['1000'], { stdio: 'ignore' });
    try {
      const registry = path.join(before?.configDirectory ?? '', 'sessions');
      fs.writeFileSync(
        path.join(registry, `${String(stranger.pid)}.json`),
        JSON.stringify({
          pid: stranger.pid,
          sessionId: before?.sessionId,
          cwd: core.project,
          status: 'idle',
        }),
      );
      core = await ClaudeCore.start({ version, directory, story: story('again', answers) });
      const again = core;
      await waitFor('the refusal', () => again.find(pane).process.status === 'waiting');
      expect(again.find(pane).process).toMatchObject({
        reason: expect.stringContaining('another terminal') as string,
      });
      await again.app.run('restart_pane', { pane_id: pane });
      await again.until(pane, 'idle', 'complete');
      expect(again.find(pane).claude?.sessionId).not.toBe(before?.sessionId);
      await again.shows(pane, 'remember the harbour');
    } finally {
      stranger.kill('SIGKILL');
    }
  }, 120_000);
});
