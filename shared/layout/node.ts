import { present } from '../base/assert';
import type { Edge, LayoutNode, LayoutPath, PaneNode, SplitDirection, SplitNode } from '../model/layout';

export type {
  Edge,
  LayoutChild,
  LayoutNode,
  LayoutPath,
  PaneNode,
  SplitDirection,
  SplitNode,
} from '../model/layout';

/** The deepest nesting of splits. Deeper trees would make panes too small to see and recursion unsafe. */
export const MAXIMUM_DEPTH = 64;

/** The largest number of panes in one layout. */
export const MAXIMUM_PANES = 1000;

/** The smallest share that an operation gives to a child of a split, so that no chain of splits ends at zero. */
export const MINIMUM_RATIO = 1e-6;

/** The layout that holds just this pane. It is also the view of a window while that pane is zoomed. */
export function paneNode(pane: string): PaneNode {
  return { type: 'pane', pane };
}

/** The direction of the split that an insertion at this edge needs. */
export function directionOfEdge(edge: Edge): SplitDirection {
  return edge === 'left' || edge === 'right' ? 'horizontal' : 'vertical';
}

/** Whether the edge lies at the start of its axis: left or top. */
export function isLeadingEdge(edge: Edge): boolean {
  return edge === 'left' || edge === 'top';
}

/** The ids of all panes in visual order: left to right and top to bottom, depth first. */
export function paneIds(tree: LayoutNode): readonly string[] {
  const found: string[] = [];
  collectPanes(tree, found);
  return found;
}

function collectPanes(node: LayoutNode, found: string[]): void {
  if (node.type === 'pane') found.push(node.pane);
  else for (const child of node.children) collectPanes(child.node, found);
}

/** The number of panes in the tree. */
export function countPanes(tree: LayoutNode): number {
  if (tree.type === 'pane') return 1;
  return tree.children.reduce((sum, child) => sum + countPanes(child.node), 0);
}

/** How many splits lie inside one another: 0 for a single pane. */
export function depthOf(tree: LayoutNode): number {
  if (tree.type === 'pane') return 0;
  return 1 + tree.children.reduce((deepest, child) => Math.max(deepest, depthOf(child.node)), 0);
}

/** The way from the root to the pane, or null when the tree does not hold it. */
export function findPath(tree: LayoutNode, pane: string): LayoutPath | null {
  if (tree.type === 'pane') return tree.pane === pane ? [] : null;
  for (const [index, child] of tree.children.entries()) {
    const rest = findPath(child.node, pane);
    if (rest !== null) return [index, ...rest];
  }
  return null;
}

/** Whether the tree holds the pane. */
export function contains(tree: LayoutNode, pane: string): boolean {
  return findPath(tree, pane) !== null;
}

/** The node at the end of the path, or null when the path leads nowhere. */
export function nodeAt(tree: LayoutNode, path: LayoutPath): LayoutNode | null {
  let node: LayoutNode = tree;
  for (const index of path) {
    const next: LayoutNode | undefined = node.type === 'split' ? node.children[index]?.node : undefined;
    if (next === undefined) return null;
    node = next;
  }
  return node;
}

/** The tree with the node at the path exchanged; everything beside the path is kept by identity. */
export function replaceAt(tree: LayoutNode, path: LayoutPath, replacement: LayoutNode): LayoutNode {
  const [index, ...rest] = path;
  if (index === undefined) return replacement;
  if (tree.type === 'pane') throw new Error('invariant broken: the path goes on below a pane');
  const child = present(tree.children[index], 'the path names a child that exists');
  const node = replaceAt(child.node, rest, replacement);
  if (node === child.node) return tree;
  return { ...tree, children: tree.children.map((old, at) => (at === index ? { ...child, node } : old)) };
}

/** Whether both trees put the same panes in the same places, whatever the sizes. */
export function sameArrangement(first: LayoutNode, second: LayoutNode): boolean {
  if (first.type === 'pane') return second.type === 'pane' && first.pane === second.pane;
  if (second.type === 'pane' || first.direction !== second.direction) return false;
  if (first.children.length !== second.children.length) return false;
  return first.children.every((child, index) => {
    const other = second.children[index];
    return other !== undefined && sameArrangement(child.node, other.node);
  });
}

/**
 * The deepest split of that direction on the way to the pane whose child there satisfies `accepts`, as its path and
 * the index of the child that leads to the pane; or null.
 */
export function enclosingSplit(
  tree: LayoutNode,
  path: LayoutPath,
  direction: SplitDirection,
  accepts: (index: number, count: number) => boolean = () => true,
): { readonly path: LayoutPath; readonly index: number; readonly split: SplitNode } | null {
  for (let depth = path.length - 1; depth >= 0; depth--) {
    const split = nodeAt(tree, path.slice(0, depth));
    const index = present(path[depth], 'depth lies within the path');
    if (split?.type !== 'split' || split.direction !== direction) continue;
    if (accepts(index, split.children.length)) return { path: path.slice(0, depth), index, split };
  }
  return null;
}
