/** The longest time that the thread works before others get their turn, in milliseconds. */
const LONGEST = 8;

/** Somebody no longer wants what he asked for. */
export class Abandoned extends Error {}

/**
 * Lets others have their turn while a long work goes on. To be awaited between steps that are short themselves.
 * Throws `Abandoned` once nobody wants the work any more.
 */
export class Breath {
  private since = performance.now();

  constructor(private readonly signal: { readonly aborted: boolean } | null = null) {}

  /** Whether it is time; a step that is not followed by a pause costs no promise. */
  get isDue(): boolean {
    return performance.now() - this.since > LONGEST;
  }

  async take(): Promise<void> {
    await new Promise<void>((resolve) => setImmediate(resolve));
    if (this.signal?.aborted === true) throw new Abandoned('nobody waits for it any more');
    this.since = performance.now();
  }
}
