// Requests that come by hooks and over Claude's own protocol, and the log of what became of them.
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { HookDecider, HookServer } from '#electron/claude/hooks/hook-server';
import type { StreamAsk } from '#electron/claude/stream/control';
import type { ChatSessions } from '#electron/session/chat/chat-sessions';
import type { DecisionRecord } from '#electron/session/permissions/decision-log';
import { DecisionLog } from '#electron/session/permissions/decision-log';
import { HookAsks } from '#electron/session/permissions/hook-asks';
import { StreamAsks } from '#electron/session/permissions/stream-asks';
import { Emitter } from '#shared/base/emitter';
import type { PaneId } from '#shared/model/ids';
import { asPaneId } from '#shared/model/ids';
import { ASK_LIMIT } from '#shared/model/permission';
import { makeTemporaryDirectory } from '#test/helpers/temporary-directory';
import { LedgerWorld } from './support';

let world: LedgerWorld;
beforeEach(() => {
  world = new LedgerWorld();
});
afterEach(() => {
  world.dispose();
});
const a = asPaneId('a');
const firstAsk = () => world.ledger.waiting[0]?.id ?? 'none';

describe('a permission dialog in a terminal', () => {
  let deciders: Readonly<Record<string, HookDecider>>;
  let asks: HookAsks;
  beforeEach(() => {
    const hooks = { decide: (given: typeof deciders) => (deciders = given) } as unknown as HookServer;
    asks = new HookAsks(hooks, world.sessionService, world.ledger);
  });
  afterEach(() => {
    asks.dispose();
  });
  const payload = (command = 'ls') => ({
    session_id: 'x',
    tool_name: 'Bash',
    tool_input: { command },
  });
  const hook = (event: string, given: Record<string, unknown>, signal = new AbortController().signal) =>
    deciders[event]?.('a', given, signal) ?? Promise.reject(new Error(`nobody decides ${event}`));
  const agent = (state: 'waiting' | 'tool') => {
    world.store.dispatch({
      type: 'pane/agent-changed',
      paneId: a,
      agent: { state, reason: '', since: 0, source: 'title', confidence: 1 } as never,
    });
  };

  it('is answered here', async () => {
    const answer = hook('PermissionRequest', payload());
    world.ledger.answer(firstAsk(), { type: 'allow' });
    expect(await answer).toEqual({
      hookSpecificOutput: {
        hookEventName: 'PermissionRequest',
        decision: { behavior: 'allow', updatedInput: { command: 'ls' } },
      },
    });
  });

  it('is refused here, and the turn ends', async () => {
    const answer = hook('PermissionRequest', payload());
    world.ledger.answer(firstAsk(), { type: 'deny', message: 'no', interrupt: true });
    expect(await answer).toMatchObject({
      hookSpecificOutput: { decision: { behavior: 'deny', message: 'no', interrupt: true } },
    });
  });

  it.each([
    ['its tool ran', () => void hook('PostToolUse', payload())],
    ['its tool failed', () => void hook('PostToolUseFailure', payload())],
    [
      'Claude is seen to go on',
      () => {
        agent('waiting');
        agent('tool');
      },
    ],
    [
      'its Claude ended',
      () => {
        world.store.dispatch({
          type: 'pane/process-changed',
          paneId: a,
          process: { status: 'exited', exitCode: 0, signal: null, endedAt: 0 },
        });
      },
    ],
    ['nobody answers in time', () => world.clock.advance(ASK_LIMIT)],
    ['Fugue ends', () => world.ledger.dispose()],
  ])('is left to Claude when %s', async (_, happens) => {
    const answer = hook('PermissionRequest', payload());
    expect(world.ledger.waiting).toHaveLength(1);
    happens();
    expect(await answer).toEqual({});
    expect(world.ledger.waiting).toEqual([]);
  });

  it('is taken back when Claude waits no longer, also before it was asked', async () => {
    const gone = new AbortController();
    const answer = hook('PermissionRequest', payload(), gone.signal);
    gone.abort();
    expect(await answer).toEqual({});
    expect(await hook('PermissionRequest', payload(), gone.signal)).toEqual({});
    expect(world.ledger.waiting).toEqual([]);
  });

  it('of two that are the same ends when one of them has run, the other one later', async () => {
    const answers = [hook('PermissionRequest', payload()), hook('PermissionRequest', payload())];
    void hook('PostToolUse', payload('pwd'));
    expect(world.ledger.waiting).toHaveLength(2);
    void hook('PostToolUse', payload());
    expect(world.ledger.waiting).toHaveLength(1);
    void hook('PostToolUse', payload());
    expect(await Promise.all(answers)).toEqual([{}, {}]);
  });

  it('is not seen of a Claude inside of another one, nor without a tool', async () => {
    world.store.dispatch({ type: 'pane/claude-changed', paneId: a, claude: { sessionId: 'own' } as never });
    expect(await hook('PermissionRequest', payload())).toEqual({});
    expect(await hook('PermissionRequest', { session_id: 'own' })).toEqual({});
    expect(world.ledger.waiting).toEqual([]);
    const answer = hook('PermissionRequest', { ...payload(), session_id: 'own' });
    world.ledger.withdraw(firstAsk());
    expect(await answer).toEqual({});
  });

  it('does not come where "always" was said, and comes for questions all the same', async () => {
    expect(await hook('PreToolUse', payload())).toEqual({});
    void hook('PermissionRequest', payload());
    world.ledger.answer(firstAsk(), { type: 'deny', message: 'never', always: true });
    expect(await hook('PreToolUse', payload())).toMatchObject({
      hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason: 'never' },
    });
    expect(await hook('PreToolUse', { ...payload(), tool_name: 'AskUserQuestion' })).toEqual({});
    expect(await hook('PreToolUse', payload('pwd'))).toEqual({});
  });
});

