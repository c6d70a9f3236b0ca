import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { PaneId } from '#shared/model/ids';
import { paneLabel } from '#shared/model/pane';
import { plainLine } from '#shared/state/attention';
import { messagesOf } from '#shared/state/messages';
import { activePane } from '#shared/state/selectors';
import { Overlay } from '../dialogs/Overlay';
import { useNow } from '../status/use-now';
import { useAppState } from '../store/replica';
import { setUi, useUi } from '../store/ui-store';
import { MessageRow } from './MessageRow';

/** So many are drawn at first, and more each time the person asks for older ones. */
const PAGE = 200;
/** Within so many pixels of the end the feed follows what is new. */
const END = 24;

/** What Claudes wrote to each other and to the person, and what became of it: the newest last, as it is read. */
export function MessagesPanel() {
  const shown = useUi((state) => state.messagesShown);
  const log = useRef<HTMLDivElement>(null);
  return (
    <Overlay
      open={shown}
      close={() => {
        setUi({ messagesShown: false });
      }}
      title="Messages"
      titleShown
      className="messages"
      testId="messages"
      initialFocus={() => log.current}
    >
      <Feed log={log} />
    </Overlay>
  );
}

function Feed({ log }: { readonly log: React.RefObject<HTMLDivElement | null> }) {
  const deliveries = useAppState((state) => state.deliveries);
  const only = useUi((state) => state.messagesPane);
  const onlyThere = useAppState((state) => only !== null && only in state.panes);
  const filter = onlyThere ? only : null;
  const [pages, setPages] = useState(1);
  const found = useMemo(() => messagesOf(deliveries, filter), [deliveries, filter]);
  const rows = found.slice(-pages * PAGE);
  const older = found.length - rows.length;
  const now = useNow(rows.some(({ until }) => until !== null));
  const atEnd = useRef(true);
  useLayoutEffect(() => {
    if (atEnd.current) log.current?.scrollTo({ top: log.current.scrollHeight });
  }, [log, rows.length, found]);
  return (
    <>
      <Filter filter={filter} some={deliveries.length > 0} />
      <div
        ref={log}
        role="log"
        aria-label="Messages"
        className="message-log"
        tabIndex={0}
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
          atEnd.current = scrollHeight - scrollTop - clientHeight < END;
        }}
      >
        {found.length === 0 ? (
          <p className="muted message-none">
            {filter === null
              ? 'No Claude has written to another one yet. What they send, how far they are and what they ask you appears here, with what became of it.'
              : 'Nothing was sent to or from this pane.'}
          </p>
        ) : (
          <>
            {older > 0 && (
              <button
                type="button"
                className="button message-older"
                onClick={() => {
                  atEnd.current = false;
                  setPages(pages + 1);
                }}
              >
                Show older ({older})
              </button>
            )}
            <ol>
              {rows.map((delivery) => (
                <MessageRow key={delivery.id} delivery={delivery} now={now} />
              ))}
            </ol>
          </>
        )}
      </div>
    </>
  );
}

/** Whether all messages are shown, or those of one pane: the one that the feed was opened from, or the active one. */
function Filter({ filter, some }: { readonly filter: PaneId | null; readonly some: boolean }) {
  const active = useAppState((state) => activePane(state)?.id ?? null);
  const paneId = filter ?? active;
  const label = useAppState((state) => {
    const pane = paneId === null ? undefined : state.panes[paneId];
    return pane === undefined ? null : plainLine(paneLabel(pane), 80);
  });
  if (label === null || (!some && filter === null)) return null;
  return (
    <label className="message-filter">
      <input
        type="checkbox"
        checked={filter !== null}
        onChange={(event) => {
          setUi({ messagesPane: event.target.checked ? paneId : null });
        }}
      />
      <span>Only the pane {label}</span>
    </label>
  );
}
