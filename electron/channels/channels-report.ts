import type { Clock } from '#shared/base/clock';
import type { Disposable } from '#shared/base/disposable';
import { DisposableSlot } from '#shared/base/disposable';
import type { ChannelsState } from '#shared/model/channels';

/** The shortest time from one telling to the next, in milliseconds. */
const TOLD_EVERY = 100;

export interface ChannelsReportOptions {
  readonly clock: Clock;
  readonly look: () => ChannelsState;
  readonly tell: (state: ChannelsState) => void;
}

/** Tells how the channels are whenever that has changed: however much happens, ten times a second at the most. */
export class ChannelsReport implements Disposable {
  private readonly timer = new DisposableSlot<Disposable>();
  private planned = false;
  private ended = false;
  private toldAt = -Infinity;
  private told = '';

  constructor(private readonly options: ChannelsReportOptions) {}

  /** Something may have changed. */
  changed(): void {
    if (this.planned || this.ended) return;
    this.planned = true;
    const { clock } = this.options;
    // Never at once: this is called in the middle of changes.
    this.timer.value = clock.after(Math.max(0, this.toldAt + TOLD_EVERY - clock.monotonic()), () => {
      this.planned = false;
      this.tell();
    });
  }

  dispose(): void {
    this.ended = true;
    this.timer.dispose();
  }

  private tell(): void {
    const state = this.options.look();
    const text = JSON.stringify(state);
    if (text === this.told) return;
    this.told = text;
    this.toldAt = this.options.clock.monotonic();
    this.options.tell(state);
  }
}
