import { useMemo, useRef } from 'react';
import { useShallow } from 'zustand/react/shallow';
import type { Rectangle } from '#shared/layout/geometry';
import type { LayoutNode } from '#shared/layout/tree';
import { paneNode } from '#shared/layout/tree';
import { dividers, MINIMUM_PANE, rectangles } from '#shared/layout/geometry';
import type { PaneId } from '#shared/model/ids';
import { asPaneId } from '#shared/model/ids';
import { activeWindow } from '#shared/state/selectors';
import { LAYOUT_GAP } from '#shared/state/view';
import type { AppState } from '#shared/state/state';
import { isHeldHere, useAppState } from '../store/replica';
import { useUi } from '../store/ui-store';
import { DividerBar } from './DividerBar';
import { DropPreview } from './DropPreview';
import { Tile } from './Tile';
import { usePaneDrag } from './use-pane-drag';
import { useTileArea } from './use-tile-area';

/**
 * The panes. All panes of all windows are here, flat and in the order of their ids, so that a pane that moves
 * only gets another style: its terminal is never taken out of the page. Those of sessions that another window of the
 * desktop shows are there.
 */
export function Tiles() {
  const area = useRef<HTMLDivElement>(null);
  const bounds = useTileArea(area);
  usePaneDrag(area);
  const ids = useAppState(useShallow((state) => heldPaneIds(state)));
  const window = useAppState(activeWindow);
  const preview = useUi((state) => state.layoutPreview);
  const dragging = useUi((state) => state.drag !== null || state.layoutPreview?.dragging === true);
  const layout = window === null ? null : preview?.base === window.layout ? preview.layout : window.layout;
  const zoomed = window?.zoomedPaneId ?? null;
  const places = useMemo(() => placesOf(layout, zoomed, bounds), [layout, zoomed, bounds]);
  const bars = useMemo(
    () =>
      layout === null || zoomed !== null || bounds.width === 0
        ? []
        : dividers(layout, { bounds, gap: LAYOUT_GAP, minimum: MINIMUM_PANE }),
    [layout, zoomed, bounds],
  );
  return (
    <div
      className="tile-area"
      id="tile-area"
      {...(window === null ? {} : { role: 'tabpanel', 'aria-labelledby': `tab-${window.id}` })}
    >
      <div className="tile-plane" ref={area} data-testid="tile-plane">
        {ids.map((id) => (
          <Tile
            key={id}
            paneId={id}
            place={places.get(id) ?? null}
            active={window?.activePaneId === id}
            zoomed={zoomed === id}
            alone={places.size === 1}
          />
        ))}
        {window !== null &&
          bars.map((divider) => (
            <DividerBar
              key={`${divider.path.join('.')}:${String(divider.index)}`}
              divider={divider}
              windowId={window.id}
              layout={window.layout}
              bounds={bounds}
            />
          ))}
        {dragging && <div className="tile-shield" />}
        {layout !== null && <DropPreview layout={layout} bounds={bounds} />}
      </div>
    </div>
  );
}

function heldPaneIds(state: AppState): readonly PaneId[] {
  return Object.keys(state.panes)
    .sort()
    .map(asPaneId)
    .filter((id) => isHeldHere(state, id));
}

function placesOf(
  layout: LayoutNode | null,
  zoomed: PaneId | null,
  bounds: Rectangle,
): ReadonlyMap<PaneId, Rectangle> {
  if (layout === null || bounds.width === 0) return new Map();
  const shown = zoomed === null ? layout : paneNode(zoomed);
  return new Map(rectangles(shown, bounds, LAYOUT_GAP).map((area) => [asPaneId(area.pane), area]));
}
