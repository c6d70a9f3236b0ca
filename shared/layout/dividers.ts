import { present } from '../base/assert';
import { floorsOf } from './extent';
import { visitAreas } from './areas';
import type { LayoutView, Rectangle } from './pixels';
import { divide, extentOf, wholePixels } from './pixels';
import type { LayoutNode, LayoutPath, SplitDirection, SplitNode } from './node';

/** The bar between two neighbouring children of a split. */
export interface Divider extends Rectangle {
  /** The split, as the way from the root. */
  readonly path: LayoutPath;
  /** The divider lies between the split's children `index` and `index + 1`. */
  readonly index: number;
  /** The split's direction: a divider of a horizontal split is upright and moves left and right. */
  readonly direction: SplitDirection;
  /** The lowest x (horizontal) or y (vertical) that the divider can be dragged to. */
  readonly start: number;
  /** The highest x (horizontal) or y (vertical) that the divider can be dragged to. */
  readonly end: number;
}

/** All dividers with the limits of their drag, outer splits first. A divider fills the gap; it is 0 wide without one. */
export function dividers(tree: LayoutNode, view: LayoutView): readonly Divider[] {
  const found: Divider[] = [];
  const gap = Math.round(view.gap);
  visitAreas(tree, wholePixels(view.bounds), gap, [], (node, area, path) => {
    if (node.type === 'split') found.push(...dividersOf(node, area, path, { ...view, gap }));
  });
  return found;
}

function dividersOf(
  split: SplitNode,
  area: Rectangle,
  path: LayoutPath,
  view: LayoutView,
): readonly Divider[] {
  const { direction } = split;
  const horizontal = direction === 'horizontal';
  const division = divide(split, extentOf(area, direction), view.gap);
  // How far each child can shrink; a divider pushes every child on the side it moves to.
  const floors = floorsOf(split, division.sizes, view);
  const slack = division.sizes.map((size, index) => size - present(floors[index], 'each child has a floor'));
  const total = slack.reduce((sum, pixels) => sum + pixels, 0);
  let position = horizontal ? area.x : area.y;
  let before = 0;
  return split.children.slice(0, -1).map((_, index) => {
    position += present(division.sizes[index], 'each child has a size');
    before += present(slack[index], 'each child has slack');
    const divider: Divider = {
      path,
      index,
      direction,
      x: horizontal ? position : area.x,
      y: horizontal ? area.y : position,
      width: horizontal ? division.gap : area.width,
      height: horizontal ? area.height : division.gap,
      start: position - before,
      end: position + total - before,
    };
    position += division.gap;
    return divider;
  });
}
