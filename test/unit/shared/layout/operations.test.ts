import { dividers, rectangles } from '#shared/layout/geometry';
import { formatLayout, parseLayout } from '#shared/layout/text-form';
import type { Edge, LayoutNode } from '#shared/layout/tree';
import {
  balance,
  closePane,
  equalize,
  movePane,
  movePaneToRootEdge,
  paneIds,
  resizeDivider,
  resizePane,
  setPaneSize,
  splitPane,
  swapPanes,
} from '#shared/layout/tree';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EDGES, expectNormalForm, expectTiling } from './support';

const anyEdge = fc.constantFrom(...EDGES);

/** One random step; the numbers are spent on whatever the step needs. */
interface Step {
  readonly kind: number;
  readonly first: number;
  readonly second: number;
  readonly edge: Edge;
  readonly amount: number;
}

const anyStep: fc.Arbitrary<Step> = fc.record({
  kind: fc.nat({ max: 11 }),
  first: fc.nat({ max: 1000 }),
  second: fc.nat({ max: 1000 }),
  edge: anyEdge,
  amount: fc.double({ min: 0.01, max: 0.99, noNaN: true }),
});

function apply(tree: LayoutNode, step: Step, newPane: string): LayoutNode {
  const panes = paneIds(tree);
  const first = panes[step.first % panes.length] ?? '';
  const second = panes[step.second % panes.length] ?? '';
  const view = {
    bounds: { x: 0, y: 0, width: 1200, height: 900 },
    gap: 4,
    minimum: { width: 80, height: 60 },
  };
  const pixels = (step.amount - 0.5) * 600;
  const result = (() => {
    switch (step.kind) {
      case 0:
      case 1:
      case 2:
        return panes.length < 40
          ? splitPane(tree, first, newPane, step.edge, step.amount)
          : closePane(tree, first);
      case 3:
        return panes.length > 1 ? closePane(tree, first) : splitPane(tree, first, newPane, step.edge);
      case 4:
        return movePane(tree, first, second, step.edge);
      case 5:
        return movePaneToRootEdge(tree, first, step.edge);
      case 6:
        return swapPanes(tree, first, second);
      case 7:
        return resizePane(tree, first, { edge: step.edge, amount: pixels }, view);
      case 8: {
        const all = dividers(tree, view);
        const divider = all[step.second % Math.max(1, all.length)];
        return divider === undefined
          ? { ok: true as const, value: tree }
          : resizeDivider(tree, divider.path, divider.index, pixels, view);
      }
      case 9:
        return setPaneSize(tree, first, step.second % 2 === 0 ? 'horizontal' : 'vertical', step.amount);
      case 10:
        return resizePane(tree, first, { towards: step.edge, amount: pixels }, view);
      default:
        // Seldom, as it undoes what the steps before did to the sizes.
        return { ok: true as const, value: [balance, equalize][step.first % 12]?.(tree) ?? tree };
    }
  })();
  // A refused step leaves the tree as it was.
  return result.ok && result.value !== null ? result.value : tree;
}

/** The panes that the step should leave, in any order. */
function expectedPanes(before: readonly string[], after: readonly string[], newPane: string): boolean {
  const gone = before.filter((pane) => !after.includes(pane));
  const come = after.filter((pane) => !before.includes(pane));
  return gone.length + come.length <= 1 && come.every((pane) => pane === newPane);
}

describe('after any 1,000 operations', () => {
  it('the tree is in normal form, holds every pane once, tiles the window and survives its text form', () => {
    fc.assert(
      fc.property(fc.array(anyStep, { minLength: 1000, maxLength: 1000 }), (steps) => {
        let tree: LayoutNode = { type: 'pane', pane: 'p' };
        for (const [index, step] of steps.entries()) {
          const newPane = `n${String(index)}`;
          const next = apply(tree, step, newPane);
          if (!expectedPanes(paneIds(tree), paneIds(next), newPane))
            throw new Error('a pane was lost or made up');
          tree = next;
          expectNormalForm(tree);
          if (index % 20 !== 19) continue;
          expect(parseLayout(formatLayout(tree))).toEqual({ ok: true, value: tree });
          expectTiling(
            rectangles(tree, { x: 3, y: 5, width: 1201, height: 907 }),
            { x: 3, y: 5, width: 1201, height: 907 },
            0,
          );
        }
      }),
      { numRuns: 25, endOnFailure: true },
    );
  }, 60_000);
});
