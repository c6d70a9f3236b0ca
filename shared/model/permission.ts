import type { PaneId } from './ids';

/** What a Claude wants to know before it goes on. `elicitation`: one of its MCP servers asks. */
export const ASK_KINDS = ['permission', 'question', 'plan', 'elicitation'] as const;
export type AskKind = (typeof ASK_KINDS)[number];

/** By which way it came: Claude's own protocol, which waits for an answer, or a hook beside Claude's own dialog. */
export const ASK_WAYS = ['stream', 'hook'] as const;
export type AskWay = (typeof ASK_WAYS)[number];

/** Something that a Claude may not do, or can't know, without the person. */
export interface PermissionAsk {
  readonly id: string;
  readonly paneId: PaneId;
  readonly way: AskWay;
  readonly kind: AskKind;
  /** Claude's name of the tool. */
  readonly tool: string;
  /** Exactly what the tool would be given. */
  readonly input: Readonly<Record<string, unknown>>;
  /** In a line. */
  readonly summary: string;
  /** Why Claude asks, in its own words; null when it does not say. */
  readonly reason: string | null;
  /** Set inside a subagent. */
  readonly agentId: string | null;
  readonly toolUseId: string | null;
  /** Rules that Claude itself offers to keep, as it sent them. */
  readonly suggestions: readonly unknown[];
  /** Milliseconds since 1970. */
  readonly at: number;
  /** When the decision goes back to Claude's own dialog, or counts as refused; milliseconds since 1970. */
  readonly until: number;
  /** The person has put it off: it is shown last and asks for nothing. */
  readonly deferred: boolean;
}

/** How a request came to its end. */
export const ASK_ENDS = ['allowed', 'denied', 'answered', 'withdrawn', 'timed-out', 'handed-back'] as const;
export type AskEnd = (typeof ASK_ENDS)[number];

/** A request that nobody answers lapses after so long, in milliseconds. */
export const ASK_LIMIT = 5 * 60_000;
