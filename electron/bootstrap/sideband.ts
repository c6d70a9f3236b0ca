import path from 'node:path';
import type { Clock } from '#shared/base/clock';
import type { DisplayFilter } from '../claude/hooks/hook-server';
import type { Dispatcher } from '../commands/dispatcher';
import type { Logger } from '../log/logger';
import type { Consents } from '../session/consents';
import type { Messenger } from '../session/delivery/messenger';
import type { Store } from '../session/store';
import { Sideband } from '../sideband/sideband';
import { WaitingTags } from '../sideband/waiting-tags';
import type { Locations } from '../system/locations';

export interface SidebandParts {
  readonly locations: Locations;
  readonly store: Store;
  readonly dispatcher: Dispatcher;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly consents: Consents;
  readonly messenger: Messenger;
}

export interface SidebandServices {
  readonly filter: DisplayFilter;
  /** Takes up what an earlier run has left; called once panes and messages are back. */
  readonly begin: () => void;
}

/** Listens to what Claudes say, for tags. */
export function buildSideband(parts: SidebandParts): SidebandServices {
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
    waiting: new WaitingTags(path.join(parts.locations.state, 'waiting-tags.json'), (reason) => {
      logger.warn('sideband.unwritable', { reason });
    }),
  });
  const filter: DisplayFilter = ({ paneId, event }) => {
    if (event.kind !== 'text' || event.delta === null || event.messageId === null) return null;
    const { sessionId, messageId, index, delta, final, agentId } = event;
    return sideband.hear(paneId, { sessionId, messageId, index, text: delta, final, agentId });
  };
  return {
    filter,
    begin: () => {
      sideband.begin();
    },
  };
}
