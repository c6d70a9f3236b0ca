import type { PaneId, SessionId, WindowId } from '#shared/model/ids';
import type { AgentState } from '#shared/model/agent-state';
import type { Pane } from '#shared/model/pane';
import { paneLabel } from '#shared/model/pane';
import type { PaneDot } from '#shared/state/attention';
import { attentionIn, mostUrgentDot, presentPane, withReason } from '#shared/state/attention';
import type { PaneRequests } from '#shared/state/requests';
import { paneRequests } from '#shared/state/requests';
import { panesOf, panesOfSession, sessionsInOrder, windowsOf } from '#shared/state/selectors';
import type { AppState } from '#shared/state/state';

interface RowBase {
  readonly level: 1 | 2 | 3;
  readonly label: string;
  readonly dot: PaneDot;
  /** Where the person is now. */
  readonly current: boolean;
  /** Null for what has no parts to list. */
  readonly expanded: boolean | null;
  readonly parent: string | null;
  readonly position: number;
  readonly siblings: number;
  /** A short word at the end of the line. */
  readonly detail: string;
  /** What is to be said of it besides its name; empty without a Claude. */
  readonly state: string;
  /** How many Claudes in it need the person. */
  readonly attention: number;
  /** The state in which a pane needs the person; null for all others. */
  readonly needs: AgentState | null;
}

export type TreeRow =
  | (RowBase & { readonly kind: 'session'; readonly id: SessionId })
  | (RowBase & { readonly kind: 'window'; readonly id: WindowId })
  | (RowBase & { readonly kind: 'pane'; readonly id: PaneId });

/** The lines of the sidebar, from top to bottom. */
export function treeRows(state: AppState, collapsed: ReadonlySet<string>): readonly TreeRow[] {
  const rows: TreeRow[] = [];
  const sessions = sessionsInOrder(state);
  const requests = paneRequests(state);
  for (const [sessionIndex, session] of sessions.entries()) {
    const here = session.id === state.activeSessionId;
    const windows = windowsOf(state, session.id);
    const open = !collapsed.has(session.id);
    rows.push({
      kind: 'session',
      id: session.id,
      level: 1,
      label: session.name,
      dot: mostUrgentDot(panesOfSession(state, session.id), requests),
      current: here,
      expanded: open,
      parent: null,
      position: sessionIndex + 1,
      siblings: sessions.length,
      detail: open ? '' : String(windows.length),
      ...groupState(panesOfSession(state, session.id), requests),
    });
    if (!open) continue;
    for (const [windowIndex, window] of windows.entries()) {
      const panes = panesOf(state, window.id);
      const inFront = here && session.activeWindowId === window.id;
      const listed = !collapsed.has(window.id);
      rows.push({
        kind: 'window',
        id: window.id,
        level: 2,
        label: window.name,
        dot: mostUrgentDot(panes, requests),
        current: inFront,
        expanded: listed,
        parent: session.id,
        position: windowIndex + 1,
        siblings: windows.length,
        detail: listed ? '' : String(panes.length),
        ...groupState(panes, requests),
      });
      if (!listed) continue;
      for (const [paneIndex, pane] of panes.entries()) {
        const shown = presentPane(pane, requests);
        rows.push({
          kind: 'pane',
          id: pane.id,
          level: 3,
          label: paneLabel(pane),
          dot: shown.dot,
          current: inFront && window.activePaneId === pane.id,
          expanded: null,
          parent: window.id,
          position: paneIndex + 1,
          siblings: panes.length,
          detail: shown.icon,
          state: shown.state === null ? '' : withReason(shown),
          attention: shown.needsAttention ? 1 : 0,
          needs: shown.needsAttention ? shown.state : null,
        });
      }
    }
  }
  return rows;
}

function groupState(
  panes: readonly Pane[],
  requests: PaneRequests,
): Pick<RowBase, 'state' | 'attention' | 'needs'> {
  const attention = attentionIn(panes, requests);
  const verb = attention === 1 ? 'needs' : 'need';
  return { state: attention === 0 ? '' : `${String(attention)} ${verb} you`, attention, needs: null };
}
