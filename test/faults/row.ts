// What a row of the suite is, and how it counts.
import { seededRandom } from '#test/helpers/chunks';
import { makeTemporaryDirectory, type TemporaryDirectory } from '#test/helpers/temporary-directory';

/** What a row needs from whoever runs it. */
export interface RowContext {
  /** How many things to try, at least. */
  readonly count: number;
  readonly seed: number;
  /** From 0 to 1, the same for the same seed. */
  readonly random: () => number;
  /** A whole number from 0 to below the limit. */
  readonly below: (limit: number) => number;
  readonly pick: <T>(from: readonly T[]) => T;
  readonly scratch: TemporaryDirectory;
  /** Runs at the end, the last first, whatever happened. */
  readonly defer: (cleanUp: () => unknown) => void;
  readonly say: (text: string) => void;
}

export interface Outcome {
  readonly tried: number;
  readonly held: number;
  /** A sentence for each that did not hold. */
  readonly lost: readonly string[];
}

export interface Row {
  readonly number: number;
  readonly run: (context: RowContext) => Promise<Outcome>;
  /**
   * The same against something that is not as it should be, which has to lose. Without it `run` itself is the twin, on
   * a build in which a guard was taken out: see `weaknesses.mjs`.
   */
  readonly weakened?: (context: RowContext) => Promise<Outcome>;
}

export class Tally implements Outcome {
  readonly lost: string[] = [];
  tried = 0;

  get held(): number {
    return this.tried - this.lost.length;
  }

  /** So many are lost that the rest would only take time. */
  get hopeless(): boolean {
    // A twin has to lose one.
    return this.lost.length >= (process.env['FUGUE_WEAKNESS'] === undefined ? 10 : 2);
  }

  /** Counts one that was tried. */
  check(holds: boolean, lost: string | (() => string)): void {
    this.tried += 1;
    if (!holds) this.lost.push(typeof lost === 'string' ? lost : lost());
  }

  /** Counts one that holds when nothing is thrown. */
  async attempt(name: string, work: () => unknown): Promise<void> {
    this.tried += 1;
    try {
      await work();
    } catch (error) {
      this.lost.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  /** A fault of the whole, which is counted against no single try. */
  alsoCheck(holds: boolean, lost: string): void {
    if (!holds) this.check(false, lost);
  }
}

/** Runs a row, or its twin, with a folder of its own; what it deferred is done whatever happens. */
export async function inContext(
  work: (context: RowContext) => Promise<Outcome>,
  options: { readonly count: number; readonly seed: number; readonly say?: (text: string) => void },
): Promise<Outcome> {
  const random = seededRandom(options.seed);
  const scratch = makeTemporaryDirectory('faults-');
  const cleanUps: (() => unknown)[] = [];
  try {
    return await work({
      count: options.count,
      seed: options.seed,
      random,
      below: (limit) => Math.floor(random() * limit),
      pick: (from) => {
        const found = from[Math.floor(random() * from.length)];
        if (found === undefined) throw new Error('there is nothing to pick from');
        return found;
      },
      scratch,
      defer: (cleanUp) => cleanUps.push(cleanUp),
      say: options.say ?? (() => undefined),
    });
  } finally {
    for (const cleanUp of cleanUps.reverse()) await cleanUp();
    scratch.remove();
  }
}
