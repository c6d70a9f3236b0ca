import { describe, expect, it } from 'vitest';
import type { PermissionAsk } from '#shared/model/permission';
import { asPaneId } from '#shared/model/ids';
import type { Notice } from '#shared/model/notice';
import type { Pane } from '#shared/model/pane';
import { alikeTo, alwaysRule, countInbox, inboxItems } from '#shared/state/inbox';
import { stateOf } from '#test/helpers/state';

const ask = (id: string, at: number, change: Partial<PermissionAsk> = {}): PermissionAsk => ({
  id,
  at,
  paneId: asPaneId('a'),
  way: 'stream',
  kind: 'permission',
  tool: 'Bash',
  input: { command: 'ls' },
  summary: '',
  reason: null,
  agentId: null,
  toolUseId: null,
  suggestions: [],
  until: at + 1,
  deferred: false,
  ...change,
});
const notice = (id: string, at: number, command: string): Notice => ({
  id,
  at,
  level: 'information',
  title: '',
  details: [],
  actions: [{ label: '', command, input: {} }],
  paneId: null,
});
const agent = (state: string, since: number) => ({ state, since, reason: '' }) as Pane['agent'];

function stateWith(
  asks: readonly PermissionAsk[] = [],
  panes: Readonly<Record<string, Partial<Pane>>> = {},
  notices: readonly Notice[] = [],
) {
  return { ...stateOf({ work: { main: 'h(0.2:a,0.2:b,0.2:c,0.2:d,0.2:e)' } }, panes), asks, notices };
}
const ids = (state: ReturnType<typeof stateWith>) => inboxItems(state).map(({ id }) => id);

describe('the inbox', () => {
  it('has what can be answered first, then what needs a look, and last what was put off', () => {
    const state = stateWith(
      [ask('late', 30), ask('early', 10), ask('off', 1, { deferred: true })],
      {
        b: { agent: agent('complete', 1), help: { text: 'which?', at: 5 } },
        c: { agent: agent('crashed', 9) },
        d: { agent: agent('waiting', 8) },
        e: { agent: agent('crashed', 4) },
      },
      [notice('request', 20, 'answer_request'), notice('news', 0, 'restart_pane')],
    );
    expect(ids(state)).toEqual([
      'early',
      'request',
      'late',
      'help b',
      'claude d',
      'claude e',
      'claude c',
      'claude b',
      'off',
    ]);
    expect(countInbox(state)).toBe(8);
  });

  it('names a Claude once that waits for an answer which can be given', () => {
    const waiting = { a: { agent: agent('waiting', 1) } };
    expect(ids(stateWith([ask('one', 1)], waiting))).toEqual(['one']);
    expect(ids(stateWith([], waiting))).toEqual(['claude a']);
    expect(ids(stateWith([ask('one', 1)], { a: { agent: agent('crashed', 1) } }))).toEqual([
      'one',
      'claude a',
    ]);
  });

  it.each(['idle', 'thinking', 'tool', 'streaming', 'unknown', 'exited'])(
    'has no Claude that is %s',
    (state) => {
      expect(ids(stateWith([], { a: { agent: agent(state, 1) } }))).toEqual([]);
    },
  );

  it('is the same list while nothing that it is made from has changed', () => {
    const state = stateWith([ask('one', 1)]);
    const items = inboxItems(state);
    const wider = { ...state };
    expect(inboxItems(wider)).toBe(items);
    expect(inboxItems({ ...state, asks: [] })).toEqual([]);
    expect(inboxItems(state)).toEqual(items);
  });
});

describe('requests that are alike', () => {
  it('have the same rule, or exactly the same input', () => {
    const one = ask('1', 1);
    const asks = [
      one,
      ask('2', 2, { paneId: asPaneId('b') }),
      ask('3', 3, { input: { command: 'pwd' } }),
      ask('4', 4, { kind: 'question' }),
      ask('5', 5, { input: { command: 'rm *.log' } }),
      ask('6', 6, { input: { command: 'rm *.log' } }),
      ask('7', 7, { input: { command: 'rm *.txt' } }),
      ask('8', 8, { tool: 'Write', input: { file_path: '/a' } }),
      ask('9', 9, { tool: 'Edit', input: { file_path: '/a' } }),
    ];
    const alike = (index: number) => alikeTo(stateWith(asks), asks[index] ?? one).map(({ id }) => id);
    expect(alike(0)).toEqual(['1', '2']);
    expect(alike(3)).toEqual(['4']);
    expect(alike(4)).toEqual(['5', '6']);
    expect(alike(7)).toEqual(['8']);
  });

  it('are named by the rule that "always" would be', () => {
    expect(alwaysRule(ask('1', 1))).toBe('Bash(ls)');
    expect(alwaysRule(ask('1', 1, { input: { command: 'rm *' } }))).toBeNull();
  });
});
