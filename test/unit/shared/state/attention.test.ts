import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AgentState, AgentStatus } from '#shared/model/agent-state';
import { AGENT_STATE_PRESENTATION, AGENT_STATES } from '#shared/model/agent-state';
import { asPaneId } from '#shared/model/ids';
import {
  claudes,
  claudesInWords,
  countClaudes,
  mostUrgentDot,
  needsAttention,
  nextAttention,
  paneDot,
  pleaOf,
  presentPane,
  statusLine,
  trayContent,
  windowTitle,
  withReason,
} from '#shared/state/attention';
import { NO_REQUESTS, openRequests, paneRequests } from '#shared/state/requests';
import { reduce } from '#shared/state/reducer';
import type { AppState } from '#shared/state/state';
import { treeRows } from '../../../../renderer/sessions/tree-rows';
import { emptyState, makePane, stateOf } from '#test/helpers/state';

function agent(state: AgentState, change: Partial<AgentStatus> = {}): AgentStatus {
  return {
    state,
    reason: 'is so',
    waitingFor: state === 'waiting' ? 'permission' : null,
    resetsAt: null,
    source: 'title',
    since: 0,
    confidence: 1,
    ...change,
  };
}

/** Panes `p0`, `p1` … of one window, one for each state. */
function withStates(states: readonly (AgentState | null)[]): AppState {
  const names = states.map((_, index) => `p${String(index)}`);
  const share = 1 / names.length;
  const layout =
    names.length === 1 ? 'p0' : `h(${names.map((name) => `${String(share)}:${name}`).join(',')})`;
  return stateOf(
    { work: { main: layout } },
    Object.fromEntries(
      states.map((state, index) => [
        `p${String(index)}`,
        { name: `claude ${String(index)}`, agent: state === null ? null : agent(state, { since: index }) },
      ]),
    ),
  );
}

function asksForHelp(state: AppState, pane: number, text = 'which port?'): AppState {
  return reduce(state, {
    type: 'pane/help-changed',
    paneId: asPaneId(`p${String(pane)}`),
    help: { text, at: 100 },
  });
}

/** What a tag of the Claude of a pane wants to do, as a notice that asks the person. */
function wantsToRun(state: AppState, pane: number, details = ['make all', 'In the folder /srv']): AppState {
  const id = `request of p${String(pane)}`;
  const input = { request_id: id };
  return reduce(state, {
    type: 'notice/added',
    notice: {
      id,
      level: 'warning',
      title: `claude ${String(pane)} wants to start a program`,
      details,
      actions: [{ label: 'Allow once', command: 'answer_request', input: { ...input, allow: true } }],
      paneId: asPaneId(`p${String(pane)}`),
      at: 200,
    },
  });
}

describe('dots', () => {
  it.each([
    [{ process: { status: 'running', pid: 1, startedAt: 0 } }, 'running'],
    [{ process: { status: 'exited', exitCode: 0, signal: null, endedAt: 0 } }, 'ended'],
    [{ process: { status: 'exited', exitCode: 2, signal: null, endedAt: 0 } }, 'problem'],
    [{ process: { status: 'lost', reason: 'x', endedAt: 0 } }, 'problem'],
    [{ process: { status: 'waiting', reason: 'x' } }, 'ended'],
    [{ bell: true }, 'waiting'],
    [{ agent: agent('thinking') }, 'busy'],
    [{ agent: agent('idle') }, 'idle'],
    [{ agent: agent('exited') }, 'ended'],
    [
      {
        agent: agent('crashed'),
        process: { status: 'exited', exitCode: 0, signal: null, endedAt: 0 },
      },
      'problem',
    ],
  ] as const)('say %j as %s', (change, expected) => {
    expect(paneDot(makePane('a', 'w', change), NO_REQUESTS)).toBe(expected);
  });

  it('of a group are that of its most urgent pane', () => {
    expect(
      mostUrgentDot(
        [
          makePane('a', 'w'),
          makePane('b', 'w', { bell: true }),
          makePane('c', 'w', { process: { status: 'exited', exitCode: 0, signal: null, endedAt: 0 } }),
        ],
        NO_REQUESTS,
      ),
    ).toBe('waiting');
  });
});

