import type { PaneResize, SplitDirection } from '#shared/layout/tree';
import { balance, equalize, resizeDivider, resizePane, setPaneSize } from '#shared/layout/tree';
import { describe, expect, it } from 'vitest';
import { VIEW, outcome, text, tree } from './support';

describe('resizeDivider', () => {
  it.each<[string, number[], number, number, string]>([
    ['h(0.5:a,0.5:b)', [], 0, 100, 'h(0.6:a,0.4:b)'],
    ['h(0.5:a,0.5:b)', [], 0, -100, 'h(0.4:a,0.6:b)'],
    ['v(0.5:a,0.5:b)', [], 0, 80, 'v(0.6:a,0.4:b)'],
    ['h(0.5:a,0.5:b)', [], 0, 0.4, 'h(0.5:a,0.5:b)'],
    // It stops at the minimum.
    ['h(0.5:a,0.5:b)', [], 0, 9999, 'h(0.9:a,0.1:b)'],
    ['h(0.5:a,0.5:b)', [], 0, -9999, 'h(0.1:a,0.9:b)'],
    // It pushes the next ones once a neighbour is at its minimum.
    ['h(0.4:a,0.2:b,0.4:c)', [], 0, 300, 'h(0.7:a,0.1:b,0.2:c)'],
    ['h(0.4:a,0.2:b,0.4:c)', [], 1, -300, 'h(0.2:a,0.1:b,0.7:c)'],
    ['h(0.4:a,0.2:b,0.4:c)', [], 0, 9999, 'h(0.8:a,0.1:b,0.1:c)'],
    ['h(0.25:a,0.25:b,0.25:c,0.25:d)', [], 1, 200, 'h(0.25:a,0.45:b,0.1:c,0.2:d)'],
    // Only the two at the divider change while there is room.
    ['h(0.4:a,0.2:b,0.4:c)', [], 0, 50, 'h(0.45:a,0.15:b,0.4:c)'],
    ['h(0.5:a,0.5:v(0.5:b,0.5:c))', [1], 0, 80, 'h(0.5:a,0.5:v(0.6:b,0.4:c))'],
    // A pane below the minimum does not get smaller, but may grow.
    ['h(0.95:a,0.05:b)', [], 0, 20, 'h(0.95:a,0.05:b)'],
    ['h(0.95:a,0.05:b)', [], 0, -20, 'h(0.93:a,0.07:b)'],
    ['h(0.45:a,0.05:b,0.5:c)', [], 0, 100, 'h(0.55:a,0.05:b,0.4:c)'],
    // What lies inside a child keeps its proportions until a pane would get too small; then its siblings give way.
    ['h(0.4:v(0.5:h(0.5:a,0.5:b),0.5:c),0.6:d)', [], 0, -100, 'h(0.3:v(0.5:h(0.5:a,0.5:b),0.5:c),0.7:d)'],
    ['h(0.5:v(0.5:h(0.8:a,0.2:b),0.5:c),0.5:d)', [], 0, -100, 'h(0.4:v(0.5:h(0.75:a,0.25:b),0.5:c),0.6:d)'],
    ['h(0.5:v(0.5:h(0.8:a,0.2:b),0.5:c),0.5:d)', [], 0, -9999, 'h(0.2:v(0.5:h(0.5:a,0.5:b),0.5:c),0.8:d)'],
    ['h(0.5:a,0.5:b)', [], 1, 10, 'no-divider'],
    ['h(0.5:a,0.5:b)', [], -1, 10, 'no-divider'],
    ['h(0.5:a,0.5:b)', [], 0.5, 10, 'no-divider'],
    ['h(0.5:a,0.5:b)', [0], 0, 10, 'no-divider'],
    ['h(0.5:a,0.5:b)', [7, 7], 0, 10, 'no-divider'],
    ['h(0.5:a,0.5:b)', [], 0, Number.NaN, 'bad-amount'],
    ['h(0.5:a,0.5:b)', [], 0, Number.POSITIVE_INFINITY, 'bad-amount'],
  ])('%s at %j/%s by %s gives %s', (before, path, index, delta, after) => {
    expect(outcome(resizeDivider(tree(before), path, index, delta, VIEW))).toBe(after);
  });

  it('keeps the ratios of children that it does not touch to the last bit', () => {
    const before = tree('h(1:a,1:b,1:c)');
    const after = resizeDivider(before, [], 0, 33, VIEW);
    const third = (node: typeof before) => node.type === 'split' && node.children[2]?.ratio;
    expect(after.ok && third(after.value)).toBe(third(before));
  });

  it('gives the same tree when the divider cannot move', () => {
    const before = tree('h(0.9:a,0.1:b)');
    const after = resizeDivider(before, [], 0, 50, VIEW);
    expect(after.ok && after.value).toBe(before);
  });

  it('counts the gap', () => {
    const after = resizeDivider(tree('h(0.5:a,0.5:b)'), [], 0, 9999, { ...VIEW, gap: 10 });
    expect(outcome(after)).toBe(`h(${String(Math.round((890 / 990) * 1e6) / 1e6)}:a,0.10101:b)`);
  });
});

