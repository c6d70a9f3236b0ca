import { paneIds, validate } from '#shared/layout/tree';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { child, nested, pane, row, split } from './stored';
import { anyTree, outcome } from './support';

describe('validate', () => {
  it.each<[string, unknown, string]>([
    ['a pane', pane('a'), 'a'],
    ['a row', row('a', 'b'), 'h(0.5:a,0.5:b)'],
    ['more fields', { ...pane('a'), note: 'x' }, 'a'],
    [
      'nested rows',
      split('horizontal', child(0.5, row('a', 'b')), child(0.5, pane('c'))),
      'h(0.25:a,0.25:b,0.5:c)',
    ],
    ['nothing', null, 'bad-shape'],
    ['a list', [], 'bad-shape'],
    ['a text', 'h(0.5:a,0.5:b)', 'bad-shape'],
    ['no type', { pane: 'a' }, 'bad-shape'],
    ['another type', { type: 'tabs', pane: 'a' }, 'bad-shape'],
    ['a pane without an id', { type: 'pane' }, 'bad-shape'],
    ['a number for an id', { type: 'pane', pane: 7 }, 'bad-shape'],
    ['another direction', split('row', child(0.5, pane('a')), child(0.5, pane('b'))), 'bad-shape'],
    ['no children', { type: 'split', direction: 'vertical' }, 'bad-shape'],
    ['an empty split', split('vertical'), 'empty-split'],
    ['a split of one', split('vertical', child(1, pane('a'))), 'empty-split'],
    ['a child that is none', split('vertical', child(0.5, pane('a')), null), 'bad-shape'],
    ['a child without a node', split('vertical', child(0.5, pane('a')), { ratio: 0.5 }), 'bad-shape'],
    ['a ratio of 0', split('vertical', child(1, pane('a')), child(0, pane('b'))), 'bad-ratio'],
    ['a ratio below 0', split('vertical', child(2, pane('a')), child(-1, pane('b'))), 'bad-ratio'],
    [
      'a ratio that is no number',
      split('vertical', child('0.5', pane('a')), child(0.5, pane('b'))),
      'bad-ratio',
    ],
    ['ratios that sum to 2', split('vertical', child(1, pane('a')), child(1, pane('b'))), 'bad-ratio'],
    [
      'ratios that sum to infinity',
      split('vertical', child(1e308, pane('a')), child(1e308, pane('b'))),
      'bad-ratio',
    ],
    ['a pane twice', row('a', 'a'), 'duplicate-pane'],
    ['an unknown pane', row('a', 'ghost'), 'unknown-pane'],
    ['the name of a built-in property', row('a', '__proto__'), 'unknown-pane'],
  ])('judges %s', (_, value, expected) => {
    expect(outcome(validate(value, ['a', 'b', 'c']))).toBe(expected);
  });

  it('bounds the depth and the number of panes', () => {
    expect(validate(nested(64)).ok).toBe(true);
    expect(outcome(validate(nested(65)))).toBe('too-deep');
    expect(outcome(validate(nested(100_000)))).toBe('too-deep');
    const ids = Array.from({ length: 1001 }, (__, index) => `p${String(index)}`);
    expect(validate(row(...ids.slice(1))).ok).toBe(true);
    expect(outcome(validate(row(...ids)))).toBe('too-many');
  });

  it('names the place of the fault', () => {
    const faulty = split('horizontal', child(0.5, pane('a')), child(0.5, row('b', 'ghost')));
    const refused = validate(faulty, ['a', 'b']);
    expect(refused.ok ? '' : refused.error.message).toContain('children[1].node.children[1].node');
  });

  it('gives back any tree as it was stored', () => {
    fc.assert(
      fc.property(anyTree, (node) => {
        expect(validate(JSON.parse(JSON.stringify(node)), paneIds(node))).toEqual({ ok: true, value: node });
      }),
      { numRuns: 300 },
    );
  });
});
