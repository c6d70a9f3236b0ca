import { dropTargetForElements, monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import type { DragLocationHistory } from '@atlaskit/pragmatic-drag-and-drop/types';
import type { RefObject } from 'react';
import { useEffect } from 'react';
import type { WindowId } from '#shared/model/ids';
import { activeWindow } from '#shared/state/selectors';
import { LAYOUT_GAP } from '#shared/state/view';
import { appState } from '../store/replica';
import { runCommand } from '../store/run-command';
import type { PaneDrag } from '../store/ui-store';
import { setUi } from '../store/ui-store';
import { focusActiveTerminal } from '../terminal/terminal-registry';
import { carrySpot, sourceOf, spotOf } from './drag-data';
import { dropAt } from './drop-at';

/** Makes the area of the panes a place to let panes go, and follows every drag of a pane in the window. */
export function usePaneDrag(area: RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    const element = area.current;
    if (element === null) return;
    const endTarget = dropTargetForElements({
      element,
      canDrop: ({ source }) => sourceOf(source.data) !== null,
      getData: () => carrySpot({ kind: 'area' }),
    });
    const targetAt = (paneId: PaneDrag['paneId'], location: DragLocationHistory): PaneDrag['target'] => {
      const spot = spotOf(location.current.dropTargets[0]?.data);
      const state = appState();
      if (spot === null || state === null) return null;
      const from = state.panes[paneId]?.windowId;
      if (spot.kind === 'window') {
        return spot.windowId === from ? null : { kind: 'window', windowId: spot.windowId };
      }
      const window = activeWindow(state);
      if (window === null || window.zoomedPaneId !== null) return null;
      const { left, top, width, height } = element.getBoundingClientRect();
      const { clientX, clientY } = location.current.input;
      const point = { x: clientX - left, y: clientY - top };
      const drop = dropAt(window.layout, paneId, { x: 0, y: 0, width, height }, LAYOUT_GAP, point);
      return drop === null ? null : { kind: 'layout', drop };
    };
    const endMonitor = monitorForElements({
      canMonitor: ({ source }) => sourceOf(source.data) !== null,
      onDragStart: ({ source }) => {
        const dragged = sourceOf(source.data);
        if (dragged !== null) setUi({ drag: { paneId: dragged.paneId, target: null } });
      },
      onDrag: ({ source, location }) => {
        const dragged = sourceOf(source.data);
        if (dragged === null) return;
        setUi({ drag: { paneId: dragged.paneId, target: targetAt(dragged.paneId, location) } });
      },
      onDrop: ({ source, location }) => {
        setUi({ drag: null });
        const dragged = sourceOf(source.data);
        if (dragged === null) return;
        const target = targetAt(dragged.paneId, location);
        // Taking hold of a header took the keyboard from the panes, wherever the drag ended.
        const moved = target === null ? Promise.resolve() : drop(dragged.paneId, target);
        void moved.then(() => requestAnimationFrame(focusActiveTerminal));
      },
    });
    return () => {
      endTarget();
      endMonitor();
      setUi({ drag: null });
    };
  }, [area]);
}

async function drop(paneId: PaneDrag['paneId'], target: NonNullable<PaneDrag['target']>): Promise<void> {
  const pane_id = paneId;
  if (target.kind === 'window') {
    await runCommand('move_pane', { pane_id, window_id: target.windowId });
    return;
  }
  const where = target.drop;
  if (where.kind === 'window') await runCommand('move_pane', { pane_id, edge: where.edge });
  else if (where.zone === 'centre') await runCommand('swap_panes', { pane_id, target: where.target });
  else await runCommand('move_pane', { pane_id, target: where.target, edge: where.zone });
}

/** Makes a view of a window (its tab, its line in the sidebar) a place to let panes go. */
export function useWindowDropTarget(element: RefObject<HTMLElement | null>, windowId: WindowId | null): void {
  useEffect(() => {
    const target = element.current;
    if (target === null || windowId === null) return;
    return dropTargetForElements({
      element: target,
      canDrop: ({ source }) => sourceOf(source.data) !== null,
      getData: () => carrySpot({ kind: 'window', windowId }),
    });
  }, [element, windowId]);
}
