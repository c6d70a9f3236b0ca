import type { SplitDirection, SplitNode } from './node';

/** A width and a height in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A point in pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** An area in pixels, y downwards. */
export interface Rectangle extends Point, Size {}

/** What sizes in pixels depend on: the window's area, the gap between panes, and the smallest size of a pane. */
export interface LayoutView {
  readonly bounds: Rectangle;
  readonly gap: number;
  readonly minimum: Size;
}

/** The smallest pane that is of use, in pixels: about twenty columns and four rows with its header. */
export const MINIMUM_PANE: Size = { width: 160, height: 96 };

/** A split's space along its direction, in whole pixels. */
export interface Division {
  /** The gap that is really used: smaller than asked for when panes would not get a pixel each otherwise. */
  readonly gap: number;
  /** What is left for the children. */
  readonly available: number;
  /** The size of each child; they sum to `available`. */
  readonly sizes: readonly number[];
}

/** Divides whole pixels by ratios; each border is rounded on its own, so errors never add up. */
export function allocate(ratios: readonly number[], pixels: number): readonly number[] {
  let share = 0;
  let from = 0;
  return ratios.map((ratio, index) => {
    share += ratio;
    const to = index === ratios.length - 1 ? pixels : Math.min(pixels, Math.round(share * pixels));
    const size = to - from;
    from = to;
    return size;
  });
}

/** Divides a split's extent along its own direction among its children. */
export function divide(split: SplitNode, extent: number, gap: number): Division {
  const count = split.children.length;
  const room = Math.floor((extent - count) / (count - 1));
  const used = Math.max(0, Math.min(gap, room));
  const available = extent - used * (count - 1);
  const ratios = split.children.map((child) => child.ratio);
  return { gap: used, available, sizes: allocate(ratios, available) };
}

/** The rectangle's size along a direction. */
export function extentOf(size: Size, direction: SplitDirection): number {
  return direction === 'horizontal' ? size.width : size.height;
}

/** The bounds with whole numbers and no negative size. */
export function wholePixels(bounds: Rectangle): Rectangle {
  const x = Math.round(bounds.x);
  const y = Math.round(bounds.y);
  return {
    x,
    y,
    width: Math.max(0, Math.round(bounds.x + bounds.width) - x),
    height: Math.max(0, Math.round(bounds.y + bounds.height) - y),
  };
}
