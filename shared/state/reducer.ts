import { assertNever, present } from '../base/assert';
import { closePane, paneIds } from '../layout/tree';
import type { Delivery } from '../model/delivery';
import { isOpen } from '../model/delivery';
import type { DesktopWindowId, PaneId, SessionId, WindowId } from '../model/ids';
import { asPaneId } from '../model/ids';
import type { Pane } from '../model/pane';
import type { PermissionAsk } from '../model/permission';
import type { Session } from '../model/session';
import type { Window } from '../model/window';
import type { Action } from './actions';
import {
  beginDesktopWindows,
  closeDesktopWindow,
  openDesktopWindow,
  showSession,
  withBounds,
  withoutSession,
} from './desktop-windows';
import type { AppState } from './state';

/**
 * The only place where state changes. Pure. An action about something that has gone meanwhile changes nothing:
 * facts about a pane may arrive after the pane was closed.
 */
export function reduce(state: AppState, action: Action): AppState {
  switch (action.type) {
    case 'session/created': {
      const created: AppState = {
        ...state,
        sessions: { ...state.sessions, [action.session.id]: action.session },
        sessionOrder: [...state.sessionOrder, action.session.id],
        windows: withEntries(state.windows, action.windows),
        panes: withEntries(state.panes, action.panes),
      };
      return state.activeSessionId === null ? showSession(created, action.session.id) : created;
    }
    case 'session/renamed':
      return withSession(state, action.sessionId, (session) => ({ ...session, name: action.name }));
    case 'session/selected':
      return action.sessionId in state.sessions
        ? looked(showSession(state, action.sessionId, action.from))
        : state;
    case 'session/removed':
      return removeSession(state, action.sessionId);
    case 'session/environment-changed':
      return withSession(state, action.sessionId, (session) => ({
        ...session,
        environment: action.environment,
      }));
    case 'session/metadata-changed':
      return withSession(state, action.sessionId, (session) => ({ ...session, metadata: action.metadata }));
    case 'session/tags-changed':
      return withSession(state, action.sessionId, (session) => ({ ...session, tags: action.tags }));
    case 'window/created':
      return looked(
        withSession(
          {
            ...state,
            windows: withEntries(state.windows, [action.window]),
            panes: withEntries(state.panes, action.panes),
          },
          action.window.sessionId,
          (session) => ({
            ...session,
            windowIds: [...session.windowIds, action.window.id],
            activeWindowId: action.select ? action.window.id : session.activeWindowId,
          }),
        ),
      );
    case 'window/renamed':
      return withWindow(state, action.windowId, (window) => ({ ...window, name: action.name }));
    case 'window/selected': {
      const window = state.windows[action.windowId];
      if (window === undefined) return state;
      const selected = withSession(state, window.sessionId, (session) => ({
        ...session,
        activeWindowId: window.id,
      }));
      return looked(showSession(selected, window.sessionId, action.from));
    }
    case 'window/removed':
      return removeWindow(state, action.windowId);
    case 'window/layout-changed':
      return withWindow(state, action.windowId, (window) => ({ ...window, layout: action.layout }));
    case 'window/zoomed':
      return withWindow(state, action.windowId, (window) => ({ ...window, zoomedPaneId: action.paneId }));
    case 'panes/added': {
      const added = withWindow(
        { ...state, panes: withEntries(state.panes, action.panes) },
        action.windowId,
        (window) => ({ ...window, layout: action.layout, zoomedPaneId: null }),
      );
      return action.focus === null ? added : focusPane(added, action.focus, action.from);
    }
    case 'pane/removed':
      return removePane(state, action.paneId);
    case 'pane/moved':
      return movePaneToWindow(state, action.paneId, action.windowId, action.layout);
    case 'pane/focused':
      return focusPane(state, action.paneId, action.from);
    case 'pane/renamed':
      return withPane(state, action.paneId, { name: action.name });
    case 'pane/process-changed':
      return withPane(state, action.paneId, { process: action.process });
    case 'pane/title-changed':
      return withPane(state, action.paneId, { title: action.title });
    case 'pane/program-changed':
      return withPane(state, action.paneId, {
        program: action.program,
        currentDirectory: action.currentDirectory,
      });
    case 'pane/resized':
      return withPane(state, action.paneId, { columns: action.columns, rows: action.rows });
    case 'pane/agent-changed':
      return withPane(state, action.paneId, { agent: action.agent });
    case 'pane/claude-changed':
      return withPane(state, action.paneId, { claude: action.claude });
    case 'pane/tmux-changed':
      return withPane(state, action.paneId, { tmux: action.tmux });
    case 'pane/face-changed':
      return withPane(state, action.paneId, { face: action.face });
    case 'pane/bell-changed':
      return withPane(state, action.paneId, { bell: action.bell });
    case 'pane/help-changed':
      return withPane(state, action.paneId, { help: action.help });
    case 'deliveries/loaded':
      return { ...state, deliveries: bounded(action.deliveries) };
    case 'delivery/changed':
      return { ...state, deliveries: withDelivery(state.deliveries, action.delivery) };
    case 'ask/changed':
      return { ...state, asks: withAsk(state.asks, action.ask) };
    case 'ask/ended':
      return { ...state, asks: state.asks.filter(({ id }) => id !== action.askId) };
    case 'channels/changed':
      return { ...state, channels: action.channels };
    case 'history/changed':
      return { ...state, history: { ...state.history, revision: state.history.revision + 1 } };
    case 'history/reading':
      return { ...state, history: { ...state.history, reading: action.reading } };
    case 'view/bounds-changed':
      return withBounds(state, action.bounds, action.from);
    case 'desktop-windows/began':
      return beginDesktopWindows(state, action.windows);
    case 'desktop-window/opened':
      return openDesktopWindow(state, action.window);
    case 'desktop-window/closed':
      return closeDesktopWindow(state, action.id);
    case 'notice/added':
      return { ...state, notices: [...state.notices, action.notice] };
    case 'notice/dismissed':
      return { ...state, notices: state.notices.filter((notice) => notice.id !== action.noticeId) };
    case 'configuration/changed':
      return {
        ...state,
        configuration: action.configuration,
        themes: action.themes ?? state.themes,
        configurationProblems: action.problems,
      };
    default:
      return assertNever(action, 'action');
  }
}

