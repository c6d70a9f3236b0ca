import type { BrowserWindow } from 'electron';
import { app, clipboard, Menu, nativeTheme } from 'electron';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { DisposableStore } from '#shared/base/disposable';
import type { ViewRequest } from '#shared/ipc/channels';
import type { PaneId } from '#shared/model/ids';
import { needsAttention, nextAttention } from '#shared/state/attention';
import { activePane } from '#shared/state/selectors';
import { themeInForce } from '#shared/theme/themes';
import type { Core } from '../bootstrap';
import type { Demo } from '../demo/demo';
import { startCore } from '../bootstrap';
import { readConfigurationFile } from '../system/configuration-file';
import { locations, prepareLocations } from '../system/locations';
import { isTranscript } from '../claude/transcripts';
import { emit } from '../ipc/ipc-main';
import { serveChats } from '../ipc/chat-channels';
import { WindowSurface } from '../ipc/window-surface';
import { CrashReports } from '../log/crash-reports';
import { createLogger } from '../log/logger';
import { watchCrashes } from '../log/watch-crashes';
import { systemClock } from '../system/system-clock';
import { PACKED_FALLBACK } from '../system/packed-facts';
import { APP_VERSION } from '../system/version';
import { serveApp } from './app-protocol';
import { closeToTray } from './close-to-tray';
import { openLink } from './link-opener';
import { openMainWindow, showWindow } from './main-window';
import { denyPermissions } from './navigation-guards';
import { DesktopNotifications } from './notifications';
import type { LinkTarget, StartRequest } from './start-request';
import { keepScreenshots } from './screenshots';
import { DesktopTray } from './tray';
import { hasTrayHost } from './tray-host';
import { utilityHostLauncher } from './utility-host';

export interface DesktopAppOptions {
  /** Folder of the built app. */
  readonly distribution: string;
  /** What the person named. */
  readonly request: StartRequest;
  readonly demo: Demo | null;
}

const FAULT = 'Something went wrong in Fugue itself';

/** The app with its window: the core, the surface that serves the window, and what the desktop gives. */
export class DesktopApp {
  private readonly disposables = new DisposableStore();
  private window: BrowserWindow | null = null;
  private notifications: DesktopNotifications | null = null;
  private drawn = false;
  private wantedView: ViewRequest | null = null;

  private constructor(
    private readonly core: Core,
    private readonly demo: Demo | null,
  ) {}

  static async start(options: DesktopAppOptions): Promise<DesktopApp> {
    const where = locations(process.env);
    const prepared = prepareLocations(where);
    if (!prepared.ok) throw new Error(prepared.error);
    const logger = createLogger(where.log, { alsoStandardError: false });
    let begin = (): void => undefined;
    denyPermissions();
    // Without a menu, Alt and F10 reach the programs in the panes. macOS needs one for copy and quit.
    if (process.platform !== 'darwin') Menu.setApplicationMenu(null);
    // The page's process starts while the core does: together they take as long as the slower one.
    const served = new Promise<void>((resolve) => {
      begin = resolve;
    });
    serveApp(path.join(options.distribution, 'renderer'), served);
    const settings = readConfigurationFile(where.configurationFile, process.env);
    let window: BrowserWindow | null = openMainWindow({
      distribution: options.distribution,
      state: where.state,
      background: themeInForce(
        settings.configuration.appearance,
        nativeTheme.shouldUseDarkColors,
        settings.themes,
      ).color.canvas,
      logger,
      test: process.env['FUGUE_TEST'] === '1',
    });
    const core = await startCore({
      locations: where,
      settings,
      commandTool: { runtime: process.execPath, script: path.join(options.distribution, 'cli.cjs') },
      launchHost: utilityHostLauncher(path.join(options.distribution, 'pty-host.cjs')),
      historyWorker: path.join(options.distribution, 'history-worker.cjs'),
      clock: systemClock,
      logger,
      openLog: (file) => createLogger(file, { alsoStandardError: false }),
      newId: randomUUID,
      version: APP_VERSION,
      electron: process.versions.electron ?? null,
      fallbackRuntime: process.env['FUGUE_ELECTRON_FALLBACK'] || PACKED_FALLBACK,
      ...(options.demo === null ? {} : { demo: options.demo.facts }),
      startScreen: options.request.folder === null,
      environment: process.env,
      firstDirectory: options.request.folder ?? (process.env['HOME'] || process.cwd()),
      isWindowFocused: () => window?.isFocused() ?? false,
      prefersDark: () => nativeTheme.shouldUseDarkColors,
    });
    const desktop = new DesktopApp(core, options.demo);
    const reports = new CrashReports(
      where.crashes,
      { fugue: APP_VERSION, electron: process.versions.electron ?? null },
      () => systemClock.now(),
    );
    desktop.disposables.add(
      watchCrashes(reports, logger, (_what, file) => {
        desktop.tellCrash(file);
      }),
    );
    nativeTheme.on('updated', core.updateColors);
    desktop.disposables.add(
      serveChats({
        store: core.store,
        hub: core.chat.hub,
        pictures: path.join(where.home, 'attachments'),
        isTranscript: (file) => isTranscript(file, where.home),
      }),
    );
    desktop.disposables.add(
      new WindowSurface({
        store: core.store,
        dispatcher: core.dispatcher,
        host: core.host,
        home: process.env['HOME'] || where.home,
        desktop: {
          // Awaiting is right for both forms that this API has had: a value and a promise.
          readClipboard: async () => await clipboard.readText(),
          writeClipboard: async (text) => {
            await clipboard.writeText(text);
          },
          openLink: (url) => openLink(url, Date.now()),
          pageFault: ({ what, stack }) => {
            desktop.tellCrash(reports.write({ place: 'page', what, stack }));
          },
          windowReady: () => {
            desktop.windowReady();
            logger.info('window.ready', { milliseconds: Math.round(process.uptime() * 1000) });
          },
        },
      }),
    );
    begin();
    desktop.window = window;
    desktop.followFocus(window);
    desktop.tellDesktop(window);
    window.on('closed', () => {
      desktop.window = null;
      window = null;
    });
    const pictures = process.env['FUGUE_SCREENSHOT_DIR'];
    if (pictures) {
      desktop.disposables.add(keepScreenshots(window, pictures, core.store.onAction, systemClock, logger));
    }
    await desktop.follow(options.request);
    await options.demo?.begin(core);
    return desktop;
  }

