import { present } from '../base/assert';
import type { LayoutChild, LayoutNode, SplitNode } from './node';
import { MINIMUM_RATIO } from './node';

/** Sums this close to 1 are left alone, so that normalising what is normal changes no bit of any ratio. */
const SUM_TOLERANCE = 1e-12;

/**
 * Brings a tree of the right shape to normal form: empty splits go, splits with one child become that child, a
 * split in a split of its direction is flattened, and ratios sum to 1. A ratio that is no positive finite number
 * becomes the average of its usable siblings. Parts that are normal already are kept by identity.
 *
 * Returns null when no pane is left. The nesting has to be bounded; loaded data goes through `validate` or `repair`.
 */
export function normalise(tree: LayoutNode): LayoutNode | null {
  if (tree.type === 'pane') return tree;
  const ratios = usableRatios(tree.children.map((child) => child.ratio));
  const flat = tree.children.flatMap((child, index) =>
    flatten(child, present(ratios[index], 'one ratio for each child'), tree),
  );
  const [only] = flat;
  if (only === undefined) return null;
  if (flat.length === 1) return only.node;
  const settled = settleRatios(flat.map((child) => child.ratio));
  const children = flat.map((child, index) => {
    const ratio = present(settled[index], 'one ratio for each child');
    return ratio === child.ratio ? child : { ...child, ratio };
  });
  const unchanged =
    children.length === tree.children.length &&
    children.every((child, index) => child === tree.children[index]);
  return unchanged ? tree : { ...tree, children };
}

/** `normalise` for a tree that is known to hold a pane. */
export function normalForm(tree: LayoutNode): LayoutNode {
  return present(normalise(tree), 'the tree holds at least one pane');
}

function flatten(child: LayoutChild, ratio: number, parent: SplitNode): readonly LayoutChild[] {
  const node = normalise(child.node);
  if (node === null) return [];
  if (node.type === 'split' && node.direction === parent.direction) {
    return node.children.map((inner) => ({ ratio: ratio * inner.ratio, node: inner.node }));
  }
  return [node === child.node && ratio === child.ratio ? child : { ratio, node }];
}

/** Whether the number can serve as a ratio: finite and above zero. */
export function isUsableRatio(ratio: unknown): ratio is number {
  return typeof ratio === 'number' && Number.isFinite(ratio) && ratio > 0;
}

function usableRatios(ratios: readonly number[]): readonly number[] {
  const usable = ratios.filter(isUsableRatio);
  if (usable.length === ratios.length) return ratios;
  const average = usable.reduce((sum, ratio) => sum + ratio / usable.length, 0);
  // The average of denormal numbers can round to zero.
  return ratios.map((ratio) => (isUsableRatio(ratio) ? ratio : average || 1));
}

/** Scales the ratios to a sum of 1 and lifts the ones that would vanish. Gives the same array when nothing is to do. */
function settleRatios(ratios: readonly number[]): readonly number[] {
  // A tenth as the trigger: what was lifted and then scaled down a little must not be lifted again.
  const settled = (values: readonly number[]) => values.every((value) => value >= MINIMUM_RATIO / 10);
  if (settled(ratios) && Math.abs(sumOf(ratios) - 1) <= SUM_TOLERANCE) return ratios;
  const scaled = scaleToOne(ratios);
  if (settled(scaled)) return scaled;
  return scaleToOne(scaled.map((ratio) => Math.max(ratio, MINIMUM_RATIO)));
}

function scaleToOne(ratios: readonly number[]): readonly number[] {
  // By the largest first: the sum of huge numbers would be infinite.
  const largest = ratios.reduce((high, ratio) => Math.max(high, ratio), 0);
  const relative = ratios.map((ratio) => ratio / largest);
  const sum = sumOf(relative);
  return relative.map((ratio) => ratio / sum);
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
