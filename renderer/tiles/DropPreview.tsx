import type { Rectangle } from '#shared/layout/geometry';
import type { LayoutNode } from '#shared/layout/tree';
import { previewRectangle } from '#shared/layout/geometry';
import { LAYOUT_GAP } from '#shared/state/view';
import { useUi } from '../store/ui-store';

/** The area that the dragged pane would take, while it is dragged. */
export function DropPreview({ layout, bounds }: { readonly layout: LayoutNode; readonly bounds: Rectangle }) {
  const drag = useUi((state) => state.drag);
  if (drag?.target?.kind !== 'layout') return null;
  const { drop } = drag.target;
  const area = previewRectangle(layout, drag.paneId, drop, bounds, LAYOUT_GAP);
  if (area === null) return null;
  const swaps = drop.kind === 'pane' && drop.zone === 'centre';
  return (
    <div
      className={swaps ? 'drop-preview drop-preview-swap' : 'drop-preview'}
      data-testid="drop-preview"
      style={{ left: area.x, top: area.y, width: area.width, height: area.height }}
    >
      {swaps && <span>Swap</span>}
    </div>
  );
}
