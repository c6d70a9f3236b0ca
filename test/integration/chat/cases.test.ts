// What went wrong in tools of this kind, over the protocol of Claude: a script says what the real one can't be made to.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { PermissionAsk } from '#shared/model/permission';
import { asPaneId } from '#shared/model/ids';
import { ChatView } from '#test/helpers/chat-view';
import { TestCore } from '#test/helpers/core';
import { repositoryRoot } from '#test/helpers/root';
import { waitFor } from '#test/helpers/wait';

const cases = path.join(repositoryRoot, 'test/fixtures/cases');

/** A chat whose Claude follows a script. `first`: what it is asked at once. */
async function play(script: string, first: string | null = 'go') {
  const app = await TestCore.start({ config: '[claude]\nrestart = false\n' });
  onTestFinished(() => app.close());
  const log = path.join(app.directory.path, 'in.log');
  const program = path.join(app.directory.folder('bin'), 'claude');
  const file = path.join(cases, script);
  fs.writeFileSync(
    program,
    `#!/bin/sh\nFAKE_SCRIPT='${file}' FAKE_LOG='${log}' exec '${process.execPath}' '${path.join(repositoryRoot, 'test/helpers/claude/scripted-claude.mjs')}'\n`,
    { mode: 0o755 },
  );
  const { pane } = await app.run('create_window', { command: program, face: 'chat' });
  const paneId = asPaneId(pane.id);
  const view = new ChatView();
  app.core.chat.hub.openPane(paneId, view);
  const ask = (text: string) => app.run('send_prompt', { text, pane_id: paneId });
  if (first !== null) await ask(first);
  const asks = (): readonly PermissionAsk[] => app.state.asks;
  const state = () => app.state.panes[paneId]?.agent?.state;
  return {
    app,
    paneId,
    view,
    ask,
    asks,
    state,
    asked: async (count: number) => {
      await waitFor(`${String(count)} questions`, () => asks().length === count, { timeout: 15_000 });
      return asks();
    },
    atRest: (limit: number) =>
      waitFor(
        'it to rest',
        () => ['complete', 'idle', 'limited', 'crashed', 'exited'].includes(state() ?? ''),
        {
          timeout: limit,
          instead: () => String(state()),
        },
      ),
    /** What its Claude was told, line by line. */
    told: () =>
      fs.existsSync(log)
        ? fs
            .readFileSync(log, 'utf8')
            .split('\n')
            .flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as Record<string, unknown>] : []))
        : [],
    wrote: () => (fs.existsSync(log) ? fs.readFileSync(log, 'utf8') : ''),
  };
}

function answersIn(told: readonly Record<string, unknown>[]) {
  return told.flatMap((line) => {
    if (line['type'] !== 'control_response') return [];
    const { request_id: id, subtype, response } = line['response'] as Record<string, unknown>;
    const behavior = (response as { behavior?: string } | undefined)?.behavior;
    return [[id, behavior ?? subtype]];
  });
}

