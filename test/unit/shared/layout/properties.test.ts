import { canSplit, dividers, neighbour, rectangles } from '#shared/layout/geometry';
import {
  balance,
  countPanes,
  dropPane,
  paneIds,
  resizeDivider,
  setPaneSize,
  splitPane,
} from '#shared/layout/tree';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EDGES, anyBounds, anyTree, expectNormalForm, expectTiling, unwrap } from './support';

const anyView = fc.record({
  bounds: anyBounds,
  gap: fc.integer({ min: 0, max: 12 }),
  minimum: fc.record({ width: fc.integer({ min: 0, max: 200 }), height: fc.integer({ min: 0, max: 150 }) }),
});

const anyEdge = fc.constantFrom(...EDGES);
const anyDirection = fc.constantFrom('horizontal' as const, 'vertical' as const);

describe('any tree in any window', () => {
  it('is tiled exactly by its panes and its dividers', () => {
    fc.assert(
      fc.property(anyTree, anyView, (tree, view) => {
        const areas = rectangles(tree, view.bounds, view.gap);
        expect(areas.map((area) => area.pane)).toEqual(paneIds(tree));
        const gaps = dividers(tree, view).reduce((sum, divider) => sum + divider.width * divider.height, 0);
        expectTiling(areas, view.bounds, gaps);
      }),
      { numRuns: 500 },
    );
  });

  it('has dividers within their limits', () => {
    fc.assert(
      fc.property(anyTree, anyView, (tree, view) => {
        for (const divider of dividers(tree, view)) {
          const at = divider.direction === 'horizontal' ? divider.x : divider.y;
          expect(divider.start).toBeLessThanOrEqual(at);
          expect(divider.end).toBeGreaterThanOrEqual(at);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('has neighbours that touch', () => {
    fc.assert(
      fc.property(anyTree, anyBounds, anyEdge, (tree, bounds, edge) => {
        const opposite = ({ left: 'right', right: 'left', top: 'bottom', bottom: 'top' } as const)[edge];
        for (const pane of paneIds(tree)) {
          const found = neighbour(tree, pane, edge, bounds);
          if (found !== null) expect(neighbour(tree, found, opposite, bounds)).not.toBeNull();
        }
      }),
      { numRuns: 200 },
    );
  });

  it('can be split wherever canSplit says so, and both halves are large enough', () => {
    fc.assert(
      fc.property(anyTree, anyView, anyEdge, fc.nat(), (tree, view, edge, pick) => {
        const panes = paneIds(tree);
        const pane = panes[pick % panes.length] ?? '';
        if (!canSplit(tree, pane, edge, view)) return;
        const after = rectangles(unwrap(splitPane(tree, pane, 'new', edge)), view.bounds, view.gap);
        const along = edge === 'left' || edge === 'right' ? 'width' : 'height';
        for (const area of after.filter((one) => one.pane === pane || one.pane === 'new')) {
          expect(area[along]).toBeGreaterThanOrEqual(view.minimum[along]);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('any resize', () => {
  const roomyView = anyView.map((view) => ({
    ...view,
    bounds: { ...view.bounds, width: view.bounds.width + 400, height: view.bounds.height + 400 },
  }));

  it('makes no pane smaller than the minimum or than it was', () => {
    fc.assert(
      fc.property(
        anyTree,
        roomyView,
        fc.nat(),
        fc.integer({ min: -3000, max: 3000 }),
        (tree, view, pick, delta) => {
          const all = dividers(tree, view);
          const divider = all[pick % Math.max(1, all.length)];
          if (divider === undefined) return;
          const before = rectangles(tree, view.bounds, view.gap);
          const resized = unwrap(resizeDivider(tree, divider.path, divider.index, delta, view));
          expectNormalForm(resized);
          for (const [index, area] of rectangles(resized, view.bounds, view.gap).entries()) {
            const old = before[index];
            expect(area.width).toBeGreaterThanOrEqual(Math.min(view.minimum.width, old?.width ?? 0));
            expect(area.height).toBeGreaterThanOrEqual(Math.min(view.minimum.height, old?.height ?? 0));
          }
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('moves the divider by exactly the amount, or to its limit', () => {
    fc.assert(
      fc.property(
        anyTree,
        roomyView,
        fc.nat(),
        fc.integer({ min: -3000, max: 3000 }),
        (tree, view, pick, delta) => {
          const all = dividers(tree, view);
          const at = pick % Math.max(1, all.length);
          const divider = all[at];
          if (divider === undefined) return;
          const resized = unwrap(resizeDivider(tree, divider.path, divider.index, delta, view));
          const moved = dividers(resized, view)[at];
          const axis = divider.direction === 'horizontal' ? 'x' : 'y';
          const expected = Math.min(divider.end, Math.max(divider.start, divider[axis] + delta));
          expect(moved?.[axis]).toBe(expected);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('keeps the panes in order', () => {
    fc.assert(
      fc.property(
        anyTree,
        anyDirection,
        fc.nat(),
        fc.double({ min: 0.01, max: 0.9, noNaN: true }),
        (tree, direction, pick, ratio) => {
          const panes = paneIds(tree);
          const result = setPaneSize(tree, panes[pick % panes.length] ?? '', direction, ratio);
          if (result.ok) expect(paneIds(result.value)).toEqual(panes);
        },
      ),
    );
  });
});

describe('any move', () => {
  it('keeps every pane, or is refused', () => {
    fc.assert(
      fc.property(
        anyTree,
        fc.nat(),
        fc.nat(),
        fc.constantFrom(...EDGES, 'centre' as const),
        (tree, from, to, zone) => {
          const panes = paneIds(tree);
          const pane = panes[from % panes.length] ?? '';
          const target = panes[to % panes.length] ?? '';
          const result = dropPane(tree, pane, { kind: 'pane', target, zone });
          if (!result.ok) {
            expect(result.error.code).toBe('no-room');
            return;
          }
          const moved = result.value;
          expectNormalForm(moved);
          expect([...paneIds(moved)].sort()).toEqual([...panes].sort());
          if (pane === target) expect(moved).toBe(tree);
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('balance', () => {
  it('gives every pane the same area', () => {
    fc.assert(
      fc.property(anyTree, (tree) => {
        const side = 100_000;
        const balanced = balance(tree);
        expectNormalForm(balanced);
        const share = (side * side) / countPanes(tree);
        for (const area of rectangles(balanced, { x: 0, y: 0, width: side, height: side })) {
          expect((area.width * area.height) / share).toBeCloseTo(1, 1);
        }
      }),
    );
  });
});
