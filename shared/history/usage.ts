import type { TranscriptRecord } from './records';
import { objectOf, textOf, timeOf } from './records';

/** Tokens by kind, as the API counts them. */
export interface Tokens {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
}

export const NO_TOKENS: Tokens = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };

export function addTokens(first: Tokens, second: Tokens): Tokens {
  return {
    input: first.input + second.input,
    output: first.output + second.output,
    cacheRead: first.cacheRead + second.cacheRead,
    cacheWrite: first.cacheWrite + second.cacheWrite,
  };
}

/** What one line says that an answer of the API took. Several lines tell of one answer. */
export interface UsageLine {
  /** The same for all lines of one answer, also in copies of the conversation. */
  readonly key: string;
  readonly model: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly tokens: Tokens;
}

/** Null for lines that tell of no answer. */
export function usageOf(record: TranscriptRecord): UsageLine | null {
  if (record['type'] !== 'assistant') return null;
  const message = objectOf(record['message']);
  const usage = objectOf(message?.['usage']);
  if (message === null || usage === null) return null;
  const tokens: Tokens = {
    input: count(usage['input_tokens']),
    output: count(usage['output_tokens']),
    cacheRead: count(usage['cache_read_input_tokens']),
    cacheWrite: count(usage['cache_creation_input_tokens']),
  };
  if (tokens.input + tokens.output + tokens.cacheRead + tokens.cacheWrite === 0) return null;
  // The request is no part of the key: some lines of an answer have none.
  const key = textOf(message['id']) ?? textOf(record['requestId']) ?? textOf(record['uuid']);
  if (key === null) return null;
  return { key, model: textOf(message['model']) ?? 'unknown', at: timeOf(record) ?? 0, tokens };
}

function count(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? Math.floor(value) : 0;
}

/** Of two lines about one answer the one that counts: the later ones have counted more of it. */
export function laterOf(first: UsageLine, second: UsageLine): UsageLine {
  return second.tokens.output >= first.tokens.output ? second : first;
}

/** Lines of one or more copies of a conversation as its answers, each counted once. */
export function answersOf(lines: Iterable<UsageLine>): readonly UsageLine[] {
  const answers = new Map<string, UsageLine>();
  for (const line of lines) {
    const before = answers.get(line.key);
    answers.set(line.key, before === undefined ? line : laterOf(before, line));
  }
  return [...answers.values()];
}

/** Dollars by model. */
export type Costs = Readonly<Record<string, number>>;

/** What Claude itself says that a conversation has cost since it was begun; null for lines that say nothing of it. */
export function costsOf(record: TranscriptRecord): Costs | null {
  const models = record['type'] === 'cost-state' ? objectOf(record['modelUsage']) : null;
  if (models === null) return null;
  return Object.fromEntries(
    Object.entries(models).flatMap(([model, usage]) => {
      const cost = objectOf(usage)?.['costUSD'];
      return typeof cost === 'number' && Number.isFinite(cost) && cost >= 0 ? [[model, cost]] : [];
    }),
  );
}

/** What a model costs, in dollars for a million tokens. */
export interface Price {
  readonly input: number;
  readonly output: number;
  readonly 'cache-read': number;
  readonly 'cache-write': number;
}

export type Prices = Readonly<Record<string, Price>>;

/** Dollars; null when no price is known of the model. A price for `claude-x` counts for `claude-x-20260101` too. */
export function costOf(model: string, tokens: Tokens, prices: Prices): number | null {
  const name = Object.keys(prices)
    .filter((key) => model === key || model.startsWith(`${key}-`))
    .sort((first, second) => second.length - first.length)[0];
  const price = name === undefined ? undefined : prices[name];
  if (price === undefined) return null;
  return (
    (tokens.input * price.input +
      tokens.output * price.output +
      tokens.cacheRead * price['cache-read'] +
      tokens.cacheWrite * price['cache-write']) /
    1_000_000
  );
}

/** The day of a time where the person is, as `2026-03-02`. `at`: milliseconds since 1970. */
export function dayOf(at: number): string {
  const date = new Date(at);
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part, index) => String(part).padStart(index === 0 ? 4 : 2, '0'))
    .join('-');
}
