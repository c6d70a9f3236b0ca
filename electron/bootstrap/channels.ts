import path from 'node:path';
import type { Clock } from '#shared/base/clock';
import type { DisposableStore } from '#shared/base/disposable';
import type { ChannelsState } from '#shared/model/channels';
import { CHANNELS_OFF } from '#shared/model/channels';
import { asPaneId } from '#shared/model/ids';
import { ChannelRecord } from '../channels/channel-record';
import type { ChannelSettings } from '../channels/channels';
import { Channels } from '../channels/channels';
import { ChannelsReport } from '../channels/channels-report';
import { ChannelInbox } from '../channels/inbox/channel-inbox';
import { InboxJournal } from '../channels/inbox/inbox-journal';
import { ManagedClaude } from '../channels/managed-claude';
import { TurnBroadcaster } from '../channels/broadcast/turn-broadcaster';
import { ChannelSockets } from '../channels/sockets/channel-sockets';
import { skipsPermissions } from '../claude/launch/command-line';
import type { HookServer } from '../claude/hooks/hook-server';
import { ChannelLog, channelLogger } from '../channels/channel-log';
import type { Logger } from '../log/logger';
import { expandHome } from '../system/locations';
import type { SessionService } from '../session/session-service';
import type { Store } from '../session/store';
import type { TmuxPanes } from '../session/tmux-panes';
import type { Locations } from '../system/locations';
import type { DeliveryServices } from './delivery';

export interface ChannelParts {
  readonly locations: Locations;
  readonly store: Store;
  readonly service: SessionService;
  readonly tmux: TmuxPanes;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly newId: () => string;
  readonly delivery: DeliveryServices;
  readonly hooks: HookServer | null;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly paneEnvironment: () => Promise<Readonly<Record<string, string | undefined>>>;
  /** Opens the log in a file. */
  readonly openLog: (file: string) => Logger;
}

export interface ChannelServices {
  readonly channels: Channels;
  readonly inbox: ChannelInbox;
  readonly managed: ManagedClaude;
  /** Starts all of it; called once the panes and messages of an earlier run are back. */
  readonly begin: () => void;
}

/** Builds what brings lines of adapters to Claudes, as the settings say, now and whenever they change. */
export function buildChannels(parts: ChannelParts, disposables: DisposableStore): ChannelServices {
  const { store, service, clock, newId, tmux, hooks } = parts;
  const { messenger, deliveries, receivers } = parts.delivery;
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
  const problem = (title: string, detail: string): void => {
    service.addNotice('warning', title, [detail]);
  };
  const record = new ChannelRecord(clock);
  const inbox: ChannelInbox = new ChannelInbox({
    record,
    journal: new InboxJournal(path.join(parts.locations.state, 'channels.jsonl')),
    clock,
    newId,
    defaultPane: () => channels.usualPane,
    readiness: (pane) => receivers.readiness(asPaneId(pane)),
    isOccupied: (pane) => deliveries.hasFromChannels(pane),
    send: (batch) => messenger.sendLines(batch),
    wasSent: (id) => deliveries.wasKept(id),
    fault: (reason) => {
      logger.error('channels.fault', { reason });
      problem('Lines of channels', reason);
    },
    read: (on) => {
      logger.warn('channels.reading', { on });
      channels.read(on);
    },
  });
  const channels = new Channels({
    messenger,
    inbox,
    record,
    clock,
    logger,
    settings: settings(),
    problem,
    changed: () => {
      report.changed();
    },
    sockets: (tell) =>
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
        problem: tell,
        changed: () => {
          report.changed();
        },
      }),
  });
  const managed = new ManagedClaude({
    service,
    tmux,
    clock,
    logger,
    environment: parts.paneEnvironment,
    settings: () => {
      const { channels: own, claude } = store.state.configuration;
      return {
        wanted: own.enabled && own.managed,
        session: own['tmux-session'],
        command: own.command,
        directory: own.directory,
        proxy: own.proxy,
        backoffInitial: claude['backoff-initial'],
        backoffCap: claude['backoff-cap'],
      };
    },
  });
  const report = new ChannelsReport({
    clock,
    look: () => channelsState(store, { channels, managed, record }),
    tell: (state) => {
      service.dispatch({ type: 'channels/changed', channels: state });
    },
  });
  disposables.add(inbox);
  disposables.add(channels);
  disposables.add(managed);
  disposables.add(report);
  disposables.add(
    inbox.onChange(() => {
      report.changed();
    }),
  );
  disposables.add(
    record.onChange(() => {
      report.changed();
    }),
  );
  disposables.add(
    service.typing.onTyped(() => {
      inbox.look();
    }),
  );
  disposables.add(
    service.onAction(({ action }) => {
      switch (action.type) {
        case 'configuration/changed':
          channels.apply(settings());
          report.changed();
          break;
        case 'notice/added':
        case 'pane/tmux-changed':
          report.changed();
          break;
        case 'pane/agent-changed':
        case 'pane/process-changed':
        case 'pane/claude-changed':
        case 'delivery/changed':
        case 'panes/added':
        case 'pane/removed':
        case 'window/created':
        case 'window/removed':
        case 'session/created':
        case 'session/removed':
          inbox.look();
          report.changed();
          break;
        default:
      }
    }),
  );
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
  return {
    channels,
    inbox,
    managed,
    begin: () => {
      channels.begin();
      void managed.ensure();
    },
  };
}

/** How the channels are, as the window shows it. */
function channelsState(
  store: Store,
  parts: Pick<ChannelServices, 'channels' | 'managed'> & { readonly record: ChannelRecord },
): ChannelsState {
  const { channels, managed, record } = parts;
  const { enabled, folder, target, inputs, outputs, problem, subscribers, waits } = channels.view;
  if (!enabled) return { ...CHANNELS_OFF, folder };
  const own = store.state.configuration.channels;
  const { pane } = managed;
  return {
    enabled,
    folder,
    problem,
    inputs,
    outputs,
    subscribers,
    targetName: target,
    target: channels.usualPane,
    managed: {
      wanted: own.managed,
      session: own['tmux-session'],
      pane: pane?.id ?? null,
      // What runs counts: the settings may have changed since.
      skipsPermissions: pane !== undefined && skipsPermissions(pane.command ?? ''),
      problem: own.managed ? managed.problem : null,
    },
    waits,
    ...record.lines,
  };
}
