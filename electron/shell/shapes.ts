/*
 * Drawing at any size, without a library of pictures: shapes are distances, layers of them are sampled.
 */

export interface Point {
  readonly x: number;
  readonly y: number;
}
export type Color = readonly [red: number, green: number, blue: number];

/** Negative inside of the shape. */
export type Shape = (point: Point) => number;

export interface Layer {
  readonly shape: Shape;
  readonly color: Color;
}

/** Samples of a pixel, in each direction. */
const SAMPLES = 4;

export function box(left: number, top: number, right: number, bottom: number, radius: number): Shape {
  const center = { x: (left + right) / 2, y: (top + bottom) / 2 };
  const half = { x: (right - left) / 2 - radius, y: (bottom - top) / 2 - radius };
  return ({ x, y }) => {
    const across = Math.abs(x - center.x) - half.x;
    const down = Math.abs(y - center.y) - half.y;
    const outside = Math.hypot(Math.max(across, 0), Math.max(down, 0));
    return outside + Math.min(Math.max(across, down), 0) - radius;
  };
}

export function disc(x: number, y: number, radius: number): Shape {
  return (point) => Math.hypot(point.x - x, point.y - y) - radius;
}

export function line(x1: number, y1: number, x2: number, y2: number, width: number): Shape {
  const length = (x2 - x1) ** 2 + (y2 - y1) ** 2;
  return ({ x, y }) => {
    const along = Math.max(0, Math.min(1, ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / length));
    return Math.hypot(x - x1 - along * (x2 - x1), y - y1 - along * (y2 - y1)) - width / 2;
  };
}

export function grown(shape: Shape, by: number): Shape {
  return (point) => shape(point) - by;
}

export function both(...shapes: readonly Shape[]): Shape {
  return (point) => Math.min(...shapes.map((shape) => shape(point)));
}

/**
 * Pixels of a square picture, four bytes each: red, green, blue, alpha; the colours are multiplied with the alpha.
 * `layers` have the undermost first, and `grid` is the length of a side in their own units.
 */
export function drawLayers(layers: readonly Layer[], grid: number, size: number): Uint8Array {
  const topFirst = [...layers].reverse();
  const pixels = new Uint8Array(size * size * 4);
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const sum = [0, 0, 0, 0];
      for (let sample = 0; sample < SAMPLES * SAMPLES; sample++) {
        const point = {
          x: ((column + ((sample % SAMPLES) + 0.5) / SAMPLES) / size) * grid,
          y: ((row + (Math.floor(sample / SAMPLES) + 0.5) / SAMPLES) / size) * grid,
        };
        const color = topFirst.find(({ shape }) => shape(point) <= 0)?.color;
        if (color === undefined) continue;
        for (const [index, value] of [...color, 255].entries()) sum[index] = (sum[index] ?? 0) + value;
      }
      const start = (row * size + column) * 4;
      for (const [index, value] of sum.entries()) pixels[start + index] = Math.round(value / SAMPLES ** 2);
    }
  }
  return pixels;
}
