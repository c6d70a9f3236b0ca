import type { Clock } from '#shared/base/clock';
import type { DisposableStore } from '#shared/base/disposable';
import type { ChannelSettings } from '../channels/channels';
import { Channels } from '../channels/channels';
import { TurnBroadcaster } from '../channels/broadcast/turn-broadcaster';
import { ChannelSockets } from '../channels/sockets/channel-sockets';
import type { HookServer } from '../claude/hooks/hook-server';
import type { Logger } from '../log/logger';
import type { Messenger } from '../session/delivery/messenger';
import type { SessionService } from '../session/session-service';
import type { Store } from '../session/store';

export interface ChannelParts {
  readonly store: Store;
  readonly service: SessionService;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly messenger: Messenger;
  readonly hooks: HookServer | null;
}

/** Opens the channels as the settings say, from now on and whenever they change. */
export function buildChannels(parts: ChannelParts, disposables: DisposableStore): Channels {
  const { store, service, clock, logger, messenger, hooks } = parts;
  const settings = (): ChannelSettings => {
    const { enabled, target, 'runtime-dir': folder } = store.state.configuration.channels;
    return { enabled, folder, target };
  };
  const channels = new Channels({
    messenger,
    clock,
    logger,
    settings: settings(),
    sockets: (problem) =>
      new ChannelSockets({
        clock,
        logger,
        thinking: () => store.state.configuration.channels.thinking,
        http:
          hooks === null
            ? null
            : (socket) => {
                hooks.accept(socket);
              },
        problem,
      }),
    problem: (title, detail) => {
      service.addNotice('warning', title, [detail]);
    },
  });
  disposables.add(
    new TurnBroadcaster({
      service,
      clock,
      logger,
      panes: () => {
        const { enabled, target } = settings();
        const panes = enabled ? messenger.channelTargets(target) : null;
        return panes?.ok === true ? panes.value : [];
      },
      turn: (turn) => {
        channels.broadcast(turn);
      },
    }),
  );
  disposables.add(
    store.onAction(({ action }) => {
      if (action.type === 'configuration/changed') channels.apply(settings());
    }),
  );
  return channels;
}
