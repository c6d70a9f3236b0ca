import { field, listOf, recordOf, someNumber, someText, textOf } from './json';
import type { ResultLine } from './message';
import type { ResultRow } from './rows';

/** The end of a turn: what it took, and what went wrong. */
export function resultRow(
  { record, subtype }: ResultLine,
  origin: Pick<ResultRow, 'key' | 'at' | 'lines'>,
  before: { readonly totalCost: number | null; readonly shownError: string },
): ResultRow {
  const isError = record['is_error'] === true || subtype.startsWith('error');
  const totalCost = someNumber(field(record, 'total_cost_usd', 'cost_usd'));
  const earlier = before.totalCost;
  return {
    kind: 'result',
    ...origin,
    isError,
    text: isError ? errorText(record, subtype, before.shownError) : '',
    durationMilliseconds: someNumber(record['duration_ms']),
    turns: someNumber(record['num_turns']),
    // The total starts again from nothing when the conversation is resumed.
    cost: totalCost === null || earlier === null || earlier > totalCost ? totalCost : totalCost - earlier,
    totalCost,
    outputTokens: someNumber(recordOf(record['usage'])['output_tokens']),
    denied: listOf(record['permission_denials']).flatMap((denial) => {
      const name = someText(recordOf(denial)['tool_name']);
      return name === null ? [] : [name];
    }),
  };
}

const SUBTYPES: Readonly<Record<string, string>> = {
  error_max_turns: 'The turn was ended: it took more steps than are allowed',
  error_max_budget_usd: 'The turn was ended: it cost more than is allowed',
  error_during_execution: 'The turn ended with an error',
};

function errorText(record: Readonly<Record<string, unknown>>, subtype: string, shown: string): string {
  const errors = listOf(record['errors'])
    .map((error) => textOf(error) || textOf(recordOf(error)['message']))
    .filter((error) => error !== '');
  const said = textOf(record['result']).trim() || errors.join('\n');
  // The note above says the same; an interruption needs no second word.
  if (shown === 'interrupted' || (said !== '' && said === shown)) return '';
  return said !== '' ? said : (SUBTYPES[subtype] ?? 'The turn ended with an error');
}