describe('a request over Claude’s protocol', () => {
  let answers: { readonly id: string; readonly response: unknown }[];
  let asked: Emitter<{ readonly paneId: PaneId; readonly ask: StreamAsk }>;
  let ended: Emitter<{ readonly paneId: PaneId; readonly requestId: string }>;
  let asks: StreamAsks;
  beforeEach(() => {
    answers = [];
    asked = new Emitter();
    ended = new Emitter();
    const client = {
      answer: (id: string, response: unknown) => {
        answers.push({ id, response });
        // Claude repeats the answer.
        ended.fire({ paneId: a, requestId: id });
      },
    };
    const chats = { onAsk: asked.event, onAskEnded: ended.event, of: () => ({ client }) };
    asks = new StreamAsks(chats as unknown as ChatSessions, world.ledger);
  });
  afterEach(() => {
    asks.dispose();
  });
  const tool = (
    requestId: string,
    more: Partial<Extract<StreamAsk, { subtype: 'can_use_tool' }>> = {},
  ): StreamAsk => ({
    requestId,
    subtype: 'can_use_tool',
    tool: 'Bash',
    input: { command: 'ls' },
    toolUseId: 't',
    agentId: null,
    suggestions: [],
    reason: null,
    ...more,
  });
  const elicitation: StreamAsk = {
    requestId: 'e',
    subtype: 'elicitation',
    server: 's',
    message: 'm',
    schema: {},
  };

  it('is answered once, also when it comes twice', () => {
    asked.fire({ paneId: a, ask: tool('1') });
    asked.fire({ paneId: a, ask: tool('1') });
    asked.fire({ paneId: asPaneId('b'), ask: tool('1') });
    expect(world.ledger.waiting.map(({ paneId }) => paneId)).toEqual(['a', 'b']);
    world.ledger.answer(firstAsk(), { type: 'allow', always: true });
    expect(answers).toEqual([
      {
        id: '1',
        response: {
          behavior: 'allow',
          updatedInput: { command: 'ls' },
          updatedPermissions: [
            {
              type: 'addRules',
              rules: [{ toolName: 'Bash', ruleContent: 'ls' }],
              behavior: 'allow',
              destination: 'session',
            },
          ],
        },
      },
    ]);
    asked.fire({ paneId: a, ask: tool('2') });
    expect(answers.at(-1)).toEqual({
      id: '2',
      response: { behavior: 'allow', updatedInput: { command: 'ls' } },
    });
  });

  it('that Claude takes back is not answered', () => {
    asked.fire({ paneId: a, ask: tool('1') });
    ended.fire({ paneId: asPaneId('b'), requestId: '1' });
    expect(world.ledger.waiting).toHaveLength(1);
    ended.fire({ paneId: a, requestId: '1' });
    ended.fire({ paneId: a, requestId: '1' });
    expect([world.ledger.waiting, answers]).toEqual([[], []]);
  });

  it('that lapses is refused with a reason', () => {
    asked.fire({ paneId: a, ask: tool('1') });
    world.clock.advance(ASK_LIMIT);
    expect(answers).toEqual([
      {
        id: '1',
        response: { behavior: 'deny', message: expect.stringContaining('five minutes') as unknown },
      },
    ]);
  });

  it('of a server is accepted or declined', () => {
    asked.fire({ paneId: a, ask: elicitation });
    world.ledger.answer(firstAsk(), { type: 'allow', input: { name: 'x' } });
    asked.fire({ paneId: a, ask: elicitation });
    world.ledger.answer(firstAsk(), { type: 'deny', message: 'no' });
    expect(answers.map(({ response }) => response)).toEqual([
      { action: 'accept', content: { name: 'x' } },
      { action: 'decline' },
    ]);
  });

  it.each([
    ['AskUserQuestion', 'question'],
    ['ExitPlanMode', 'plan'],
    ['Bash', 'permission'],
  ])('for %s is a %s', (name, kind) => {
    asked.fire({ paneId: a, ask: tool('1', { tool: name, reason: 'why', agentId: 'g' }) });
    expect(world.store.state.asks).toMatchObject([
      { kind, tool: name, reason: 'why', agentId: 'g', way: 'stream' },
    ]);
  });

  it('that nobody understands is left alone', () => {
    asked.fire({ paneId: a, ask: { requestId: '1', subtype: 'unknown', problem: 'x' } });
    expect(world.ledger.waiting).toEqual([]);
  });
});

