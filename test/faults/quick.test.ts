// The rows that are quick enough for every run of the tests, with few tries, and their twins.
import { afterEach, describe, expect, it } from 'vitest';
import { checkWeaknesses } from '../../scripts/weaken.mjs';
import { inContext } from './row';
import { loadRow, ROWS } from './rows/index';
import { TABLE } from './table';
import { weaknesses } from './weaknesses.mjs';

const seed = Number(process.env['FUGUE_SEED'] ?? Date.now() % 1_000_000);
const quick = TABLE.filter(({ quick: count }) => count !== undefined);
const world = globalThis as { fugueWeakness?: string };

afterEach(() => {
  delete world.fugueWeakness;
});

describe(`the fault suite, quick, seed ${String(seed)}`, () => {
  it.each(quick)('$number: $title', async ({ number, quick: count = 1 }) => {
    const row = await loadRow(number);
    const { tried, lost } = await inContext(row.run, { count, seed });
    expect(lost).toEqual([]);
    expect(tried).toBeGreaterThanOrEqual(count);
  });

  it.each(quick)('$number loses without its guard', async ({ number, quick: count = 1 }) => {
    const row = await loadRow(number);
    if (row.weakened === undefined) world.fugueWeakness = String(number);
    const { lost } = await inContext(row.weakened ?? row.run, { count, seed });
    expect(lost).not.toEqual([]);
  });

  it('knows the guard of each row, or has a twin written for it', async () => {
    checkWeaknesses();
    for (const [number, load] of Object.entries(ROWS)) {
      const { row } = await load();
      expect(row.number).toBe(Number(number));
      const taken = weaknesses.some(({ rows }) => rows.includes(row.number));
      expect(taken, `row ${number}`).toBe(row.weakened === undefined);
    }
  });
});
