import { paneIds, repair, validate } from '#shared/layout/tree';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyLoaded, child, nested, pane, row, split } from './stored';
import { expectNormalForm, text } from './support';

describe('repair (lay-06)', () => {
  it.each<[string, unknown, readonly string[], string, readonly string[], readonly string[]]>([
    ['what is sound', row('a', 'b'), ['a', 'b'], 'h(0.5:a,0.5:b)', [], []],
    ['an unknown pane', row('a', 'ghost'), ['a'], 'a', ['ghost'], []],
    [
      'only unknown panes',
      row('ghost', 'other'),
      ['a', 'b'],
      'h(0.5:a,0.5:b)',
      ['ghost', 'other'],
      ['a', 'b'],
    ],
    [
      'an unknown pane between known ones',
      split(
        'vertical',
        child(0.5, row('a', 'b')),
        child(0.5, split('horizontal', child(0.5, pane('ghost')), child(0.5, pane('c')))),
      ),
      ['a', 'b', 'c'],
      'v(0.5:h(0.5:a,0.5:b),0.5:c)',
      ['ghost'],
      [],
    ],
    ['a missing pane', row('a', 'b'), ['a', 'b', 'c'], 'h(0.333333:a,0.333333:b,0.333333:c)', [], ['c']],
    [
      'missing panes beside a column',
      split('vertical', child(0.5, pane('a')), child(0.5, pane('b'))),
      ['a', 'b', 'c', 'd'],
      'h(0.5:v(0.5:a,0.5:b),0.25:c,0.25:d)',
      [],
      ['c', 'd'],
    ],
    [
      'a pane twice',
      split('vertical', child(0.5, pane('a')), child(0.25, pane('b')), child(0.25, pane('a'))),
      ['a', 'b'],
      'v(0.666667:a,0.333333:b)',
      [],
      [],
    ],
    [
      'useless ratios',
      split('vertical', child(0, pane('a')), child('x', pane('b'))),
      ['a', 'b'],
      'v(0.5:a,0.5:b)',
      [],
      [],
    ],
    [
      'an unknown direction',
      split('row', child(0.5, pane('a')), child(0.5, pane('b'))),
      ['a', 'b'],
      'h(0.5:a,0.5:b)',
      [],
      [],
    ],
    ['an unknown pane twice', row('ghost', 'a', 'ghost'), ['a'], 'a', ['ghost'], []],
    ['no known panes', row('a', 'b'), [], 'nothing', ['a', 'b'], []],
    ['nothing at all', undefined, ['a'], 'a', [], ['a']],
    [
      'the list of an older version',
      { version: 1, panes: ['a', 'b'] },
      ['a', 'b'],
      'h(0.5:a,0.5:b)',
      [],
      ['a', 'b'],
    ],
    [
      "another program's form",
      { root: { type: 'split', direction: 'row', a: { type: 'pane', id: 'a' } } },
      ['a'],
      'a',
      [],
      ['a'],
    ],
    [
      'a lost layout of five',
      null,
      ['a', 'b', 'c', 'd', 'e'],
      'h(0.4:v(0.5:a,0.5:b),0.2:c,0.4:v(0.5:d,0.5:e))',
      [],
      ['a', 'b', 'c', 'd', 'e'],
    ],
  ])('mends %s', (_, value, known, expected, dropped, added) => {
    const repaired = repair(value, known);
    expect(text(repaired.tree)).toBe(expected);
    expect(repaired.dropped).toEqual(dropped);
    expect(repaired.added).toEqual(added);
  });

  it.each<[unknown, readonly string[], boolean]>([
    [row('a', 'b'), ['a', 'b'], false],
    [row('a', 'b'), ['a'], true],
    [row('a', 'b'), ['a', 'b', 'c'], true],
    [split('row', child(0.5, pane('a')), child(0.5, pane('b'))), ['a', 'b'], true],
    [null, [], false],
  ])('tells whether it changed %j for %j', (value, known, changed) => {
    expect(repair(value, known).changed).toBe(changed);
  });

  it('keeps a tree of full depth and still finds room for a missing pane', () => {
    const known = ['a', ...Array.from({ length: 64 }, (_, index) => `p${String(index)}`)];
    const repaired = repair(nested(64), [...known, 'late']);
    expect(repaired.added).toEqual(['late']);
    expect(repair(nested(64), known).tree).toEqual(nested(64));
    if (repaired.tree !== null) expectNormalForm(repaired.tree);
  });

  it('flattens what nests too deep, however deep, and keeps every pane', () => {
    const known = ['a', ...Array.from({ length: 900 }, (_, index) => `p${String(index)}`)];
    const repaired = repair(nested(50_000), known);
    expect([repaired.added, repaired.dropped.length]).toEqual([[], 50_000 - 900]);
    if (repaired.tree !== null) expectNormalForm(repaired.tree);
  });

  it('holds each known pane exactly once, whatever was loaded', () => {
    const known = fc.uniqueArray(fc.constantFrom<string[]>('a', 'b', 'c', 'd', 'e'));
    fc.assert(
      fc.property(anyLoaded, known, (value, panes) => {
        const repaired = repair(value, panes);
        expect([...(repaired.tree === null ? [] : paneIds(repaired.tree))].sort()).toEqual([...panes].sort());
        if (repaired.tree !== null) expectNormalForm(repaired.tree);
        expect(repaired.dropped.filter((id) => panes.includes(id))).toEqual([]);
        const valid = validate(value, panes);
        if (valid.ok && repaired.added.length === 0) {
          expect(repaired).toEqual({ tree: valid.value, dropped: [], added: [], changed: false });
        } else if (panes.length > 0) expect(repaired.changed).toBe(true);
      }),
      { numRuns: 3000 },
    );
  });
});
