import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { findRows } from '#shared/chat/row-text';
import type { ChatSession, ChatSnapshot } from './chat-session';
import type { Folds } from './folds';
import type { MessageListHandle } from './MessageList';
import { markWords } from './mark-words';

interface Properties {
  readonly session: ChatSession;
  readonly snapshot: ChatSnapshot;
  readonly folds: Folds;
  readonly list: React.RefObject<MessageListHandle | null>;
  readonly close: () => void;
}

/** Finds words in the conversation, in what is loaded of it; the rest is loaded when that is wanted. */
export function ChatFind({ session, snapshot, folds, list, close }: Properties) {
  const [words, setWords] = useState('');
  /** The key of the row that was found last. */
  const [current, setCurrent] = useState<string | null>(null);
  const [loadingAll, setLoadingAll] = useState(false);
  const { rows, more, loadingEarlier } = snapshot;
  const [found, setFound] = useState<readonly string[]>([]);

  useEffect(() => {
    if (loadingAll && more !== false && !loadingEarlier) session.loadEarlier();
  }, [loadingAll, more, loadingEarlier, session]);
  // Rows that come while the bar is open are looked at when they have settled, not with each frame.
  useEffect(() => {
    const timer = setTimeout(
      () => {
        setFound(findRows(rows, words).map((index) => rows[index]?.key ?? ''));
      },
      words === '' ? 0 : 150,
    );
    return () => {
      clearTimeout(timer);
    };
  }, [rows, words, snapshot.appended, more]);
  useEffect(() => {
    const element = list.current?.element();
    return element == null ? undefined : markWords(element, words);
  }, [words, list]);
  useEffect(
    () => () => {
      folds.reveal(null);
    },
    [folds],
  );

  const go = (direction: -1 | 1, wanted = words): void => {
    const indices = findRows(rows, wanted);
    const keys = indices.map((index) => rows[index]?.key ?? '');
    setFound(keys);
    if (keys.length === 0) {
      setCurrent(null);
      return;
    }
    const at = current === null ? -1 : keys.indexOf(current);
    // The newest first: what people look for is mostly near the end.
    const next = at < 0 ? keys.length - 1 : (at + direction + keys.length) % keys.length;
    const key = keys[next] ?? '';
    setCurrent(key);
    folds.reveal(key);
    list.current?.toRow(indices[next] ?? 0);
  };

  const at = current === null ? -1 : found.indexOf(current);
  return (
    <div
      className="find-bar chat-find"
      role="search"
      aria-label="Find in the conversation"
      data-testid="chat-find"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        close();
      }}
    >
      <input
        autoFocus
        type="text"
        aria-label="Words to find"
        placeholder="Find"
        spellCheck={false}
        value={words}
        onChange={(event) => {
          setWords(event.target.value);
          setCurrent(null);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') go(event.shiftKey ? 1 : -1);
        }}
      />
      <span className="find-count" role="status" data-testid="chat-find-count">
        {words === ''
          ? ''
          : found.length === 0
            ? 'None'
            : `${at < 0 ? '–' : String(at + 1)} of ${String(found.length)}`}
      </span>
      <button
        type="button"
        className="button-icon"
        aria-label="Previous match"
        title="Previous match (Enter)"
        onClick={() => {
          go(-1);
        }}
      >
        <ChevronUp size={14} aria-hidden />
      </button>
      <button
        type="button"
        className="button-icon"
        aria-label="Next match"
        title="Next match (Shift+Enter)"
        onClick={() => {
          go(1);
        }}
      >
        <ChevronDown size={14} aria-hidden />
      </button>
      {more !== false && (
        <button
          type="button"
          className="button-quiet chat-find-all"
          disabled={loadingAll}
          title="Earlier parts of the conversation are not loaded"
          onClick={() => {
            setLoadingAll(true);
          }}
        >
          {loadingAll ? 'Loading…' : 'Load all'}
        </button>
      )}
      <button type="button" className="button-icon" aria-label="Close" title="Close" onClick={close}>
        <X size={14} aria-hidden />
      </button>
    </div>
  );
}