describe('the presentation of a pane', () => {
  it('gives the reason where it tells more than the label', () => {
    const waiting = presentPane(
      makePane('a', 'w', { agent: agent('waiting', { reason: 'asks for a permission to run ls' }) }),
      NO_REQUESTS,
    );
    expect(waiting).toMatchObject({ label: 'Waiting for you', icon: '✋', needsAttention: true });
    expect(withReason(waiting)).toBe('Waiting for you: asks for a permission to run ls');
    expect(withReason(presentPane(makePane('a', 'w', { agent: agent('thinking') }), NO_REQUESTS))).toBe(
      'Thinking',
    );
  });

  it('keeps a reason to one line of plain text', () => {
    const { reason } = presentPane(
      makePane('a', 'w', {
        agent: agent('crashed', { reason: `\u001b[31mone\ntwo\u202e ${'x'.repeat(500)}` }),
      }),
      NO_REQUESTS,
    );
    expect(reason).toMatch(/^\[31mone two x+…$/);
    expect([...reason].length).toBeLessThanOrEqual(120);
  });

  it('says until when a usage limit lasts', () => {
    const resetsAt = new Date(2026, 4, 1, 15, 5).getTime();
    const shown = presentPane(
      makePane('a', 'w', { agent: agent('limited', { reason: 'limit', resetsAt }) }),
      NO_REQUESTS,
    );
    expect(shown.reason).toBe('limit, until 15:05');
  });

  it('of a pane without a Claude tells of its program', () => {
    expect(presentPane(makePane('a', 'w'), NO_REQUESTS)).toMatchObject({
      state: null,
      icon: '',
      label: 'Running',
    });
    expect(presentPane(makePane('a', 'w', { bell: true }), NO_REQUESTS).label).toBe('Rang the bell');
  });
});

describe('attention', () => {
  const state = withStates([
    'idle',
    'complete',
    'waiting',
    'thinking',
    'crashed',
    null,
    'waiting',
    'limited',
  ]);

  it('lists all Claudes by urgency, the oldest first among equals', () => {
    expect(claudes(state).map((entry) => entry.paneId)).toEqual(['p2', 'p6', 'p4', 'p7', 'p1', 'p3', 'p0']);
    expect(needsAttention(state)).toEqual(['p2', 'p6', 'p4', 'p7', 'p1']);
  });

  it('goes on from where one is, and around', () => {
    expect(nextAttention(state, null)).toBe('p2');
    expect(nextAttention(state, asPaneId('p0'))).toBe('p2');
    expect(nextAttention(state, asPaneId('p2'))).toBe('p6');
    expect(nextAttention(state, asPaneId('p1'))).toBe('p2');
    expect(nextAttention(withStates(['idle']), asPaneId('p0'))).toBeNull();
    expect(nextAttention(withStates(['waiting']), asPaneId('p0'))).toBe('p0');
  });

  it('goes with its pane (tray-06)', () => {
    const closed = reduce(reduce(state, { type: 'pane/removed', paneId: asPaneId('p2') }), {
      type: 'pane/agent-changed',
      paneId: asPaneId('p4'),
      agent: agent('idle'),
    });
    expect(needsAttention(closed)).toEqual(['p6', 'p7', 'p1']);
    expect(windowTitle(closed)).toMatch(/^\(3\) /);
    expect(trayContent(closed).entries.map((entry) => entry.paneId)).not.toContain('p2');
  });

  it('is told in words', () => {
    expect(claudesInWords(withStates([null]))).toBeNull();
    expect(claudesInWords(withStates(['thinking', null]))).toBe('🧠 Thinking');
    expect(claudesInWords(withStates(['thinking', 'tool', 'waiting']))).toBe('2 working, 1 needs you');
    expect(claudesInWords(withStates(['waiting', 'waiting', 'limited', 'complete', 'idle']))).toBe(
      '2 need you, 1 at its usage limit, 1 done, 1 idle',
    );
    expect(claudesInWords(withStates(['unknown', 'exited']))).toBe('· Unknown');
  });
});

describe('what a Claude asks for by means of Fugue', () => {
  it.each([
    ['help', asksForHelp(withStates(['thinking', 'idle']), 0), 'asks for help: which port?'],
    [
      'to be allowed something',
      wantsToRun(withStates(['thinking', 'idle']), 0),
      'asks you: claude 0 wants to start a program: make all',
    ],
  ])('%s: it waits in every view, until that is over', (_, state, reason) => {
    const requests = paneRequests(state);
    const pane = state.panes[asPaneId('p0')];
    if (pane === undefined) throw new Error('there is a pane');
    expect(presentPane(pane, requests)).toMatchObject({ state: 'waiting', reason, needsAttention: true });
    expect(needsAttention(state)).toEqual(['p0']);
    expect(nextAttention(state, asPaneId('p1'))).toBe('p0');
    expect(windowTitle(state)).toMatch(/^\(1\) /);
    expect(statusLine(state)).toMatchObject({ attention: 1, claudes: '1 needs you, 1 idle' });
    expect(trayContent(state)).toMatchObject({ icon: 'waiting', attention: true });
    expect(trayContent(state).entries[0]?.text).toBe('✋ claude 0 · Waiting for you · work');
    expect(treeRows(state, new Set()).at(-2)).toMatchObject({
      needs: 'waiting',
      state: `Waiting for you: ${reason}`,
    });
    const over = reduce(reduce(state, { type: 'pane/help-changed', paneId: pane.id, help: null }), {
      type: 'notice/dismissed',
      noticeId: 'request of p0',
    });
    expect(needsAttention(over)).toEqual([]);
  });

  it('stands in full, and is told apart from a dialog of its own', () => {
    const question = `one\ntwo ${'x'.repeat(600)}`;
    const plea = (state: AppState) => {
      const pane = state.panes[asPaneId('p0')];
      return pane === undefined ? null : pleaOf(pane, paneRequests(state));
    };
    expect(plea(asksForHelp(withStates(['tool']), 0, question))).toEqual({
      text: `asks for help: ${question}`,
      at: 100,
    });
    // Its own dialog comes first; what it may not do without being allowed is asked all the same.
    expect(plea(asksForHelp(withStates(['waiting']), 0))).toBeNull();
    expect(plea(wantsToRun(withStates(['waiting']), 0))?.at).toBe(200);
    expect(plea(asksForHelp(withStates([null]), 0))).toBeNull();
  });

  it('is the same map while the notices are the same', () => {
    const state = wantsToRun(wantsToRun(withStates(['idle']), 0), 0, ['second']);
    expect(paneRequests(state)).toBe(paneRequests(asksForHelp(state, 0)));
    expect(paneRequests(state).get(asPaneId('p0'))?.details[0]).toBe('make all');
    expect(openRequests(state)).toHaveLength(2);
  });
});

describe('all views', () => {
  it('have words for every state', () => {
    for (const each of AGENT_STATES) {
      const state = withStates([each]);
      const { icon, label } = AGENT_STATE_PRESENTATION[each];
      expect(statusLine(state).claudes).toBe(`${icon} ${label}`);
      expect(trayContent(state).tooltip).toBe(`Fugue: ${icon} ${label}`);
      expect(trayContent(state).entries[0]?.text).toBe(`${icon} claude 0 · ${label} · work`);
      expect(treeRows(state, new Set()).at(-1)).toMatchObject({ detail: icon });
      expect(treeRows(state, new Set()).at(-1)?.state).toMatch(new RegExp(`^${label}`));
    }
  });

  it('agree, whatever the panes are (state-10)', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(...AGENT_STATES, null), fc.constantFrom('', 'help', 'request')), {
          minLength: 1,
          maxLength: 8,
        }),
        (panes) => {
          const state = panes.reduce(
            (before, [, plea], index) =>
              plea === '' ? before : plea === 'help' ? asksForHelp(before, index) : wantsToRun(before, index),
            withStates(panes.map(([each]) => each)),
          );
          const needing = needsAttention(state);
          const counts = countClaudes(state);
          const rows = treeRows(state, new Set());
          const [session, window] = rows;
          const total = counts.waiting + counts.crashed + counts.limited + counts.complete;
          expect(needing).toHaveLength(total);
          expect(session?.attention).toBe(total);
          expect(window?.attention).toBe(total);
          expect(session?.dot).toBe(window?.dot);
          expect(
            rows
              .filter((row) => row.kind === 'pane' && row.attention > 0)
              .map((row) => row.id)
              .sort(),
          ).toEqual([...needing].sort());
          expect(statusLine(state).attention).toBe(total);
          expect(windowTitle(state).startsWith(`(${String(total)}) `)).toBe(total > 0);
          const tray = trayContent(state);
          expect(tray.attention).toBe(total > 0);
          expect(tray.entries.map((entry) => entry.paneId)).toEqual(
            claudes(state).map((entry) => entry.paneId),
          );
          expect(tray.tooltip.replace('Fugue: ', '')).toBe(statusLine(state).claudes ?? 'no Claude runs');
          for (const entry of claudes(state)) {
            const pane = state.panes[entry.paneId];
            expect(pane === undefined ? null : presentPane(pane, paneRequests(state))).toEqual(
              entry.presentation,
            );
          }
        },
      ),
    );
  });
});

it('names the window after the pane in front', () => {
  expect(windowTitle(emptyState())).toBe('Fugue');
  expect(windowTitle(stateOf({ work: { main: 'a' } }, { a: { name: 'editor' } }))).toBe(
    'editor · work · Fugue',
  );
  expect(windowTitle(withStates(['waiting']))).toBe('(1) claude 0 · work · Fugue');
});
