import { ArrowDown } from 'lucide-react';
import { useCallback, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import { rowText } from '#shared/chat/row-text';
import type { Row } from '#shared/chat/rows';
import type { ChatSnapshot } from './chat-session';
import { RowView } from './RowView';

/** What others have the list do. */
export interface MessageListHandle {
  toTail(): void;
  toRow(index: number): void;
  /** Scrolls by so many pages; negative is up. */
  page(count: number): void;
  element(): HTMLElement | null;
}

interface Properties {
  readonly snapshot: ChatSnapshot;
  /** The window draws nothing of it just now. */
  readonly visible: boolean;
  readonly label: string;
  readonly loadEarlier: () => void;
  readonly ref: React.Ref<MessageListHandle>;
}

/** Height of what stands above the first row, in CSS pixels; the style sheet has the same. */
const TOP = 36;
/** Nearer to the end than this counts as the end; in CSS pixels. */
const NEAR_END = 32;
/** Nearer to the beginning than this, the page before is wanted; in CSS pixels. */
const NEAR_TOP = 800;
/** The bar has come to rest after so long, in milliseconds. */
const RESTS_AFTER = 120;
/** A scroll this soon after the person's hand moved is the person's; in milliseconds. */
const BY_HAND = 400;

/** The rows of a conversation; only those in view are drawn. It stays at its end until the person scrolls up. */
export function MessageList({ snapshot, visible, label, loadEarlier, ref }: Properties) {
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<VirtualizerHandle>(null);
  const following = useRef(true);
  const lastOffset = useRef(0);
  const handAt = useRef(0);
  const dragging = useRef(false);
  /** How many rows had been added when the person left the end; null while the end is in view. */
  const [leftAt, setLeftAt] = useState<number | null>(null);
  /** The bar is dragged so fast that nobody reads: rows are only hinted at until it rests. */
  const [hurried, setHurried] = useState(false);
  const restTimer = useRef<number | null>(null);
  const { rows, appended, more, loadingEarlier, status } = snapshot;

  const toEnd = useCallback(() => {
    const element = scroller.current;
    if (element !== null) element.scrollTop = element.scrollHeight;
  }, []);
  const follow = useCallback(() => {
    following.current = true;
    setLeftAt(null);
    toEnd();
  }, [toEnd]);
  const wantEarlier = useCallback(() => {
    const element = scroller.current;
    if (element !== null && element.clientHeight > 0 && element.scrollTop < NEAR_TOP) loadEarlier();
  }, [loadEarlier]);

  useLayoutEffect(() => {
    if (visible && following.current) toEnd();
  }, [snapshot, visible, toEnd]);
  useEffect(() => {
    if (visible && status === 'ready') wantEarlier();
  }, [snapshot, visible, status, wantEarlier]);
  useImperativeHandle(
    ref,
    () => ({
      toTail: follow,
      toRow(index) {
        following.current = false;
        setLeftAt((before) => before ?? appended);
        list.current?.scrollToIndex(index, { align: 'center' });
      },
      page(count) {
        handAt.current = performance.now();
        const element = scroller.current;
        element?.scrollBy({ top: count * element.clientHeight * 0.9 });
      },
      element: () => scroller.current,
    }),
    [follow, appended],
  );

  const onScroll = (): void => {
    const element = scroller.current;
    if (element === null || element.clientHeight === 0) return;
    const { scrollTop, scrollHeight, clientHeight } = element;
    const byHand = dragging.current || performance.now() - handAt.current < BY_HAND;
    if (scrollHeight - scrollTop - clientHeight < NEAR_END) {
      if (!following.current && (byHand || scrollTop >= lastOffset.current)) {
        following.current = true;
        setLeftAt(null);
      }
    } else if (byHand && scrollTop < lastOffset.current && following.current) {
      following.current = false;
      setLeftAt(appended);
    }
    if (dragging.current && Math.abs(scrollTop - lastOffset.current) > 2 * clientHeight) {
      setHurried(true);
      if (restTimer.current !== null) window.clearTimeout(restTimer.current);
      restTimer.current = window.setTimeout(() => {
        setHurried(false);
      }, RESTS_AFTER);
    }
    lastOffset.current = scrollTop;
    wantEarlier();
  };
  const hand = (): void => {
    handAt.current = performance.now();
  };
  useEffect(() => {
    const end = (): void => {
      dragging.current = false;
    };
    window.addEventListener('pointerup', end);
    return () => {
      if (restTimer.current !== null) window.clearTimeout(restTimer.current);
      window.removeEventListener('pointerup', end);
    };
  }, []);

  // Another function each time: the array may be the same one, changed, and would not be looked at again.
  const draw = (row: Row) => (hurried ? hintRow(row) : drawRow(row));
  const fresh = leftAt === null ? 0 : appended - leftAt;
  return (
    <div className="chat-list">
      <div
        ref={scroller}
        className="chat-scroller"
        role="log"
        aria-live="off"
        aria-label={label}
        tabIndex={0}
        onScroll={onScroll}
        onWheel={hand}
        onKeyDown={hand}
        onPointerDown={(event) => {
          // Behind the content is the scroll bar.
          dragging.current = event.target === scroller.current;
          hand();
        }}
      >
        <div className="chat-top">{topText(status, more, loadingEarlier, rows.length)}</div>
        <Virtualizer
          ref={list}
          data={rows}
          shift={snapshot.shifted}
          scrollRef={scroller}
          startMargin={TOP}
          bufferSize={200}
          onResize={() => {
            if (following.current) toEnd();
          }}
        >
          {draw}
        </Virtualizer>
      </div>
      {leftAt !== null && (
        <button type="button" className="output-below chat-newest" onClick={follow}>
          <ArrowDown size={12} aria-hidden />
          {fresh > 0 ? `${String(fresh)} new` : 'Newest'}
        </button>
      )}
    </div>
  );
}

function drawRow(row: Row) {
  return <RowView key={row.key} row={row} />;
}

/** What is seen of a row in passing. */
function hintRow(row: Row) {
  return (
    <div key={row.key} className="chat-row chat-plain muted">
      {rowText(row).slice(0, 300)}
    </div>
  );
}

function topText(
  status: ChatSnapshot['status'],
  more: boolean | null,
  loading: boolean,
  count: number,
): string {
  if (status === 'loading') return 'Loading…';
  if (loading) return 'Loading earlier messages…';
  return more === false && count > 0 ? 'Beginning of the conversation' : '';
}
