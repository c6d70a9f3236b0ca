import type { ImageSource } from './blocks';
import type { Task } from './tasks';
import type { ToolCall } from './tool-call';

/** What the view shows of a conversation, from top to bottom. Rows are values: one that changes is another one. */
export type Row =
  | UserRow
  | TextRow
  | ThinkingRow
  | PictureRow
  | ToolRow
  | TasksRow
  | NoteRow
  | CommandRow
  | FoldRow
  | ResultRow
  | AbsorbedRow;

interface Common {
  /** The same for as long as the row is there. */
  readonly key: string;
  /** Milliseconds since 1970; null where nobody said it. */
  readonly at: number | null;
  /** The lines that it came from, as their port names them. */
  readonly lines: readonly string[];
}

export interface UserRow extends Common {
  readonly kind: 'user';
  readonly text: string;
  readonly images: readonly ImageSource[];
  /** It was typed while Claude worked, and handed in between. */
  readonly queued: boolean;
}

/** A part of what Claude says. A long text takes several rows, so that only what is in view is drawn. */
export interface TextRow extends Common {
  readonly kind: 'text';
  /** Markdown in pieces that are finished. */
  readonly pieces: readonly string[];
  /** The piece that is not. */
  readonly tail: string;
  readonly inFence: boolean;
  readonly streaming: boolean;
  /** What links in the pieces may refer to. */
  readonly definitions: string;
  /** It goes on from the row above. */
  readonly continued: boolean;
}

export interface ThinkingRow extends Common {
  readonly kind: 'thinking';
  readonly text: string;
  /** It came in a form that only Claude's makers can read. */
  readonly redacted: boolean;
  readonly streaming: boolean;
}

export interface PictureRow extends Common {
  readonly kind: 'picture';
  readonly image: ImageSource;
}

export interface ToolRow extends Common {
  readonly kind: 'tool';
  readonly call: ToolCall;
  /** The subagent that the call started; its rows change with `version`. */
  readonly subagent: SubagentRows | null;
}

export interface SubagentRows {
  readonly rows: readonly Row[];
  readonly version: number;
  /** How many rows there are that show something. */
  readonly count: number;
}

/** The list of tasks as it was after these calls. */
export interface TasksRow extends Common {
  readonly kind: 'tasks';
  readonly tasks: readonly Task[];
  readonly failed: boolean;
}

export type NoteSign =
  'interrupted' | 'error' | 'retry' | 'compact' | 'model' | 'mode' | 'limit' | 'task' | 'info';

export interface NoteRow extends Common {
  readonly kind: 'note';
  readonly sign: NoteSign;
  readonly tone: 'plain' | 'warning' | 'error';
  readonly text: string;
}

/** A command of Claude Code itself, or one for the shell (`!`), with what it printed. */
export interface CommandRow extends Common {
  readonly kind: 'command';
  /** With its sign: `/compact` or `! ls`; empty for output without a known command. */
  readonly command: string;
  readonly output: string;
  readonly failed: boolean;
}

/** Something that is there and seldom wanted: shown folded. */
export interface FoldRow extends Common {
  readonly kind: 'fold';
  readonly label: string;
  /** Markdown is shown as such, everything else exactly as it is. */
  readonly form: 'markdown' | 'plain' | 'json';
  readonly text: string;
}

export interface ResultRow extends Common {
  readonly kind: 'result';
  readonly isError: boolean;
  /** What went wrong; empty when nothing did or it stands above already. */
  readonly text: string;
  readonly durationMilliseconds: number | null;
  readonly turns: number | null;
  /** Of this turn, in US dollars. */
  readonly cost: number | null;
  /** Of the conversation so far. */
  readonly totalCost: number | null;
  readonly outputTokens: number | null;
  /** Names of the tools that were not allowed. */
  readonly denied: readonly string[];
}

/** What stood here is a part of another row now. */
export interface AbsorbedRow extends Common {
  readonly kind: 'absorbed';
}

/** What has become of a line: the row that shows it, or why it is not shown. */
export type LineFate = { readonly shown: string } | { readonly hidden: string };
