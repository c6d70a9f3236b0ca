import { present } from '../base/assert';
import type { Rectangle } from './pixels';
import { divide, extentOf, wholePixels } from './pixels';
import type { LayoutNode, LayoutPath, SplitNode } from './node';

/** Where a pane lies. */
export interface PaneRectangle extends Rectangle {
  readonly pane: string;
}

/**
 * Where each pane lies, in whole pixels and in visual order. The rectangles and the gaps between them tile the
 * bounds exactly; the same input always gives the same pixels. Fractional bounds and gaps are rounded first.
 */
export function rectangles(tree: LayoutNode, bounds: Rectangle, gap = 0): readonly PaneRectangle[] {
  const found: PaneRectangle[] = [];
  visitAreas(tree, wholePixels(bounds), Math.round(gap), [], (node, area) => {
    if (node.type === 'pane') found.push({ pane: node.pane, ...area });
  });
  return found;
}

/** Where one pane lies, or null when the tree does not hold it. */
export function rectangleOf(
  tree: LayoutNode,
  pane: string,
  bounds: Rectangle,
  gap = 0,
): PaneRectangle | null {
  return rectangles(tree, bounds, gap).find((candidate) => candidate.pane === pane) ?? null;
}

/** The area of the node at the path, or null when the path leads nowhere. */
export function rectangleAt(
  tree: LayoutNode,
  path: LayoutPath,
  bounds: Rectangle,
  gap = 0,
): Rectangle | null {
  let area: Rectangle = wholePixels(bounds);
  let node = tree;
  for (const index of path) {
    const child = node.type === 'split' ? node.children[index] : undefined;
    if (node.type !== 'split' || child === undefined) return null;
    area = present(childAreas(node, area, Math.round(gap))[index], 'each child has an area');
    node = child.node;
  }
  return area;
}

function childAreas(split: SplitNode, area: Rectangle, gap: number): readonly Rectangle[] {
  const division = divide(split, extentOf(area, split.direction), gap);
  let offset = 0;
  return division.sizes.map((size) => {
    const child =
      split.direction === 'horizontal'
        ? { x: area.x + offset, y: area.y, width: size, height: area.height }
        : { x: area.x, y: area.y + offset, width: area.width, height: size };
    offset += size + division.gap;
    return child;
  });
}

/** Visits every node with its area and its path, a split before its children. `gap` is a whole number. */
export function visitAreas(
  node: LayoutNode,
  area: Rectangle,
  gap: number,
  path: LayoutPath,
  see: (node: LayoutNode, area: Rectangle, path: LayoutPath) => void,
): void {
  see(node, area, path);
  if (node.type === 'pane') return;
  const areas = childAreas(node, area, gap);
  for (const [index, child] of node.children.entries()) {
    visitAreas(child.node, present(areas[index], 'each child has an area'), gap, [...path, index], see);
  }
}
