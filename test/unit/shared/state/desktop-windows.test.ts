import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DesktopWindow } from '#shared/model/desktop-window';
import { asDesktopWindowId, asPaneId, asSessionId, asWindowId } from '#shared/model/ids';
import type { Action } from '#shared/state/actions';
import {
  boundsFor,
  frontDesktopWindow,
  holderOf,
  holds,
  seenFrom,
  unshownSessions,
} from '#shared/state/desktop-windows';
import { reduce } from '#shared/state/reducer';
import { activePane } from '#shared/state/selectors';
import type { AppState } from '#shared/state/state';
import { emptyState, stateOf } from '#test/helpers/state';

const A = asDesktopWindowId('A');
const B = asDesktopWindowId('B');

function window(id: string, session: string | null): DesktopWindow {
  return {
    id: asDesktopWindowId(id),
    sessionId: session === null ? null : asSessionId(session),
    bounds: null,
  };
}

/** Sessions api (panes a1, a2), web (w) and docs (d), of which A and B show the first two. */
function two(): AppState {
  const state = stateOf({ api: { one: 'h(0.5:a1,0.5:a2)' }, web: { two: 'w' }, docs: { three: 'd' } });
  return after(state, { type: 'desktop-windows/began', windows: [window('A', 'api'), window('B', 'web')] });
}

function after(state: AppState, ...actions: readonly Action[]): AppState {
  return actions.reduce(reduce, state);
}

function shown(state: AppState): string {
  const front = frontDesktopWindow(state)?.id;
  return state.desktopWindows
    .map(({ id, sessionId }) => `${id === front ? '*' : ''}${id}:${sessionId ?? '-'}`)
    .join(' ');
}

const select = (session: string, from?: typeof A): Action => ({
  type: 'session/selected',
  sessionId: asSessionId(session),
  from,
});

describe('what a window shows', () => {
  it('is changed in the window where it was asked for, and in that alone', () => {
    expect(shown(after(two(), select('docs', B)))).toBe('A:api *B:docs');
    expect(shown(after(two(), select('docs', A)))).toBe('*A:docs B:web');
    // Without a window of its own, the one in front is meant.
    expect(shown(after(two(), select('docs')))).toBe('*A:docs B:web');
    expect(shown(after(two(), select('web'), select('docs')))).toBe('A:api *B:docs');
  });

  it('is never shown twice: its window comes to the front', () => {
    expect(shown(after(two(), select('web', A)))).toBe('A:api *B:web');
    expect(shown(after(two(), { type: 'pane/focused', paneId: asPaneId('w'), from: A }))).toBe(
      'A:api *B:web',
    );
    expect(shown(after(two(), { type: 'window/selected', windowId: asWindowId('three'), from: B }))).toBe(
      'A:api *B:docs',
    );
    const again: Action = { type: 'desktop-window/opened', window: window('C', 'web') };
    expect(shown(after(two(), again))).toBe('A:api *B:web');
  });

  it('is projected for its page: the active session is its own', () => {
    const state = two();
    expect(seenFrom(state, A)).toBe(state);
    expect(activePane(seenFrom(state, B))?.id).toBe('w');
    expect(activePane(seenFrom(after(state, select('web')), A))?.id).toBe('a1');
    // A page whose window is just closing shows nothing, and takes no terminal from another.
    const closed = after(state, { type: 'desktop-window/closed', id: B });
    expect(seenFrom(closed, B).activeSessionId).toBeNull();
    expect(holds(closed, B, asPaneId('w'))).toBe(false);
  });

  it('has its terminals; those of sessions that nobody sees are in the first window', () => {
    const state = two();
    const where = (from: AppState) => ['a1', 'a2', 'w', 'd'].map((id) => holds(from, A, asPaneId(id)));
    expect(where(state)).toEqual([true, true, false, true]);
    expect(where(after(state, select('docs', B)))).toEqual([true, true, true, false]);
    expect(where(after(state, { type: 'desktop-window/closed', id: A }))).toEqual([
      false,
      false,
      false,
      false,
    ]);
    expect(holderOf(after(state, { type: 'desktop-window/closed', id: A }), asSessionId('docs'))).toBe(B);
    expect(holderOf(stateOf({ api: { one: 'a' } }), asSessionId('api'))).toBeNull();
  });

  it('has the size of its own area', () => {
    const sized = after(
      two(),
      { type: 'view/bounds-changed', bounds: { width: 900, height: 500 }, from: A },
      { type: 'view/bounds-changed', bounds: { width: 700, height: 300 }, from: B },
    );
    expect(boundsFor(sized, asSessionId('api')).width).toBe(900);
    expect(boundsFor(sized, asSessionId('web')).width).toBe(700);
    expect(boundsFor(sized, asSessionId('docs')).width).toBe(900);
    expect(boundsFor(stateOf({ api: { one: 'a' } }), asSessionId('api')).width).toBe(1600);
  });
});

