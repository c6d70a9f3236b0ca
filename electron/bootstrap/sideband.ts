import type { Clock } from '#shared/base/clock';
import type { DisplayFilter } from '../claude/hooks/hook-server';
import type { Dispatcher } from '../commands/dispatcher';
import type { Logger } from '../log/logger';
import type { Consents } from '../session/consents';
import type { Messenger } from '../session/delivery/messenger';
import type { Store } from '../session/store';
import { Sideband } from '../sideband/sideband';

export interface SidebandParts {
  readonly store: Store;
  readonly dispatcher: Dispatcher;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly consents: Consents;
  readonly messenger: Messenger;
}

/** Listens to what Claudes say, for tags. */
export function buildSideband(parts: SidebandParts): DisplayFilter {
  const { store, dispatcher, clock, logger, consents, messenger } = parts;
  const sideband = new Sideband({
    state: () => store.state,
    dispatcher,
    clock,
    logger,
    canAsk: () => consents.canAsk,
    ask: (paneId, title, details) => consents.ask(paneId, title, details),
    answer: (pane, content) => {
      const sent = messenger.answer(pane, content);
      if (!sent.ok) logger.warn('sideband.unanswered', { pane: pane.id, reason: sent.error.message });
    },
  });
  return ({ paneId, event }) => {
    if (event.kind !== 'text' || event.delta === null || event.messageId === null) return null;
    const { sessionId, messageId, index, delta, final, agentId } = event;
    return sideband.hear(paneId, { sessionId, messageId, index, text: delta, final, agentId });
  };
}
