import type { Clock } from '#shared/base/clock';
import type { Disposable } from '#shared/base/disposable';
import { DisposableStore } from '#shared/base/disposable';
import { present } from '#shared/base/assert';
import type { Failure } from '#shared/base/errors';
import type { Result } from '#shared/base/result';
import type { Origin } from '#shared/commands/define-command';
import { MINIMUM_PANE, rectangles } from '#shared/layout/geometry';
import type { LayoutView } from '#shared/layout/geometry';
import type { LayoutNode } from '#shared/layout/tree';
import type { DesktopWindowId, PaneId, SessionId, WindowId } from '#shared/model/ids';
import { asPaneId, asSessionId, asWindowId } from '#shared/model/ids';
import type { Notice, NoticeAction } from '#shared/model/notice';
import type { Pane, PaneProcess } from '#shared/model/pane';
import { isChat, labelOf } from '#shared/model/pane';
import type { Session } from '#shared/model/session';
import type { Window } from '#shared/model/window';
import type { Action } from '#shared/state/actions';
import { boundsFor, boundsSeenFrom } from '#shared/state/desktop-windows';
import { panesOf, panesOfSession } from '#shared/state/selectors';
import type { AppState } from '#shared/state/state';
import type { Logger } from '../log/logger';
import type { PtyHostClient } from '../pty/pty-host-client';
import type { PaneTokens } from '../system/pane-tokens';
import type { ChatSessions } from './chat/chat-sessions';
import type { ClaudeLauncher } from './claude-launcher';
import type { PaneLauncher } from './pane-launcher';
import type { NewPane } from './creation';
import { cells, makePane, makeWindow, parentage, windowName } from './creation';
import { PaneTyping } from './pane-typing';
import { ProgramStarts } from './program-starts';
import { SpawnLimits } from './spawn-limits';
import type { Store } from './store';
import { askedFrom } from './targets';
import type { TmuxPanes } from './tmux-panes';

import { LAYOUT_GAP } from '#shared/state/view';

const DORMANT = 'its Claude starts when you look at it or write to it';

export interface SessionServiceOptions {
  readonly store: Store;
  readonly host: PtyHostClient;
  readonly launcher: PaneLauncher;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly logger: Logger;
  /** The kept text of a pane whose screen was lost, or null. */
  readonly keptText: (paneId: PaneId) => Promise<string | null>;
  readonly claude: ClaudeLauncher;
  readonly chats: ChatSessions;
  readonly tokens: PaneTokens;
  readonly tmux: TmuxPanes;
}

/** The only writer of state, and the owner of what the state stands for: programs start and end here. */
export class SessionService implements Disposable {
  private readonly disposables = new DisposableStore();
  /** Who types where. */
  readonly typing: PaneTyping;
  private readonly limits: SpawnLimits;
  /** Panes whose program is ended by a person or a command, until it is started again. */
  private readonly endedOnPurpose = new Set<PaneId>();
  private readonly starts: ProgramStarts;
  private viewAttached = false;
  private quitting = false;

  constructor(private readonly options: SessionServiceOptions) {
    this.limits = new SpawnLimits(() => options.clock.monotonic());
    this.typing = this.disposables.add(
      new PaneTyping(options.clock, () => this.state.configuration.input['idle-threshold']),
    );
    this.disposables.add(
      this.typing.onTyped((paneId) => {
        if (this.state.panes[paneId]?.help != null)
          this.dispatch({ type: 'pane/help-changed', paneId, help: null });
      }),
    );
    this.starts = new ProgramStarts({
      ...options,
      dispatch: (action) => {
        this.dispatch(action);
      },
      isQuitting: () => this.quitting,
    });
  }

  /** Hears of every change of the state. */
  get onAction() {
    return this.options.store.onAction;
  }

  get state(): AppState {
    return this.options.store.state;
  }

  dispatch(action: Action): void {
    this.options.store.dispatch(action);
  }

  /** How sizes in pixels are judged now in the panes of a session. */
  layoutView(sessionId: SessionId): LayoutView {
    const { width, height } = boundsFor(this.state, sessionId);
    return { bounds: { x: 0, y: 0, width, height }, gap: LAYOUT_GAP, minimum: MINIMUM_PANE };
  }

  /** A window is open, or has been. */
  get hasView(): boolean {
    return this.viewAttached;
  }
  /** A window tells its size, so its terminals decide the sizes of programs from now on. */
  reportView(width: number, height: number, from: DesktopWindowId | undefined): void {
    this.viewAttached = true;
    this.dispatch({ type: 'view/bounds-changed', bounds: { width, height }, from });
  }

  /** Asks whether so many panes may be made, and counts them when they may. */
  admit(count: number, session: Session | null, origin: Origin): Result<null, Failure> {
    return this.limits.admit(
      {
        count,
        panesInSession: session === null ? 0 : panesOfSession(this.state, session.id).length,
        depth: parentage(this.state, origin).depth,
        byProgram: origin.paneId !== null,
      },
      this.state.configuration.limits,
    );
  }

