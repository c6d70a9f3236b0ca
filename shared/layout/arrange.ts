import { normalise } from './normalise';
import type { LayoutNode, SplitDirection } from './node';
import { paneNode } from './node';

/** The panes in one row or column, all of one size. Null for no panes. */
export function rowLayout(panes: readonly string[], direction: SplitDirection): LayoutNode | null {
  return normalise({
    type: 'split',
    direction,
    children: panes.map((pane) => ({ ratio: 1 / panes.length, node: paneNode(pane) })),
  });
}

/** The panes as a grid of about as many columns as rows, filled column by column, all of one area. Null for no panes. */
export function gridLayout(panes: readonly string[]): LayoutNode | null {
  const columns = Math.ceil(Math.sqrt(panes.length));
  const children = Array.from({ length: columns }, (_, column) => {
    const from = Math.round((panes.length * column) / columns);
    const to = Math.round((panes.length * (column + 1)) / columns);
    const node = rowLayout(panes.slice(from, to), 'vertical');
    return node === null ? [] : [{ ratio: (to - from) / panes.length, node }];
  }).flat();
  return normalise({ type: 'split', direction: 'horizontal', children });
}
