import type { PaneId } from '#shared/model/ids';
import type { AppState } from '#shared/state/state';

/** Whether another pane runs this conversation now. */
export function runsElsewhere(state: AppState, paneId: PaneId, sessionId: string): boolean {
  return Object.values(state.panes).some(
    (pane) =>
      pane.id !== paneId &&
      pane.claude?.sessionId === sessionId &&
      pane.agent !== null &&
      pane.process.status === 'running',
  );
}
