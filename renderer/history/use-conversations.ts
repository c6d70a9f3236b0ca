import { useCallback, useEffect, useRef, useState } from 'react';
import type { ConversationView } from '#shared/commands/history';
import { useAppState } from '../store/replica';
import { askCommand } from '../store/run-command';

/** So many conversations are asked for at once. */
const PAGE = 50;
/** So many hits of a search are shown. */
const HITS = 50;
/** Wait for the next letter before a search begins, in milliseconds. */
const TYPING = 200;

export interface ShownConversation extends ConversationView {
  /** Text around what was searched for; null in the list of all. */
  readonly excerpt: string | null;
}

export interface Conversations {
  readonly rows: readonly ShownConversation[];
  /** Conversations that a search found, also those that are not shown; null without a search. */
  readonly total: number | null;
  readonly state: 'asking' | 'there' | 'failed';
  /** Asks for the next page, when there is one. */
  readonly more: () => void;
}

interface Answer {
  readonly rows: readonly ShownConversation[];
  readonly total: number | null;
  readonly cursor: string | null;
}

/** The conversations of a folder or of all, or those that hold some words; kept up to date. */
export function useConversations(query: string, folder: string | null): Conversations {
  const revision = useAppState((state) => state.history.revision);
  const [answer, setAnswer] = useState<Answer>({ rows: [], total: null, cursor: null });
  const [state, setState] = useState<Conversations['state']>('asking');
  /** Only the answer to the newest question counts. */
  const asked = useRef(0);
  const words = query.trim();
  const searches = words.length >= 2;
  const key = `${searches ? words : ''}\n${folder ?? ''}`;
  const shownKey = useRef('');
  /** How many stand there: as many are asked for again when something changed. */
  const count = useRef(0);
  /** The page that is on its way. */
  const coming = useRef<string | null>(null);
  /** Pages that a change overtook on their way. */
  const [overtaken, setOvertaken] = useState(0);

  useEffect(() => {
    const number = (asked.current += 1);
    const place = folder === null ? {} : { cwd: folder };
    const ask = async (): Promise<void> => {
      if (shownKey.current !== key) setState('asking');
      const kept = shownKey.current === key ? count.current : 0;
      const next = searches ? await search(words, place) : await listAtLeast(kept, place);
      if (asked.current !== number) return;
      if (next === null) setState('failed');
      else {
        shownKey.current = key;
        count.current = next.rows.length;
        setAnswer(next);
        setState('there');
      }
    };
    const timer = window.setTimeout(() => void ask(), searches && shownKey.current !== key ? TYPING : 0);
    return () => {
      window.clearTimeout(timer);
    };
  }, [key, words, searches, folder, revision]);

  // Another one after each answer, and after each page that was overtaken: whoever needs it asks for it again.
  const more = useCallback(() => {
    const { cursor } = answer;
    if (cursor === null || coming.current === cursor) return;
    coming.current = cursor;
    const number = asked.current;
    void list(folder === null ? {} : { cwd: folder }, cursor).then((next) => {
      coming.current = null;
      if (next === null) return;
      if (asked.current !== number) {
        setOvertaken((pages) => pages + 1);
        return;
      }
      setAnswer((before) => ({ ...next, rows: [...before.rows, ...next.rows] }));
      count.current += next.rows.length;
    });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- what was overtaken makes it another one, though it does not read that
  }, [answer, folder, overtaken]);
  return { rows: answer.rows, total: answer.total, state, more };
}

/** So many pages that nothing that stands there goes away. */
async function listAtLeast(count: number, place: { readonly cwd?: string }): Promise<Answer | null> {
  let answer = await list(place, null);
  while (answer !== null && answer.cursor !== null && answer.rows.length < count) {
    const next = await list(place, answer.cursor);
    if (next === null) return null;
    answer = { ...next, rows: [...answer.rows, ...next.rows] };
  }
  return answer;
}

async function list(place: { readonly cwd?: string }, cursor: string | null): Promise<Answer | null> {
  const page = await askCommand('list_history', {
    ...place,
    limit: PAGE,
    ...(cursor === null ? {} : { cursor }),
  });
  if (page === null) return null;
  return {
    rows: page.conversations.map((conversation) => ({ ...conversation, excerpt: null })),
    total: null,
    cursor: page.next_cursor,
  };
}

async function search(query: string, place: { readonly cwd?: string }): Promise<Answer | null> {
  const found = await askCommand('search_history', { ...place, query, limit: HITS });
  return found === null ? null : { rows: found.conversations, total: found.total, cursor: null };
}
