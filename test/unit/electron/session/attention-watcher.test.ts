import { afterEach, beforeEach, expect, it } from 'vitest';
import type { PaneId } from '#shared/model/ids';
import { asPaneId } from '#shared/model/ids';
import { AttentionWatcher } from '../../../../electron/session/attention-watcher';
import { Store } from '../../../../electron/session/store';
import { stateOf } from '#test/helpers/state';

let store: Store;
let watcher: AttentionWatcher;
let focused: boolean;
let seen: PaneId[];

beforeEach(() => {
  store = new Store(stateOf({ work: { main: 'h(0.5:a,0.5:b)' } }));
  focused = false;
  seen = [];
  watcher = new AttentionWatcher({
    store,
    isWindowFocused: () => focused,
    lookedAt: (paneId) => {
      seen.push(paneId);
      // What follows from it is an action too, as for a Claude that becomes idle.
      store.dispatch({ type: 'pane/bell-changed', paneId, bell: false });
    },
  });
});
afterEach(() => {
  watcher.dispose();
  store.dispose();
});

it('a pane is looked at when it comes to the front of a window that has the focus', async () => {
  store.dispatch({ type: 'pane/focused', paneId: asPaneId('b') });
  await Promise.resolve();
  expect(seen).toEqual([]);
  focused = true;
  watcher.windowFocusChanged();
  watcher.windowFocusChanged();
  expect(seen).toEqual(['b']);
  store.dispatch({ type: 'pane/focused', paneId: asPaneId('a') });
  await Promise.resolve();
  await Promise.resolve();
  expect(seen).toEqual(['b', 'a']);
  focused = false;
  watcher.windowFocusChanged();
  focused = true;
  watcher.windowFocusChanged();
  expect(seen).toEqual(['b', 'a', 'a']);
});

it('others hear of the actions in their order', async () => {
  focused = true;
  store.dispatch({ type: 'pane/bell-changed', paneId: asPaneId('b'), bell: true });
  const heard: number[] = [];
  store.onAction(({ sequence }) => heard.push(sequence));
  store.dispatch({ type: 'pane/focused', paneId: asPaneId('b') });
  await Promise.resolve();
  await Promise.resolve();
  expect(heard).toEqual([...heard].sort((left, right) => left - right));
});
