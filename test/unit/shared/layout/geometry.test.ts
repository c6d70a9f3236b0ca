import { dividers, neighbour, rectangleAt, rectangleOf, rectangles } from '#shared/layout/geometry';
import type { Edge, LayoutNode } from '#shared/layout/tree';
import { paneNode, resizeDivider } from '#shared/layout/tree';
import { describe, expect, it } from 'vitest';
import { VIEW, WINDOW, tree, unwrap } from './support';

const grid = tree('h(0.5:v(0.5:a,0.5:b),0.5:v(0.25:c,0.75:d))');

function places(node: LayoutNode, bounds = WINDOW, gap = 0): readonly string[] {
  return rectangles(node, bounds, gap).map(
    (area) => `${area.pane} ${[area.x, area.y, area.width, area.height].join(' ')}`,
  );
}

describe('rectangles', () => {
  it.each<[string, number, readonly string[]]>([
    ['a', 0, ['a 0 0 1000 800']],
    ['a', 20, ['a 0 0 1000 800']],
    ['h(0.5:a,0.5:b)', 0, ['a 0 0 500 800', 'b 500 0 500 800']],
    ['h(0.5:a,0.5:b)', 4, ['a 0 0 498 800', 'b 502 0 498 800']],
    ['v(0.25:a,0.75:b)', 0, ['a 0 0 1000 200', 'b 0 200 1000 600']],
    ['h(1:a,1:b,1:c)', 0, ['a 0 0 333 800', 'b 333 0 334 800', 'c 667 0 333 800']],
    ['h(0.5:a,0.5:v(0.5:b,0.5:c))', 2, ['a 0 0 499 800', 'b 501 0 499 399', 'c 501 401 499 399']],
  ])('%s with a gap of %s', (text, gap, expected) => {
    expect(places(tree(text), WINDOW, gap)).toEqual(expected);
  });

  it('starts at the corner of the bounds', () => {
    expect(places(grid, { x: 10, y: -20, width: 100, height: 100 })).toEqual([
      'a 10 -20 50 50',
      'b 10 30 50 50',
      'c 60 -20 50 25',
      'd 60 5 50 75',
    ]);
  });

  it('gives up gaps before it gives up panes when there is hardly any room', () => {
    expect(places(tree('h(1:a,1:b,1:c)'), { x: 0, y: 0, width: 5, height: 1 }, 10)).toEqual([
      'a 0 0 1 1',
      'b 2 0 1 1',
      'c 4 0 1 1',
    ]);
  });

  it.each([
    { x: 0, y: 0, width: 0, height: 0 },
    { x: 0, y: 0, width: -5, height: -5 },
  ])('copes with an empty window: %j', (bounds) => {
    expect(rectangles(grid, bounds, 4).every((area) => area.width === 0 && area.height === 0)).toBe(true);
  });

  it('shows a zoomed pane in the whole window', () => {
    expect(places(paneNode('c'))).toEqual(['c 0 0 1000 800']);
  });

  it('finds one pane and one node', () => {
    expect(rectangleOf(grid, 'd', WINDOW)).toEqual({ pane: 'd', x: 500, y: 200, width: 500, height: 600 });
    expect(rectangleOf(grid, 'x', WINDOW)).toBeNull();
    expect(rectangleAt(grid, [1], WINDOW)).toEqual({ x: 500, y: 0, width: 500, height: 800 });
    expect(rectangleAt(grid, [1, 1], WINDOW)).toEqual({ x: 500, y: 200, width: 500, height: 600 });
    expect(rectangleAt(grid, [2], WINDOW)).toBeNull();
    expect(rectangleAt(grid, [0, 0, 0], WINDOW)).toBeNull();
  });
});

