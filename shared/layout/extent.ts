import { present } from '../base/assert';
import type { LayoutView } from './pixels';
import { allocate, divide, extentOf } from './pixels';
import { MINIMUM_RATIO } from './node';
import type { LayoutNode, SplitDirection, SplitNode } from './node';

/** The part of a view that sizes along one direction depend on. */
export type Spacing = Pick<LayoutView, 'gap' | 'minimum'>;

/**
 * How small a node may become along a direction, in pixels, when it is `extent` now. A pane that is below the
 * minimum already may not shrink at all; so the answer is never larger than `extent`.
 */
export function minimumExtent(
  node: LayoutNode,
  direction: SplitDirection,
  extent: number,
  spacing: Spacing,
): number {
  if (node.type === 'pane') return Math.min(extent, extentOf(spacing.minimum, direction));
  if (node.direction !== direction) {
    return node.children.reduce(
      (largest, child) => Math.max(largest, minimumExtent(child.node, direction, extent, spacing)),
      0,
    );
  }
  const division = divide(node, extent, spacing.gap);
  const floors = floorsOf(node, division.sizes, spacing);
  return floors.reduce((sum, floor) => sum + floor, division.gap * (floors.length - 1));
}

/** How small each child of a split may become along the split's direction, in pixels. */
export function floorsOf(split: SplitNode, sizes: readonly number[], spacing: Spacing): readonly number[] {
  return split.children.map((child, index) =>
    minimumExtent(child.node, split.direction, present(sizes[index], 'one size for each child'), spacing),
  );
}

/**
 * Prepares a node for another extent along a direction. Ratios stay, except where a pane would fall below what
 * `minimumExtent` allows it: there its siblings give way. `to` is at least the node's `minimumExtent`.
 */
export function refit(
  node: LayoutNode,
  direction: SplitDirection,
  from: number,
  to: number,
  spacing: Spacing,
): LayoutNode {
  if (node.type === 'pane' || from === to) return node;
  if (node.direction !== direction) {
    return withNodes(node, (child) => refit(child, direction, from, to, spacing));
  }
  const before = divide(node, from, spacing.gap);
  const after = divide(node, to, spacing.gap);
  const floors = floorsOf(node, before.sizes, spacing);
  const sizes = raiseToFloors(
    node.children.map((child) => child.ratio),
    after.sizes,
    floors,
    after.available,
  );
  const resized = sizes === after.sizes ? node : withSizes(node, 0, sizes, after.available);
  return withNodes(resized, (child, index) =>
    refit(
      child,
      direction,
      present(before.sizes[index], 'one size for each child'),
      present(sizes[index], 'one size for each child'),
      spacing,
    ),
  );
}

/** Sizes by ratio of which none is below its floor. Gives `sizes` itself when that holds already. */
function raiseToFloors(
  ratios: readonly number[],
  sizes: readonly number[],
  floors: readonly number[],
  available: number,
): readonly number[] {
  const pinned = new Set<number>();
  let current = sizes;
  for (;;) {
    const low = current.flatMap((size, index) => (size < (floors[index] ?? 0) ? [index] : []));
    if (low.length === 0) return current;
    for (const index of low) pinned.add(index);
    const taken = [...pinned].reduce((sum, index) => sum + (floors[index] ?? 0), 0);
    // Only where gaps reappear as a cramped split grows: then there is no room for every floor.
    if (pinned.size === ratios.length || taken > available) return sizes;
    const free = ratios.map((ratio, index) => (pinned.has(index) ? 0 : ratio));
    const weight = free.reduce((sum, ratio) => sum + ratio, 0);
    const shares = allocateFree(free, weight, available - taken);
    current = shares.map((share, index) => (pinned.has(index) ? (floors[index] ?? 0) : share));
  }
}

function allocateFree(ratios: readonly number[], weight: number, pixels: number): readonly number[] {
  const last = ratios.reduce((found, ratio, index) => (ratio > 0 ? index : found), -1);
  const head = allocate(
    ratios.slice(0, last + 1).map((ratio) => ratio / weight),
    pixels,
  );
  return ratios.map((_, index) => head[index] ?? 0);
}

/**
 * The split with new sizes, in pixels, for a run of children that begins at `first` and together keeps its space.
 * The ratios of all other children stay the same to the last bit.
 */
export function withSizes(
  split: SplitNode,
  first: number,
  sizes: readonly number[],
  available: number,
): SplitNode {
  if (available <= 0) return split;
  const pixelsBefore = divideBefore(split, first, available);
  const shareBefore = sumOfRatios(split, 0, first);
  const shareAfter = shareBefore + sumOfRatios(split, first, first + sizes.length);
  // Borders inside the run fall on whole pixels; the two outer ones stay where the ratios put them.
  const borders = [shareBefore];
  let position = pixelsBefore;
  for (const size of sizes.slice(0, -1)) {
    position += size;
    borders.push(Math.max(position / available, (borders.at(-1) ?? 0) + MINIMUM_RATIO));
  }
  borders.push(shareAfter);
  for (let index = borders.length - 2; index > 0; index--) {
    const next = borders[index + 1] ?? 1;
    borders[index] = Math.min(borders[index] ?? 0, next - MINIMUM_RATIO);
  }
  const children = split.children.map((child, index) => {
    const from = borders[index - first];
    const to = borders[index - first + 1];
    return from === undefined || to === undefined ? child : { ...child, ratio: to - from };
  });
  return { ...split, children };
}

function divideBefore(split: SplitNode, count: number, available: number): number {
  const sizes = allocate(
    split.children.map((child) => child.ratio),
    available,
  );
  return sizes.slice(0, count).reduce((sum, size) => sum + size, 0);
}

function sumOfRatios(split: SplitNode, from: number, to: number): number {
  return split.children.slice(from, to).reduce((sum, child) => sum + child.ratio, 0);
}

/** The split with each child's node put through `change`; the same split when nothing changes. */
export function withNodes(
  split: SplitNode,
  change: (node: LayoutNode, index: number) => LayoutNode,
): SplitNode {
  const children = split.children.map((child, index) => {
    const node = change(child.node, index);
    return node === child.node ? child : { ...child, node };
  });
  return children.every((child, index) => child === split.children[index]) ? split : { ...split, children };
}
