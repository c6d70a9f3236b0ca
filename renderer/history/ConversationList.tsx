import { Archive, Copy, TriangleAlert } from 'lucide-react';
import { memo, useEffect, useRef } from 'react';
import { VList, type VListHandle } from 'virtua';
import { plainLine } from '#shared/state/attention';
import { shortenPath } from '../status/shorten-path';
import { useNow } from '../status/use-now';
import { useAppState } from '../store/replica';
import { markedParts } from './marked-parts';
import type { ShownConversation } from './conversation-pages';
import type { Conversations } from './use-conversations';
import { when } from './when';

/** So many rows before the end the next page is asked for. */
const AHEAD = 20;
/** Times are told anew only so often. In milliseconds. */
const TIME_STEP = 30_000;

interface Properties {
  readonly conversations: Conversations;
  readonly index: number;
  readonly choose: (index: number) => void;
  readonly query: string;
  readonly searches: boolean;
  readonly filtered: boolean;
}

export function optionId(index: number): string {
  return `history-option-${String(index)}`;
}

/** Only the rows that are in view are drawn, however many there are. */
export function ConversationList({ conversations, index, choose, query, searches, filtered }: Properties) {
  const { rows, state, total, more } = conversations;
  const list = useRef<VListHandle>(null);
  const now = Math.floor(useNow() / TIME_STEP) * TIME_STEP + TIME_STEP;
  const home = useAppState((known) => known.runtime.userHome);
  const chosen = rows[index]?.claude_session_id;
  useEffect(() => {
    if (chosen !== undefined) list.current?.scrollToIndex(index, { align: 'nearest' });
  }, [chosen, index]);
  useEffect(() => {
    if (index >= conversations.rows.length - AHEAD) conversations.more();
  }, [index, conversations]);
  if (rows.length === 0)
    return (
      <p className="history-none muted" data-testid="history-none">
        {state === 'asking' ? 'Looking …' : emptyText(state, searches, filtered)}
      </p>
    );
  return (
    <>
      {total !== null && (
        <p className="history-found muted" data-testid="history-found">
          {total.toLocaleString()} {total === 1 ? 'conversation' : 'conversations'}
          {total > rows.length && `, the newest ${String(rows.length)} are shown`}
        </p>
      )}
      <VList
        ref={list}
        id="history-list"
        role="listbox"
        aria-label="Conversations"
        aria-busy={state === 'asking'}
        className="history-list"
        data-testid="history-list"
        onScroll={() => {
          const { current } = list;
          if (current !== null && current.scrollOffset + 2 * current.viewportSize > current.scrollSize)
            more();
        }}
      >
        {rows.map((row, place) => (
          <Row
            key={row.claude_session_id}
            row={row}
            place={place}
            selected={place === index}
            query={query}
            now={now}
            home={home}
            choose={choose}
          />
        ))}
      </VList>
    </>
  );
}

function emptyText(state: Conversations['state'], searches: boolean, filtered: boolean): string {
  if (state === 'failed') return 'The conversations could not be asked for. The log of Fugue says why.';
  if (searches) return 'No conversation holds all of these words. "Quotes" keep words together.';
  if (filtered) return 'This project has no conversation any more.';
  return 'There is no conversation yet. Every one that you begin with Claude, in Fugue or elsewhere, is listed here.';
}

interface RowProperties {
  readonly row: ShownConversation;
  readonly place: number;
  readonly selected: boolean;
  readonly query: string;
  readonly now: number;
  readonly home: string;
  readonly choose: (index: number) => void;
}

function Excerpt({ text, query }: { readonly text: string; readonly query: string }) {
  return (
    <span className="history-excerpt">
      {markedParts(text, query).map((part, place) =>
        part.isHit ? <mark key={place}>{part.text}</mark> : part.text,
      )}
    </span>
  );
}

const Row = memo(function Row({ row, place, selected, query, now, home, choose }: RowProperties) {
  const { title, cwd, changed_at: at, related, archived, problem, pane_id: pane, excerpt } = row;
  return (
    <div
      id={optionId(place)}
      role="option"
      aria-selected={selected}
      className="history-row"
      data-testid="history-row"
      onClick={() => {
        choose(place);
      }}
    >
      <span className="history-title" title={title}>
        {title}
      </span>
      <span className="history-when">{when(at, now)}</span>
      <span className="history-folder" title={cwd ?? undefined}>
        {cwd === null ? 'no folder known' : shortenPath(cwd, home, 44)}
      </span>
      <span className="history-marks">
        {pane !== null && <span className="history-open">open</span>}
        {related.length > 0 && (
          <span title="Older copies of it">
            <Copy size={11} aria-hidden />
            {related.length + 1}
            <span className="visually-hidden"> copies</span>
          </span>
        )}
        {archived && (
          <span title="Only in the archive of Fugue">
            <Archive size={11} aria-hidden />
            <span className="visually-hidden">archived</span>
          </span>
        )}
        {problem !== null && (
          <span title={problem}>
            <TriangleAlert size={11} aria-hidden />
            <span className="visually-hidden">can not be read</span>
          </span>
        )}
      </span>
      {excerpt !== null && <Excerpt text={plainLine(excerpt, 200)} query={query} />}
    </div>
  );
});
