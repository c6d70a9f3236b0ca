import { present } from '../base/assert';
import type { Result } from '../base/result';
import { ok } from '../base/result';
import type { LayoutError } from './errors';
import { refuse, refuseUnknownPane } from './errors';
import { floorsOf, refit, withNodes, withSizes } from './extent';
import { rectangleAt } from './areas';
import { normalForm } from './normalise';
import type { LayoutView } from './pixels';
import { divide, extentOf } from './pixels';
import type { Edge, LayoutNode, LayoutPath, SplitDirection, SplitNode } from './node';
import {
  MINIMUM_RATIO,
  directionOfEdge,
  enclosingSplit,
  findPath,
  isLeadingEdge,
  nodeAt,
  paneIds,
  replaceAt,
} from './node';

/**
 * How to resize a pane, in pixels:
 * - `edge`: moves that edge of the pane outwards (inwards when negative);
 * - `direction`: makes the pane wider (`horizontal`) or taller (`vertical`) at whichever side can move;
 * - `towards`: moves the pane's divider on that axis towards the edge, as the arrow keys of tmux do: the one after
 *   the pane or, at the end of the window, the one before it.
 */
export type PaneResize =
  | { readonly edge: Edge; readonly amount: number }
  | { readonly direction: SplitDirection; readonly amount: number }
  | { readonly towards: Edge; readonly amount: number };

/**
 * Moves the divider between the children `index` and `index + 1` of the split at the path. A neighbour that reaches
 * its minimum pushes the next one; the move stops when all are at theirs. Panes below the minimum never get smaller.
 * Other splits, and the other children's ratios, stay the same. For a drag, apply the whole way so far to the tree
 * as it was when the drag began: then going back undoes what was pushed.
 *
 * @param delta pixels, positive to the right or downwards.
 * Fails with `no-divider` or `bad-amount`; a divider that cannot move further is no failure.
 */
export function resizeDivider(
  tree: LayoutNode,
  path: LayoutPath,
  index: number,
  delta: number,
  view: LayoutView,
): Result<LayoutNode, LayoutError> {
  if (!Number.isFinite(delta)) return refuseAmount();
  const split = nodeAt(tree, path);
  const area = rectangleAt(tree, path, view.bounds, view.gap);
  const divides = Number.isInteger(index) && index >= 0;
  if (split?.type !== 'split' || area === null || !divides || index >= split.children.length - 1) {
    return refuse(
      'no-divider',
      'There is no divider at this place any more. Take it from the current layout.',
    );
  }
  const whole = { ...view, gap: Math.round(view.gap) };
  const resized = moveBorder(split, index, Math.round(delta), extentOf(area, split.direction), whole);
  return ok(resized === split ? tree : normalForm(replaceAt(tree, path, resized)));
}

/**
 * Resizes one pane by an amount in pixels; minimums and pushing are as in `resizeDivider`.
 * Fails with `unknown-pane`, `no-divider` (nothing lies on that side or axis) or `bad-amount`.
 */
export function resizePane(
  tree: LayoutNode,
  pane: string,
  change: PaneResize,
  view: LayoutView,
): Result<LayoutNode, LayoutError> {
  const path = findPath(tree, pane);
  if (path === null) return refuseUnknownPane(pane, paneIds(tree));
  if ('edge' in change) {
    const found = enclosingSplit(tree, path, directionOfEdge(change.edge), hasDividerAt(change.edge));
    if (found === null) {
      return refuse(
        'no-divider',
        `The ${change.edge} edge of pane "${pane}" is the window's edge. Resize it at another edge.`,
      );
    }
    const leading = isLeadingEdge(change.edge);
    const index = leading ? found.index - 1 : found.index;
    return resizeDivider(tree, found.path, index, leading ? -change.amount : change.amount, view);
  }
  const direction = 'direction' in change ? change.direction : directionOfEdge(change.towards);
  if ('direction' in change) {
    const found = enclosingSplit(tree, path, direction);
    if (found === null) return refuseAxis(pane, direction);
    // The pane's own row first: only there does the pane itself get the whole amount.
    const last = found.index === found.split.children.length - 1;
    const index = last ? found.index - 1 : found.index;
    return resizeDivider(tree, found.path, index, last ? -change.amount : change.amount, view);
  }
  const trailing = direction === 'horizontal' ? 'right' : 'bottom';
  const after = enclosingSplit(tree, path, direction, hasDividerAt(trailing));
  const found = after ?? enclosingSplit(tree, path, direction);
  if (found === null) return refuseAxis(pane, direction);
  const index = after === null ? found.index - 1 : found.index;
  const delta = isLeadingEdge(change.towards) ? -change.amount : change.amount;
  return resizeDivider(tree, found.path, index, delta, view);
}