function withEntries<K extends string, V extends { readonly id: K }>(
  record: Readonly<Record<K, V>>,
  entries: readonly V[],
): Readonly<Record<K, V>> {
  const next: Record<K, V> = { ...record };
  for (const entry of entries) next[entry.id] = entry;
  return next;
}

function withSession(state: AppState, id: SessionId, change: (session: Session) => Session): AppState {
  const session = state.sessions[id];
  return session === undefined ? state : { ...state, sessions: { ...state.sessions, [id]: change(session) } };
}

function withWindow(state: AppState, id: WindowId, change: (window: Window) => Window): AppState {
  const window = state.windows[id];
  return window === undefined ? state : { ...state, windows: { ...state.windows, [id]: change(window) } };
}

function withPane(state: AppState, id: PaneId, change: Partial<Pane>): AppState {
  const pane = state.panes[id];
  return pane === undefined ? state : { ...state, panes: { ...state.panes, [id]: { ...pane, ...change } } };
}

/** Clears the bell of the pane that is now in front of the person. */
function looked(state: AppState): AppState {
  if (state.activeSessionId === null) return state;
  const session = state.sessions[state.activeSessionId];
  const window = session === undefined ? undefined : state.windows[session.activeWindowId];
  const pane = window === undefined ? undefined : state.panes[window.activePaneId];
  return pane?.bell === true ? withPane(state, pane.id, { bell: false }) : state;
}

function focusPane(state: AppState, paneId: PaneId, from?: DesktopWindowId): AppState {
  const pane = state.panes[paneId];
  if (pane === undefined) return state;
  const window = present(state.windows[pane.windowId], 'a pane has a window');
  const focused = withWindow(state, window.id, (current) => ({
    ...current,
    activePaneId: paneId,
    // Another pane can't be used while one fills the window, so going to it ends the zoom.
    zoomedPaneId: current.zoomedPaneId === paneId ? paneId : null,
  }));
  const inFront = withSession(focused, window.sessionId, (session) => ({
    ...session,
    activeWindowId: window.id,
  }));
  return looked(showSession(inFront, window.sessionId, from));
}

/** The pane after the removed one in visual order, or the one before it at the end. */
function successor(window: Window, removed: PaneId): PaneId | null {
  const order = paneIds(window.layout);
  const index = order.indexOf(removed);
  const next = order[index + 1] ?? order[index - 1];
  return next === undefined ? null : asPaneId(next);
}

/** The window without the pane, or null when it was the last one. */
function windowWithout(window: Window, paneId: PaneId): Window | null {
  const closed = closePane(window.layout, paneId);
  if (!closed.ok) throw new Error(`the layout of window ${window.id} lacks pane ${paneId}`);
  if (closed.value === null) return null;
  const next = present(successor(window, paneId), 'a layout that is left has a pane');
  return {
    ...window,
    layout: closed.value,
    activePaneId: window.activePaneId === paneId ? next : window.activePaneId,
    zoomedPaneId: window.zoomedPaneId === paneId ? null : window.zoomedPaneId,
  };
}

