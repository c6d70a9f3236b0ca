// Waiting for something to become true, with a message that says what did not happen. Tests never just sleep.

export interface WaitOptions {
  /** Milliseconds until the wait fails. */
  readonly timeout?: number;
  /** Milliseconds between two looks. */
  readonly every?: number;
  /** What there is instead, for the message when the wait fails. */
  readonly instead?: () => string;
}

const seconds = (milliseconds: number) => `${Math.round(milliseconds / 100) / 10} s`;

export class WaitError extends Error {
  override readonly name = 'WaitError';
}

function failureOf(what: string, timeout: number, options: WaitOptions, lastError?: unknown): WaitError {
  const instead = options.instead ? `; instead: ${options.instead()}` : '';
  return new WaitError(`waited ${seconds(timeout)} for ${what}${instead}`, { cause: lastError });
}

/**
 * Looks again and again until `look` gives something other than undefined, null or false, and returns that.
 * An error thrown by `look` counts as "not yet" and becomes the cause when the time is over.
 */
export async function waitFor<T>(
  what: string,
  look: () => T | Promise<T>,
  options: WaitOptions = {},
): Promise<Exclude<T, undefined | null | false>> {
  const { timeout = 25_000, every = 25 } = options;
  const end = performance.now() + timeout;
  let lastError: unknown;
  for (;;) {
    try {
      const value = await look();
      if (value !== undefined && value !== null && value !== false) {
        return value as Exclude<T, undefined | null | false>;
      }
      lastError = undefined;
    } catch (error) {
      lastError = error;
    }
    if (performance.now() >= end) throw failureOf(what, timeout, options, lastError);
    await new Promise((resolve) => setTimeout(resolve, every));
  }
}

/** Fails when a promise does not settle in time. It goes on in the background: nothing can stop a promise. */
export async function inTime<T>(what: string, promise: Promise<T>, options: WaitOptions = {}): Promise<T> {
  const { timeout = 25_000 } = options;
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(failureOf(what, timeout, options)), timeout);
  });
  try {
    return await Promise.race([promise, limit]);
  } finally {
    clearTimeout(timer);
  }
}

/** Subscribes, waits for the first event that fits, and unsubscribes again. */
export async function waitForEvent<T>(
  what: string,
  subscribe: (listener: (event: T) => void) => { dispose(): void },
  fits: (event: T) => boolean = () => true,
  options: WaitOptions = {},
): Promise<T> {
  let subscription: { dispose(): void } | undefined;
  const event = new Promise<T>((resolve) => {
    subscription = subscribe((candidate) => {
      if (fits(candidate)) resolve(candidate);
    });
  });
  try {
    return await inTime(what, event, options);
  } finally {
    subscription?.dispose();
  }
}
