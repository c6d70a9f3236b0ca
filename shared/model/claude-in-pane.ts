/** Where a Claude keeps its settings and conversations: with all others, or in a folder of the pane's own. */
export const CLAUDE_ISOLATIONS = ['shared', 'per-pane'] as const;
export type ClaudeIsolation = (typeof CLAUDE_ISOLATIONS)[number];

/**
 * Who holds a conversation: a Claude that draws into the pane's terminal, or one that Fugue talks to in Claude's own
 * protocol. Never both.
 */
export const CLAUDE_DRIVERS = ['terminal', 'stream'] as const;
export type ClaudeDriver = (typeof CLAUDE_DRIVERS)[number];

/** What is known of the Claude in a pane, and what it takes to bring its conversation back. */
export interface ClaudeInPane {
  /** Fugue started it, with hooks; otherwise somebody typed `claude` in a shell. */
  readonly managed: boolean;
  readonly driver: ClaudeDriver;
  /** The conversation. It changes with `/clear` and `/resume`. Null while it is not known. */
  readonly sessionId: string | null;
  readonly transcriptPath: string | null;
  /** The folder that Claude was started in; a conversation can be resumed only from there. */
  readonly directory: string;
  readonly isolation: ClaudeIsolation;
  /** Holds settings, registry and transcripts. */
  readonly configDirectory: string;
  /** It was started with the tools of Fugue. */
  readonly mcp: boolean;
  /** What was given on the command line besides Fugue's own flags; passed again on resume. */
  readonly arguments: readonly string[];
  /** The conversation went on after a crash or a restart. */
  readonly resumed: boolean;
  /** Quick failures in a row; the next start waits longer for each. */
  readonly failures: number;
  /** When it is started again by itself, in milliseconds since 1970. */
  readonly restartAt: number | null;
}

/** Whether two say the same, so that nothing has to be told. */
export function sameClaude(left: ClaudeInPane | null, right: ClaudeInPane | null): boolean {
  return left === right || JSON.stringify(left) === JSON.stringify(right);
}
