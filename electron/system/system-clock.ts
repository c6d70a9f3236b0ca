import type { Clock } from '#shared/base/clock';
import { toDisposable } from '#shared/base/disposable';

/** The machine's own time. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after: (milliseconds, call) => {
    const timer = setTimeout(call, milliseconds);
    return toDisposable(() => {
      clearTimeout(timer);
    });
  },
};