describe('dividers', () => {
  it('lie in the gaps and know how far they can go', () => {
    expect(dividers(grid, { ...VIEW, gap: 4 })).toEqual([
      {
        path: [],
        index: 0,
        direction: 'horizontal',
        x: 498,
        y: 0,
        width: 4,
        height: 800,
        start: 100,
        end: 896,
      },
      {
        path: [0],
        index: 0,
        direction: 'vertical',
        x: 0,
        y: 398,
        width: 498,
        height: 4,
        start: 100,
        end: 696,
      },
      {
        path: [1],
        index: 0,
        direction: 'vertical',
        x: 502,
        y: 199,
        width: 498,
        height: 4,
        start: 100,
        end: 696,
      },
    ]);
  });

  it('can push: the limits count what all children on a side can give', () => {
    const [first, second] = dividers(tree('h(0.3:a,0.3:b,0.4:c)'), VIEW);
    expect([first?.start, first?.x, first?.end]).toEqual([100, 300, 800]);
    expect([second?.start, second?.x, second?.end]).toEqual([200, 600, 900]);
  });

  it('do not move into a pane below the minimum', () => {
    const [only] = dividers(tree('h(0.95:a,0.05:b)'), VIEW);
    expect([only?.start, only?.x, only?.end]).toEqual([100, 950, 950]);
  });

  it('do not exist for a single pane', () => {
    expect(dividers(tree('a'), VIEW)).toEqual([]);
  });

  it('end up exactly at their limits when dragged beyond', () => {
    const view = { ...VIEW, gap: 3 };
    const before = tree('h(0.31:v(0.4:h(0.8:a,0.2:b),0.6:c),0.37:d,0.32:e)');
    for (const divider of dividers(before, view)) {
      for (const [delta, limit] of [
        [-9999, divider.start],
        [9999, divider.end],
      ] as const) {
        const after = unwrap(resizeDivider(before, divider.path, divider.index, delta, view));
        const moved = dividers(after, view).find(
          (other) => other.index === divider.index && String(other.path) === String(divider.path),
        );
        expect(divider.direction === 'horizontal' ? moved?.x : moved?.y).toBe(limit);
      }
    }
  });
});

describe('neighbour', () => {
  it.each<[string, string, Edge, string | null]>([
    ['h(0.5:a,0.5:b)', 'a', 'right', 'b'],
    ['h(0.5:a,0.5:b)', 'b', 'left', 'a'],
    ['h(0.5:a,0.5:b)', 'a', 'left', null],
    ['h(0.5:a,0.5:b)', 'a', 'top', null],
    ['v(0.5:a,0.5:b)', 'a', 'bottom', 'b'],
    ['v(0.5:a,0.5:b)', 'b', 'top', 'a'],
    // Across from the centre.
    ['h(0.5:a,0.5:v(0.3:b,0.7:c))', 'a', 'right', 'c'],
    ['h(0.5:a,0.5:v(0.7:b,0.3:c))', 'a', 'right', 'b'],
    ['h(0.5:a,0.5:v(0.4:b,0.2:c,0.4:d))', 'a', 'right', 'c'],
    // The first of two that are equally near.
    ['h(0.5:a,0.5:v(0.5:b,0.5:c))', 'a', 'right', 'b'],
    // Only what overlaps counts, however near its centre is.
    ['h(0.5:v(0.5:a,0.5:b),0.5:v(0.25:c,0.75:d))', 'a', 'right', 'c'],
    ['h(0.5:v(0.5:a,0.5:b),0.5:v(0.25:c,0.75:d))', 'b', 'right', 'd'],
    ['h(0.5:v(0.5:a,0.5:b),0.5:v(0.25:c,0.75:d))', 'c', 'left', 'a'],
    ['h(0.5:v(0.5:a,0.5:b),0.5:v(0.25:c,0.75:d))', 'd', 'left', 'b'],
    // The adjacent one, not the one behind it.
    ['h(0.3:a,0.3:b,0.4:c)', 'c', 'left', 'b'],
    ['a', 'a', 'right', null],
    ['a', 'x', 'right', null],
  ])('in %s, of %s to the %s: %s', (text, pane, edge, expected) => {
    expect(neighbour(tree(text), pane, edge, WINDOW)).toBe(expected);
    expect(neighbour(tree(text), pane, edge, WINDOW, 6)).toBe(expected);
  });
});
