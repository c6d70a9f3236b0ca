import type { Failure } from '#shared/base/errors';
import { failure } from '#shared/base/errors';
import type { Result } from '#shared/base/result';
import { ok } from '#shared/base/result';
import type { Configuration } from '#shared/config/schema';

export interface SpawnQuestion {
  /** Panes that are asked for at once. */
  readonly count: number;
  readonly panesInSession: number;
  /** Depth that the new panes would have. */
  readonly depth: number;
  /** The call comes from a program in a pane, not from the person at the window. */
  readonly byProgram: boolean;
}

const MINUTE = 60_000;

/** Bounds how many panes come to be: in a session, in depth, and per minute. */
export class SpawnLimits {
  private recent: number[] = [];

  /** @param monotonic milliseconds that never jump. */
  constructor(private readonly monotonic: () => number) {}

  /** Says whether so many panes may be made now, and counts them when they may. */
  admit(question: SpawnQuestion, limits: Configuration['limits']): Result<null, Failure> {
    const perSession = limits['panes-per-session'];
    if (question.panesInSession + question.count > perSession) {
      return failure(
        'limit',
        `the session would have ${String(question.panesInSession + question.count)} panes and may have ${String(perSession)} (limits.panes-per-session): close some first`,
      );
    }
    if (!question.byProgram) return ok(null);
    if (question.depth >= limits['max-depth']) {
      return failure(
        'limit',
        `panes may start panes ${String(limits['max-depth'])} levels deep (limits.max-depth), and this would be level ${String(question.depth)}: let a pane further up start it`,
      );
    }
    const now = this.monotonic();
    this.recent = this.recent.filter((at) => now - at < MINUTE);
    const perMinute = limits['spawns-per-minute'];
    if (this.recent.length + question.count > perMinute) {
      return failure(
        'limit',
        `programs may start ${String(perMinute)} panes a minute (limits.spawns-per-minute): wait and try again`,
      );
    }
    for (let count = 0; count < question.count; count += 1) this.recent.push(now);
    return ok(null);
  }
}
