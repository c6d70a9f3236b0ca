import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatLayout, parseLayout } from '#shared/layout/text-form';
import { paneIds, splitPane } from '#shared/layout/tree';
import { asPaneId, asSessionId, asWindowId } from '#shared/model/ids';
import type { Action } from '#shared/state/actions';
import { reduce } from '#shared/state/reducer';
import { activePane, panesOf, visiblePaneIds } from '#shared/state/selectors';
import type { AppState } from '#shared/state/state';
import { makePane, stateOf } from '#test/helpers/state';

function layout(text: string) {
  const parsed = parseLayout(text);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.value;
}

/** What must hold after every action. */
function expectWhole(state: AppState): void {
  const placed = Object.values(state.windows).flatMap((window) => paneIds(window.layout));
  expect([...placed].sort()).toEqual(Object.keys(state.panes).sort());
  for (const window of Object.values(state.windows)) {
    expect(paneIds(window.layout)).toContain(window.activePaneId);
    if (window.zoomedPaneId !== null) expect(window.zoomedPaneId).toBe(window.activePaneId);
    expect(state.sessions[window.sessionId]?.windowIds).toContain(window.id);
    for (const id of paneIds(window.layout)) expect(state.panes[asPaneId(id)]?.windowId).toBe(window.id);
  }
  for (const session of Object.values(state.sessions)) {
    expect(session.windowIds).toContain(session.activeWindowId);
    for (const id of session.windowIds) expect(state.windows[id]).toBeDefined();
  }
  expect([...state.sessionOrder].sort()).toEqual(Object.keys(state.sessions).sort());
  if (state.activeSessionId === null) expect(state.sessionOrder).toEqual([]);
  else expect(state.sessionOrder).toContain(state.activeSessionId);
}

describe('closing', () => {
  it('a pane gives its place to the next one', () => {
    const before = stateOf({ work: { main: 'h(0.5:a,0.25:b,0.25:c)' } });
    const focused = reduce(before, { type: 'pane/focused', paneId: asPaneId('b') });
    const after = reduce(focused, { type: 'pane/removed', paneId: asPaneId('b') });
    expect(activePane(after)?.id).toBe('c');
    expectWhole(after);
  });

  it('the last pane closes the window, and the last window the session', () => {
    const before = stateOf({ work: { main: 'a', logs: 'b' }, other: { one: 'c' } });
    const noMain = reduce(before, { type: 'pane/removed', paneId: asPaneId('a') });
    expect(Object.keys(noMain.windows)).toEqual(['logs', 'one']);
    expect(noMain.sessions[asSessionId('work')]?.activeWindowId).toBe('logs');
    const noWork = reduce(noMain, { type: 'pane/removed', paneId: asPaneId('b') });
    expect(noWork.sessionOrder).toEqual(['other']);
    expect(noWork.activeSessionId).toBe('other');
    const nothing = reduce(noWork, { type: 'session/removed', sessionId: asSessionId('other') });
    expect(nothing.activeSessionId).toBeNull();
    expectWhole(nothing);
  });

  it('what is gone already changes nothing', () => {
    const state = stateOf({ work: { main: 'a' } });
    for (const action of [
      { type: 'pane/removed', paneId: asPaneId('gone') },
      { type: 'pane/title-changed', paneId: asPaneId('gone'), title: 'x' },
      { type: 'window/removed', windowId: asWindowId('gone') },
      { type: 'session/removed', sessionId: asSessionId('gone') },
      { type: 'pane/focused', paneId: asPaneId('gone') },
    ] satisfies Action[]) {
      expect(reduce(state, action)).toBe(state);
    }
  });
});