describe('opening and closing', () => {
  it('opens for a session that nobody sees, and closes without ending it', () => {
    const three = after(two(), { type: 'desktop-window/opened', window: window('C', 'docs') });
    expect(shown(three)).toBe('A:api B:web *C:docs');
    const closed = after(three, { type: 'desktop-window/closed', id: asDesktopWindowId('C') });
    expect(shown(closed)).toBe('*A:api B:web');
    expect(unshownSessions(closed)).toEqual(['docs']);
    expect(closed.sessions).toBe(three.sessions);
  });

  it('closes a further window with its session, and lets the first go on with one that nobody sees', () => {
    const end = (session: string): Action => ({ type: 'session/removed', sessionId: asSessionId(session) });
    expect(shown(after(two(), end('web')))).toBe('*A:api');
    expect(shown(after(two(), end('docs')))).toBe('*A:api B:web');
    expect(shown(after(two(), end('api')))).toBe('*A:docs B:web');
    expect(shown(after(two(), select('web'), end('api')))).toBe('A:docs *B:web');
    expect(shown(after(two(), end('docs'), end('api')))).toBe('*B:web');
    expect(shown(after(two(), end('docs'), end('api'), end('web')))).toBe('*B:-');
  });

  it('shows the first session of all in the window that showed none', () => {
    const nothing = after(emptyState(), { type: 'desktop-windows/began', windows: [window('A', 'gone')] });
    expect(shown(nothing)).toBe('*A:-');
    const [session] = Object.values(two().sessions);
    if (session === undefined) throw new Error('there is a session');
    expect(shown(after(nothing, { type: 'session/created', session, windows: [], panes: [] }))).toBe(
      '*A:api',
    );
  });
});

describe('the windows of before', () => {
  const came = (active: string, ...windows: readonly DesktopWindow[]): string => {
    const state = stateOf({ api: { one: 'a' }, web: { two: 'w' }, docs: { three: 'd' } });
    return shown(after(state, select(active), { type: 'desktop-windows/began', windows }));
  };

  it('come back with what they showed, and the one in front is in front', () => {
    expect(came('web', window('A', 'api'), window('B', 'web'))).toBe('A:api *B:web');
    expect(came('api', window('A', 'api'), window('B', 'web'))).toBe('*A:api B:web');
  });

  it('lack those whose session has gone, and the first always shows something', () => {
    expect(came('api', window('A', 'api'), window('B', 'gone'), window('C', 'docs'))).toBe('*A:api C:docs');
    expect(came('api', window('A', 'gone'))).toBe('*A:api');
    expect(came('web', window('A', null), window('B', 'web'), window('C', 'web'))).toBe('A:api *B:web');
    expect(
      came('web', window('A', 'gone'), window('B', 'api'), window('C', 'web'), window('D', 'docs')),
    ).toBe('A:api *C:web D:docs');
  });

  it('follow the workspace where it knows better: what was active last is seen', () => {
    expect(came('docs', window('A', 'api'), window('B', 'web'))).toBe('*A:docs B:web');
  });
});

describe('any sequence of actions', () => {
  it('shows each session once at most, and what is active in a window', () => {
    const sessions = fc.constantFrom('api', 'web', 'docs');
    const from = fc.constantFrom(A, B, asDesktopWindowId('C'), undefined);
    const action: fc.Arbitrary<Action> = fc.oneof(
      fc.tuple(sessions, from).map(([session, asked]) => select(session, asked)),
      sessions.map((session): Action => ({ type: 'session/removed', sessionId: asSessionId(session) })),
      sessions.map((session): Action => ({ type: 'desktop-window/opened', window: window('C', session) })),
      fc
        .constantFrom('a1', 'a2', 'w', 'd')
        .map((id): Action => ({ type: 'pane/removed', paneId: asPaneId(id) })),
      // The last one leaves with the app, and the state does not hear of it.
      fc.constantFrom(B, asDesktopWindowId('C')).map((id): Action => ({ type: 'desktop-window/closed', id })),
    );
    fc.assert(
      fc.property(fc.array(action, { maxLength: 14 }), (actions) => {
        let state = two();
        for (const next of actions) {
          if (next.type === 'desktop-window/closed' && state.desktopWindows.length === 1) continue;
          if (next.type === 'desktop-window/opened' && state.desktopWindows.some(({ id }) => id === 'C'))
            continue;
          state = reduce(state, next);
          const seen = state.desktopWindows.flatMap(({ sessionId }) => sessionId ?? []);
          expect(new Set(seen).size).toBe(seen.length);
          expect(state.desktopWindows.length).toBeGreaterThan(0);
          expect(seen).toEqual(seen.filter((id) => id in state.sessions));
          if (state.sessionOrder.length === 0) expect(state.activeSessionId).toBeNull();
          else expect(seen).toContain(state.activeSessionId);
          if (state.sessionOrder.length > 0) expect(seen).toHaveLength(state.desktopWindows.length);
        }
      }),
      { numRuns: 500 },
    );
  });
});
