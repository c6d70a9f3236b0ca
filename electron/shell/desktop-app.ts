import { app, clipboard, nativeTheme } from 'electron';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { DisposableStore } from '#shared/base/disposable';
import type { PaneId } from '#shared/model/ids';
import { needsAttention, nextAttention } from '#shared/state/attention';
import { activePane } from '#shared/state/selectors';
import { themeInForce } from '#shared/theme/themes';
import type { Core } from '../bootstrap';
import type { Demo } from '../demo/demo';
import { startCore } from '../bootstrap';
import { readConfigurationFile } from '../system/configuration-file';
import { isTranscript } from '../claude/transcripts';
import { serveChats } from '../ipc/chat-channels';
import { WindowSurface } from '../ipc/window-surface';
import { CrashReports } from '../log/crash-reports';
import { createLogger } from '../log/logger';
import { watchCrashes } from '../log/watch-crashes';
import { systemClock } from '../system/system-clock';
import { PACKED_FALLBACK } from '../system/packed-facts';
import { APP_VERSION } from '../system/version';
import type { AppWindows } from './app-windows';
import { openLink } from './link-opener';
import { DesktopNotifications } from './notifications';
import type { OpenedApp } from './open-app';
import type { LinkTarget, StartRequest } from './start-request';
import { keepScreenshots } from './screenshots';
import { DesktopTray } from './tray';
import { utilityHostLauncher } from './utility-host';

export interface DesktopAppOptions {
  /** Folder of the built app. */
  readonly distribution: string;
  /** What the person named. */
  readonly request: StartRequest;
  readonly demo: Demo | null;
  readonly opened: OpenedApp;
}

const FAULT = 'Something went wrong in Fugue itself';

/** The app with its windows: the core, the surface that serves them, and what the desktop gives. */
export class DesktopApp {
  private readonly disposables = new DisposableStore();
  private notifications: DesktopNotifications | null = null;
  private tray: DesktopTray | null = null;

  private constructor(
    private readonly core: Core,
    private readonly demo: Demo | null,
    private readonly windows: AppWindows,
  ) {}

  static async start(options: DesktopAppOptions): Promise<DesktopApp> {
    const { where, logger, windows } = options.opened;
    const settings = readConfigurationFile(where.configurationFile, process.env);
    // Seen where a page does not reach yet, while its window is made larger.
    windows.setBackground(
      themeInForce(settings.configuration.appearance, nativeTheme.shouldUseDarkColors, settings.themes).color
        .canvas,
    );
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
      isWindowFocused: () => windows.isFocused,
      prefersDark: () => nativeTheme.shouldUseDarkColors,
    });
    const desktop = new DesktopApp(core, options.demo, windows);
    desktop.disposables.add(windows);
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
          desktopWindowOf: (sender) => windows.idOf(sender),
          windowReady: (id) => {
            windows.ready(id);
            logger.info('window.ready', { milliseconds: Math.round(process.uptime() * 1000) });
          },
        },
      }),
    );
    // Before a page is answered: what it asks for first is which session it shows.
    windows.begin(core, () => desktop.staysInTray());
    options.opened.serve();
    // The panel and its icon can wait until there is something to see.
    void windows.firstDrawn.then(() => {
      if (!desktop.disposables.isDisposed) desktop.tellDesktop();
    });
    const pictures = process.env['FUGUE_SCREENSHOT_DIR'];
    if (pictures) {
      desktop.disposables.add(
        keepScreenshots(() => windows.frontWindow, pictures, core.store.onAction, systemClock, logger),
      );
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

  /** Shows what was asked for, and brings its window to the front: a session for a folder, or where a link leads. */
  async reveal(request: StartRequest): Promise<void> {
    await this.follow(request);
    this.windows.showFront();
  }

  private async follow({ folder, link }: StartRequest): Promise<void> {
    if (folder !== null) await this.openFolder(folder);
    if (link !== null) await this.followLink(link);
  }

  private async followLink(link: LinkTarget): Promise<void> {
    if (link.kind === 'view') this.windows.showView(link);
    if (link.kind !== 'pane') return;
    const origin = { kind: 'window', paneId: null } as const;
    await this.core.dispatcher.run({ name: 'focus_pane', input: { pane_id: link.pane }, origin });
  }

  async close(): Promise<void> {
    this.windows.save();
    nativeTheme.removeListener('updated', this.core.updateColors);
    await this.core.close();
    await this.demo?.close();
    this.disposables.dispose();
    app.exit(0);
  }

  /** Whether closing the last window only hides it. */
  private staysInTray(): boolean {
    return this.core.store.state.configuration.desktop['close-to-tray'] && this.tray?.isShown === true;
  }

  /** The icon in the panel, and the notifications. */
  private tellDesktop(): void {
    const { store } = this.core;
    const { windows } = this;
    const go = (paneIds: readonly PaneId[]): void => {
      void this.goToPane(paneIds);
    };
    this.notifications = this.disposables.add(
      new DesktopNotifications({
        store,
        clock: systemClock,
        lookedAt: () => (windows.isFocused ? (activePane(store.state)?.id ?? null) : null),
        go,
      }),
    );
    this.tray = this.disposables.add(
      new DesktopTray({
        store,
        clock: systemClock,
        go,
        goToNext: () => {
          const next = nextAttention(store.state, activePane(store.state)?.id ?? null);
          go(next === null ? [] : [next]);
        },
        showWindow: () => {
          windows.showFront();
        },
        quit: () => {
          app.quit();
        },
      }),
    );
    this.disposables.add(
      windows.onFocusChanged(() => {
        this.core.windowFocusChanged();
        this.notifications?.update();
      }),
    );
  }

  /** Shows the first of the panes that is still there, one that needs the person before others, and its window. */
  private async goToPane(paneIds: readonly PaneId[]): Promise<void> {
    const { state } = this.core.store;
    const there = paneIds.filter((id) => state.panes[id] !== undefined);
    const paneId = needsAttention(state).find((id) => there.includes(id)) ?? there[0];
    if (paneId !== undefined)
      await this.core.dispatcher.run({
        name: 'focus_pane',
        input: { pane_id: paneId },
        origin: { kind: 'window', paneId: null },
      });
    this.windows.showFront();
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
