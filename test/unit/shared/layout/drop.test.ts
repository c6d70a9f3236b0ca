import { MINIMUM_PANE, canSplit, dropTarget, previewRectangle, rectangleOf } from '#shared/layout/geometry';
import type { Edge } from '#shared/layout/tree';
import { dropPane } from '#shared/layout/tree';
import { describe, expect, it } from 'vitest';
import { EDGES, VIEW, WINDOW, tree, unwrap } from './support';

describe('canSplit', () => {
  const view = { ...VIEW, minimum: { width: 250, height: 200 } };
  it.each<[string, string, Edge, number, boolean]>([
    ['a', 'a', 'right', 0, true],
    ['h(0.5:a,0.5:b)', 'a', 'right', 0, true],
    ['h(0.5:a,0.5:b)', 'a', 'right', 1, false],
    ['h(0.49:a,0.51:b)', 'a', 'left', 0, false],
    ['h(0.49:a,0.51:b)', 'a', 'bottom', 4, true],
    // The new gap would take a pixel from a pane that is at its minimum.
    ['h(0.75:a,0.25:b)', 'a', 'right', 4, false],
    // A pane that is below the minimum does not forbid splits elsewhere.
    ['v(0.1:a,0.9:b)', 'b', 'top', 0, true],
    ['a', 'x', 'right', 0, false],
  ])('%s: %s at the %s with a gap of %s: %s', (text, pane, edge, gap, expected) => {
    expect(canSplit(tree(text), pane, edge, { ...view, gap })).toBe(expected);
  });

  it('has a minimum that fits a window of 640 by 400 several times', () => {
    expect(MINIMUM_PANE.width * 3).toBeLessThanOrEqual(640);
    expect(MINIMUM_PANE.height * 3).toBeLessThanOrEqual(400);
  });
});

describe('dropTarget', () => {
  const area = { x: 100, y: 100, width: 300, height: 150 };
  it.each<[number, number, string]>([
    [250, 175, 'centre'],
    [110, 175, 'left'],
    [199, 175, 'left'],
    [201, 175, 'centre'],
    [390, 175, 'right'],
    [250, 101, 'top'],
    [250, 249, 'bottom'],
    [250, 149, 'top'],
    [250, 151, 'centre'],
    // Each side of a corner's diagonal.
    [120, 111, 'left'],
    [122, 109, 'top'],
    [380, 239, 'right'],
    [378, 241, 'bottom'],
    // Outside.
    [50, 175, 'left'],
    [250, 999, 'bottom'],
  ])('%s, %s is %s', (x, y, expected) => {
    expect(dropTarget(area, { x, y })).toBe(expected);
  });

  it('is the centre of an area without size', () => {
    expect(dropTarget({ x: 0, y: 0, width: 0, height: 0 }, { x: 5, y: 5 })).toBe('centre');
  });
});

describe('previewRectangle', () => {
  const before = tree('h(0.4:a,0.6:v(0.5:b,0.5:c))');

  it.each(EDGES.flatMap((edge) => [[edge, 'a'] as const, [edge, 'c'] as const]))(
    'on the %s edge of b, for %s, is what the drop gives',
    (edge, pane) => {
      const drop = { kind: 'pane', target: 'b', zone: edge } as const;
      const { pane: dropped, ...area } = rectangleOf(
        unwrap(dropPane(before, pane, drop)),
        pane,
        WINDOW,
        4,
      ) ?? {
        pane: 'none',
      };
      expect(dropped).toBe(pane);
      expect(previewRectangle(before, pane, drop, WINDOW, 4)).toEqual(area);
    },
  );

  it.each<[string, Parameters<typeof previewRectangle>[2], unknown]>([
    ['a', { kind: 'pane', target: 'c', zone: 'centre' }, { x: 400, y: 400, width: 600, height: 400 }],
    ['a', { kind: 'pane', target: 'a', zone: 'left' }, { x: 0, y: 0, width: 400, height: 800 }],
    ['b', { kind: 'window', edge: 'bottom' }, { x: 0, y: 400, width: 1000, height: 400 }],
    ['new', { kind: 'pane', target: 'a', zone: 'right' }, { x: 200, y: 0, width: 200, height: 800 }],
    ['new', { kind: 'pane', target: 'a', zone: 'centre' }, null],
    ['a', { kind: 'pane', target: 'x', zone: 'left' }, null],
  ])('of %s at %j', (pane, drop, expected) => {
    expect(previewRectangle(before, pane, drop, WINDOW)).toEqual(expected);
  });
});
