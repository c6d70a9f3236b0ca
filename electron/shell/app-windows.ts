import { randomUUID } from 'node:crypto';
import type { BrowserWindow, WebContents } from 'electron';
import { screen } from 'electron';
import type { Clock } from '#shared/base/clock';
import type { Disposable } from '#shared/base/disposable';
import { DisposableSlot, DisposableStore } from '#shared/base/disposable';
import { Emitter } from '#shared/base/emitter';
import type { ViewRequest } from '#shared/ipc/channels';
import type { DesktopWindow } from '#shared/model/desktop-window';
import type { DesktopWindowId } from '#shared/model/ids';
import { asDesktopWindowId, asSessionId } from '#shared/model/ids';
import { desktopWindow, frontDesktopWindow } from '#shared/state/desktop-windows';
import { emit } from '../ipc/ipc-main';
import type { DesktopWindows } from '../session/desktop-windows';
import type { StoreReader } from '../session/store';
import { closeToTray } from './close-to-tray';
import type { KeptWindow } from './kept-windows';
import { readKeptWindows, writeKeptWindows } from './kept-windows';
import type { WindowOptions } from './open-window';
import { openWindow, showWindow } from './open-window';
import type { Display, Place } from './place-on-displays';
import { frameOffset, placeBeside, placeOnDisplays } from './place-on-displays';
import { hasTrayHost } from './tray-host';

export interface AppWindowsOptions extends WindowOptions {
  /** Folder in which the places of windows are kept. */
  readonly state: string;
  readonly clock: Clock;
}

export interface WindowCore {
  readonly store: StoreReader;
  readonly desktopWindows: DesktopWindows;
}

interface OpenWindow {
  readonly window: BrowserWindow;
  readonly contents: WebContents;
  readonly disposables: DisposableStore;
  drawn: boolean;
  /** The corner of what is within the frame, seen from that of the frame. */
  frame: { readonly x: number; readonly y: number };
  wantedView: ViewRequest | null;
}

/** How long places have to rest before they are kept. */
const SETTLE_TIME = 400;

/**
 * The windows of the desktop. Which there are is a matter of the state: this opens and closes them after it, tells it
 * where the person goes, and keeps where they stand.
 */
export class AppWindows implements Disposable {
  private readonly disposables = new DisposableStore();
  private readonly saving = this.disposables.add(new DisposableSlot());
  private readonly focusEmitter = this.disposables.add(new Emitter<undefined>());
  private readonly open = new Map<DesktopWindowId, OpenWindow>();
  private readonly kept: readonly [KeptWindow, ...KeptWindow[]];
  private readonly firstId = asDesktopWindowId(randomUUID());
  private core: WindowCore | null = null;
  private staysInTray: () => boolean = () => false;
  private front: DesktopWindowId = this.firstId;
  /** The window that is to have the keyboard, until it is there: others that open before must not keep it. */
  private awaited: DesktopWindowId | null = null;
  private written = '';
  private seen: readonly DesktopWindow[] = [];
  private background: string | null = null;
  private drawn = (): void => undefined;
  private failed = (): void => undefined;

  /** There is something to see, or there never will be. */
  readonly firstDrawn: Promise<void>;
  /** The page of the first window can't be loaded, or its window has gone. */
  readonly firstFailed: Promise<void>;

  /** A window got or lost the focus. */
  readonly onFocusChanged = this.focusEmitter.event;

  constructor(private readonly options: AppWindowsOptions) {
    this.kept = readKeptWindows(options.state);
    this.firstFailed = new Promise((resolve) => {
      this.failed = resolve;
    });
    const drawn = new Promise<void>((resolve) => {
      this.drawn = resolve;
    });
    this.firstDrawn = Promise.race([drawn, this.firstFailed]);
    // Before there is anything to show: its page's process starts meanwhile.
    this.openAt(this.firstId, this.kept[0]);
  }

