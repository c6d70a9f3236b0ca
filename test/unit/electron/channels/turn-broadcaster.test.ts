// Whose turns are told, and that none is told twice when a Claude leaves a conversation and comes back to it.
import fs from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Emitter } from '#shared/base/emitter';
import type { Action } from '#shared/state/actions';
import type { AgentState } from '#shared/model/agent-state';
import type { Pane } from '#shared/model/pane';
import { TurnBroadcaster } from '#electron/channels/broadcast/turn-broadcaster';
import { silentLogger } from '#electron/log/logger';
import type { SessionService } from '#electron/session/session-service';
import { checkForLeaks } from '#test/helpers/leak-check';
import { FakeClock } from '#test/helpers/fake-clock';
import { makeTemporaryDirectory, type TemporaryDirectory } from '#test/helpers/temporary-directory';

checkForLeaks();

let directory: TemporaryDirectory;
let clock: FakeClock;
let actions: Emitter<{ readonly action: Action }>;
let broadcaster: TurnBroadcaster;
let panes: Pane[];
let told: string[];
beforeEach(() => {
  directory = makeTemporaryDirectory();
  clock = new FakeClock();
  actions = new Emitter();
  panes = [];
  told = [];
  broadcaster = new TurnBroadcaster({
    service: { onAction: actions.event } as unknown as SessionService,
    clock,
    logger: silentLogger,
    panes: () => panes,
    turn: ({ session, blocks }) =>
      told.push(`${session}: ${blocks.map((block) => String(block['text'])).join('+')}`),
  });
});
afterEach(() => {
  broadcaster.dispose();
  actions.dispose();
  directory.remove();
});

const paneId = 'p1' as Pane['id'];
const file = (session: string) => `${directory.path}/${session}.jsonl`;
const talksIn = (session: string | null) => {
  const claude = session === null ? null : { sessionId: session, transcriptPath: file(session) };
  panes = [{ id: paneId, claude, agent: null } as unknown as Pane];
  actions.fire({ action: { type: 'pane/claude-changed', paneId, claude: claude as never } });
};
const is = (state: AgentState) =>
  actions.fire({ action: { type: 'pane/agent-changed', paneId, agent: { state } as never } });
const add = (session: string, record: Record<string, unknown>) =>
  fs.appendFileSync(
    file(session),
    `${JSON.stringify({ timestamp: new Date(clock.now()).toISOString(), ...record })}\n`,
  );
/** Reads are real, so time waits for them. */
const pass = async (milliseconds: number) => {
  for (let gone = 0; gone < milliseconds; gone += 50) {
    clock.advance(50);
    for (let turn = 0; turn < 40; turn += 1) await fs.promises.stat(directory.path);
  }
};
const turn = async (session: string, text: string) => {
  is('thinking');
  add(session, { type: 'user', message: { content: 'go' } });
  add(session, {
    type: 'assistant',
    message: { content: [{ type: 'text', text }], stop_reason: 'end_turn' },
  });
  is('complete');
  const before = told.length;
  for (let step = 0; step < 100 && told.length === before; step += 1) await pass(50);
  await pass(300);
};

describe('turns of a pane', () => {
  it('are told once each, through another conversation and back', async () => {
    talksIn('one');
    await turn('one', 'a');
    await turn('one', 'b');
    expect(told).toEqual(['one: a', 'one: b']);
    talksIn('two');
    await turn('two', 'c');
    talksIn('one');
    await pass(4000);
    expect(told).toEqual(['one: a', 'one: b', 'two: c']);
    await turn('one', 'd');
    expect(told.at(-1)).toBe('one: d');
    expect(told).toHaveLength(4);
  });

  it('of a conversation that went on elsewhere are history when it is taken up', async () => {
    talksIn('one');
    add('two', { type: 'assistant', message: { content: 'elsewhere', stop_reason: 'end_turn' } });
    await pass(8000);
    talksIn('two');
    await pass(6000);
    expect(told).toEqual([]);
    await turn('two', 'here');
    expect(told).toEqual(['two: here']);
  });

  it('that are left unfinished are told when the conversation is left', async () => {
    talksIn('one');
    is('streaming');
    add('one', { type: 'assistant', message: { content: 'half', stop_reason: null } });
    talksIn(null);
    await pass(100);
    expect(told).toEqual(['one: half']);
  });

  it('wait while the Claude asks something in the middle of one', async () => {
    talksIn('one');
    is('tool');
    add('one', { type: 'assistant', message: { content: 'may I?', stop_reason: 'tool_use' } });
    is('waiting');
    await pass(6000);
    expect(told).toEqual([]);
    await turn('one', 'done');
    expect(told.join()).toContain('done');
  });
});
