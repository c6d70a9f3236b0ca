import os from 'node:os';
import path from 'node:path';
import type { Clock } from '#shared/base/clock';
import type { Disposable } from '#shared/base/disposable';
import { DisposableStore } from '#shared/base/disposable';
import { errorMessage } from '#shared/base/errors';
import type { DemoFacts } from '#shared/model/demo';
import type { PaneInTmux } from '#shared/model/pane';
import { activePane } from '#shared/state/selectors';
import { initialState } from '#shared/state/state';
import { terminalColors } from '#shared/theme/themes';
import { serveCommandSocket } from './cli/command-socket';
import { Dispatcher } from './commands/dispatcher';
import { handlers } from './commands/handlers';
import { HookServer } from './claude/hooks/hook-server';
import type { ChatServices } from './bootstrap/chat';
import { buildChat, buildChatSessions } from './bootstrap/chat';
import type { ChannelServices } from './bootstrap/channels';
import { buildChannels } from './bootstrap/channels';
import { buildDelivery } from './bootstrap/delivery';
import { buildDesk } from './bootstrap/desk';
import { buildHistory } from './bootstrap/history';
import { startMcp } from './bootstrap/mcp';
import { openFirstSession } from './bootstrap/first-session';
import { prepareFiles, tellOfStandIn } from './bootstrap/files';
import { buildPermissions } from './bootstrap/permissions';
import { buildSideband } from './bootstrap/sideband';
import type { McpService } from './mcp/mcp-service';
import type { ShimTarget } from './system/command-shim';
import { commandFolder, writeCommandShim } from './system/command-shim';
import type { SettingsRead } from './system/configuration-file';
import { readConfigurationFile, watchConfigurationFile } from './system/configuration-file';
import { refuseSecondServer } from './system/local-socket';
import type { Locations } from './system/locations';
import { PaneTokens } from './system/pane-tokens';
import { AuditLog } from './log/audit-log';
import type { Logger } from './log/logger';
import type { HostLauncher } from './pty/host-process';
import { PtyHostClient } from './pty/pty-host-client';
import { AttentionWatcher } from './session/attention-watcher';
import { ClaudeLauncher } from './session/claude-launcher';
import { ClaudePanes } from './session/claude-panes';
import { Consents } from './session/consents';
import type { DesktopWindows } from './session/desktop-windows';
import type { Deliveries } from './session/delivery/deliveries';
import { PaneLauncher } from './session/pane-launcher';
import { PaneNewsReader } from './session/pane-news';
import { ScrollbackFiles } from './session/persistence/scrollback-files';
import { Snapshots } from './session/persistence/snapshots';
import { WorkspaceFiles } from './session/persistence/workspace-files';
import { WorkspaceKeeper } from './session/persistence/workspace-keeper';
import { Restorer } from './session/restore';
import type { PermissionLedger } from './session/permissions/ledger';
import { SessionService } from './session/session-service';
import { Store } from './session/store';
import { TmuxPanes } from './session/tmux-panes';

export interface CoreOptions {
  readonly locations: Locations;
  readonly launchHost: HostLauncher;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Opens the log of the channels in a file of the person's choice. */
  readonly openLog: (file: string) => Logger;
  readonly newId: () => string;
  readonly version: string;
  readonly electron: string | null;
  readonly fallbackRuntime: string | null;
  /** What the demo has to show; absent outside of it. */
  readonly demo?: DemoFacts;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The settings, when they were read already. */
  readonly settings?: SettingsRead;
  /** Folder in which the first session starts when nothing is restored. */
  readonly firstDirectory: string;
  /** The start screen may take the place of the first session, as there is a window that shows it. */
  readonly startScreen: boolean;
  /** What the `fugue` command of panes runs; null leaves it out. */
  readonly commandTool: ShimTarget | null;
  /** The built thread that has the index of conversations. */
  readonly historyWorker: string;
  readonly isWindowFocused: () => boolean;
  readonly prefersDark: () => boolean;
}

export interface Core extends Disposable {
  readonly store: Store;
  readonly service: SessionService;
  readonly dispatcher: Dispatcher;
  readonly host: PtyHostClient;
  readonly mcp: McpService;
  readonly channels: ChannelServices;
  readonly deliveries: Deliveries;
  readonly consents: Consents;
  readonly desktopWindows: DesktopWindows;
  readonly chat: ChatServices;
  readonly ledger: PermissionLedger;
  /** Tells terminals the colours in force; called when the system's own preference changes. */
  readonly updateColors: () => void;
  /** Called when the window gets or loses the focus. */
  readonly windowFocusChanged: () => void;
  /** Keeps everything on disk, ends all programs in order, lets go of everything. */
  close(): Promise<void>;
}