  createSession(
    name: string,
    pane: NewPane,
    origin: Origin,
    paneId?: PaneId,
  ): { session: Session; window: Window; pane: Pane } {
    const sessionId = asSessionId(this.options.newId());
    const windowId = asWindowId(this.options.newId());
    const size = cells(boundsSeenFrom(this.state, askedFrom(this.state, origin)));
    const made = this.makePane(windowId, pane, size, origin, paneId);
    const window = this.makeWindow(
      windowId,
      sessionId,
      windowName(pane),
      { type: 'pane', pane: made.id },
      made.id,
    );
    const session: Session = {
      id: sessionId,
      name,
      windowIds: [windowId],
      activeWindowId: windowId,
      environment: {},
      metadata: {},
      tags: [],
      createdAt: this.options.clock.now(),
    };
    this.dispatch({ type: 'session/created', session, windows: [window], panes: [made] });
    this.start(made.id);
    return { session, window, pane: made };
  }

  createWindow(
    session: Session,
    name: string | null,
    pane: NewPane,
    select: boolean,
    origin: Origin,
  ): { window: Window; pane: Pane } {
    const windowId = asWindowId(this.options.newId());
    const made = this.makePane(windowId, pane, cells(boundsFor(this.state, session.id)), origin);
    const window = this.makeWindow(
      windowId,
      session.id,
      name ?? windowName(pane),
      { type: 'pane', pane: made.id },
      made.id,
    );
    this.dispatch({ type: 'window/created', window, panes: [made], select });
    this.start(made.id);
    return { window, pane: made };
  }

  /** Makes a window with a whole layout. The layout's ids stand for the panes in `leaves`. */
  createLayoutWindow(
    session: Session,
    name: string | null,
    tree: LayoutNode,
    leaves: readonly { readonly id: string; readonly pane: NewPane }[],
    select: boolean,
    origin: Origin,
  ): { window: Window; panes: readonly Pane[] } {
    const windowId = asWindowId(this.options.newId());
    const view = this.layoutView(session.id);
    const areas = rectangles(tree, view.bounds, view.gap);
    const panes = leaves.map(({ id, pane }) => {
      const area = present(
        areas.find((entry) => entry.pane === id),
        'a layout has an area for each pane',
      );
      return this.makePane(windowId, pane, cells(area), origin, asPaneId(id));
    });
    const first = present(panes[0], 'a layout has a pane');
    const window = this.makeWindow(windowId, session.id, name ?? windowName(first), tree, first.id);
    this.dispatch({ type: 'window/created', window, panes, select });
    for (const pane of panes) this.start(pane.id);
    return { window, panes };
  }

  /** Puts a new pane into a window whose layout already has a place for `paneId`. */
  addPane(
    window: Window,
    paneId: PaneId,
    layout: LayoutNode,
    pane: NewPane,
    focus: boolean,
    origin: Origin,
  ): Pane {
    const view = this.layoutView(window.sessionId);
    const area = present(
      rectangles(layout, view.bounds, view.gap).find((entry) => entry.pane === paneId),
      'the new layout holds the new pane',
    );
    const made = this.makePane(window.id, pane, cells(area), origin, paneId);
    this.dispatch({
      type: 'panes/added',
      windowId: window.id,
      panes: [made],
      layout,
      focus: focus ? made.id : null,
      from: askedFrom(this.state, origin),
    });
    this.fitPanes(window.id);
    this.start(made.id);
    return made;
  }

  newPaneId(): PaneId {
    return asPaneId(this.options.newId());
  }
  setLayout(windowId: WindowId, layout: LayoutNode): void {
    this.dispatch({ type: 'window/layout-changed', windowId, layout });
    this.fitPanes(windowId);
  }

  movePaneToWindow(paneId: PaneId, windowId: WindowId, layout: LayoutNode): void {
    const from = this.state.panes[paneId]?.windowId;
    this.dispatch({ type: 'pane/moved', paneId, windowId, layout });
    this.fitPanes(windowId);
    if (from !== undefined) this.fitPanes(from);
  }

  /** Ends the programs of the panes, then takes the panes away. Resolves when every process is gone. */
  async closePanes(paneIds: readonly PaneId[], remove: Action): Promise<void> {
    for (const id of paneIds) this.endedOnPurpose.add(id);
    await Promise.all(paneIds.map((id) => this.end(id)));
    const windows = new Set(paneIds.flatMap((id) => this.state.panes[id]?.windowId ?? []));
    this.dispatch(remove);
    for (const id of paneIds) {
      this.options.host.forget(id);
      this.options.claude.forget(id);
      this.options.tmux.forget(id);
      this.options.chats.forget(id);
      this.options.tokens.revoke(id);
      this.endedOnPurpose.delete(id);
      this.typing.forget(id);
    }
    for (const id of windows) this.fitPanes(id);
  }