describe('resizePane', () => {
  const four = 'h(0.5:a,0.5:v(0.5:b,0.5:h(0.5:c,0.5:d)))';
  it.each<[string, string, PaneResize, string]>([
    ['h(0.5:a,0.5:b)', 'a', { edge: 'right', amount: 100 }, 'h(0.6:a,0.4:b)'],
    ['h(0.5:a,0.5:b)', 'a', { edge: 'right', amount: -100 }, 'h(0.4:a,0.6:b)'],
    ['h(0.5:a,0.5:b)', 'b', { edge: 'left', amount: 100 }, 'h(0.4:a,0.6:b)'],
    ['h(0.5:a,0.5:b)', 'a', { edge: 'left', amount: 100 }, 'no-divider'],
    ['h(0.5:a,0.5:b)', 'a', { edge: 'top', amount: 100 }, 'no-divider'],
    ['h(0.5:a,0.5:b)', 'x', { edge: 'top', amount: 100 }, 'unknown-pane'],
    ['h(0.5:a,0.5:b)', 'a', { edge: 'right', amount: Number.NaN }, 'bad-amount'],
    ['v(0.5:a,0.5:b)', 'a', { edge: 'bottom', amount: 80 }, 'v(0.6:a,0.4:b)'],
    ['v(0.5:a,0.5:b)', 'b', { edge: 'top', amount: 80 }, 'v(0.4:a,0.6:b)'],
    [four, 'c', { edge: 'left', amount: 100 }, 'h(0.4:a,0.6:v(0.5:b,0.5:h(0.5:c,0.5:d)))'],
    [four, 'c', { edge: 'right', amount: 100 }, 'h(0.5:a,0.5:v(0.5:b,0.5:h(0.7:c,0.3:d)))'],
    [four, 'd', { edge: 'top', amount: 80 }, 'h(0.5:a,0.5:v(0.4:b,0.6:h(0.5:c,0.5:d)))'],
    ['h(0.5:a,0.5:b)', 'a', { direction: 'horizontal', amount: 100 }, 'h(0.6:a,0.4:b)'],
    ['h(0.5:a,0.5:b)', 'b', { direction: 'horizontal', amount: 100 }, 'h(0.4:a,0.6:b)'],
    ['h(0.5:a,0.5:b)', 'b', { direction: 'horizontal', amount: -100 }, 'h(0.6:a,0.4:b)'],
    ['h(0.5:a,0.5:b)', 'b', { direction: 'vertical', amount: 100 }, 'no-divider'],
    [four, 'd', { direction: 'horizontal', amount: 100 }, 'h(0.5:a,0.5:v(0.5:b,0.5:h(0.3:c,0.7:d)))'],
    [four, 'd', { direction: 'vertical', amount: 80 }, 'h(0.5:a,0.5:v(0.4:b,0.6:h(0.5:c,0.5:d)))'],
    ['h(0.5:a,0.5:b)', 'a', { towards: 'right', amount: 100 }, 'h(0.6:a,0.4:b)'],
    ['h(0.5:a,0.5:b)', 'a', { towards: 'left', amount: 100 }, 'h(0.4:a,0.6:b)'],
    ['h(0.5:a,0.5:b)', 'b', { towards: 'right', amount: 100 }, 'h(0.6:a,0.4:b)'],
    ['h(0.5:a,0.5:b)', 'b', { towards: 'left', amount: 100 }, 'h(0.4:a,0.6:b)'],
    ['h(0.5:a,0.5:b)', 'b', { towards: 'top', amount: 100 }, 'no-divider'],
    [four, 'b', { towards: 'bottom', amount: 80 }, 'h(0.5:a,0.5:v(0.6:b,0.4:h(0.5:c,0.5:d)))'],
    ['a', 'a', { direction: 'horizontal', amount: 1 }, 'no-divider'],
  ])('%s: %s %j gives %s', (before, pane, change, after) => {
    expect(outcome(resizePane(tree(before), pane, change, VIEW))).toBe(after);
  });
});

