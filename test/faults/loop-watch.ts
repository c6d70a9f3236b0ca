import { monitorEventLoopDelay, type IntervalHistogram } from 'node:perf_hooks';

/** Watches how long the event loop stands still. */
export class LoopWatch {
  private readonly histogram: IntervalHistogram = monitorEventLoopDelay({ resolution: 5 });

  constructor() {
    this.histogram.enable();
  }

  /** The longest time so far, in milliseconds; and no more. */
  stop(): number {
    this.histogram.disable();
    return Math.round(this.histogram.max / 1e6);
  }
}
