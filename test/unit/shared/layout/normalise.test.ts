import type { LayoutNode } from '#shared/layout/tree';
import { gridLayout, normalise, paneIds, rowLayout } from '#shared/layout/tree';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { child, pane, row, split } from './stored';
import { anyShape, expectNormalForm, text, tree } from './support';

describe('normalise', () => {
  it.each<[string, unknown, string]>([
    ['an empty split', split('horizontal'), 'nothing'],
    [
      'empty splits in one another',
      split('horizontal', child(1, split('vertical')), child(1, split('vertical'))),
      'nothing',
    ],
    ['a split with one child', split('horizontal', child(0.3, pane('a'))), 'a'],
    [
      'ratios that are weights',
      split('vertical', child(3, pane('a')), child(1, pane('b'))),
      'v(0.75:a,0.25:b)',
    ],
    [
      'a useless ratio',
      split('vertical', child(0.5, pane('a')), child(Number.NaN, pane('b'))),
      'v(0.5:a,0.5:b)',
    ],
    ['only useless ratios', split('vertical', child(0, pane('a')), child(-2, pane('b'))), 'v(0.5:a,0.5:b)'],
    ['infinite ratios', split('vertical', child(Infinity, pane('a')), child(1, pane('b'))), 'v(0.5:a,0.5:b)'],
    [
      'the largest ratios',
      split('vertical', child(1.7e308, pane('a')), child(1.7e308, pane('b'))),
      'v(0.5:a,0.5:b)',
    ],
    [
      'the smallest ratios',
      split('vertical', child(5e-324, pane('a')), child(5e-324, pane('b'))),
      'v(0.5:a,0.5:b)',
    ],
    [
      'a vanishing ratio',
      split('vertical', child(1e-300, pane('a')), child(1, pane('b'))),
      'v(0.000001:a,0.999999:b)',
    ],
    [
      'nested rows',
      split('horizontal', child(0.5, row('a', 'b')), child(0.5, pane('c'))),
      'h(0.25:a,0.25:b,0.5:c)',
    ],
    [
      'rows that meet once a column between them is gone',
      split('horizontal', child(0.5, split('vertical', child(1, row('a', 'b')))), child(0.5, pane('c'))),
      'h(0.25:a,0.25:b,0.5:c)',
    ],
  ])('mends %s', (_, node, expected) => {
    const formatted = text(normalise(node as LayoutNode))
      .replace('0.000001', '0.000001')
      .replace('1e-6', '0.000001');
    expect(formatted).toBe(expected);
  });

  it('gives normal form for any shape, with the panes in order, and is settled after one go', () => {
    fc.assert(
      fc.property(anyShape, (shape) => {
        const node = normalise(shape);
        expect(node === null ? [] : paneIds(node)).toEqual(paneIds(shape));
        if (node !== null) expectNormalForm(node);
      }),
      { numRuns: 500 },
    );
  });
});

describe('rowLayout and gridLayout', () => {
  it.each<[number, string]>([
    [0, 'nothing'],
    [1, 'p0'],
    [2, 'h(0.5:p0,0.5:p1)'],
    [4, 'h(0.5:v(0.5:p0,0.5:p1),0.5:v(0.5:p2,0.5:p3))'],
  ])('a grid of %s', (count, expected) => {
    const ids = Array.from({ length: count }, (_, index) => `p${String(index)}`);
    expect(text(gridLayout(ids))).toBe(expected);
  });

  it('keeps the order of any number of panes', () => {
    for (let count = 1; count <= 60; count++) {
      const ids = Array.from({ length: count }, (_, index) => `p${String(index)}`);
      for (const node of [gridLayout(ids), rowLayout(ids, 'vertical')]) {
        expect(node === null ? [] : paneIds(node)).toEqual(ids);
        if (node !== null) expectNormalForm(node);
      }
    }
  });

  it('reads as text', () => {
    expect(rowLayout(['a', 'b'], 'vertical')).toEqual(tree('v(0.5:a,0.5:b)'));
  });
});