  /** Ends the program of a pane that stays; resolves when the state says so. */
  async endProgram(paneId: PaneId): Promise<void> {
    this.endedOnPurpose.add(paneId);
    await this.end(paneId);
    const ended = (): boolean => {
      const status = this.state.panes[paneId]?.process.status;
      return status !== 'running' && status !== 'starting';
    };
    if (ended()) return;
    await new Promise<void>((resolve) => {
      const listening = this.onAction(() => {
        if (!ended()) return;
        listening.dispose();
        resolve();
      });
    });
  }

  /** Starts the program of an ended pane again. */
  restart(paneId: PaneId): void {
    const status = this.state.panes[paneId]?.process.status;
    if (status === undefined || status === 'running' || status === 'starting') return;
    this.endedOnPurpose.delete(paneId);
    // The screen went with the host that held it; what was kept of it comes back.
    this.starts.run(paneId, status === 'lost' ? this.options.keptText(paneId) : Promise.resolve(null));
  }

  /** Starts the program of a pane that is in the state. */
  start(paneId: PaneId, restored: string | null = null): void {
    const pane = this.state.panes[paneId];
    if (pane !== undefined && isChat(pane)) {
      this.process(paneId, { status: 'waiting', reason: DORMANT, dormant: true });
      this.starts.show(paneId, restored);
    } else this.starts.run(paneId, Promise.resolve(restored));
  }

  /** Somebody looks at the pane or writes to it: a chat whose Claude has not been needed yet starts now. */
  wake(paneId: PaneId): void {
    const process = this.state.panes[paneId]?.process;
    if (process?.status === 'waiting' && process.dormant === true) this.restart(paneId);
  }

  /** Gives a pane its old screen back without running anything. */
  show(paneId: PaneId, restored: string | null): void {
    this.starts.show(paneId, restored);
  }

  /** Resolves once the host knows the pane, so that what is asked of it finds it there. */
  async ready(paneId: PaneId): Promise<void> {
    await this.starts.ready(paneId);
  }

  process(paneId: PaneId, process: PaneProcess): void {
    this.dispatch({ type: 'pane/process-changed', paneId, process });
  }

  /** The name of a pane as everything shows it. */
  label(paneId: PaneId): string {
    return labelOf(this.state.panes[paneId]);
  }

  addNotice(
    level: Notice['level'],
    title: string,
    details: readonly string[] = [],
    actions: readonly NoticeAction[] = [],
    paneId: PaneId | null = null,
  ): string {
    const at = this.options.clock.now();
    const notice: Notice = { id: this.options.newId(), level, title, details, actions, paneId, at };
    this.dispatch({ type: 'notice/added', notice });
    return notice.id;
  }

  /** Whether a person or a command has the program of this pane ended. */
  endsOnPurpose(paneId: PaneId): boolean {
    return this.quitting || this.endedOnPurpose.has(paneId);
  }

  /** From now on programs that end are not news: the app is closing. */
  beginQuit(): void {
    this.quitting = true;
  }

  dispose(): void {
    this.disposables.dispose();
  }

  /** Ends the program of a pane; in tmux first, so that nobody brings the terminal of it back. */
  private async end(paneId: PaneId): Promise<void> {
    const { tmux } = this.state.panes[paneId] ?? {};
    if (tmux != null) await this.options.tmux.end(tmux);
    await this.options.chats.end(paneId);
    await this.options.host.request(paneId, 'end', null).outcome;
  }

  private makePane(
    windowId: WindowId,
    pane: NewPane,
    size: { readonly columns: number; readonly rows: number },
    origin: Origin,
    id: PaneId = this.newPaneId(),
  ): Pane {
    const now = this.options.clock.now();
    return makePane({ id, windowId, pane, size, ...parentage(this.state, origin), now });
  }

  private makeWindow(
    id: WindowId,
    sessionId: SessionId,
    name: string,
    layout: LayoutNode,
    activePaneId: PaneId,
  ): Window {
    return makeWindow({ id, sessionId, name, layout, activePaneId, now: this.options.clock.now() });
  }

  /** Without a window nobody else tells programs the size of their panes. */
  private fitPanes(windowId: WindowId): void {
    const window = this.state.windows[windowId];
    if (this.viewAttached || window === undefined) return;
    const view = this.layoutView(window.sessionId);
    const areas = rectangles(window.layout, view.bounds, view.gap);
    for (const pane of panesOf(this.state, windowId)) {
      const area = areas.find((entry) => entry.pane === pane.id);
      if (area === undefined) continue;
      const size = cells(area);
      this.options.host.resize(pane.id, size.columns, size.rows);
    }
  }
}