describe('the log of decisions', () => {
  const record = (summary: string): DecisionRecord => ({
    at: 1,
    pane_id: 'a',
    pane: 'a',
    session_id: null,
    tool: 'Bash',
    summary,
    end: 'allowed',
    by: 'person',
    rule: null,
    message: null,
  });

  it('gives the newest first, over damage, from a file that is nobody else’s', () => {
    const directory = makeTemporaryDirectory();
    const file = path.join(directory.path, 'deep/log.jsonl');
    const log = new DecisionLog(file, (error) => {
      throw error;
    });
    expect(log.newest(5)).toEqual([]);
    log.add(record('one\ntwo 😀'));
    fs.appendFileSync(file, '{"half\n\n7\nnull\n[]\n');
    log.add(record('three'));
    expect(log.newest(5).map(({ summary }) => summary)).toEqual(['three', 'one\ntwo 😀']);
    expect(log.newest(1)).toHaveLength(1);
    expect(log.newest(0)).toEqual([]);
    expect(fs.statSync(file).mode & 0o777).toBe(0o600);
    directory.remove();
  });

  it('is put aside when it has grown long, and is read on there', () => {
    const directory = makeTemporaryDirectory();
    const file = path.join(directory.path, 'log.jsonl');
    const log = new DecisionLog(file, (error) => {
      throw error;
    });
    log.add(record('old'));
    log.add(record('x'.repeat(4 * 1024 * 1024)));
    log.add(record('new'));
    expect(log.newest(3).map(({ summary }) => summary.slice(0, 3))).toEqual(['new', 'xxx', 'old']);
    expect(fs.readdirSync(directory.path).sort()).toEqual(['log.jsonl', 'log.jsonl.1']);
    directory.remove();
  });

  it('that can’t be written says so, and stops nothing', () => {
    const directory = makeTemporaryDirectory();
    const faults: unknown[] = [];
    new DecisionLog(directory.file('file', '') + '/log.jsonl', (error) => faults.push(error)).add(
      record('x'),
    );
    expect(faults).toHaveLength(1);
    directory.remove();
  });
});
