import type { Disposable } from './disposable';

/** Time as a dependency, so that everything that waits can be tested without waiting. */
export interface Clock {
  /** Milliseconds since 1970, for showing and storing. */
  now(): number;
  /** Milliseconds that never jump, for measuring. */
  monotonic(): number;
  /** Calls once after so many milliseconds, unless disposed before. */
  after(milliseconds: number, call: () => void): Disposable;
}
