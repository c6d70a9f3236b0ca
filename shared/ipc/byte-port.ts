/**
 * Messages on the port between a terminal in the window and the pane's program. Output is acknowledged by size,
 * and no more than the window below is ever under way: a slow window slows the program, never the main process.
 */

/** Bytes that may be sent and not yet acknowledged. Large enough for full speed, small enough that Ctrl-C is felt at once. */
export const BYTE_WINDOW = 256 * 1024;

/** What the terminal in the window gets. */
export type BytePortDown =
  /** The state of the screen at the moment of attaching; replaces whatever the terminal shows. */
  | { readonly type: 'snapshot'; readonly data: string; readonly columns: number; readonly rows: number }
  | { readonly type: 'data'; readonly data: Uint8Array }
  /** The program was started again: the terminal resets its modes and goes on below. */
  | { readonly type: 'restarted' };

/** What the terminal in the window sends. */
export type BytePortUp =
  | { readonly type: 'acknowledge'; readonly bytes: number }
  /** Typed or pasted by the person. */
  | { readonly type: 'input'; readonly data: string }
  /** Mouse reports: bytes that are not text. */
  | { readonly type: 'binary'; readonly data: Uint8Array }
  | { readonly type: 'resize'; readonly columns: number; readonly rows: number };