  /** Says that something went wrong, once for many in a row. */
  private tellCrash(file: string | null): void {
    const { store, service } = this.core;
    if (store.state.notices.some(({ title }) => title === FAULT)) return;
    service.addNotice('warning', FAULT, [
      file === null ? 'A report could not be written.' : `The report is ${file}. It stays on this computer.`,
      'Your panes go on. If something looks wrong, start Fugue again.',
    ]);
  }

  /** Brings the window to the front, and what was asked for: a session for a folder, or where a link leads. */
  async reveal(request: StartRequest): Promise<void> {
    if (this.window !== null) showWindow(this.window);
    await this.follow(request);
  }

  private async follow({ folder, link }: StartRequest): Promise<void> {
    if (folder !== null) await this.openFolder(folder);
    if (link !== null) await this.followLink(link);
  }

  /** A page that is not drawn yet is told when it is. */
  private showView(view: ViewRequest): void {
    if (!this.drawn) this.wantedView = view;
    else if (this.window !== null) emit(this.window.webContents, 'view:show', { view: view.view });
  }

  private windowReady(): void {
    this.drawn = true;
    const view = this.wantedView;
    this.wantedView = null;
    if (view !== null) this.showView(view);
  }

  private async followLink(link: LinkTarget): Promise<void> {
    if (link.kind === 'view') this.showView(link);
    if (link.kind !== 'pane') return;
    const origin = { kind: 'window', paneId: null } as const;
    await this.core.dispatcher.run({ name: 'focus_pane', input: { pane_id: link.pane }, origin });
  }

  async close(): Promise<void> {
    nativeTheme.removeListener('updated', this.core.updateColors);
    await this.core.close();
    await this.demo?.close();
    this.disposables.dispose();
    app.exit(0);
  }

  private followFocus(window: BrowserWindow): void {
    // By then the window itself knows it, too.
    const changed = (): void => {
      setImmediate(() => {
        this.core.windowFocusChanged();
        this.notifications?.update();
      });
    };
    window.on('focus', changed);
    window.on('blur', changed);
  }

  /** The icon in the panel, the notifications, and what closing the window does. */
  private tellDesktop(window: BrowserWindow): void {
    const { store } = this.core;
    const go = (paneIds: readonly PaneId[]): void => {
      void this.goToPane(paneIds);
    };
    this.notifications = this.disposables.add(
      new DesktopNotifications({
        store,
        clock: systemClock,
        lookedAt: () => (this.window?.isFocused() === true ? (activePane(store.state)?.id ?? null) : null),
        go,
      }),
    );
    const tray = this.disposables.add(
      new DesktopTray({
        store,
        clock: systemClock,
        go,
        goToNext: () => {
          const next = nextAttention(store.state, activePane(store.state)?.id ?? null);
          go(next === null ? [] : [next]);
        },
        showWindow: () => {
          if (this.window !== null) showWindow(this.window);
        },
        quit: () => {
          app.quit();
        },
      }),
    );
    this.disposables.add(
      closeToTray({
        window,
        clock: systemClock,
        isWanted: () => store.state.configuration.desktop['close-to-tray'] && tray.isShown,
        hasHost: hasTrayHost,
      }),
    );
  }

  /** Shows the window, and in it the first of the panes that is still there, one that needs the person before others. */
  private async goToPane(paneIds: readonly PaneId[]): Promise<void> {
    if (this.window !== null) showWindow(this.window);
    const { state } = this.core.store;
    const there = paneIds.filter((id) => state.panes[id] !== undefined);
    const paneId = needsAttention(state).find((id) => there.includes(id)) ?? there[0];
    if (paneId === undefined) return;
    await this.core.dispatcher.run({
      name: 'focus_pane',
      input: { pane_id: paneId },
      origin: { kind: 'window', paneId: null },
    });
  }

  private async openFolder(folder: string): Promise<void> {
    const { state } = this.core.store;
    const existing = Object.values(state.sessions).find((session) =>
      session.windowIds.some((id) => {
        const window = state.windows[id];
        return window !== undefined && state.panes[window.activePaneId]?.startDirectory === folder;
      }),
    );
    const origin = { kind: 'window', paneId: null } as const;
    if (existing !== undefined) {
      await this.core.dispatcher.run({ name: 'select_session', input: { session_id: existing.id }, origin });
    } else {
      await this.core.dispatcher.run({ name: 'create_session', input: { cwd: folder, focus: true }, origin });
    }
  }
}