/** Longest time that programs get to end when the app closes, in milliseconds. */
const SHUTDOWN_LIMIT = 5000;

/**
 * Builds everything in order: the one place that knows all parts. Rejects, with nothing left running, when another
 * Fugue has this home already.
 */
export async function startCore(options: CoreOptions): Promise<Core> {
  // Asked before anything is restored: two cores would start every program twice and write over each other.
  await refuseSecondServer(options.locations.commandSocket);
  const disposables = new DisposableStore();
  try {
    return await build(options, disposables);
  } catch (error) {
    disposables.dispose();
    throw error;
  }
}

async function build(options: CoreOptions, disposables: DisposableStore): Promise<Core> {
  const { clock, logger, locations } = options;
  const parsed = options.settings ?? readConfigurationFile(locations.configurationFile, options.environment);
  const store = disposables.add(
    new Store(
      initialState(parsed.configuration, {
        version: options.version,
        electron: options.electron,
        fallbackRuntime: options.fallbackRuntime,
        demo: options.demo ?? null,
        userHome: options.environment['HOME'] ?? '',
        home: locations.home,
        configurationFile: locations.configurationFile,
      }),
    ),
  );
  store.dispatch({ type: 'configuration/changed', ...parsed });

  if (options.commandTool !== null) {
    try {
      writeCommandShim(locations.home, options.commandTool);
    } catch (error) {
      logger.warn('command-shim.failed', { reason: errorMessage(error) });
    }
  }
  const workspace = new WorkspaceFiles(locations.state);
  const scrollback = new ScrollbackFiles(locations.scrollback);
  const host = disposables.add(new PtyHostClient(options.launchHost, clock, logger));
  const tokens = new PaneTokens(path.join(locations.state, 'pane-tokens.json'));
  const tmux: TmuxPanes = new TmuxPanes({
    home: locations.home,
    usualHome: path.join(os.homedir(), '.fugue'),
    environment: () => launcher.environment(),
    scrollbackLines: () => store.state.configuration.terminal['scrollback-lines'],
  });
  const launcher = new PaneLauncher({
    tokens,
    tmux: () => tmux,
    home: locations.home,
    version: options.version,
    environment: options.environment,
    logger,
  });
  const hooks = await HookServer.listen(tokens, logger, path.join(locations.state, 'hook-port')).then(
    (server) => disposables.add(server),
    (error: unknown) => {
      // Without hooks, screens, titles and the registry tell the states.
      logger.error('hook-server.unavailable', { reason: errorMessage(error) });
      return null;
    },
  );
  let mcp: McpService | null = null;
  const claude = new ClaudeLauncher({
    state: () => store.state,
    hooks,
    home: locations.home,
    newId: options.newId,
    clock,
    logger,
    mcp: () => mcp?.addresses ?? null,
    commandFile: path.join(commandFolder(locations.home), 'fugue'),
  });
  const chats = buildChatSessions(options, disposables);
  const service = disposables.add(
    new SessionService({
      claude,
      chats,
      tokens,
      tmux,
      store,
      host,
      launcher,
      clock,
      newId: options.newId,
      logger,
      keptText: async (paneId) => {
        const kept = await scrollback.load(paneId);
        return kept === null || typeof kept === 'string' ? null : kept.data;
      },
    }),
  );
  launcher.prepare(parsed.configuration.terminal.shell, (problem) => {
    service.addNotice('warning', 'Panes start with the environment of the app', [problem]);
  });
  tellOfStandIn(locations, service, logger);
  disposables.add(new PaneNewsReader(service, host, chats, clock, options.isWindowFocused));
  const claudes = disposables.add(
    new ClaudePanes({
      tmux,
      chats,
      service,
      host,
      hooks,
      clock,
      logger,
      environment: options.environment,
      forkNext: (paneId) => {
        claude.forkNext(paneId);
      },
      isLookedAt: (paneId) => options.isWindowFocused() && activePane(store.state)?.id === paneId,
    }),
  );

  const attention = disposables.add(
    new AttentionWatcher({
      store,
      isWindowFocused: options.isWindowFocused,
      lookedAt: (paneId) => {
        claudes.lookedAt(paneId);
        if (store.state.panes[paneId]?.help != null)
          service.dispatch({ type: 'pane/help-changed', paneId, help: null });
        if (store.state.panes[paneId]?.bell === true)
          service.dispatch({ type: 'pane/bell-changed', paneId, bell: false });
      },
    }),
  );

  const updateColors = (): void => {
    const { configuration, themes } = store.state;
    host.setColors(terminalColors(configuration.appearance, options.prefersDark(), themes));
  };
  updateColors();
  const watched = disposables.add(
    watchConfigurationFile(locations.configurationFile, options.environment, clock, (next) => {
      service.dispatch({ type: 'configuration/changed', ...next });
      updateColors();
    }),
  );

  const keeper = disposables.add(
    new WorkspaceKeeper({ store, service, host, workspace, scrollback, clock, logger }),
  );
  const snapshots = new Snapshots({
    files: workspace,
    state: () => store.state,
    newId: options.newId,
    add: (snapshot, textOf) =>
      new Restorer(service, scrollback, clock, (place) => tmux.isAlive(place)).add(snapshot, textOf),
  });
  const audit = disposables.add(
    new AuditLog(locations.auditLog, (reason) => {
      logger.warn('audit-log.failed', { reason });
    }),
  );
  const delivery = buildDelivery({ ...options, service, host, tmux, chats }, disposables);
  const chat = buildChat(
    { ...options, service, chats, hindrance: (paneId) => delivery.injector.hindrance(paneId, '') },
    disposables,
  );
  const permissions = buildPermissions({ ...options, service, chats, hooks }, disposables);
  const consents = disposables.add(new Consents(service, clock, options.newId));
  const channels = buildChannels(
    {
      ...options,
      store,
      service,
      tmux,
      delivery,
      hooks,
      paneEnvironment: () => launcher.environment(),
    },
    disposables,
  );
  const history = buildHistory({ ...options, store, service }, disposables);
  const desk = buildDesk({ ...options, service, reread: watched.look }, disposables);
  const dispatcher = new Dispatcher({
    handlers,
    // Field by field: made for every call, and a spread of what is not known beforehand takes as long as all the rest.
    context: ({ origin, signal, workingDirectory, progress }) => ({
      origin,
      signal,
      workingDirectory,
      progress,
      state: store.state,
      service,
      host,
      clock,
      claudes,
      history,
      snapshots,
      consents,
      channels: channels.channels,
      deliveries: delivery.deliveries,
      receivers: delivery.receivers,
      chats,
      handOff: chat.handOff,
      ...permissions,
      ...desk,
      messenger: delivery.messenger,
    }),
    clock,
    logger,
    home: options.firstDirectory,
    audit: (entry) => {
      audit.write(entry);
    },
    callsPerMinute: () => store.state.configuration.limits['calls-per-minute'],
  });
  const { messenger } = delivery;
  const sideband = buildSideband({ locations, store, dispatcher, clock, logger, consents, messenger });
  hooks?.filterDisplay(sideband.filter);
  // Before any Claude starts: each is told where MCP is served.
  mcp = disposables.add(
    await startMcp({ ...options, dispatcher, store, service, host, tokens }, disposables),
  );
  const writable = await prepareFiles(workspace, scrollback, service, logger);
  if (writable)
    await restoreWorkspace(store, service, workspace, scrollback, clock, snapshots, (place) =>
      tmux.isAlive(place).catch(() => false),
    );
  openFirstSession(store, service, options);
  if (writable) keeper.begin();
  delivery.begin();
  channels.begin();
  sideband.begin();

  disposables.add(await serveCommandSocket(locations.commandSocket, dispatcher, tokens, logger));
  logger.info('core.started', { version: options.version });

  const served = mcp;
  let closing: Promise<void> | null = null;
  return {
    mcp: served,
    channels,
    deliveries: delivery.deliveries,
    consents,
    desktopWindows: desk.desktopWindows,
    chat,
    ledger: permissions.ledger,
    store,
    service,
    dispatcher,
    host,
    updateColors,
    windowFocusChanged: () => {
      attention.windowFocusChanged();
    },
    close: () =>
      (closing ??= (async () => {
        service.beginQuit();
        await keeper.stop();
        await Promise.all([host.shutdown(SHUTDOWN_LIMIT), chats.endAll()]);
        disposables.dispose();
        logger.info('core.closed');
      })()),
    dispose: () => {
      disposables.dispose();
    },
  };
}

async function restoreWorkspace(
  store: Store,
  service: SessionService,
  workspace: WorkspaceFiles,
  scrollback: ScrollbackFiles,
  clock: Clock,
  snapshots: Snapshots,
  livesOn: (place: PaneInTmux) => Promise<boolean>,
): Promise<void> {
  if (!store.state.configuration.restore.enabled) return;
  const loaded = await workspace.load();
  if (loaded.problems.length > 0) {
    service.addNotice('warning', 'A saved workspace could not be read', [
      ...loaded.problems,
      loaded.snapshot === null ? 'Fugue starts with a new workspace.' : 'The last good one was used.',
    ]);
  }
  if (loaded.snapshot !== null)
    await new Restorer(service, scrollback, clock, livesOn, (savedAt) => snapshots.offers(savedAt)).restore(
      loaded.snapshot,
    );
}
