import { formatLayout } from '#shared/layout/text-form';
import type { Edge } from '#shared/layout/tree';
import { closePane, replacePane, splitPane, splitRoot, swapPanes } from '#shared/layout/tree';
import { describe, expect, it } from 'vitest';
import { outcome, text, tree, unwrap } from './support';

describe('splitPane', () => {
  it.each<[string, string, Edge, number | undefined, string]>([
    ['a', 'a', 'right', undefined, 'h(0.5:a,0.5:n)'],
    ['a', 'a', 'left', undefined, 'h(0.5:n,0.5:a)'],
    ['a', 'a', 'top', undefined, 'v(0.5:n,0.5:a)'],
    ['a', 'a', 'bottom', undefined, 'v(0.5:a,0.5:n)'],
    ['a', 'a', 'right', 0.25, 'h(0.75:a,0.25:n)'],
    ['a', 'a', 'left', 0.25, 'h(0.25:n,0.75:a)'],
    ['h(0.6:a,0.4:b)', 'b', 'right', undefined, 'h(0.6:a,0.2:b,0.2:n)'],
    ['h(0.6:a,0.4:b)', 'a', 'left', undefined, 'h(0.3:n,0.3:a,0.4:b)'],
    ['h(0.6:a,0.4:b)', 'a', 'right', 0.5, 'h(0.3:a,0.3:n,0.4:b)'],
    ['h(0.6:a,0.4:b)', 'b', 'bottom', undefined, 'h(0.6:a,0.4:v(0.5:b,0.5:n))'],
    ['h(0.6:a,0.4:v(0.5:b,0.5:c))', 'b', 'top', 0.4, 'h(0.6:a,0.4:v(0.2:n,0.3:b,0.5:c))'],
    ['h(0.6:a,0.4:v(0.5:b,0.5:c))', 'c', 'left', undefined, 'h(0.6:a,0.4:v(0.5:b,0.5:h(0.5:n,0.5:c)))'],
  ])('%s: %s, %s, %s gives %s', (before, target, edge, ratio, after) => {
    expect(outcome(splitPane(tree(before), target, 'n', edge, ratio))).toBe(after);
  });

  it.each<[string, string, number, string]>([
    ['x', 'n', 0.5, 'unknown-pane'],
    ['a', 'b', 0.5, 'duplicate-pane'],
    ['a', 'a', 0.5, 'duplicate-pane'],
    ['a', 'n', 0, 'bad-ratio'],
    ['a', 'n', 1, 'bad-ratio'],
    ['a', 'n', -0.5, 'bad-ratio'],
    ['a', 'n', Number.NaN, 'bad-ratio'],
    ['a', 'n', Number.POSITIVE_INFINITY, 'bad-ratio'],
  ])('target %s, new %s, ratio %s is refused: %s', (target, added, ratio, code) => {
    expect(outcome(splitPane(tree('h(0.5:a,0.5:b)'), target, added, 'right', ratio))).toBe(code);
  });

  it('lists the panes that there are when the target is unknown', () => {
    const refused = splitPane(tree('h(0.5:a,0.5:b)'), 'x', 'n', 'left');
    expect(refused.ok ? '' : refused.error.message).toBe(
      'Pane "x" is not in this layout. Name one of: a, b.',
    );
  });

  it('stops before shares vanish and before splits nest too deep', () => {
    const codes = [['right'], ['right', 'bottom']].map((edges) => {
      let current = tree('p');
      for (let count = 0; ; count++) {
        const next = splitPane(current, 'p', `n${String(count)}`, edges[count % edges.length] as Edge);
        if (!next.ok) return `${next.error.code} after ${String(count)}`;
        current = next.value;
      }
    });
    expect(codes).toEqual(['no-room after 19', 'too-deep after 64']);
  });

  it('stops at a thousand panes', () => {
    let current = tree('p');
    for (let count = 1; count < 1000; count++)
      current = unwrap(splitRoot(current, `n${String(count)}`, 'right'));
    expect(outcome(splitPane(current, 'p', 'one-more', 'left'))).toBe('too-many');
    expect(outcome(splitRoot(current, 'one-more', 'left'))).toBe('too-many');
  });
});

describe('splitRoot', () => {
  it.each<[string, Edge, number | undefined, string]>([
    ['a', 'right', undefined, 'h(0.5:a,0.5:n)'],
    ['h(0.5:a,0.5:b)', 'left', 0.2, 'h(0.2:n,0.4:a,0.4:b)'],
    ['h(0.5:a,0.5:b)', 'right', undefined, 'h(0.333333:a,0.333333:b,0.333333:n)'],
    ['h(0.5:a,0.5:b)', 'top', undefined, 'v(0.5:n,0.5:h(0.5:a,0.5:b))'],
    ['h(0.5:a,0.5:b)', 'bottom', 0.25, 'v(0.75:h(0.5:a,0.5:b),0.25:n)'],
    ['h(0.5:a,0.5:n)', 'bottom', undefined, 'duplicate-pane'],
    ['a', 'bottom', 2, 'bad-ratio'],
  ])('%s at the %s edge with %s gives %s', (before, edge, ratio, after) => {
    expect(outcome(splitRoot(tree(before), 'n', edge, ratio))).toBe(after);
  });
});

