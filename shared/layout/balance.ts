import type { LayoutNode } from './node';
import { countPanes } from './node';

/** Gives every pane as equal an area as the structure allows: each child weighs as much as it holds panes. */
export function balance(tree: LayoutNode): LayoutNode {
  return reweigh(tree, countPanes);
}

/** Gives the children of each split equal sizes, whatever they hold. */
export function equalize(tree: LayoutNode): LayoutNode {
  return reweigh(tree, () => 1);
}

function reweigh(tree: LayoutNode, weightOf: (node: LayoutNode) => number): LayoutNode {
  if (tree.type === 'pane') return tree;
  const total = tree.children.reduce((sum, child) => sum + weightOf(child.node), 0);
  return {
    ...tree,
    children: tree.children.map((child) => ({
      ratio: weightOf(child.node) / total,
      node: reweigh(child.node, weightOf),
    })),
  };
}
