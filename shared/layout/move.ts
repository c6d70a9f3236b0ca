import type { Result } from '../base/result';
import { ok } from '../base/result';
import { liftPane, splitPane, splitRoot, swapPanes } from './edit';
import type { LayoutError } from './errors';
import { refuseUnknownPane } from './errors';
import type { Edge, LayoutNode } from './node';
import { contains, paneIds, sameArrangement } from './node';

/** Where a dragged pane is let go: on a zone of another pane, or at an edge of the whole window. */
export type Drop =
  | { readonly kind: 'pane'; readonly target: string; readonly zone: Edge | 'centre' }
  | { readonly kind: 'window'; readonly edge: Edge };

/**
 * Moves a pane to an edge of the target, where it takes half of the target's space. A pane moved onto itself, or to
 * where it stands already, leaves the tree as it is, sizes included.
 * Fails with `unknown-pane`, `no-room` or `too-deep`.
 */
export function movePane(
  tree: LayoutNode,
  pane: string,
  target: string,
  edge: Edge,
): Result<LayoutNode, LayoutError> {
  if (!contains(tree, target)) return refuseUnknownPane(target, paneIds(tree));
  if (pane === target) return ok(tree);
  return reinsert(tree, pane, (rest) => splitPane(rest, target, pane, edge));
}

/**
 * Moves a pane to an edge of the whole window, over its full width or height. A pane that is there already, or that
 * is alone, leaves the tree as it is. Fails with `unknown-pane`, `bad-ratio` or `too-deep`.
 *
 * @param ratio the pane's share of the window; by default as much as each present row or column has on average.
 */
export function movePaneToRootEdge(
  tree: LayoutNode,
  pane: string,
  edge: Edge,
  ratio?: number,
): Result<LayoutNode, LayoutError> {
  return reinsert(tree, pane, (rest) => splitRoot(rest, pane, edge, ratio));
}

/**
 * What letting a dragged pane go does: on an edge it moves there, on the centre of a pane the two change places. A
 * pane from elsewhere is put in; it cannot be let go on a centre, as it has no place to exchange.
 * Fails as `movePane`, `movePaneToRootEdge`, `swapPanes` and `splitPane` do.
 */
export function dropPane(tree: LayoutNode, pane: string, drop: Drop): Result<LayoutNode, LayoutError> {
  const inside = contains(tree, pane);
  if (drop.kind === 'window') {
    return inside ? movePaneToRootEdge(tree, pane, drop.edge) : splitRoot(tree, pane, drop.edge);
  }
  if (drop.zone === 'centre') return swapPanes(tree, pane, drop.target);
  return inside
    ? movePane(tree, pane, drop.target, drop.zone)
    : splitPane(tree, drop.target, pane, drop.zone);
}

function reinsert(
  tree: LayoutNode,
  pane: string,
  insert: (rest: LayoutNode) => Result<LayoutNode, LayoutError>,
): Result<LayoutNode, LayoutError> {
  const closed = liftPane(tree, pane);
  if (!closed.ok) return closed;
  if (closed.value === null) return ok(tree);
  const moved = insert(closed.value);
  // Letting a pane go where it came from is how people abandon a drag: nothing may change, not even sizes.
  return moved.ok && sameArrangement(moved.value, tree) ? ok(tree) : moved;
}
