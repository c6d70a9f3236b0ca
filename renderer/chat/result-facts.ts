import type { ResultRow } from '#shared/chat/rows';
import { spanOfTime } from '../status/span-of-time';

/** What a turn took, in words. */
export function resultFacts(row: ResultRow): readonly string[] {
  const facts: string[] = [];
  const { durationMilliseconds: took, turns, cost, totalCost, denied } = row;
  if (took !== null) facts.push(took < 10_000 ? `${(took / 1000).toFixed(1)} s` : spanOfTime(took));
  if (turns !== null && turns > 1) facts.push(`${String(turns)} turns`);
  if (cost !== null && cost > 0) facts.push(dollars(cost));
  if (totalCost !== null && cost !== null && totalCost - cost > 0.00005)
    facts.push(`${dollars(totalCost)} in all`);
  if (denied.length > 0) facts.push(`not allowed: ${[...new Set(denied)].join(', ')}`);
  return facts;
}

function dollars(amount: number): string {
  return `$${amount.toFixed(amount < 1 ? 4 : 2)}`;
}
