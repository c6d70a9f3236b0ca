import type { DesktopWindow, ViewBounds } from '../model/desktop-window';
import type { DesktopWindowId, PaneId, SessionId } from '../model/ids';
import type { Session } from '../model/session';
import { activeSession } from './selectors';
import type { AppState } from './state';

/**
 * Which desktop window shows what. No session is shown by two: they would fight about the size of its terminals.
 * With a desktop, the active session is what the window in front shows. All of this is pure.
 */

export function windowShowing(state: AppState, sessionId: SessionId | null): DesktopWindow | null {
  if (sessionId === null) return null;
  return state.desktopWindows.find((window) => window.sessionId === sessionId) ?? null;
}

export function desktopWindow(state: AppState, id: DesktopWindowId | undefined): DesktopWindow | null {
  return state.desktopWindows.find((window) => window.id === id) ?? null;
}

export function frontDesktopWindow(state: AppState): DesktopWindow | null {
  return windowShowing(state, state.activeSessionId) ?? state.desktopWindows[0] ?? null;
}

/** The session that is seen where something was asked for: in that desktop window, or else in the one in front. */
export function sessionSeenFrom(state: AppState, from: DesktopWindowId | undefined): Session | null {
  const window = desktopWindow(state, from);
  if (window === null) return activeSession(state);
  return window.sessionId === null ? null : (state.sessions[window.sessionId] ?? null);
}

/**
 * The desktop window that has the terminals of a session: the one that shows it, and the first for all that none
 * shows. A program writes to one terminal at a time. Null without a desktop.
 */
export function holderOf(state: AppState, sessionId: SessionId): DesktopWindowId | null {
  return (windowShowing(state, sessionId) ?? state.desktopWindows[0])?.id ?? null;
}

export function holds(state: AppState, id: DesktopWindowId, paneId: PaneId): boolean {
  const pane = state.panes[paneId];
  const window = pane === undefined ? undefined : state.windows[pane.windowId];
  return window !== undefined && holderOf(state, window.sessionId) === id;
}

/** The state as a desktop window shows it: what is active is what stands in that window. */
export function seenFrom(state: AppState, id: DesktopWindowId): AppState {
  // Also for a window that is just going: it must not show for a moment what another one shows.
  const sessionId = desktopWindow(state, id)?.sessionId ?? null;
  return sessionId === state.activeSessionId ? state : { ...state, activeSessionId: sessionId };
}

/** The area in which the panes of a session are drawn, or would be. */
export function boundsFor(state: AppState, sessionId: SessionId | null): ViewBounds {
  return (windowShowing(state, sessionId) ?? state.desktopWindows[0])?.bounds ?? state.bounds;
}

/** The area in which panes are drawn where something was asked for. */
export function boundsSeenFrom(state: AppState, from: DesktopWindowId | undefined): ViewBounds {
  return (desktopWindow(state, from) ?? frontDesktopWindow(state))?.bounds ?? state.bounds;
}

/** Sessions that no desktop window shows, in order. */
export function unshownSessions(state: AppState): readonly SessionId[] {
  return state.sessionOrder.filter((id) => windowShowing(state, id) === null);
}

/** Brings a session to the front: where it is shown already, or else in the window where it was asked for. */
export function showSession(state: AppState, sessionId: SessionId, from?: DesktopWindowId): AppState {
  const active = { ...state, activeSessionId: sessionId };
  if (windowShowing(state, sessionId) !== null) return active;
  const target = desktopWindow(state, from) ?? frontDesktopWindow(state);
  return target === null ? active : withWindow(active, target.id, { sessionId });
}

/** Takes over the windows of the desktop. The first shows what is active, if none of the others does. */
export function beginDesktopWindows(state: AppState, windows: readonly DesktopWindow[]): AppState {
  const taken = new Set<SessionId>();
  const [first, ...others] = windows;
  if (first === undefined) return { ...state, desktopWindows: [] };
  const further = others.filter(({ sessionId }) => {
    if (sessionId === null || !(sessionId in state.sessions) || taken.has(sessionId)) return false;
    taken.add(sessionId);
    return true;
  });
  const free = state.sessionOrder.filter((id) => !taken.has(id));
  const wanted = [state.activeSessionId, first.sessionId].find((id) => id !== null && free.includes(id));
  const own = wanted ?? free[0] ?? null;
  if (own !== null) return { ...state, desktopWindows: [{ ...first, sessionId: own }, ...further] };
  // Everything is shown by others: the first takes over what the next would show.
  const [next, ...rest] = further;
  return { ...state, desktopWindows: [{ ...first, sessionId: next?.sessionId ?? null }, ...rest] };
}

/** A window that is to show what another one shows already is not opened: that one comes to the front. */
export function openDesktopWindow(state: AppState, window: DesktopWindow): AppState {
  if (window.sessionId === null || !(window.sessionId in state.sessions)) return state;
  const active = { ...state, activeSessionId: window.sessionId };
  if (windowShowing(state, window.sessionId) !== null) return active;
  return { ...active, desktopWindows: [...state.desktopWindows, window] };
}

export function closeDesktopWindow(state: AppState, id: DesktopWindowId): AppState {
  const closed = desktopWindow(state, id);
  if (closed === null) return state;
  const desktopWindows = state.desktopWindows.filter((window) => window !== closed);
  return { ...state, desktopWindows, ...activeAmong(state, desktopWindows) };
}

/**
 * What becomes of the windows when a session has gone, which stood at `index`. A further window closes. The first
 * goes on with the next session that no other shows, and closes when there is none.
 */
export function withoutSession(state: AppState, sessionId: SessionId, index: number): AppState {
  const [first] = state.desktopWindows;
  const shown = windowShowing(state, sessionId);
  const free = state.sessionOrder.filter((id) => windowShowing(state, id) === null);
  const near = [...state.sessionOrder.slice(index), ...state.sessionOrder.slice(0, index).reverse()];
  const next = near.find((id) => free.includes(id)) ?? null;
  if (shown === null || first === undefined)
    return state.activeSessionId === sessionId ? { ...state, activeSessionId: near[0] ?? null } : state;
  if (shown === first && (next !== null || state.desktopWindows.length === 1)) {
    const active = state.activeSessionId === sessionId ? next : state.activeSessionId;
    return withWindow({ ...state, activeSessionId: active }, first.id, { sessionId: next });
  }
  return closeDesktopWindow(state, shown.id);
}

export function withBounds(state: AppState, bounds: ViewBounds, from?: DesktopWindowId): AppState {
  const window = desktopWindow(state, from);
  return { ...(window === null ? state : withWindow(state, window.id, { bounds })), bounds };
}

/** The active session, when a window shows it; otherwise the one that the first shows. */
function activeAmong(
  state: AppState,
  windows: readonly DesktopWindow[],
): Pick<AppState, 'activeSessionId'> | null {
  if (windows.length === 0 || windows.some(({ sessionId }) => sessionId === state.activeSessionId))
    return null;
  return { activeSessionId: windows[0]?.sessionId ?? null };
}

function withWindow(state: AppState, id: DesktopWindowId, change: Partial<DesktopWindow>): AppState {
  return {
    ...state,
    desktopWindows: state.desktopWindows.map((window) =>
      window.id === id ? { ...window, ...change } : window,
    ),
  };
}
