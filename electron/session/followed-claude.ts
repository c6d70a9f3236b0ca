import type { Clock } from '#shared/base/clock';
import type { Disposable } from '#shared/base/disposable';
import { DisposableSlot } from '#shared/base/disposable';
import type { PaneId } from '#shared/model/ids';
import { Arbiter } from '../claude/detect/arbiter';
import type { HookServer } from '../claude/hooks/hook-server';
import type { Logger } from '../log/logger';
import type { PtyHostClient } from '../pty/pty-host-client';
import type { ChatSessions } from './chat/chat-sessions';
import type { SessionService } from './session-service';
import type { TmuxPanes } from './tmux-panes';

/** What following Claudes needs. */
export interface ClaudePanesOptions {
  readonly service: SessionService;
  readonly host: PtyHostClient;
  readonly chats: ChatSessions;
  readonly hooks: HookServer | null;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Fugue's own environment, for where Claude keeps its things when a pane does not say. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly isLookedAt: (paneId: PaneId) => boolean;
  readonly forkNext: (paneId: PaneId) => void;
  readonly tmux: TmuxPanes;
}

/** What is followed of one pane that has or had a Claude. */
export interface Followed {
  readonly arbiter: Arbiter;
  readonly deadline: DisposableSlot<Disposable>;
  /** The process of the Claude, once it is known. */
  pid: number | null;
  startedAt: number;
  /** Its screen and titles are those of the pane; otherwise it runs inside something else that the pane shows. */
  shown: boolean;
  /** It came so far as to take input or to work. */
  ready: boolean;
  /** The rows of its newest screen. */
  rows: readonly string[];
  /** The newest conversation that was told of. */
  captured: string | null;
  /** What the screen shows is its own, and not what stood there before somebody typed `claude`. */
  drawn: boolean;
  readonly undrawn: DisposableSlot<Disposable>;
  /** Waits for the last title of one whose process is gone. */
  readonly leaving: DisposableSlot<Disposable>;
}

/** Begins with nothing known but the process. `startedAt` is in milliseconds that never jump. */
export function follow(isLookedAt: () => boolean, pid: number, startedAt: number): Followed {
  return {
    arbiter: new Arbiter({ isLookedAt }),
    deadline: new DisposableSlot(),
    pid,
    startedAt,
    shown: true,
    ready: false,
    rows: [],
    captured: null,
    drawn: false,
    undrawn: new DisposableSlot(),
    leaving: new DisposableSlot(),
  };
}

export function disposeOf(entry: Followed): void {
  entry.deadline.dispose();
  entry.undrawn.dispose();
  entry.leaving.dispose();
}