/**
 * Sets the share that the pane (or the column or row that holds it) has of its nearest split in that direction:
 * `horizontal` sets its width, `vertical` its height. Its siblings share the rest in proportion to their sizes.
 *
 * @param ratio between 0 and 1. Fails with `unknown-pane`, `no-divider` or `bad-ratio`.
 */
export function setPaneSize(
  tree: LayoutNode,
  pane: string,
  direction: SplitDirection,
  ratio: number,
): Result<LayoutNode, LayoutError> {
  const path = findPath(tree, pane);
  if (path === null) return refuseUnknownPane(pane, paneIds(tree));
  const found = enclosingSplit(tree, path, direction);
  if (found === null) return refuseAxis(pane, direction);
  const { split, index } = found;
  if (!(ratio >= MINIMUM_RATIO && ratio <= 1 - MINIMUM_RATIO * (split.children.length - 1))) {
    return refuse('bad-ratio', "A pane's share has to lie between 0 and 1. Give for example 0.5.");
  }
  const others = 1 - present(split.children[index], 'the path leads to a child').ratio;
  const children = split.children.map((child, at) => ({
    ...child,
    ratio: at === index ? ratio : (child.ratio / others) * (1 - ratio),
  }));
  return ok(normalForm(replaceAt(tree, found.path, { ...split, children })));
}

function moveBorder(
  split: SplitNode,
  index: number,
  delta: number,
  extent: number,
  view: LayoutView,
): SplitNode {
  const division = divide(split, extent, view.gap);
  const floors = floorsOf(split, division.sizes, view);
  const sizes = [...division.sizes];
  const sizeAt = (at: number) => present(sizes[at], 'one size for each child');
  // Walks away from the divider on the side that shrinks, taking from each child what it can give.
  const step = delta > 0 ? 1 : -1;
  const grown = delta > 0 ? index : index + 1;
  let wanted = Math.abs(delta);
  let reached = grown;
  for (let at = grown + step; wanted > 0 && at >= 0 && at < sizes.length; at += step) {
    const given = Math.min(wanted, sizeAt(at) - present(floors[at], 'one floor for each child'));
    sizes[at] = sizeAt(at) - given;
    sizes[grown] = sizeAt(grown) + given;
    wanted -= given;
    if (given > 0) reached = at;
  }
  if (reached === grown) return split;
  const first = Math.min(grown, reached);
  const run = sizes.slice(first, Math.max(grown, reached) + 1);
  return withNodes(withSizes(split, first, run, division.available), (child, at) =>
    refit(child, split.direction, present(division.sizes[at], 'one size for each child'), sizeAt(at), view),
  );
}

function hasDividerAt(edge: Edge): (index: number, count: number) => boolean {
  return isLeadingEdge(edge) ? (index) => index > 0 : (index, count) => index < count - 1;
}

function refuseAxis(pane: string, direction: SplitDirection) {
  const beside = direction === 'horizontal' ? 'beside' : 'above or below';
  const size = direction === 'horizontal' ? 'width' : 'height';
  return refuse(
    'no-divider',
    `Nothing lies ${beside} pane "${pane}", so its ${size} cannot change. Split it first.`,
  );
}

function refuseAmount() {
  return refuse('bad-amount', 'The amount has to be a finite number of pixels. Give for example 20.');
}
