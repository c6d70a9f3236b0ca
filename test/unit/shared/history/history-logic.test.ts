import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { comparePlaces, decodeCursor, encodeCursor } from '#shared/history/cursor';
import { excerptAround, foldForSearch, parseQuery } from '#shared/history/query';
import type { UsageLine } from '#shared/history/usage';
import { answersOf, costOf, costsOf, dayOf, usageOf } from '#shared/history/usage';

const anyPlace = fc.record({
  at: fc.oneof(
    fc.integer({ min: 0, max: 4e12 }),
    fc.double({ min: 0, max: 4e12, noNaN: true }).map((at) => Math.round(at * 1e4) / 1e4),
  ),
  id: fc.uuid(),
});

describe('cursors', () => {
  it('come back as the place that they were made of', () => {
    fc.assert(
      fc.property(anyPlace, (place) => {
        expect(decodeCursor(encodeCursor(place))).toEqual(place);
      }),
    );
  });

  it('are nothing else', () => {
    for (const word of ['', 'x', '12', '_', '12_', '12_zz', '../12_a', '1e5_aa', '12_aa\n'])
      expect(decodeCursor(word)).toBeNull();
  });

  it('order the newest first, and equal times by name', () => {
    fc.assert(
      fc.property(fc.array(anyPlace), (places) => {
        const sorted = [...places].sort(comparePlaces);
        for (const [index, place] of sorted.entries()) {
          const next = sorted[index + 1];
          if (next === undefined) continue;
          expect(place.at).toBeGreaterThanOrEqual(next.at);
          if (place.at === next.at) expect(place.id <= next.id).toBe(true);
        }
      }),
    );
  });
});

describe('parseQuery', () => {
  it.each([
    ['upload test', ['upload', 'test']],
    ['  Upload   UPLOAD ', ['upload']],
    ['"Flaky  Test" now', ['flaky test', 'now']],
    ['say "never closed', ['say', 'never closed']],
    ['""', []],
    ['" "', []],
    ['a"b c"d', ['a', 'b c', 'd']],
    ['ΟΔΟΣ', ['οδοσ']],
  ])('reads %s', (query, terms) => {
    expect(parseQuery(query)).toEqual(terms);
  });

  it('has a bound', () => {
    expect(parseQuery(Array.from({ length: 90 }, (_, index) => `w${String(index)}`).join(' '))).toHaveLength(
      16,
    );
  });
});

describe('foldForSearch', () => {
  it('is the same when it is done twice', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(foldForSearch(foldForSearch(text))).toBe(foldForSearch(text));
      }),
    );
  });
});

describe('excerptAround', () => {
  it('shows the words around, in their own case and one line', () => {
    const said = `${'before '.repeat(30)}The\nLighthouse ${'after '.repeat(30)}`;
    const excerpt = excerptAround(said, 'the lighthouse') ?? '';
    expect(excerpt).toContain('The Lighthouse');
    expect(excerpt.length).toBeLessThan(200);
    expect(excerptAround(said, 'absent')).toBeNull();
  });

  it('cuts no character in two', () => {
    const excerpt = excerptAround(`${'😀'.repeat(100)} here ${'😀'.repeat(100)}`, 'here') ?? '';
    expect(encodeURIComponent(excerpt)).toContain('here');
  });
});

const line = (more: Partial<UsageLine> = {}): UsageLine => ({
  key: 'msg_1',
  model: 'claude-x',
  at: 0,
  tokens: { input: 1, output: 2, cacheRead: 3, cacheWrite: 4 },
  ...more,
});

describe('usage', () => {
  it('reads the counts of an answer', () => {
    const record = {
      type: 'assistant',
      timestamp: '2026-03-02T10:00:01.000Z',
      message: {
        id: 'msg_1',
        model: 'claude-x',
        usage: {
          input_tokens: 6,
          output_tokens: 9,
          cache_read_input_tokens: 1000,
          cache_creation_input_tokens: 50,
        },
      },
    };
    expect(usageOf(record)).toEqual({
      key: 'msg_1',
      model: 'claude-x',
      at: Date.parse('2026-03-02T10:00:01.000Z'),
      tokens: { input: 6, output: 9, cacheRead: 1000, cacheWrite: 50 },
    });
  });

  it.each([
    ['a prompt', { type: 'user', message: { usage: { input_tokens: 1 } } }],
    ['no usage', { type: 'assistant', message: { id: 'x' } }],
    [
      'nothing but zeros, as Claude writes for its own errors',
      { type: 'assistant', message: { id: 'x', usage: { input_tokens: 0 } } },
    ],
    [
      'counts that are none',
      { type: 'assistant', message: { id: 'x', usage: { input_tokens: '7', output_tokens: -1 } } },
    ],
    ['no id at all', { type: 'assistant', message: { usage: { input_tokens: 1 } } }],
  ])('takes nothing from %s', (_, record) => {
    expect(usageOf(record)).toBeNull();
  });

  it('counts an answer once, with what was last said of it, in whatever order copies are read', () => {
    const lines = [9, 159, 9].map((output) =>
      line({ tokens: { input: 6, output, cacheRead: 0, cacheWrite: 0 } }),
    );
    expect(answersOf(lines).map(({ tokens }) => tokens.output)).toEqual([159]);
    expect(answersOf([line(), line({ key: 'msg_2' })])).toHaveLength(2);
  });

  it('knows what a model costs by its own name or the part before its date', () => {
    const price = { input: 3, output: 15, 'cache-read': 0.3, 'cache-write': 3.75 };
    const tokens = { input: 1_000_000, output: 1_000_000, cacheRead: 1_000_000, cacheWrite: 1_000_000 };
    expect(costOf('claude-x', tokens, { 'claude-x': price })).toBeCloseTo(22.05);
    expect(costOf('claude-x-20260101', tokens, { 'claude-x': price })).toBeCloseTo(22.05);
    expect(
      costOf('claude-x-mini-1', tokens, { 'claude-x': price, 'claude-x-mini': { ...price, output: 0 } }),
    ).toBeCloseTo(7.05);
    expect(costOf('claude-xl', tokens, { 'claude-x': price })).toBeNull();
    expect(costOf('claude-x', tokens, {})).toBeNull();
  });

  it('reads what Claude says that a conversation has cost', () => {
    const modelUsage = { 'claude-x': { costUSD: 0.25 }, odd: { costUSD: 'much' }, none: null };
    expect(costsOf({ type: 'cost-state', modelUsage })).toEqual({ 'claude-x': 0.25 });
    expect(costsOf({ type: 'cost-state' })).toBeNull();
    expect(costsOf({ type: 'user', modelUsage })).toBeNull();
  });

  it('has days as the person has them', () => {
    expect(dayOf(new Date(2026, 2, 2, 23, 59).getTime())).toBe('2026-03-02');
    expect(dayOf(new Date(2026, 2, 3, 0, 0).getTime())).toBe('2026-03-03');
  });
});
