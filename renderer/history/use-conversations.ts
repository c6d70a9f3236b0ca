import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useAppState } from '../store/replica';
import { askCommand } from '../store/run-command';
import type { Answer, Shown } from './conversation-pages';
import { ConversationPages } from './conversation-pages';

/** So many conversations are asked for at once. */
const PAGE = 50;
/** So many hits of a search are shown. */
const HITS = 50;
/** Wait for the next letter before a search begins, in milliseconds. */
const TYPING = 200;

export interface Conversations extends Shown {
  /** Asks for the next page, when there is one. */
  readonly more: () => void;
}

/** The conversations of a folder or of all, or those that hold some words; kept up to date. */
export function useConversations(query: string, folder: string | null): Conversations {
  const revision = useAppState((state) => state.history.revision);
  const [pages] = useState(() => new ConversationPages({ list, search }));
  const shown = useSyncExternalStore(pages.subscribe, pages.shown);
  const typed = query.trim();
  const words = typed.length >= 2 ? typed : null;
  useEffect(() => {
    const question = { words, folder };
    const wait = words !== null && !pages.isAnswered(question) ? TYPING : 0;
    const timer = window.setTimeout(() => void pages.ask(question), wait);
    return () => {
      window.clearTimeout(timer);
    };
  }, [pages, words, folder, revision]);
  return useMemo(() => ({ ...shown, more: () => void pages.more() }), [shown, pages]);
}

async function list(folder: string | null, cursor: string | null): Promise<Answer | null> {
  const page = await askCommand('list_history', {
    ...placeOf(folder),
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

async function search(query: string, folder: string | null): Promise<Answer | null> {
  const found = await askCommand('search_history', { ...placeOf(folder), query, limit: HITS });
  return found === null ? null : { rows: found.conversations, total: found.total, cursor: null };
}

function placeOf(folder: string | null): { readonly cwd?: string } {
  return folder === null ? {} : { cwd: folder };
}
