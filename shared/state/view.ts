/** Space between panes, in pixels; layout and drawing use the same. */
export const LAYOUT_GAP = 6;

/** Height of a pane's header and its border, in pixels. */
export const PANE_HEADER_HEIGHT = 28;

/** Size of a terminal cell in the standard font, in pixels: a first guess until the window has measured its own. */
export const CELL_ESTIMATE = { width: 8, height: 16, paddingX: 18, header: PANE_HEADER_HEIGHT + 10 } as const;