  /** The colour behind pages, from now on. */
  setBackground(color: string): void {
    this.background = color;
    for (const { window } of this.open.values()) window.setBackgroundColor(color);
  }

  /** The state is there. `staysInTray`: closing the last window hides it. */
  begin(core: WindowCore, staysInTray: () => boolean): void {
    const [first, ...further] = this.kept;
    const ids = new Map(further.map((kept) => [asDesktopWindowId(randomUUID()), kept]));
    const windowFor = (id: DesktopWindowId, { session }: KeptWindow) => ({
      id,
      sessionId: session === null ? null : asSessionId(session),
      bounds: null,
    });
    core.desktopWindows.begin([
      windowFor(this.firstId, first),
      ...[...ids].map(([id, kept]) => windowFor(id, kept)),
    ]);
    this.core = core;
    this.seen = core.store.state.desktopWindows;
    this.staysInTray = staysInTray;
    this.front = frontDesktopWindow(core.store.state)?.id ?? this.firstId;
    if (this.front !== this.firstId) this.awaited = this.front;
    for (const { id } of core.store.state.desktopWindows) {
      const kept = ids.get(id);
      if (kept !== undefined) this.openAt(id, kept);
    }
    this.disposables.add(
      core.store.onAction(() => {
        this.follow(core);
      }),
    );
    this.disposables.add(
      core.desktopWindows.onWish(({ kind, id }) => {
        const entry = this.open.get(id);
        if (entry === undefined) return;
        if (kind === 'close') entry.window.close();
        else showWindow(entry.window);
      }),
    );
  }

  get isFocused(): boolean {
    return [...this.open.values()].some(({ window }) => window.isFocused());
  }

  /** The window in front; null when the last one has gone. */
  get frontWindow(): BrowserWindow | null {
    return (this.open.get(this.front) ?? [...this.open.values()][0])?.window ?? null;
  }

  idOf(sender: WebContents): DesktopWindowId | null {
    for (const [id, { contents }] of this.open) if (contents === sender) return id;
    return null;
  }

  showFront(): void {
    const window = this.frontWindow;
    if (window !== null) showWindow(window);
  }

  /** Opens a view in the window in front. A page that is not drawn yet is told when it is. */
  showView(view: ViewRequest): void {
    const entry = this.open.get(this.front);
    if (entry === undefined) return;
    if (entry.drawn) emit(entry.contents, 'view:show', { view: view.view });
    else entry.wantedView = view;
  }

  /** The page of a window is drawn. */
  ready(id: DesktopWindowId): void {
    this.drawn();
    const entry = this.open.get(id);
    if (entry === undefined) return;
    entry.drawn = true;
    const view = entry.wantedView;
    entry.wantedView = null;
    if (view !== null) emit(entry.contents, 'view:show', { view: view.view });
  }

  /** Keeps where the windows stand and what they show. Once the last one has gone, what was kept stays. */
  save(): void {
    const state = this.core?.store.state;
    const order = state?.desktopWindows.map(({ id }) => id) ?? [this.firstId];
    const windows = order.flatMap((id): KeptWindow[] => {
      const { window, frame } = this.open.get(id) ?? {};
      if (window === undefined || frame === undefined || window.isDestroyed()) return [];
      const { x, y, width, height } = window.getNormalBounds();
      const display = screen.getDisplayMatching(window.getBounds());
      return [
        {
          x: x - frame.x,
          y: y - frame.y,
          width,
          height,
          maximized: window.isMaximized(),
          display: { id: display.id, x: display.workArea.x, y: display.workArea.y },
          session: state === undefined ? this.kept[0].session : (desktopWindow(state, id)?.sessionId ?? null),
        },
      ];
    });
    const text = JSON.stringify(windows);
    if (windows.length === 0 || text === this.written) return;
    this.written = text;
    writeKeptWindows(this.options.state, windows);
  }

  dispose(): void {
    this.disposables.dispose();
    for (const { disposables } of this.open.values()) disposables.dispose();
  }

