/** `horizontal` puts panes side by side, `vertical` stacks them. */
export type SplitDirection = 'horizontal' | 'vertical';

/** A side of a pane or of the whole window. */
export type Edge = 'left' | 'right' | 'top' | 'bottom';

/** A tile. `pane` is the pane's id, which the layout takes as it is. */
export interface PaneNode {
  readonly type: 'pane';
  readonly pane: string;
}

/** One child of a split and its share of the split's size along the split's direction. */
export interface LayoutChild {
  readonly ratio: number;
  readonly node: LayoutNode;
}

/** Two or more nodes in a row (`horizontal`) or in a column (`vertical`), in visual order. */
export interface SplitNode {
  readonly type: 'split';
  readonly direction: SplitDirection;
  readonly children: readonly LayoutChild[];
}

/**
 * The arrangement of a window's panes. Every operation takes and gives normal form: a split has at least two
 * children, their ratios are positive and sum to 1, no split lies directly in a split of its own direction, and no
 * pane stands twice.
 */
export type LayoutNode = PaneNode | SplitNode;

/** The way from the root to a node: the child index to take at each split. */
export type LayoutPath = readonly number[];
