import type { Disposable } from '#shared/base/disposable';
import { DisposableStore } from '#shared/base/disposable';
import type { PaneId } from '#shared/model/ids';
import type { StreamObservation } from '../../claude/detect/stream';
import type { PaneNews } from '../../pty/pty-host-client';
import type { ChatSessions } from './chat-sessions';

/** Passes on what happens to the Claudes that Fugue talks to, in the forms in which terminals tell of theirs. */
export function followChats(
  chats: ChatSessions,
  to: {
    readonly news: (news: PaneNews) => void;
    readonly observed: (paneId: PaneId, event: StreamObservation) => void;
    /** The last that a Claude wrote beside its conversation, row by row. */
    readonly said: (paneId: PaneId, rows: readonly string[]) => void;
  },
): Disposable {
  const store = new DisposableStore();
  store.add(chats.onNews(to.news));
  store.add(
    chats.onObserved(({ paneId, event }) => {
      to.observed(paneId, event);
    }),
  );
  store.add(
    chats.onEnd(({ paneId, said }) => {
      to.said(paneId, said === '' ? [] : said.split('\n'));
    }),
  );
  return store;
}
