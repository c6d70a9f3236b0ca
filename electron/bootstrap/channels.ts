import type { Clock } from '#shared/base/clock';
import type { DisposableStore } from '#shared/base/disposable';
import type { ChannelSettings } from '../channels/channels';
import { Channels } from '../channels/channels';
import { TurnBroadcaster } from '../channels/broadcast/turn-broadcaster';
import { ChannelSockets } from '../channels/sockets/channel-sockets';
import type { HookServer } from '../claude/hooks/hook-server';
import { ChannelLog, channelLogger } from '../channels/channel-log';
import type { Logger } from '../log/logger';
import { expandHome } from '../system/locations';
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
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Opens the log in a file. */
  readonly openLog: (file: string) => Logger;
}

/** Opens the channels as the settings say, from now on and whenever they change. */
export function buildChannels(parts: ChannelParts, disposables: DisposableStore): Channels {
  const { store, service, clock, messenger, hooks } = parts;
  const settings = (): ChannelSettings => {
    const { enabled, target, 'runtime-dir': folder } = store.state.configuration.channels;
    return { enabled, folder, target };
  };
  const logger = channelLogger({
    file: () => {
      const { enabled, 'log-file': file } = store.state.configuration.channels;
      return enabled ? expandHome(file, parts.environment) : null;
    },
    open: parts.openLog,
    instead: parts.logger,
  });
  const targets = () => {
    const { enabled, target } = settings();
    const panes = enabled ? messenger.channelTargets(target) : null;
    return panes?.ok === true ? panes.value : [];
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
      panes: targets,
      turn: (turn) => {
        channels.broadcast(turn);
      },
    }),
  );
  disposables.add(new ChannelLog({ service, logger, panes: targets }));
  disposables.add(
    store.onAction(({ action }) => {
      if (action.type === 'configuration/changed') channels.apply(settings());
    }),
  );
  return channels;
}