describe('closePane', () => {
  it.each([
    ['a', 'a', 'nothing'],
    ['h(0.6:a,0.4:b)', 'a', 'b'],
    ['h(0.5:a,0.3:b,0.2:c)', 'a', 'h(0.8:b,0.2:c)'],
    ['h(0.5:a,0.25:b,0.25:c)', 'b', 'h(0.75:a,0.25:c)'],
    ['h(0.6:a,0.4:v(0.5:b,0.5:c))', 'b', 'h(0.6:a,0.4:c)'],
    ['h(0.6:a,0.4:v(0.5:b,0.5:c))', 'a', 'v(0.5:b,0.5:c)'],
    // The column that is left over becomes a part of the row around it.
    ['h(0.6:a,0.4:v(0.5:b,0.5:h(0.25:c,0.75:d)))', 'b', 'h(0.6:a,0.1:c,0.3:d)'],
    ['a', 'x', 'unknown-pane'],
  ])('%s without %s is %s', (before, pane, after) => {
    expect(outcome(closePane(tree(before), pane))).toBe(after);
  });

  it('gives its space back to the pane that it was split from', () => {
    const before = tree('h(0.5:a,0.25:b,0.25:c)');
    const split = unwrap(splitPane(before, 'a', 'new', 'right'));
    expect(outcome(closePane(split, 'new'))).toBe('h(0.5:a,0.25:b,0.25:c)');
  });

  it('keeps the parts that it does not touch by identity', () => {
    const before = tree('h(0.3:v(0.5:a,0.5:b),0.3:c,0.4:d)');
    const after = unwrap(closePane(before, 'd'));
    expect(before.type === 'split' && after?.type === 'split' && after.children[0]?.node).toBe(
      before.type === 'split' && before.children[0]?.node,
    );
  });
});

describe('swapPanes', () => {
  it.each([
    ['h(0.6:a,0.4:b)', 'a', 'b', 'h(0.6:b,0.4:a)'],
    ['h(0.6:a,0.4:v(0.3:b,0.7:c))', 'a', 'c', 'h(0.6:c,0.4:v(0.3:b,0.7:a))'],
    ['h(0.6:a,0.4:v(0.3:b,0.7:c))', 'c', 'b', 'h(0.6:a,0.4:v(0.3:c,0.7:b))'],
    ['h(0.6:a,0.4:b)', 'a', 'a', 'h(0.6:a,0.4:b)'],
    ['h(0.6:a,0.4:b)', 'a', 'x', 'unknown-pane'],
    ['h(0.6:a,0.4:b)', 'x', 'a', 'unknown-pane'],
    ['h(0.6:a,0.4:b)', 'x', 'x', 'unknown-pane'],
  ])('%s with %s and %s changed is %s', (before, first, second, after) => {
    expect(outcome(swapPanes(tree(before), first, second))).toBe(after);
  });

  it('is its own inverse, to the last bit', () => {
    const before = tree('h(0.1:a,0.9:v(0.3:b,0.7:c))');
    const after = unwrap(swapPanes(unwrap(swapPanes(before, 'a', 'c')), 'a', 'c'));
    expect(formatLayout(after)).toBe(formatLayout(before));
  });
});

describe('replacePane', () => {
  it.each([
    ['h(0.6:a,0.4:b)', 'a', 'n', 'h(0.6:n,0.4:b)'],
    ['a', 'a', 'n', 'n'],
    ['h(0.6:a,0.4:b)', 'a', 'a', 'h(0.6:a,0.4:b)'],
    ['h(0.6:a,0.4:b)', 'a', 'b', 'duplicate-pane'],
    ['h(0.6:a,0.4:b)', 'x', 'n', 'unknown-pane'],
  ])('%s with %s replaced by %s is %s', (before, pane, replacement, after) => {
    expect(outcome(replacePane(tree(before), pane, replacement))).toBe(after);
  });
});

it('never changes the tree that it is given', () => {
  const before = tree('h(0.6:a,0.4:v(0.5:b,0.5:c))');
  const frozen = JSON.stringify(before);
  splitPane(before, 'b', 'n', 'left');
  closePane(before, 'b');
  swapPanes(before, 'a', 'c');
  expect(JSON.stringify(before)).toBe(frozen);
  expect(text(before)).toBe('h(0.6:a,0.4:v(0.5:b,0.5:c))');
});
