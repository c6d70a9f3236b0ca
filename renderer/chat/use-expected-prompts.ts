import { useEffect, useMemo } from 'react';
import type { PaneId } from '#shared/model/ids';
import { useAppState } from '../store/replica';
import type { ChatSession } from './chat-session';

/** Shows the prompts that are being given in the conversation, before Claude tells of them. */
export function useExpectedPrompts(
  session: ChatSession,
  paneId: PaneId | null,
  ready: boolean,
  streams: boolean,
): void {
  const deliveries = useAppState((state) => state.deliveries);
  const prompts = useMemo(
    () => deliveries.filter(({ to, kind }) => to === paneId && kind === 'prompt'),
    [deliveries, paneId],
  );
  useEffect(() => {
    if (!ready || paneId === null) return;
    const given = prompts.filter(({ state }) => state === 'delivering');
    const not = prompts.filter(
      ({ state }) =>
        state === 'queued' ||
        state === 'failed' ||
        // A Claude in a terminal tells of it under a name of its own.
        (state === 'delivered' && !streams),
    );
    if (given.length > 0)
      session.expect(given.map(({ id, text, changedAt }) => ({ id, text, at: changedAt })));
    if (not.length > 0) session.unexpect(not.map(({ id }) => id));
  }, [session, paneId, prompts, ready, streams]);
}
