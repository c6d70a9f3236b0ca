import type { Disposable } from '#shared/base/disposable';

/** A frame counts as settled when the program has been silent for so many milliseconds. */
const SILENCE = 50;
/** While output flows a frame is taken so many milliseconds after its first change, and never more often. */
const INTERVAL = 100;
/** A program that never ends its synchronized update is not waited for any longer, in milliseconds. */
const SYNCHRONIZED_PATIENCE = 1000;

export interface FrameSettlerOptions {
  /** Milliseconds that never jump. */
  readonly now: () => number;
  /** Calls once after so many milliseconds; the function that it returns calls that off. */
  readonly after: (milliseconds: number, call: () => void) => () => void;
  /** Whether the program is inside a synchronized update: what shows then is half of a frame. */
  readonly isSynchronized: () => boolean;
  /** A frame has settled: read the screen now. */
  readonly take: () => void;
}

/**
 * Says when a screen is worth reading: after a pause in the output, at the latest 100 ms after a change, at most
 * once in 100 ms and never in the middle of a synchronized update.
 *
 * Call `changed` after each write that was parsed and after each resize, `dispose` when the screen goes away.
 */
export class FrameSettler implements Disposable {
  private firstChange: number | null = null;
  private lastChange = 0;
  private lastTaken = Number.NEGATIVE_INFINITY;
  private cancelTimer: (() => void) | null = null;
  /** The frame was due and would have been half of one. */
  private held = false;
  private disposed = false;

  constructor(private readonly options: FrameSettlerOptions) {}

  changed(): void {
    if (this.disposed) return;
    const now = this.options.now();
    this.firstChange ??= now;
    this.lastChange = now;
    if (this.cancelTimer === null) this.wait(this.due() - now);
    else if (this.held && !this.options.isSynchronized()) this.settle();
  }

  /** Takes what has changed and is not taken yet at once: the program has ended and nothing will follow. */
  flush(): void {
    if (this.firstChange !== null && !this.disposed) this.settle();
  }

  dispose(): void {
    this.disposed = true;
    this.cancelTimer?.();
    this.cancelTimer = null;
  }

  private due(): number {
    const first = this.firstChange ?? this.lastChange;
    return Math.max(Math.min(this.lastChange + SILENCE, first + INTERVAL), this.lastTaken + INTERVAL);
  }

  private wait(milliseconds: number): void {
    this.cancelTimer = this.options.after(Math.max(0, milliseconds), () => {
      this.cancelTimer = null;
      this.look();
    });
  }

  private look(): void {
    if (this.disposed || this.firstChange === null) return;
    const now = this.options.now();
    const due = this.due();
    const patienceEnds = this.firstChange + SYNCHRONIZED_PATIENCE;
    if (now < due) this.wait(due - now);
    else if (this.options.isSynchronized() && now < patienceEnds) {
      this.held = true;
      this.wait(patienceEnds - now);
    } else this.settle();
  }

  private settle(): void {
    this.cancelTimer?.();
    this.cancelTimer = null;
    this.firstChange = null;
    this.held = false;
    this.lastTaken = this.options.now();
    this.options.take();
  }
}
