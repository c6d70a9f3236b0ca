import { present } from '../base/assert';
import { splitPane } from './edit';
import { rectangleOf, rectangles } from './areas';
import type { Drop } from './move';
import { dropPane } from './move';
import type { LayoutView, Point, Rectangle } from './pixels';
import { extentOf } from './pixels';
import type { Edge, LayoutNode } from './node';
import { contains, directionOfEdge } from './node';

/** The edge zones reach this far into a pane, as a part of its width or height. */
const EDGE_ZONE = 1 / 3;

/**
 * The zone of a pane that a dragged pane is over: the outer third at each side, corners cut along the diagonal, and
 * the centre. Points outside count to the nearest edge.
 */
export function dropTarget(area: Rectangle, point: Point): Edge | 'centre' {
  const across = area.width > 0 ? (point.x - area.x) / area.width : 0.5;
  const down = area.height > 0 ? (point.y - area.y) / area.height : 0.5;
  const distances: readonly (readonly [Edge, number])[] = [
    ['left', across],
    ['right', 1 - across],
    ['top', down],
    ['bottom', 1 - down],
  ];
  const [edge, distance] = distances.reduce((nearest, next) => (next[1] < nearest[1] ? next : nearest));
  return distance < EDGE_ZONE ? edge : 'centre';
}

/**
 * The area that the pane would take if it were let go there, exactly as the drop will lay it out; null when the drop
 * would be refused. The pane can be one of this tree or come from elsewhere.
 */
export function previewRectangle(
  tree: LayoutNode,
  pane: string,
  drop: Drop,
  bounds: Rectangle,
  gap = 0,
): Rectangle | null {
  const dropped = dropPane(tree, pane, drop);
  const found = dropped.ok ? rectangleOf(dropped.value, pane, bounds, gap) : null;
  return found === null ? null : { x: found.x, y: found.y, width: found.width, height: found.height };
}

/**
 * Whether a split of the pane at that edge leaves both halves at least the minimum in the split's direction, and
 * makes no other pane too small by the gap that it adds. False for a pane that the tree does not hold.
 */
export function canSplit(tree: LayoutNode, pane: string, edge: Edge, view: LayoutView, ratio = 0.5): boolean {
  let placeholder = `${pane}+`;
  while (contains(tree, placeholder)) placeholder += '+';
  const split = splitPane(tree, pane, placeholder, edge, ratio);
  if (!split.ok) return false;
  const direction = directionOfEdge(edge);
  const minimum = extentOf(view.minimum, direction);
  const before = new Map(rectangles(tree, view.bounds, view.gap).map((area) => [area.pane, area]));
  return rectangles(split.value, view.bounds, view.gap).every((area) => {
    if (extentOf(area, direction) >= minimum) return true;
    if (area.pane === pane || area.pane === placeholder) return false;
    const old = present(before.get(area.pane), 'a split keeps all panes');
    return extentOf(area, direction) >= Math.min(minimum, extentOf(old, direction));
  });
}
