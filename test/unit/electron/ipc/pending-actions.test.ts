import { expect, it } from 'vitest';
import { PendingActions } from '#electron/ipc/pending-actions';
import { Store } from '#electron/session/store';
import type { Notice } from '#shared/model/notice';
import { emptyState } from '#test/helpers/state';

function notice(id: string): Notice {
  return { id, level: 'warning', title: id, details: [], actions: [], paneId: null, at: 0 };
}

it('tells what a listener has dispatched behind what it listened to', () => {
  const store = new Store(emptyState());
  store.onAction(({ action }) => {
    if (action.type === 'view/bounds-changed')
      store.dispatch({ type: 'notice/added', notice: notice('it is small') });
  });
  const pending = new PendingActions();
  const firsts: boolean[] = [];
  store.onAction((numbered) => firsts.push(pending.add(numbered)));
  expect(pending.take()).toBeNull();
  store.dispatch({ type: 'notice/added', notice: notice('before') });
  expect(pending.take()?.first).toBe(1);
  store.dispatch({ type: 'view/bounds-changed', bounds: { width: 1, height: 1 } });
  store.dispatch({ type: 'notice/dismissed', noticeId: 'before' });
  const batch = pending.take();
  expect(batch?.first).toBe(2);
  expect(batch?.actions.map(({ type }) => type)).toEqual([
    'view/bounds-changed',
    'notice/added',
    'notice/dismissed',
  ]);
  expect(firsts).toEqual([true, true, false, false]);
  expect(pending.take()).toBeNull();
  store.dispose();
});
