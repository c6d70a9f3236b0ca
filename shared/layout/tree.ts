/**
 * The layout tree and its operations. They are pure: a tree in, a new tree or a reason out. Inside this folder the
 * parts import each other directly; everything else imports this file, `geometry`, `text-form` and `declarative`.
 */
export type { Edge, LayoutChild, LayoutNode, LayoutPath, PaneNode, SplitDirection, SplitNode } from './node';
export {
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
  sameArrangement,
} from './node';
export type { LayoutError, LayoutErrorCode } from './errors';
export { closePane, replacePane, splitPane, splitRoot, swapPanes } from './edit';
export type { Drop } from './move';
export { dropPane, movePane, movePaneToRootEdge } from './move';
export type { PaneResize } from './resize';
export { resizeDivider, resizePane, setPaneSize } from './resize';
export { balance, equalize } from './balance';
export { gridLayout, rowLayout } from './arrange';
export { normalise } from './normalise';
export { validate } from './validate';
export type { Repair } from './repair';
export { repair } from './repair';