describe('focus', () => {
  it('goes to the window and session of the pane, and ends the zoom of another pane', () => {
    const before = stateOf({ work: { main: 'h(0.5:a,0.5:b)' }, other: { one: 'c' } });
    const zoomed = reduce(before, {
      type: 'window/zoomed',
      windowId: asWindowId('main'),
      paneId: asPaneId('a'),
    });
    expect(visiblePaneIds(zoomed)).toEqual(['a']);
    const away = reduce(zoomed, { type: 'pane/focused', paneId: asPaneId('c') });
    expect(away.activeSessionId).toBe('other');
    const back = reduce(away, { type: 'pane/focused', paneId: asPaneId('b') });
    expect(back.windows[asWindowId('main')]?.zoomedPaneId).toBeNull();
    expect(visiblePaneIds(back)).toEqual(['a', 'b']);
  });

  it('clears the bell of the pane that is looked at, and of no other', () => {
    const state = stateOf({ work: { main: 'h(0.5:a,0.5:b)' } }, { a: { bell: true }, b: { bell: true } });
    const after = reduce(state, { type: 'pane/focused', paneId: asPaneId('b') });
    expect(after.panes[asPaneId('b')]?.bell).toBe(false);
    expect(after.panes[asPaneId('a')]?.bell).toBe(true);
  });
});

describe('moving a pane to another window', () => {
  it('keeps the pane and takes it out of the old window', () => {
    const state = stateOf({ work: { main: 'h(0.5:a,0.5:b)', logs: 'c' } });
    const after = reduce(state, {
      type: 'pane/moved',
      paneId: asPaneId('b'),
      windowId: asWindowId('logs'),
      layout: layout('h(0.5:c,0.5:b)'),
    });
    expect(panesOf(after, asWindowId('main')).map((pane) => pane.id)).toEqual(['a']);
    expect(panesOf(after, asWindowId('logs')).map((pane) => pane.id)).toEqual(['c', 'b']);
    expect(after.panes[asPaneId('b')]?.process).toBe(state.panes[asPaneId('b')]?.process);
    expectWhole(after);
  });

  it('closes a window that it leaves empty', () => {
    const state = stateOf({ work: { main: 'a', logs: 'c' } });
    const after = reduce(state, {
      type: 'pane/moved',
      paneId: asPaneId('a'),
      windowId: asWindowId('logs'),
      layout: layout('h(0.5:c,0.5:a)'),
    });
    expect(Object.keys(after.windows)).toEqual(['logs']);
    expectWhole(after);
  });
});

describe('any sequence of actions', () => {
  it('keeps the state whole', () => {
    const ids = ['a', 'b', 'c', 'd', 'e'];
    const action = fc.oneof(
      fc.constantFrom(...ids).map((id): Action => ({ type: 'pane/removed', paneId: asPaneId(id) })),
      fc.constantFrom(...ids).map((id): Action => ({ type: 'pane/focused', paneId: asPaneId(id) })),
      fc
        .constantFrom('main', 'logs', 'one')
        .map((id): Action => ({ type: 'window/removed', windowId: asWindowId(id) })),
      fc
        .constantFrom('main', 'logs', 'one')
        .map((id): Action => ({ type: 'window/selected', windowId: asWindowId(id) })),
      fc
        .constantFrom('work', 'other')
        .map((id): Action => ({ type: 'session/selected', sessionId: asSessionId(id) })),
      fc
        .constantFrom('work', 'other')
        .map((id): Action => ({ type: 'session/removed', sessionId: asSessionId(id) })),
    );
    fc.assert(
      fc.property(fc.array(action, { maxLength: 12 }), (actions) => {
        let state = stateOf({
          work: { main: 'h(0.5:a,0.5:v(0.5:b,0.5:c))', logs: 'd' },
          other: { one: 'e' },
        });
        for (const next of actions) {
          state = reduce(state, next);
          expectWhole(state);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('adds panes where the layout has a place for them', () => {
    const state = stateOf({ work: { main: 'a' } });
    const split = splitPane(layout('a'), 'a', 'b', 'right');
    if (!split.ok) throw new Error('the split is possible');
    const after = reduce(state, {
      type: 'panes/added',
      windowId: asWindowId('main'),
      panes: [makePane('b', 'main')],
      layout: split.value,
      focus: null,
    });
    expect(activePane(after)?.id).toBe('a');
    expect(formatLayout(after.windows[asWindowId('main')]?.layout ?? layout('x'))).toBe('h(0.5:a,0.5:b)');
    expectWhole(after);
  });
});
