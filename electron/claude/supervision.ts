/** Wait before the first start again, and the longest one, in milliseconds. */
const FIRST_WAIT = 1000;
const LONGEST_WAIT = 60_000;
/** A Claude that ran for so long is well again, in milliseconds. */
export const STABLE_AFTER = 60_000;
/** So many quick failures in a row are not accident any more. */
export const FAILURES_ALLOWED = 8;
/** Of those that never got so far as to take input, so many: what keeps them from it stays. */
export const FAILED_STARTS_ALLOWED = 4;
/** A resume that ends within this time and never came up has nothing to resume, in milliseconds. */
export const DEAD_RESUME_WITHIN = 15_000;

/** A start that fails with words of its own does so within this time, in milliseconds. */
export const FAILS_WITHIN = 5_000;
/** Exit code of a Claude that refuses its command line or its settings. */
export const REFUSED = 1;

/** Lines of a reason that are kept. */
const TELLING_LINES = 4;

export interface Ending {
  /** How long it ran, in milliseconds. */
  readonly ranFor: number;
  /** Failures in a row before this one. */
  readonly failures: number;
  /** It was to go on with a conversation. */
  readonly resuming: boolean;
  /** It never got so far as to take input. */
  readonly neverReady: boolean;
  /** What it said, when it refused to start with the very words that it had refused with before; else null. */
  readonly refusedAgain: string | null;
}

export type Remedy =
  | { readonly type: 'restart'; readonly after: number; readonly failures: number }
  /** Starting it again would end in the same way. */
  | { readonly type: 'give-up'; readonly reason: string };

/** What to do about a Claude that crashed. */
export function remedyFor(ending: Ending, backoff = { first: FIRST_WAIT, longest: LONGEST_WAIT }): Remedy {
  if (ending.refusedAgain !== null) {
    return { type: 'give-up', reason: `it does not start the way it is asked to: ${ending.refusedAgain}` };
  }
  const failures = ending.ranFor >= STABLE_AFTER ? 1 : ending.failures + 1;
  if (ending.resuming && ending.neverReady && ending.ranFor < DEAD_RESUME_WITHIN && failures > 2) {
    return {
      type: 'give-up',
      reason: 'its conversation can not be resumed: it ended at once, again and again',
    };
  }
  if (failures > (ending.neverReady ? FAILED_STARTS_ALLOWED : FAILURES_ALLOWED)) {
    return {
      type: 'give-up',
      reason: `it crashed ${String(failures)} times in a row and is not started again by itself`,
    };
  }
  return {
    type: 'restart',
    failures,
    after: Math.min(backoff.longest, backoff.first * 2 ** (failures - 1)),
  };
}

/** Failed starts of all Claudes together that are tried again within `START_WINDOW`. */
export const FAILED_STARTS_TOGETHER = 20;
/** In milliseconds. */
export const START_WINDOW = 5 * 60_000;

/**
 * What keeps many Claudes from coming up is nothing of one of them, such as a network that is gone: they are not all
 * started again and again.
 */
export class StartLimit {
  private failures: readonly number[] = [];

  /** Notes a start that failed, at a time that never jumps; false when no more are tried again for now. */
  allows(now: number): boolean {
    this.failures = this.failures.filter((at) => now - at < START_WINDOW);
    if (this.failures.length >= FAILED_STARTS_TOGETHER) return false;
    this.failures = [...this.failures, now];
    return true;
  }
}

/** Lines of a screen that say something: what is drawn says nothing, and a reason stands at the end. */
export function tellingLines(said: readonly string[]): readonly string[] {
  const drawn = /[\u2500-\u259f\u2800-\u28ff]+|[.…·*]{3,}/g;
  const lines = said.map((line) => line.replace(drawn, ' ').trim()).filter((line) => /\p{L}{3}/u.test(line));
  return lines.slice(-TELLING_LINES);
}
