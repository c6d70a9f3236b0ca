export interface FaultOptions {
  /** Numbers of the rows to run; null: all that are not nightly. */
  readonly rows: ReadonlySet<number> | null;
  readonly nightly: boolean;
  readonly seed: number;
}

export const USAGE = 'npm run test:faults -- [--rows 1-5,20] [--nightly] [--seed N]';

export class UsageError extends Error {}

export function parseOptions(words: readonly string[]): FaultOptions {
  let rows: ReadonlySet<number> | null = null;
  let nightly = false;
  let seed = Number(process.env['FUGUE_SEED'] ?? Date.now() % 1_000_000);
  const rest = [...words];
  for (;;) {
    const word = rest.shift();
    if (word === undefined) return { rows, nightly, seed };
    const value = (): string => {
      const next = rest.shift();
      if (next === undefined) throw new UsageError(`${word} needs a value`);
      return next;
    };
    if (word === '--nightly') nightly = true;
    else if (word === '--rows') rows = numbersIn(value());
    else if (word === '--seed') seed = wholeNumber(value());
    else throw new UsageError(`unknown option ${word}`);
  }
}

function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new UsageError(`${text} is no whole number`);
  return Number(text);
}

/** `1-5,20` as a set. */
export function numbersIn(text: string): ReadonlySet<number> {
  return new Set(
    text.split(',').flatMap((part) => {
      const [first = '', last = first] = part.split('-');
      const from = wholeNumber(first);
      return Array.from({ length: Math.max(0, wholeNumber(last) - from) + 1 }, (_, index) => from + index);
    }),
  );
}