  /** Does what the state asks for. */
  private follow({ store: { state } }: WindowCore): void {
    const front = frontDesktopWindow(state)?.id ?? this.front;
    if (state.desktopWindows === this.seen && front === this.front) return;
    this.seen = state.desktopWindows;
    this.saveSoon();
    for (const { id } of state.desktopWindows) if (!this.open.has(id)) this.openNew(id);
    if (state.desktopWindows.length > 0)
      for (const [id, { window }] of this.open) if (desktopWindow(state, id) === null) window.destroy();
    if (front === this.front) return;
    this.front = front;
    const entry = this.open.get(front);
    // Between windows of Fugue only: what an agent does takes nobody out of another app.
    if (this.isFocused && entry?.drawn === true) showWindow(entry.window);
  }

  private openNew(id: DesktopWindowId): void {
    const areas = [...this.open.values()].map(({ window }) => window.getBounds());
    const front = this.frontWindow?.getBounds() ?? areas[0];
    if (front === undefined) return;
    const others = areas.filter(({ x, y }) => x !== front.x || y !== front.y);
    const place = placeBeside(front, others, displays());
    this.prepare(id, openWindow(this.options, place), place);
  }

  private openAt(id: DesktopWindowId, kept: KeptWindow): void {
    const place = placeOnDisplays(kept, displays());
    const window = openWindow(this.options, place);
    if (kept.maximized) window.maximize();
    this.prepare(id, window, place);
  }

  private prepare(id: DesktopWindowId, window: BrowserWindow, place: Place): void {
    const { clock } = this.options;
    const disposables = new DisposableStore();
    this.open.set(id, {
      window,
      contents: window.webContents,
      disposables,
      drawn: false,
      frame: { x: 0, y: 0 },
      wantedView: null,
    });
    if (this.background !== null) window.setBackgroundColor(this.background);
    for (const event of ['did-fail-load', 'render-process-gone'] as const)
      window.webContents.once(event as 'did-fail-load', this.failed);
    window.once('ready-to-show', () => {
      if (id === this.front) window.show();
      else window.showInactive();
      if (id === this.awaited) this.awaited = null;
      // By then the desktop has put its frame around it.
      disposables.add(
        clock.after(SETTLE_TIME, () => {
          const entry = this.open.get(id);
          if (entry !== undefined && !window.isMaximized())
            entry.frame = frameOffset(place, window.getBounds());
        }),
      );
    });
    const soon = (): void => {
      this.saveSoon();
    };
    window.on('move', soon);
    window.on('resize', soon);
    window.on('focus', () => {
      if (this.core !== null && (this.awaited === null || this.awaited === id)) {
        // Known here first, so that nothing is brought to the front that the person has just left.
        this.front = id;
        this.core.desktopWindows.focused(id);
      }
      this.focusChanged();
    });
    window.on('blur', () => {
      this.focusChanged();
    });
    disposables.add(
      closeToTray({
        window,
        clock,
        isWanted: () => this.open.size === 1 && this.staysInTray(),
        hasHost: hasTrayHost,
      }),
    );
    window.on('close', () => {
      this.save();
    });
    window.on('closed', () => {
      this.failed();
      this.open.delete(id);
      disposables.dispose();
      this.core?.desktopWindows.closed(id);
      this.saveSoon();
    });
  }

  private focusChanged(): void {
    // By then the window itself knows it, too.
    setImmediate(() => {
      if (!this.disposables.isDisposed) this.focusEmitter.fire(undefined);
    });
  }

  private saveSoon(): void {
    if (this.core === null || this.disposables.isDisposed) return;
    this.saving.value = this.options.clock.after(SETTLE_TIME, () => {
      this.save();
    });
  }
}

/** The monitors, the main one first. */
function displays(): readonly Display[] {
  const main = screen.getPrimaryDisplay();
  return [main, ...screen.getAllDisplays().filter(({ id }) => id !== main.id)];
}
