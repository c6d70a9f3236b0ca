import path from 'node:path';
import type { Clock } from '#shared/base/clock';
import type { DisposableStore } from '#shared/base/disposable';
import { errorMessage } from '#shared/base/errors';
import type { Logger } from '../log/logger';
import type { PtyHostClient } from '../pty/pty-host-client';
import { Deliveries } from '../session/delivery/deliveries';
import type { ChatSessions } from '../session/chat/chat-sessions';
import { ChatReceiver } from '../session/delivery/chat-receiver';
import { Injector } from '../session/delivery/injector';
import { DeliveryJournal } from '../session/delivery/journal';
import { Messenger } from '../session/delivery/messenger';
import { Receivers } from '../session/delivery/receivers';
import type { SessionService } from '../session/session-service';
import type { TmuxPanes } from '../session/tmux-panes';
import type { Locations } from '../system/locations';

export interface DeliveryParts {
  readonly locations: Locations;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly newId: () => string;
  readonly service: SessionService;
  readonly host: PtyHostClient;
  readonly tmux: TmuxPanes;
  readonly chats: ChatSessions;
}

export interface DeliveryServices {
  readonly deliveries: Deliveries;
  readonly injector: Injector;
  readonly receivers: Receivers;
  readonly messenger: Messenger;
  /** Takes up what an earlier run has left; called once the panes are back. */
  readonly begin: () => void;
}

/** Builds what gives messages to Claudes, and has it look again whenever something about their panes changes. */
export function buildDelivery(parts: DeliveryParts, disposables: DisposableStore): DeliveryServices {
  const { service, host, clock, logger, newId } = parts;
  const injector = new Injector({ service, host, clock, tmux: parts.tmux });
  const receivers = new Receivers(service, injector, new ChatReceiver(service, parts.chats));
  const deliveries = disposables.add(
    new Deliveries({
      journal: new DeliveryJournal(path.join(parts.locations.state, 'deliveries.jsonl')),
      target: receivers,
      clock,
      newId,
      tell: (delivery) => {
        service.dispatch({ type: 'delivery/changed', delivery });
        if (delivery.state === 'queued' && delivery.to !== null) service.wake(delivery.to);
        if (delivery.state === 'failed' && delivery.to !== null)
          service.addNotice('warning', `A message to ${service.label(delivery.to)} was not delivered`, [
            delivery.reason,
            delivery.text,
          ]);
      },
      fault: (reason) => {
        logger.error('delivery.fault', { reason });
      },
    }),
  );
  disposables.add(
    service.onAction(({ action }) => {
      switch (action.type) {
        case 'pane/agent-changed':
        case 'pane/process-changed':
        case 'pane/claude-changed':
          deliveries.look(action.paneId);
          break;
        case 'pane/removed':
        case 'window/removed':
        case 'session/removed':
          for (const paneId of deliveries.panes) deliveries.look(paneId);
          break;
        default:
      }
    }),
  );
  disposables.add(
    service.typing.onTyped((paneId) => {
      deliveries.look(paneId);
    }),
  );
  return {
    deliveries,
    injector,
    receivers,
    messenger: new Messenger(service, deliveries, clock),
    begin: () => {
      try {
        service.dispatch({ type: 'deliveries/loaded', deliveries: deliveries.load() });
      } catch (error) {
        logger.error('delivery.unreadable', { reason: errorMessage(error) });
        service.addNotice('error', 'Messages that waited can not be read', [errorMessage(error)]);
      }
      for (const paneId of deliveries.panes) deliveries.look(paneId);
    },
  };
}
