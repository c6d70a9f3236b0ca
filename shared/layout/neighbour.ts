import { rectangles } from './areas';
import type { PaneRectangle } from './areas';
import type { Rectangle } from './pixels';
import type { Edge, LayoutNode } from './node';

/** A pane's extent along one axis, in pixels. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * The pane that lies next to a pane at an edge, or null at the window's edge and for a pane that the tree does not
 * hold. Of several, it is the one that lies across from the pane's centre, or else nearest to it.
 */
export function neighbour(
  tree: LayoutNode,
  pane: string,
  edge: Edge,
  bounds: Rectangle,
  gap = 0,
): string | null {
  const all = rectangles(tree, bounds, gap);
  const own = all.find((candidate) => candidate.pane === pane);
  if (own === undefined) return null;
  const side = spanAcross(own, edge);
  const centre = (side.from + side.to) / 2;
  let best: { readonly pane: string; readonly gap: number; readonly offset: number } | null = null;
  for (const candidate of all) {
    const span = spanAcross(candidate, edge);
    const overlap = Math.min(side.to, span.to) - Math.max(side.from, span.from);
    const distance = distanceBeyond(own, candidate, edge);
    if (candidate.pane === pane || overlap <= 0 || distance < 0) continue;
    const offset = Math.max(0, span.from - centre, centre - span.to);
    const nearer = best === null || distance < best.gap || (distance === best.gap && offset < best.offset);
    if (nearer) best = { pane: candidate.pane, gap: distance, offset };
  }
  return best?.pane ?? null;
}

function spanAcross(area: Rectangle, edge: Edge): Span {
  return edge === 'left' || edge === 'right'
    ? { from: area.y, to: area.y + area.height }
    : { from: area.x, to: area.x + area.width };
}

/** How far the candidate lies beyond the edge; negative when it does not lie on that side. */
function distanceBeyond(own: PaneRectangle, candidate: PaneRectangle, edge: Edge): number {
  switch (edge) {
    case 'left':
      return own.x - (candidate.x + candidate.width);
    case 'right':
      return candidate.x - (own.x + own.width);
    case 'top':
      return own.y - (candidate.y + candidate.height);
    case 'bottom':
      return candidate.y - (own.y + own.height);
  }
}
