import type { Point, Rectangle } from '#shared/layout/geometry';
import type { Drop, Edge, LayoutNode } from '#shared/layout/tree';
import { contains, countPanes, dropPane } from '#shared/layout/tree';
import { dropTarget, rectangles } from '#shared/layout/geometry';

/** So near to the border of the whole area a pane goes to the edge of the window. */
const WINDOW_EDGE = 14;

/** Where a pane goes that is let go at this point, or null when that would change nothing. */
export function dropAt(
  layout: LayoutNode,
  pane: string,
  bounds: Rectangle,
  gap: number,
  point: Point,
): Drop | null {
  if (!contains(layout, pane) || countPanes(layout) < 2 || !inside(bounds, point)) return null;
  const edge = nearEdge(bounds, point);
  const drop: Drop | null = edge === null ? onPane(layout, bounds, gap, point) : { kind: 'window', edge };
  if (drop === null || (drop.kind === 'pane' && drop.target === pane)) return null;
  const dropped = dropPane(layout, pane, drop);
  return dropped.ok && dropped.value !== layout ? drop : null;
}

function onPane(layout: LayoutNode, bounds: Rectangle, gap: number, point: Point): Drop | null {
  const area = rectangles(layout, bounds, gap).find((candidate) => inside(candidate, point));
  return area === undefined ? null : { kind: 'pane', target: area.pane, zone: dropTarget(area, point) };
}

function inside(area: Rectangle, { x, y }: Point): boolean {
  return x >= area.x && y >= area.y && x < area.x + area.width && y < area.y + area.height;
}

function nearEdge(bounds: Rectangle, { x, y }: Point): Edge | null {
  const distances: readonly (readonly [Edge, number])[] = [
    ['left', x - bounds.x],
    ['right', bounds.x + bounds.width - x],
    ['top', y - bounds.y],
    ['bottom', bounds.y + bounds.height - y],
  ];
  const [edge, distance] = distances.reduce((nearest, next) => (next[1] < nearest[1] ? next : nearest));
  return distance < WINDOW_EDGE ? edge : null;
}
