import type { Failure } from '#shared/base/errors';
import type { Result } from '#shared/base/result';
import type { CommandReply } from '#shared/ipc/channels';

/** One JSON line each way. The client may hang up to give up waiting. */
export interface SocketRequest {
  readonly command: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** Shows for which pane the client speaks: what its environment holds as FUGUE_TOKEN; null outside of panes. */
  readonly token: string | null;
  readonly workingDirectory: string;
}

export type SocketResponse = Result<CommandReply, Failure>;

/** What a command tells while it goes on; any number of these lines may come before the response. */
export interface SocketProgress {
  readonly progress: CommandReply;
}
