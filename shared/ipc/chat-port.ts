/**
 * Messages on the port between a chat view and the conversation that it shows. Lines come exactly as Claude wrote
 * them; the view alone makes sense of them. What is sent is acknowledged by size, so a slow view slows its Claude.
 */

/** UTF-16 units that may be sent and not yet acknowledged. */
export const CHAT_WINDOW = 2 * 1024 * 1024;
/** How much of a conversation is sent at once when the view asks for what stands before, in bytes. */
export const CHAT_PAGE = 1024 * 1024;
/** A line longer than this comes without its end, in bytes; the view asks for the whole when it is wanted. */
export const CHAT_LINE = 4 * 1024 * 1024;

/** A pane's conversation as it goes on, or one that is only read. */
export type ChatSource =
  { readonly kind: 'pane'; readonly paneId: string } | { readonly kind: 'transcript'; readonly path: string };

/** Something that can be typed behind a slash. */
export interface SlashCommand {
  readonly name: string;
  readonly description: string;
  readonly argumentHint: string;
}

export interface ModelChoice {
  readonly value: string;
  readonly label: string;
  readonly description: string;
}

/** What is known of the Claude behind a chat; null and empty where it has not said. */
export interface ChatFacts {
  /** `stream`: Fugue talks to it in its own protocol. `terminal`: it runs in a terminal. `none`: nothing runs. */
  readonly driver: 'stream' | 'terminal' | 'none';
  readonly model: string | null;
  readonly permissionMode: string | null;
  readonly models: readonly ModelChoice[];
  readonly commands: readonly SlashCommand[];
  readonly version: string | null;
  /** Why the conversation is not yet held by what the pane's face asks for, as a sentence; null when it is. */
  readonly handOff: string | null;
  /** How the last Claude ended that Fugue talked to, as a sentence; null while one runs, or none has. */
  readonly ended: string | null;
}

/** What is known before a Claude has said anything. */
export const NO_FACTS: ChatFacts = {
  driver: 'none',
  model: null,
  permissionMode: null,
  models: [],
  commands: [],
  version: null,
  handOff: null,
  ended: null,
};

export interface ChatLine {
  /** One line without its line end; its beginning when it is longer than `CHAT_LINE`. */
  readonly text: string;
  /** Names the line for `read`. */
  readonly id: string;
  /** Length of the whole in bytes, when `text` is only its beginning. */
  readonly cut?: number;
}

/** What the view gets. */
export type ChatPortDown =
  /** What follows is another conversation, or this one from anew: everything shown before goes. */
  | { readonly type: 'reset'; readonly sessionId: string | null }
  /** Lines behind all others. The first of these after a reset are the newest of what there is already. */
  | { readonly type: 'lines'; readonly lines: readonly ChatLine[] }
  /** Lines before all others: the answer to `earlier`. `more`: still others stand before. */
  | { readonly type: 'earlier'; readonly lines: readonly ChatLine[]; readonly more: boolean }
  /**
   * Lines of type `stream_event`: what Claude is writing just now. They are kept by nobody: the whole message follows
   * as a line of its own, block by block.
   */
  | { readonly type: 'partial'; readonly lines: readonly string[] }
  | { readonly type: 'facts'; readonly facts: ChatFacts }
  /** The whole of a line; null when it is not there any more. */
  | { readonly type: 'line'; readonly id: string; readonly text: string | null };

/** What the view sends. */
export type ChatPortUp =
  /** So many UTF-16 units of lines have been taken in. */
  | { readonly type: 'acknowledge'; readonly units: number }
  | { readonly type: 'earlier' }
  | { readonly type: 'read'; readonly id: string };
