import type { PaneId, SessionId, WindowId } from './ids';
import type { LayoutNode } from './layout';

/** A tab: one layout of panes. It always holds at least one pane. */
export interface Window {
  readonly id: WindowId;
  readonly sessionId: SessionId;
  readonly name: string;
  readonly layout: LayoutNode;
  readonly activePaneId: PaneId;
  /** The pane that fills the window for now. */
  readonly zoomedPaneId: PaneId | null;
  readonly createdAt: number;
}
