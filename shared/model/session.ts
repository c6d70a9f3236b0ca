import type { SessionId, WindowId } from './ids';

/** A Fugue session: a named set of windows with an environment of its own. It always holds a window. */
export interface Session {
  readonly id: SessionId;
  readonly name: string;
  readonly windowIds: readonly WindowId[];
  readonly activeWindowId: WindowId;
  /** Variables that panes of this session start with. */
  readonly environment: Readonly<Record<string, string>>;
  readonly metadata: Readonly<Record<string, string>>;
  readonly tags: readonly string[];
  readonly createdAt: number;
}