describe('requests for permission', () => {
  it('are answered one by one, in any order, each with its own id (perm-01, perm-08)', async () => {
    const it = await play('perm-01/script.jsonl');
    const asks = await it.asked(3);
    expect(asks.map(({ input }) => input['command'] ?? input['file_path'])).toEqual([
      'npm test',
      'npm run lint',
      '/home/dev/otter/a.ts',
    ]);
    const answer = (index: number, decision: 'allow' | 'deny') =>
      it.app.run('answer_permission', { ask_ids: [asks[index]!.id], decision });
    await answer(2, 'allow');
    await answer(1, 'deny');
    expect(it.state()).toBe('waiting');
    await answer(0, 'allow');
    await it.atRest(5000);
    expect(answersIn(it.told())).toEqual([
      ['req-3', 'allow'],
      ['req-2', 'deny'],
      ['req-1', 'allow'],
    ]);
    expect(it.asks()).toEqual([]);
    const result = it.view.texts.findIndex((line) => line.includes('"result"'));
    expect(result).toBeGreaterThan(0);
    expect(it.wrote()).not.toContain('timeout waiting');
  });

  it.each(['allow', 'deny'] as const)(
    '"always %s" is an answer to those that wait (perm-03)',
    async (decision) => {
      const it = await play('perm-03/script.jsonl');
      const [first] = await it.asked(3);
      await it.app.run('answer_permission', { ask_ids: [first!.id], decision, always: true });
      expect(it.asks()).toEqual([]);
      await it.atRest(5000);
      expect(answersIn(it.told())).toEqual([
        ['req-1', decision],
        ['req-2', decision],
        ['req-3', decision],
      ]);
    },
  );

  it('go when Claude takes them back, and when it dies (perm-05)', async () => {
    const it = await play('perm-05/script.jsonl');
    const [first] = await it.asked(1);
    await waitFor('it to be taken back', () => !it.asks().some(({ id }) => id === first!.id), {
      timeout: 5000,
    });
    const gone = await it.app.attempt('answer_permission', { ask_ids: [first!.id], decision: 'allow' });
    expect(gone).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('taken it back') as string },
    });
    await it.asked(1);
    const { process: running } = it.app.state.panes[it.paneId]!;
    if (running.status !== 'running') throw new Error('it runs');
    process.kill(-running.pid, 'SIGKILL');
    await waitFor('the question to go', () => it.asks().length === 0, { timeout: 1000 });
    expect(answersIn(it.told())).toEqual([]);
  });

  it('are understood in both shapes, and what nobody knows is refused (perm-07)', async () => {
    const it = await play('perm-07/flat.jsonl');
    for (let count = 0; count < 2; count += 1) {
      const [ask] = await it.asked(1);
      expect(ask).toMatchObject({ tool: 'Bash', input: { command: 'ls' } });
      await it.app.run('answer_permission', { ask_ids: [ask!.id], decision: 'allow' });
    }
    await it.atRest(6000);
    expect(answersIn(it.told())).toEqual([
      ['req-1', 'allow'],
      ['req-2', 'allow'],
      ['req-3', 'error'],
    ]);
  });
});

describe('a turn', () => {
  it.each([
    ['dies.jsonl', /bypass mode cannot be used as root/],
    ['silent.jsonl', /EJSONPARSE/],
  ])('that ends with its Claude is over, and says why: %s (chat-05)', async (script, why) => {
    const it = await play(`chat-05/${script}`);
    await waitFor('the end', () => it.view.facts?.ended != null, { timeout: 10_000 });
    await it.atRest(2000);
    expect(it.view.facts?.ended).toMatch(why);
    expect(it.app.state.panes[it.paneId]?.process.status).toMatch(/exited|failed/);
    // Trying again is one command.
    await it.app.run('restart_pane', { pane_id: it.paneId });
  });

  it('that comes up against a limit says so (chat-05)', async () => {
    const it = await play('chat-05/rate.jsonl');
    await waitFor('the reason', () => it.view.texts.some((line) => line.includes('Limit reached')), {
      timeout: 10_000,
    });
    await it.atRest(2000);
  });

  it('of a Claude that is not there fails at once (chat-05)', async () => {
    const app = await TestCore.start({ config: '[claude]\nrestart = false\n' });
    onTestFinished(() => app.close());
    const { pane } = await app.run('create_window', { command: '/nowhere/claude', face: 'chat' });
    const view = new ChatView();
    app.core.chat.hub.openPane(asPaneId(pane.id), view);
    await waitFor('the reason', () => view.facts?.ended != null, { timeout: 5000 });
    expect(view.facts?.ended).toMatch(/not found|No such file/);
  });

  it('is over before the next question is asked, which is asked once (chat-06)', async () => {
    const it = await play('chat-06/script.jsonl', 'one');
    await it.view.until('the first part', ({ said }) => said.includes('turn 1 part 1'));
    await it.ask('two');
    await it.ask('three');
    const queued = () => it.app.state.deliveries.filter(({ state }) => state === 'queued');
    // On a slow machine the turn may be over by now, and "two" on its way.
    const three = queued().find(({ text }) => text === 'three');
    expect(three).toBeDefined();
    await it.app.run('cancel_delivery', { delivery_id: three!.id });
    await it.view.until('the second turn', ({ said }) => said.includes('turn 2'));
    expect(it.view.said).toEqual(['turn 1 part 1', 'turn 1 part 2', 'turn 2']);
    const prompts = it.told().filter(({ type }) => type === 'user');
    expect(prompts.map(({ message }) => (message as { content: string }).content)).toEqual(['one', 'two']);
  });
});
