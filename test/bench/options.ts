export const SUITES = [
  'pure',
  'startup',
  'flood',
  'keys',
  'interrupt',
  'memory',
  'idle',
  'mcp',
  'channels',
  'chat',
  'history',
] as const;
export type SuiteName = (typeof SUITES)[number];

export interface BenchOptions {
  readonly json: string | null;
  readonly quick: boolean;
  /** Leaves out everything that Fugue is compared with: for those who work on it. */
  readonly alone: boolean;
  readonly suites: readonly SuiteName[];
}

export const USAGE = `npm run bench -- [--json FILE] [--quick] [--alone] [--only NAME,…] [--install-peers]
names: ${SUITES.join(', ')}`;

export class UsageError extends Error {}

export function parseOptions(words: readonly string[]): BenchOptions {
  let json: string | null = null;
  let quick = false;
  let alone = false;
  let suites: readonly SuiteName[] = SUITES;
  const rest = [...words];
  for (;;) {
    const word = rest.shift();
    if (word === undefined) return { json, quick, alone, suites };
    const value = (): string => {
      const next = rest.shift();
      if (next === undefined) throw new UsageError(`${word} needs a value`);
      return next;
    };
    switch (word) {
      case '--json':
        json = value();
        break;
      case '--quick':
        quick = true;
        break;
      case '--alone':
        alone = true;
        break;
      case '--only':
        suites = value().split(',').map(suiteName);
        break;
      default:
        throw new UsageError(`unknown option ${word}`);
    }
  }
}

function suiteName(word: string): SuiteName {
  const found = SUITES.find((name) => name === word);
  if (found === undefined) throw new UsageError(`there is no ${word}: the names are ${SUITES.join(', ')}`);
  return found;
}
