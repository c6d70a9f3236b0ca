import type { Failure } from '#shared/base/errors';
import { failure } from '#shared/base/errors';
import type { Result } from '#shared/base/result';
import type { Origin } from '#shared/commands/define-command';
import type { PaneId, SessionId, WindowId } from '#shared/model/ids';
import { asPaneId } from '#shared/model/ids';
import { DEFAULT_BACKEND } from '#shared/model/agent-role';
import type { LayoutNode } from '#shared/model/layout';
import type { Pane, PaneFace, PaneInTmux, PaneKind } from '#shared/model/pane';
import { ownTmux } from '#shared/model/pane';
import type { Window } from '#shared/model/window';
import type { AppState } from '#shared/state/state';
import { CELL_ESTIMATE } from '#shared/state/view';

export interface NewPane {
  readonly command: string | null;
  readonly directory: string;
  readonly name: string | null;
  readonly kind: PaneKind;
  /** How it is shown; a terminal unless said otherwise. */
  readonly face?: PaneFace;
  /** The kind of agent that it is for; the one that there always is unless said otherwise. */
  readonly backend?: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Its program lives in Fugue's own tmux, and outlives Fugue. */
  readonly keepAlive?: boolean;
  /** The session of the person's tmux that its program lives in. */
  readonly tmux?: PaneInTmux;
}

/** A pane whose program is about to be started. */
export function makePane(options: {
  readonly id: PaneId;
  readonly windowId: WindowId;
  readonly pane: NewPane;
  readonly size: { readonly columns: number; readonly rows: number };
  readonly parent: PaneId | null;
  readonly depth: number;
  readonly now: number;
}): Pane {
  const { pane } = options;
  return {
    id: options.id,
    windowId: options.windowId,
    name: pane.name,
    kind: pane.kind,
    face: pane.face ?? 'terminal',
    backend: pane.backend ?? DEFAULT_BACKEND,
    command: pane.command,
    tmux: pane.tmux ?? (pane.keepAlive === true ? ownTmux(options.id) : null),
    startDirectory: pane.directory,
    environment: pane.environment,
    createdAt: options.now,
    parentPane: options.parent,
    depth: options.depth,
    process: { status: 'starting' },
    title: '',
    program: '',
    currentDirectory: pane.directory,
    ...options.size,
    agent: null,
    claude: null,
    bell: false,
    help: null,
  };
}

/** Which pane a new one comes from, and how deep it is below Claudes. */
export function parentage(
  state: AppState,
  origin: Origin,
): { readonly parent: PaneId | null; readonly depth: number } {
  const parent = origin.paneId === null ? undefined : state.panes[asPaneId(origin.paneId)];
  return parent === undefined ? { parent: null, depth: 0 } : { parent: parent.id, depth: parent.depth + 1 };
}

export function makeWindow(options: {
  readonly id: WindowId;
  readonly sessionId: SessionId;
  readonly name: string;
  readonly layout: LayoutNode;
  readonly activePaneId: PaneId;
  readonly now: number;
}): Window {
  const { now, ...window } = options;
  return { ...window, zoomedPaneId: null, createdAt: now };
}

/** Terminal cells that fit into an area, by an estimate of the font; the window's own measure follows. */
export function cells(area: { readonly width: number; readonly height: number }): {
  columns: number;
  rows: number;
} {
  return {
    columns: Math.max(20, Math.floor((area.width - CELL_ESTIMATE.paddingX) / CELL_ESTIMATE.width)),
    rows: Math.max(4, Math.floor((area.height - CELL_ESTIMATE.header) / CELL_ESTIMATE.height)),
  };
}

export function windowName(pane: { readonly command: string | null; readonly name: string | null }): string {
  if (pane.name !== null) return pane.name;
  const word = pane.command?.trim().split(/\s+/)[0]?.split('/').pop();
  return word === undefined || word === '' ? 'shell' : word.slice(0, 40);
}

export function uniqueName(wanted: string, taken: readonly string[]): string {
  if (!taken.includes(wanted)) return wanted;
  for (let number = 2; ; number += 1) {
    const name = `${wanted} ${String(number)}`;
    if (!taken.includes(name)) return name;
  }
}

export function noRoom(): Result<never, Failure> {
  return failure(
    'no-space',
    'there is no room for another pane there: make the window or the pane larger, or close a pane',
  );
}
