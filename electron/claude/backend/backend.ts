import type { Result } from '#shared/base/result';
import type { StreamObservation } from '../detect/stream';
import type { StreamRecord } from '../stream/control';
import type { StreamPrompt } from '../stream/stream-client';

/** Which conversation a program is started for. */
export type StartableConversation =
  | { readonly type: 'new'; readonly sessionId: string | null }
  | { readonly type: 'resume'; readonly sessionId: string }
  | { readonly type: 'fork'; readonly sessionId: string; readonly newId: string };

export interface AgentStart {
  readonly program: string;
  /** `stream`: it speaks the backend's own protocol on standard input and output. */
  readonly driver: 'terminal' | 'stream';
  readonly conversation: StartableConversation;
  /** What the person added to the command. */
  readonly arguments: readonly string[];
  /** File of settings, among them the hooks. */
  readonly settings: string;
  /** Files or JSON texts that name MCP servers. */
  readonly mcpServers: readonly string[];
}

export interface AgentCommand {
  readonly arguments: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** What a program that has no terminal has to be told first; null for nothing. */
  readonly prompt: string | null;
}

/** A kind of agent that Fugue can start and talk to: everything that differs from one to another. */
export interface Backend {
  /** As it stands in `fugue.toml`. */
  readonly name: string;
  readonly buildCommand: (start: AgentStart) => AgentCommand;
  /** What a line of its output, or what was read from one, says about its state; null when it says nothing. */
  readonly parseStreamMessage: (line: string | StreamRecord) => Result<StreamObservation | null, string>;
  /** A message for its standard input, without the line end. */
  readonly formatInputMessage: (prompt: StreamPrompt, priority?: 'now') => Readonly<Record<string, unknown>>;
  /** The hooks that it is started with, by event. `url`: where they are sent. */
  readonly hookSettings: (
    url: string,
    driver: 'terminal' | 'stream',
  ) => Readonly<Record<string, readonly unknown[]>>;
}
