import { present } from '../base/assert';
import type { Result } from '../base/result';
import { ok } from '../base/result';
import type { LayoutError } from './errors';
import { refuse, refuseUnknownPane } from './errors';
import { normalForm, normalise } from './normalise';
import type { LayoutChild, Edge, LayoutNode, LayoutPath, SplitNode } from './node';
import {
  MAXIMUM_DEPTH,
  MAXIMUM_PANES,
  MINIMUM_RATIO,
  contains,
  countPanes,
  depthOf,
  directionOfEdge,
  findPath,
  isLeadingEdge,
  nodeAt,
  paneIds,
  paneNode,
  replaceAt,
} from './node';

/**
 * Puts a new pane at an edge of the target. The space comes from the target alone, also where both end up as
 * siblings in a longer row.
 *
 * @param ratio the new pane's share of the target's space, between 0 and 1.
 * Fails with `unknown-pane`, `duplicate-pane`, `bad-ratio`, `no-room`, `too-deep` or `too-many`.
 */
export function splitPane(
  tree: LayoutNode,
  target: string,
  newPane: string,
  edge: Edge,
  ratio = 0.5,
): Result<LayoutNode, LayoutError> {
  const path = findPath(tree, target);
  if (path === null) return refuseUnknownPane(target, paneIds(tree));
  const refusal = refuseInsertion(tree, newPane, ratio);
  if (refusal !== null) return refusal;
  if (shareAvailable(tree, path, edge) * Math.min(ratio, 1 - ratio) < MINIMUM_RATIO) {
    return refuse('no-room', `Pane "${target}" has no room left. Make it larger or split another pane.`);
  }
  return shallow(normalForm(replaceAt(tree, path, beside(paneNode(target), newPane, edge, ratio))));
}

/**
 * Puts a new pane at an edge of the whole window, over its full width or height.
 *
 * @param ratio the new pane's share of the window; by default as much as each present row or column has on average.
 * Fails with `duplicate-pane`, `bad-ratio`, `too-deep` or `too-many`.
 */
export function splitRoot(
  tree: LayoutNode,
  newPane: string,
  edge: Edge,
  ratio?: number,
): Result<LayoutNode, LayoutError> {
  const along = tree.type === 'split' && tree.direction === directionOfEdge(edge) ? tree.children.length : 1;
  const share = ratio ?? 1 / (along + 1);
  const refusal = refuseInsertion(tree, newPane, share);
  if (refusal !== null) return refusal;
  return shallow(normalForm(beside(tree, newPane, edge, share)));
}

/**
 * Takes a pane out. The freed space goes to the sibling before it, or to the one after it at the start of a row or
 * column, so that closing a pane that was just split off gives its space back. Gives null when it was the last
 * pane. Fails with `unknown-pane`.
 */
export function closePane(tree: LayoutNode, pane: string): Result<LayoutNode | null, LayoutError> {
  return takeOut(tree, pane, (children, closed) => {
    const heir = closed === 0 ? 1 : closed - 1;
    const freed = children[closed]?.ratio ?? 0;
    return children.map((child, index) =>
      index === heir ? { ...child, ratio: child.ratio + freed } : child,
    );
  });
}

/**
 * Takes a pane out that goes elsewhere: all its siblings share the freed space in proportion to their sizes. Gives
 * null when it was the last pane. Fails with `unknown-pane`.
 */
export function liftPane(tree: LayoutNode, pane: string): Result<LayoutNode | null, LayoutError> {
  return takeOut(tree, pane, (children) => children);
}

/** Takes a pane out after `share` has given its space to its siblings; ratios need not sum to 1 afterwards. */
function takeOut(
  tree: LayoutNode,
  pane: string,
  share: (children: readonly LayoutChild[], closed: number) => readonly LayoutChild[],
): Result<LayoutNode | null, LayoutError> {
  const path = findPath(tree, pane);
  if (path === null) return refuseUnknownPane(pane, paneIds(tree));
  const closed = path.at(-1);
  if (closed === undefined) return ok(null);
  const parentPath = path.slice(0, -1);
  const parent = nodeAt(tree, parentPath);
  if (parent?.type !== 'split') throw new Error('invariant broken: the parent of a pane is a split');
  const children = share(parent.children, closed).filter((_, index) => index !== closed);
  return ok(normalise(replaceAt(tree, parentPath, { ...parent, children })));
}

/** Puts another pane in a pane's place, at the same size. Fails with `unknown-pane` or `duplicate-pane`. */
export function replacePane(
  tree: LayoutNode,
  pane: string,
  replacement: string,
): Result<LayoutNode, LayoutError> {
  const path = findPath(tree, pane);
  if (path === null) return refuseUnknownPane(pane, paneIds(tree));
  if (pane === replacement) return ok(tree);
  if (contains(tree, replacement)) return refuseDuplicate(replacement);
  return ok(replaceAt(tree, path, paneNode(replacement)));
}

/** Lets two panes change places; sizes stay with the places. A pane with itself: unchanged. Fails with `unknown-pane`. */
export function swapPanes(tree: LayoutNode, first: string, second: string): Result<LayoutNode, LayoutError> {
  const firstPath = findPath(tree, first);
  if (firstPath === null) return refuseUnknownPane(first, paneIds(tree));
  const secondPath = findPath(tree, second);
  if (secondPath === null) return refuseUnknownPane(second, paneIds(tree));
  if (first === second) return ok(tree);
  return ok(replaceAt(replaceAt(tree, firstPath, paneNode(second)), secondPath, paneNode(first)));
}

function refuseDuplicate(pane: string) {
  return refuse(
    'duplicate-pane',
    `Pane "${pane}" is in this layout already. Move it instead, or name another pane.`,
  );
}

function refuseInsertion(tree: LayoutNode, newPane: string, ratio: number) {
  if (contains(tree, newPane)) return refuseDuplicate(newPane);
  if (!(ratio >= MINIMUM_RATIO && ratio <= 1 - MINIMUM_RATIO)) {
    return refuse('bad-ratio', "The new pane's share has to lie between 0 and 1. Give for example 0.5.");
  }
  if (countPanes(tree) >= MAXIMUM_PANES) {
    return refuse('too-many', `A layout holds at most ${String(MAXIMUM_PANES)} panes. Close one first.`);
  }
  return null;
}

/** The part of its row or column that an insertion beside the target divides: all of it when a new split is made. */
function shareAvailable(tree: LayoutNode, path: LayoutPath, edge: Edge): number {
  const parent = path.length === 0 ? null : nodeAt(tree, path.slice(0, -1));
  if (parent?.type !== 'split' || parent.direction !== directionOfEdge(edge)) return 1;
  return present(parent.children[path.at(-1) ?? 0], 'the path leads to a child').ratio;
}

function beside(node: LayoutNode, newPane: string, edge: Edge, ratio: number): SplitNode {
  const added = { ratio, node: paneNode(newPane) };
  const kept = { ratio: 1 - ratio, node };
  return {
    type: 'split',
    direction: directionOfEdge(edge),
    children: isLeadingEdge(edge) ? [added, kept] : [kept, added],
  };
}

function shallow(tree: LayoutNode): Result<LayoutNode, LayoutError> {
  if (depthOf(tree) <= MAXIMUM_DEPTH) return ok(tree);
  return refuse(
    'too-deep',
    `Splits can nest ${String(MAXIMUM_DEPTH)} deep at most. Split a pane in an outer row instead.`,
  );
}
