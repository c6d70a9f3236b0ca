/** Messages between the main process and the terminal host. Plain data, so that they cross any process border. */

export interface SpawnRequest {
  readonly paneId: string;
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly columns: number;
  readonly rows: number;
  readonly scrollbackLines: number;
  /** Serialized screen of an earlier run, shown above the new program's output. */
  readonly restored: string | null;
  /** What the screen shows moves up into the scrollback first, so that the program finds an empty one. */
  readonly emptyScreen: boolean;
}

export interface ReadRequest {
  readonly lines: number | null;
  readonly from: 'screen' | 'scrollback';
  readonly offset: number;
  readonly ansi: boolean;
  readonly maximumBytes: number;
}

export interface ReadReply {
  readonly text: string;
  readonly lines: number;
  readonly truncated: boolean;
  readonly totalLines: number;
  readonly cursor: { readonly column: number; readonly row: number };
  readonly alternateScreen: boolean;
}

export interface ExpectRequest {
  readonly pattern: string;
  readonly ignoreCase: boolean;
  readonly from: 'screen' | 'scrollback' | 'new';
}

export interface ExpectReply {
  readonly match: string;
  readonly line: string;
}

export interface TerminalColors {
  readonly foreground: string;
  readonly background: string;
  readonly cursor: string;
}

/** Questions with one answer. */
export interface HostRequests {
  read: { readonly input: ReadRequest; readonly output: ReadReply };
  serialize: {
    readonly input: { readonly lines: number };
    readonly output: { readonly data: string; readonly columns: number; readonly rows: number };
  };
  expect: { readonly input: ExpectRequest; readonly output: ExpectReply };
  /** Resolves once everything of the pane is gone. */
  end: { readonly input: null; readonly output: null };
  modes: {
    readonly input: null;
    readonly output: { readonly bracketedPaste: boolean; readonly applicationCursorKeys: boolean };
  };
}
export type HostRequestName = keyof HostRequests;

export type ToHost =
  | { readonly type: 'spawn'; readonly request: SpawnRequest }
  /** Makes the screen of a pane without a program in it: restored, waiting for Enter. */
  | { readonly type: 'show'; readonly request: SpawnRequest }
  | { readonly type: 'write'; readonly paneId: string; readonly data: string }
  | { readonly type: 'resize'; readonly paneId: string; readonly columns: number; readonly rows: number }
  /** Asks for the settled screens of a pane, or for no more of them. */
  | { readonly type: 'watch'; readonly paneId: string; readonly on: boolean }
  | { readonly type: 'forget'; readonly paneId: string }
  /** A byte port comes along as the message's only port. */
  | { readonly type: 'attach'; readonly paneId: string }
  | { readonly type: 'colors'; readonly colors: TerminalColors }
  | {
      readonly type: 'request';
      readonly id: number;
      readonly paneId: string;
      readonly name: HostRequestName;
      readonly input: unknown;
    }
  | { readonly type: 'cancel'; readonly id: number }
  | { readonly type: 'ping'; readonly id: number }
  | { readonly type: 'shutdown' };

export type FromHost =
  | { readonly type: 'ready' }
  | { readonly type: 'spawned'; readonly paneId: string; readonly pid: number }
  | { readonly type: 'failed'; readonly paneId: string; readonly reason: string }
  /** Comes after all output of the program is in the screen model. */
  | {
      readonly type: 'exited';
      readonly paneId: string;
      readonly exitCode: number | null;
      readonly signal: string | null;
    }
  | { readonly type: 'title'; readonly paneId: string; readonly title: string }
  | { readonly type: 'bell'; readonly paneId: string }
  | {
      readonly type: 'program';
      readonly paneId: string;
      readonly program: string;
      readonly directory: string | null;
      /** The process of the program. */
      readonly pid: number;
    }
  /** What the screen shows, once it has settled; only for panes that are watched. */
  | {
      readonly type: 'frame';
      readonly paneId: string;
      readonly rows: readonly string[];
      readonly columns: number;
    }
  | { readonly type: 'resized'; readonly paneId: string; readonly columns: number; readonly rows: number }
  /** A person typed in the pane; at most a few times a second. */
  | { readonly type: 'typed'; readonly paneId: string }
  /** The screen changed since it was last serialized; said once until then. */
  | { readonly type: 'changed'; readonly paneId: string }
  | { readonly type: 'reply'; readonly id: number; readonly value: unknown }
  | { readonly type: 'refused'; readonly id: number; readonly reason: string }
  | { readonly type: 'pong'; readonly id: number };