function removePane(state: AppState, paneId: PaneId): AppState {
  const pane = state.panes[paneId];
  if (pane === undefined) return state;
  const window = present(state.windows[pane.windowId], 'a pane has a window');
  const left = windowWithout(window, paneId);
  if (left === null) return removeWindow(state, window.id);
  return looked({
    ...state,
    panes: without(state.panes, [paneId]),
    windows: { ...state.windows, [window.id]: left },
  });
}

function movePaneToWindow(
  state: AppState,
  paneId: PaneId,
  targetId: WindowId,
  layout: Window['layout'],
): AppState {
  const pane = state.panes[paneId];
  const target = state.windows[targetId];
  if (pane === undefined || target === undefined || pane.windowId === targetId) return state;
  const source = present(state.windows[pane.windowId], 'a pane has a window');
  const moved: AppState = {
    ...state,
    panes: { ...state.panes, [paneId]: { ...pane, windowId: targetId } },
    windows: {
      ...state.windows,
      [targetId]: { ...target, layout, activePaneId: paneId, zoomedPaneId: null },
    },
  };
  const left = windowWithout(source, paneId);
  return left === null
    ? dropWindow(moved, source)
    : { ...moved, windows: { ...moved.windows, [source.id]: left } };
}

function removeWindow(state: AppState, windowId: WindowId): AppState {
  const window = state.windows[windowId];
  if (window === undefined) return state;
  const panes = paneIds(window.layout).map(asPaneId);
  return looked(dropWindow({ ...state, panes: without(state.panes, panes) }, window));
}

/** Takes a window out of its session; a session without a window goes with it. */
function dropWindow(state: AppState, window: Window): AppState {
  const session = present(state.sessions[window.sessionId], 'a window has a session');
  const windows = without(state.windows, [window.id]);
  const index = session.windowIds.indexOf(window.id);
  const windowIds = session.windowIds.filter((id) => id !== window.id);
  const next = windowIds[index] ?? windowIds[index - 1];
  if (next === undefined) return dropSession({ ...state, windows }, session.id);
  return {
    ...state,
    windows,
    sessions: {
      ...state.sessions,
      [session.id]: {
        ...session,
        windowIds,
        activeWindowId: session.activeWindowId === window.id ? next : session.activeWindowId,
      },
    },
  };
}

function removeSession(state: AppState, sessionId: SessionId): AppState {
  const session = state.sessions[sessionId];
  if (session === undefined) return state;
  const panes = Object.values(state.panes)
    .filter((pane) => session.windowIds.includes(pane.windowId))
    .map((pane) => pane.id);
  return looked(
    dropSession(
      { ...state, windows: without(state.windows, session.windowIds), panes: without(state.panes, panes) },
      sessionId,
    ),
  );
}

function dropSession(state: AppState, sessionId: SessionId): AppState {
  const index = state.sessionOrder.indexOf(sessionId);
  const sessionOrder = state.sessionOrder.filter((id) => id !== sessionId);
  const left = { ...state, sessions: without(state.sessions, [sessionId]), sessionOrder };
  return withoutSession(left, sessionId, index);
}

function without<K extends string, V>(
  record: Readonly<Record<K, V>>,
  keys: readonly K[],
): Readonly<Record<K, V>> {
  const next: Partial<Record<K, V>> = { ...record };
  for (const key of keys) delete next[key];
  return next as Record<K, V>;
}

/** Messages that are done with and stay to be seen. */
const DONE_SHOWN = 200;

function withDelivery(deliveries: readonly Delivery[], delivery: Delivery): readonly Delivery[] {
  const place = deliveries.findIndex(({ id }) => id === delivery.id);
  return bounded(
    place < 0
      ? [...deliveries, delivery]
      : deliveries.map((known, index) => (index === place ? delivery : known)),
  );
}

function withAsk(asks: readonly PermissionAsk[], ask: PermissionAsk): readonly PermissionAsk[] {
  return asks.some(({ id }) => id === ask.id)
    ? asks.map((known) => (known.id === ask.id ? ask : known))
    : [...asks, ask];
}

function bounded(deliveries: readonly Delivery[]): readonly Delivery[] {
  let surplus = deliveries.filter((delivery) => !isOpen(delivery)).length - DONE_SHOWN;
  return surplus <= 0 ? deliveries : deliveries.filter((delivery) => isOpen(delivery) || surplus-- <= 0);
}
