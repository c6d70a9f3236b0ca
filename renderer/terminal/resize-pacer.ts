import type { Disposable } from '#shared/base/disposable';

export interface GridSize {
  readonly columns: number;
  readonly rows: number;
}

export interface PacerTimer {
  now(): number;
  after(milliseconds: number, call: () => void): () => void;
}

/** The time of the page. */
export const windowTimer: PacerTimer = {
  now: () => performance.now(),
  after(milliseconds, call) {
    const timer = window.setTimeout(call, milliseconds);
    return () => {
      window.clearTimeout(timer);
    };
  },
};

/** At most four sizes in a second: a full-screen program draws everything anew for each. */
const INTERVAL = 250;

/**
 * Lets sizes through at a bearable pace. The first one goes at once, the last one always goes, and a size that
 * is the same as the one before is no size. After its end nothing is applied any more.
 */
export class ResizePacer implements Disposable {
  private wanted: GridSize | null = null;
  private applied: GridSize | null = null;
  private lastTime = -INTERVAL;
  private cancel: (() => void) | null = null;
  private ended = false;

  constructor(
    private readonly apply: (size: GridSize) => void,
    private readonly timer: PacerTimer,
  ) {}

  request(size: GridSize): void {
    if (this.ended) return;
    this.wanted = size;
    if (this.cancel !== null) return;
    const wait = this.lastTime + INTERVAL - this.timer.now();
    if (wait <= 0) this.flush();
    else {
      this.cancel = this.timer.after(wait, () => {
        this.cancel = null;
        this.flush();
      });
    }
  }

  /** The terminal took a size from elsewhere, such as a snapshot's: what is wanted has to be applied again. */
  forget(): void {
    this.applied = null;
  }

  dispose(): void {
    this.ended = true;
    this.cancel?.();
    this.cancel = null;
  }

  private flush(): void {
    const size = this.wanted;
    if (this.ended || size === null) return;
    if (size.columns === this.applied?.columns && size.rows === this.applied.rows) return;
    this.applied = size;
    this.lastTime = this.timer.now();
    this.apply(size);
  }
}