describe('setPaneSize', () => {
  it.each<[string, string, SplitDirection, number, string]>([
    ['h(0.5:a,0.5:b)', 'a', 'horizontal', 0.3, 'h(0.3:a,0.7:b)'],
    ['h(0.5:a,0.3:b,0.2:c)', 'a', 'horizontal', 0.75, 'h(0.75:a,0.15:b,0.1:c)'],
    ['h(0.5:a,0.5:v(0.5:b,0.5:c))', 'c', 'vertical', 0.2, 'h(0.5:a,0.5:v(0.8:b,0.2:c))'],
    ['h(0.5:a,0.5:v(0.5:b,0.5:c))', 'c', 'horizontal', 0.2, 'h(0.8:a,0.2:v(0.5:b,0.5:c))'],
    ['h(0.5:a,0.5:b)', 'a', 'vertical', 0.3, 'no-divider'],
    ['h(0.5:a,0.5:b)', 'x', 'vertical', 0.3, 'unknown-pane'],
    ['h(0.5:a,0.5:b)', 'a', 'horizontal', 0, 'bad-ratio'],
    ['h(0.5:a,0.5:b)', 'a', 'horizontal', 1, 'bad-ratio'],
    ['h(0.5:a,0.5:b)', 'a', 'horizontal', Number.NaN, 'bad-ratio'],
  ])('%s: %s, %s, %s gives %s', (before, pane, direction, ratio, after) => {
    expect(outcome(setPaneSize(tree(before), pane, direction, ratio))).toBe(after);
  });
});

describe('balance and equalize', () => {
  it.each([
    ['a', 'a', 'a'],
    ['h(0.9:a,0.1:b)', 'h(0.5:a,0.5:b)', 'h(0.5:a,0.5:b)'],
    ['h(0.9:a,0.1:v(0.2:b,0.8:c))', 'h(0.333333:a,0.666667:v(0.5:b,0.5:c))', 'h(0.5:a,0.5:v(0.5:b,0.5:c))'],
    [
      'v(0.7:h(0.1:a,0.2:b,0.7:c),0.3:d)',
      'v(0.75:h(0.333333:a,0.333333:b,0.333333:c),0.25:d)',
      'v(0.5:h(0.333333:a,0.333333:b,0.333333:c),0.5:d)',
    ],
  ])('%s', (before, balanced, equal) => {
    expect(text(balance(tree(before)))).toBe(balanced);
    expect(text(equalize(tree(before)))).toBe(equal);
  });
});
