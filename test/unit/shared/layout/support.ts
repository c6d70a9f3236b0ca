import fc from 'fast-check';
import type { Result } from '#shared/base/result';
import type { LayoutView, PaneRectangle, Rectangle } from '#shared/layout/geometry';
import { formatLayout, parseLayout } from '#shared/layout/text-form';
import type { Edge, LayoutError, LayoutNode } from '#shared/layout/tree';
import { MINIMUM_RATIO, depthOf, normalise, paneIds, splitPane } from '#shared/layout/tree';
import { expect } from 'vitest';

// The same cases at each run, so that a failure is never by chance; other seeds by the variable, to search further.
fc.configureGlobal({ seed: Number(process.env['FUGUE_TEST_SEED'] ?? 1) });

export const EDGES: readonly Edge[] = ['left', 'right', 'top', 'bottom'];

export const WINDOW = { x: 0, y: 0, width: 1000, height: 800 };

export const VIEW: LayoutView = { bounds: WINDOW, gap: 0, minimum: { width: 100, height: 100 } };

/** The tree that a text stands for. */
export function tree(text: string): LayoutNode {
  const parsed = parseLayout(text);
  if (!parsed.ok) throw new Error(`${text}: ${parsed.error.message} (${String(parsed.error.position)})`);
  return parsed.value;
}

/** The text of a tree with ratios rounded to six digits, so that expectations can be read. */
export function text(node: LayoutNode | null): string {
  if (node === null) return 'nothing';
  return formatLayout(node).replace(/[\d.e-]+(?=:)/g, (ratio) =>
    String(Math.round(Number(ratio) * 1e6) / 1e6),
  );
}

/** The outcome of an operation as text: the tree, or the code of the refusal. */
export function outcome(result: Result<LayoutNode | null, LayoutError>): string {
  return result.ok ? text(result.value) : result.error.code;
}

/** The value of a result that has to be a success. */
export function unwrap<T>(result: Result<T, LayoutError>): T {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

/** Throws unless the tree is in normal form. */
export function expectNormalForm(node: LayoutNode): void {
  expectNormalSplits(node);
  const panes = paneIds(node);
  expect(new Set(panes).size).toBe(panes.length);
  expect(depthOf(node)).toBeLessThanOrEqual(64);
  expect(normalise(node)).toBe(node);
}

function expectNormalSplits(node: LayoutNode): void {
  if (node.type === 'pane') return;
  if (node.children.length < 2) throw new Error('a split has fewer than two children');
  const sum = node.children.reduce((total, child) => total + child.ratio, 0);
  if (!(Math.abs(sum - 1) <= 1e-9)) throw new Error(`ratios sum to ${String(sum)}`);
  for (const { ratio, node: inner } of node.children) {
    if (!(ratio >= MINIMUM_RATIO / 10)) throw new Error(`ratio ${String(ratio)} is too small`);
    if (inner.type === 'split' && inner.direction === node.direction)
      throw new Error('a split is not flattened');
    expectNormalSplits(inner);
  }
}

/** A random tree of the right shape that need not be in normal form, with panes named p0, p1, … */
export const anyShape: fc.Arbitrary<LayoutNode> = fc
  .letrec<{ node: LayoutNode; split: LayoutNode; pane: LayoutNode }>((tie) => ({
    node: fc.oneof({ maxDepth: 5, depthIdentifier: 'layout' }, tie('pane'), tie('split')),
    pane: fc.constant<LayoutNode>({ type: 'pane', pane: '' }),
    split: fc.record({
      type: fc.constant<'split'>('split'),
      direction: fc.constantFrom('horizontal' as const, 'vertical' as const),
      children: fc.array(
        fc.record({ ratio: fc.double({ min: 0.01, max: 10, noNaN: true }), node: tie('node') }),
        {
          maxLength: 4,
          depthIdentifier: 'layout',
        },
      ),
    }),
  }))
  .node.map((node) => {
    let next = 0;
    const name = (at: LayoutNode): LayoutNode =>
      at.type === 'pane'
        ? { type: 'pane', pane: `p${String(next++)}` }
        : { ...at, children: at.children.map((child) => ({ ...child, node: name(child.node) })) };
    return name(node);
  });

/** A random tree in normal form of up to sixteen panes, grown by splits; named p0, p1, … in order of their birth. */
export const anyTree: fc.Arbitrary<LayoutNode> = fc
  .array(
    fc.record({
      target: fc.nat({ max: 15 }),
      edge: fc.constantFrom(...EDGES),
      ratio: fc.double({ min: 0.05, max: 0.95, noNaN: true }),
    }),
    { maxLength: 15, size: 'max' },
  )
  .map((splits) =>
    splits.reduce<LayoutNode>(
      (grown, { target, edge, ratio }, index) => {
        const split = splitPane(
          grown,
          `p${String(target % (index + 1))}`,
          `p${String(index + 1)}`,
          edge,
          ratio,
        );
        // Refused where a pane is too small already, or is not there because its own split was refused.
        return split.ok ? split.value : grown;
      },
      { type: 'pane', pane: 'p0' },
    ),
  );

/** Bounds from cramped to large, at any place. */
export const anyBounds = fc.record({
  x: fc.integer({ min: -50, max: 3000 }),
  y: fc.integer({ min: -50, max: 3000 }),
  width: fc.integer({ min: 0, max: 4000 }),
  height: fc.integer({ min: 0, max: 3000 }),
});

/** Throws unless the areas lie in the bounds without overlap and cover it all but for `gapArea` pixels. */
export function expectTiling(areas: readonly PaneRectangle[], bounds: Rectangle, gapArea: number): void {
  let covered = gapArea;
  for (const area of areas) {
    const whole = [area.x, area.y, area.width, area.height].every((value) => Number.isInteger(value));
    const inside =
      area.x >= bounds.x &&
      area.y >= bounds.y &&
      area.x + area.width <= bounds.x + bounds.width &&
      area.y + area.height <= bounds.y + bounds.height;
    if (!whole || !inside || area.width < 0 || area.height < 0)
      throw new Error(`bad area ${JSON.stringify(area)}`);
    covered += area.width * area.height;
  }
  expect(covered).toBe(bounds.width * bounds.height);
  for (const [index, first] of areas.entries()) {
    for (const second of areas.slice(index + 1)) {
      const across = Math.min(first.x + first.width, second.x + second.width) - Math.max(first.x, second.x);
      const down = Math.min(first.y + first.height, second.y + second.height) - Math.max(first.y, second.y);
      if (across > 0 && down > 0) throw new Error(`${first.pane} and ${second.pane} overlap`);
    }
  }
}
