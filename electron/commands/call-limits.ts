import type { Clock } from '#shared/base/clock';

const MINUTE = 60_000;
/** Callers that are remembered; those that have not called for a minute have nothing to be remembered for. */
const REMEMBERED = 1000;

/** Lets each caller make so many calls at once, and as many again over each minute. */
export class CallLimits {
  private readonly left = new Map<string, { calls: number; at: number }>();

  constructor(
    private readonly clock: Clock,
    private readonly perMinute: () => number,
  ) {}

  admit(caller: string): boolean {
    const now = this.clock.monotonic();
    const most = this.perMinute();
    const before = this.left.get(caller);
    const calls =
      before === undefined ? most : Math.min(most, before.calls + ((now - before.at) / MINUTE) * most);
    if (this.left.size >= REMEMBERED)
      for (const [other, { at }] of this.left) if (now - at > MINUTE) this.left.delete(other);
    this.left.set(caller, { calls: calls < 1 ? calls : calls - 1, at: now });
    return calls >= 1;
  }
}
