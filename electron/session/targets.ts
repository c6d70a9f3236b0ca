import type { Failure } from '#shared/base/errors';
import { failure } from '#shared/base/errors';
import { present } from '#shared/base/assert';
import type { Result } from '#shared/base/result';
import { ok } from '#shared/base/result';
import type { Origin } from '#shared/commands/define-command';
import type { DesktopWindowId, PaneId } from '#shared/model/ids';
import { asPaneId } from '#shared/model/ids';
import type { Pane } from '#shared/model/pane';
import { paneLabel } from '#shared/model/pane';
import type { Session } from '#shared/model/session';
import type { Window } from '#shared/model/window';
import { sessionSeenFrom, windowShowing } from '#shared/state/desktop-windows';
import { panesOf, sessionsInOrder, windowsOf } from '#shared/state/selectors';
import type { AppState } from '#shared/state/state';

/**
 * Finds what a caller means. By id, then by index (where there are any), then by exact name. Nothing is guessed: a
 * name that fits several or none is a failure that lists the candidates.
 */

function originPane(state: AppState, origin: Origin): Pane | null {
  return origin.paneId === null ? null : (state.panes[asPaneId(origin.paneId)] ?? null);
}

/** The desktop window in which a caller sees what it asks for; undefined leaves it to the one in front. */
export function askedFrom(state: AppState, origin: Origin): DesktopWindowId | undefined {
  const pane = originPane(state, origin);
  if (origin.desktopWindow !== undefined || pane === null) return origin.desktopWindow;
  return windowShowing(state, windowOf(state, pane).sessionId)?.id;
}

/** The pane that has the keyboard in the desktop window from which a call comes, or else in the one in front. */
export function paneInFront(state: AppState, origin: Origin): PaneId | null {
  const session = sessionSeenFrom(state, origin.desktopWindow);
  const window = session === null ? undefined : state.windows[session.activeWindowId];
  return window?.activePaneId ?? null;
}

export function resolveSession(
  state: AppState,
  origin: Origin,
  target: string | undefined,
): Result<Session, Failure> {
  if (target === undefined) {
    const pane = originPane(state, origin);
    const session =
      pane === null
        ? sessionSeenFrom(state, origin.desktopWindow)
        : state.sessions[windowOf(state, pane).sessionId];
    return session === null || session === undefined
      ? failure('not-found', 'there is no session yet: create one with create_session')
      : ok(session);
  }
  const all = sessionsInOrder(state);
  return pick('session', target, all, (session) => session.name);
}

export function resolveWindow(
  state: AppState,
  origin: Origin,
  target: string | undefined,
  sessionTarget: string | undefined,
): Result<Window, Failure> {
  const pane = sessionTarget === undefined ? originPane(state, origin) : null;
  if (target === undefined && pane !== null) return ok(windowOf(state, pane));
  if (target !== undefined && sessionTarget === undefined) {
    const byId = Object.values(state.windows).find((window) => window.id === target);
    if (byId !== undefined) return ok(byId);
  }
  const session = resolveSession(state, origin, sessionTarget);
  if (!session.ok) return session;
  if (target === undefined) {
    return ok(present(state.windows[session.value.activeWindowId], 'a session has an active window'));
  }
  return pick('window', target, windowsOf(state, session.value.id), (window) => window.name);
}

export function resolvePane(
  state: AppState,
  origin: Origin,
  target: string | undefined,
): Result<Pane, Failure> {
  const own = originPane(state, origin);
  if (target === undefined) {
    if (own !== null) return ok(own);
    const window = resolveWindow(state, origin, undefined, undefined);
    return window.ok
      ? ok(present(state.panes[window.value.activePaneId], 'a window has an active pane'))
      : window;
  }
  const byId = state.panes[asPaneId(target)];
  if (byId !== undefined) return ok(byId);
  const window = resolveWindow(state, origin, undefined, undefined);
  if (!window.ok) return window;
  const near = panesOf(state, window.value.id);
  if (isIndex(target)) {
    const pane = near[Number(target)];
    if (pane !== undefined) return ok(pane);
  }
  // Names are looked for in the caller's window, then its session, then everywhere: the nearest place with a hit decides.
  const session = windowsOf(state, window.value.sessionId).flatMap((entry) => panesOf(state, entry.id));
  const everywhere = sessionsInOrder(state).flatMap((entry) =>
    windowsOf(state, entry.id).flatMap((inner) => panesOf(state, inner.id)),
  );
  for (const place of [near, session, everywhere]) {
    const hits = place.filter((pane) => paneLabel(pane) === target);
    const [only] = hits;
    if (hits.length === 1 && only !== undefined) return ok(only);
    if (hits.length > 1) return ambiguous('pane', target, hits.map(describePane));
  }
  const candidates = [...new Set([...near, ...session, ...everywhere].map(describePane))];
  return failure(
    'not-found',
    `there is no pane "${target}"; name one of: ${shorten(candidates)}`,
    candidates,
  );
}

/**
 * The same for who is to be given something, which can't be taken back: no place is nearer, and a name that several of
 * those who may have it bear is a failure that lists them. `mayHave`: who comes into question.
 */
export function resolveReceiver(
  state: AppState,
  origin: Origin,
  target: string,
  mayHave: (pane: Pane) => boolean,
): Result<Pane, Failure> {
  const found = resolvePane(state, origin, target);
  const byName = found.ok ? paneLabel(found.value) === target : found.error.code === 'ambiguous';
  if (!byName) return found;
  const named = Object.values(state.panes).filter((pane) => paneLabel(pane) === target && mayHave(pane));
  const [only] = named;
  if (named.length > 1) return ambiguous('pane', target, named.map(describePane));
  return only === undefined ? found : ok(only);
}

export function windowOf(state: AppState, pane: Pane): Window {
  return present(state.windows[pane.windowId], 'a pane has a window');
}

function pick<T extends { readonly id: string }>(
  kind: string,
  target: string,
  all: readonly T[],
  name: (entry: T) => string,
): Result<T, Failure> {
  const byId = all.find((entry) => entry.id === target);
  if (byId !== undefined) return ok(byId);
  const named = all.filter((entry) => name(entry) === target);
  const describe = (entry: T): string => `${name(entry)} (${entry.id})`;
  const [only] = named;
  if (named.length === 1 && only !== undefined) return ok(only);
  if (named.length > 1) return ambiguous(kind, target, named.map(describe));
  const byIndex = isIndex(target) ? all[Number(target)] : undefined;
  if (byIndex !== undefined) return ok(byIndex);
  return failure(
    'not-found',
    all.length === 0
      ? `there is no ${kind} "${target}", and no ${kind} at all`
      : `there is no ${kind} "${target}"; name one of: ${shorten(all.map(describe))}`,
    all.map(describe),
  );
}

function ambiguous(kind: string, target: string, candidates: readonly string[]): Result<never, Failure> {
  return failure(
    'ambiguous',
    `"${target}" names ${String(candidates.length)} ${kind}s; use the id of one: ${shorten(candidates)}`,
    candidates,
  );
}

function describePane(pane: Pane): string {
  return `${paneLabel(pane)} (${pane.id})`;
}

export function isIndex(target: string): boolean {
  return /^\d{1,4}$/.test(target);
}

function shorten(candidates: readonly string[]): string {
  const shown = candidates.slice(0, 8).join(', ');
  return candidates.length > 8 ? `${shown} and ${String(candidates.length - 8)} more` : shown;
}
