// Time that moves only when a test moves it.
import type { Clock } from '#shared/base/clock';
import { toDisposable } from '#shared/base/disposable';

export class FakeClock implements Clock {
  private time = 1_700_000_000_000;
  private ticks = 0;
  private timers: { readonly at: number; readonly order: number; readonly call: () => void }[] = [];
  private count = 0;

  now(): number {
    return this.time;
  }

  monotonic(): number {
    return this.ticks;
  }

  after(milliseconds: number, call: () => void) {
    const timer = { at: this.ticks + milliseconds, order: this.count++, call };
    this.timers.push(timer);
    return toDisposable(() => {
      this.timers = this.timers.filter((other) => other !== timer);
    });
  }

  /** Moves time on and calls what falls due, in order. */
  advance(milliseconds: number): void {
    const end = this.ticks + milliseconds;
    for (;;) {
      const [next] = this.timers
        .filter((timer) => timer.at <= end)
        .sort((left, right) => left.at - right.at || left.order - right.order);
      if (next === undefined) break;
      this.timers = this.timers.filter((timer) => timer !== next);
      this.time += next.at - this.ticks;
      this.ticks = next.at;
      next.call();
    }
    this.time += end - this.ticks;
    this.ticks = end;
  }

  /** The wall clock jumps; measured time does not. */
  jump(milliseconds: number): void {
    this.time += milliseconds;
  }
}
