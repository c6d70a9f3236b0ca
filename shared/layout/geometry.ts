/** The layout in pixels: where panes and dividers lie, what lies next to what, and where a dragged pane would go. */
export type { LayoutView, Point, Rectangle, Size } from './pixels';
export { MINIMUM_PANE } from './pixels';
export type { PaneRectangle } from './areas';
export { rectangleAt, rectangleOf, rectangles } from './areas';
export type { Divider } from './dividers';
export { dividers } from './dividers';
export { canSplit, dropTarget, previewRectangle } from './drop';
export { neighbour } from './neighbour';
