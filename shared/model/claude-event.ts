import type { AgentState } from './agent-state';

/** What happens to the Claudes in panes, one after the other, for whoever follows along. */
export type ClaudeEvent = { readonly at: number; readonly pane_id: string } & (
  | { readonly event: 'Detected'; readonly session_id: string | null }
  | {
      readonly event: 'StateChanged';
      readonly old: AgentState;
      readonly new: AgentState;
      readonly reason: string;
    }
  | { readonly event: 'SessionCaptured'; readonly session_id: string }
  | { readonly event: 'Exited'; readonly exit_code: number | null; readonly reason: string }
  | { readonly event: 'Crashed'; readonly session_id: string | null; readonly reason: string }
  | { readonly event: 'ChildSpawned'; readonly child_id: string }
);

/** One as it is before its time is added. */
export type UntimedClaudeEvent = ClaudeEvent extends infer One
  ? One extends ClaudeEvent
    ? Omit<One, 'at'>
    : never
  : never;
