import { paneIds } from '../layout/tree';
import type { PaneId, SessionId, WindowId } from '../model/ids';
import { asPaneId } from '../model/ids';
import type { Pane } from '../model/pane';
import type { Session } from '../model/session';
import type { Window } from '../model/window';
import type { AppState } from './state';

export function activeSession(state: AppState): Session | null {
  return state.activeSessionId === null ? null : (state.sessions[state.activeSessionId] ?? null);
}

export function activeWindow(state: AppState): Window | null {
  const session = activeSession(state);
  return session === null ? null : (state.windows[session.activeWindowId] ?? null);
}

export function activePane(state: AppState): Pane | null {
  const window = activeWindow(state);
  return window === null ? null : (state.panes[window.activePaneId] ?? null);
}

export function sessionsInOrder(state: AppState): readonly Session[] {
  return state.sessionOrder.flatMap((id) => state.sessions[id] ?? []);
}

export function windowsOf(state: AppState, sessionId: SessionId): readonly Window[] {
  return (state.sessions[sessionId]?.windowIds ?? []).flatMap((id) => state.windows[id] ?? []);
}

/** The panes of a window in visual order; a pane's index in commands is its place here. */
export function panesOf(state: AppState, windowId: WindowId): readonly Pane[] {
  const window = state.windows[windowId];
  return window === undefined ? [] : paneIds(window.layout).flatMap((id) => state.panes[asPaneId(id)] ?? []);
}

export function panesOfSession(state: AppState, sessionId: SessionId): readonly Pane[] {
  return windowsOf(state, sessionId).flatMap((window) => panesOf(state, window.id));
}

/** Panes that the person can see now. */
export function visiblePaneIds(state: AppState): readonly PaneId[] {
  const window = activeWindow(state);
  if (window === null) return [];
  return window.zoomedPaneId !== null ? [window.zoomedPaneId] : paneIds(window.layout).map(asPaneId);
}
