import { createContext, useCallback, useContext, useSyncExternalStore } from 'react';
import type { PaneId } from '#shared/model/ids';
import type { Folds } from './folds';

/** What parts of a chat need of the whole. */
export interface ChatContextValue {
  /** Null where the conversation belongs to no pane. */
  readonly paneId: PaneId | null;
  /** A Claude runs that may still give results. */
  readonly live: boolean;
  readonly folds: Folds;
  readonly readLine: (id: string) => Promise<string | null>;
}

export const ChatContext = createContext<ChatContextValue | null>(null);

export function useChat(): ChatContextValue {
  const value = useContext(ChatContext);
  if (value === null) throw new Error('invariant broken: parts of a chat are drawn inside of one');
  return value;
}

/** Whether a part is open, which is remembered while it is not in view. */
export function useFold(id: string, initially = false): readonly [boolean, (open: boolean) => void] {
  const { folds } = useChat();
  const open = useSyncExternalStore(folds.subscribe, () => folds.isOpen(id, initially));
  const set = useCallback(
    (next: boolean) => {
      folds.set(id, next);
    },
    [folds, id],
  );
  return [open, set];
}
