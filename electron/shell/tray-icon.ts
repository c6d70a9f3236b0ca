import type { TrayIcon } from '#shared/state/attention';

/*
 * The icons of the tray, drawn here at any size: four tiles, and a badge that tells the most urgent state by its shape
 * as well as its colour. Everything has a dark rim, so that it can be seen on light and on dark panels.
 */

interface Point {
  readonly x: number;
  readonly y: number;
}
type Color = readonly [red: number, green: number, blue: number];

/** Negative inside of the shape, in units of a 22 by 22 grid. */
type Shape = (point: Point) => number;

interface Layer {
  readonly shape: Shape;
  readonly color: Color;
}

const GRID = 22;
/** Samples of a pixel, in each direction. */
const SAMPLES = 4;

const RIM: Color = [24, 27, 33];
const TILE: Color = [226, 230, 237];
const MARK: Color = [24, 27, 33];
const WHITE: Color = [255, 255, 255];
const AMBER: Color = [245, 180, 60];
const RED: Color = [214, 60, 52];
const GREEN: Color = [92, 190, 116];
const VIOLET: Color = [178, 132, 236];
const BLUE: Color = [100, 176, 226];

function box(left: number, top: number, right: number, bottom: number, radius: number): Shape {
  const center = { x: (left + right) / 2, y: (top + bottom) / 2 };
  const half = { x: (right - left) / 2 - radius, y: (bottom - top) / 2 - radius };
  return ({ x, y }) => {
    const across = Math.abs(x - center.x) - half.x;
    const down = Math.abs(y - center.y) - half.y;
    const outside = Math.hypot(Math.max(across, 0), Math.max(down, 0));
    return outside + Math.min(Math.max(across, down), 0) - radius;
  };
}

function disc(x: number, y: number, radius: number): Shape {
  return (point) => Math.hypot(point.x - x, point.y - y) - radius;
}

function line(x1: number, y1: number, x2: number, y2: number, width: number): Shape {
  const length = (x2 - x1) ** 2 + (y2 - y1) ** 2;
  return ({ x, y }) => {
    const along = Math.max(0, Math.min(1, ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / length));
    return Math.hypot(x - x1 - along * (x2 - x1), y - y1 - along * (y2 - y1)) - width / 2;
  };
}

function grown(shape: Shape, by: number): Shape {
  return (point) => shape(point) - by;
}

function both(...shapes: readonly Shape[]): Shape {
  return (point) => Math.min(...shapes.map((shape) => shape(point)));
}

const tiles = both(box(2, 3, 10.5, 19, 1.5), box(12, 3, 20, 10.5, 1.5), box(12, 12, 20, 19, 1.5));
const BADGE = { x: 15, y: 15 } as const;
const badgeDisc = disc(BADGE.x, BADGE.y, 6);
const badgeSquare = box(9, 9, 21, 21, 2.5);

interface Badge {
  readonly shape: Shape;
  readonly color: Color;
  readonly mark: Shape;
  readonly markColor: Color;
}

const BADGES: Readonly<Record<Exclude<TrayIcon, 'quiet'>, Badge>> = {
  // An exclamation mark.
  waiting: {
    shape: badgeDisc,
    color: AMBER,
    mark: both(line(15, 11.6, 15, 15.2, 2), disc(15, 18.2, 1.15)),
    markColor: MARK,
  },
  // A cross, on a square.
  problem: {
    shape: badgeSquare,
    color: RED,
    mark: both(line(12.5, 12.5, 17.5, 17.5, 2), line(17.5, 12.5, 12.5, 17.5, 2)),
    markColor: WHITE,
  },
  // The hands of a clock.
  limited: {
    shape: badgeDisc,
    color: AMBER,
    mark: both(line(15, 15, 15, 11.4, 1.7), line(15, 15, 17.8, 16.4, 1.7)),
    markColor: MARK,
  },
  // A tick.
  done: {
    shape: badgeDisc,
    color: GREEN,
    mark: both(line(12, 15.2, 14.2, 17.6, 2), line(14.2, 17.6, 18.2, 12.6, 2)),
    markColor: MARK,
  },
  // Three points.
  working: {
    shape: badgeDisc,
    color: VIOLET,
    mark: both(disc(12, 15, 1.15), disc(15, 15, 1.15), disc(18, 15, 1.15)),
    markColor: MARK,
  },
  // A ring.
  idle: { shape: disc(15, 15, 5.4), color: BLUE, mark: disc(15, 15, 2), markColor: MARK },
};

function layersOf(icon: TrayIcon): readonly Layer[] {
  const base: readonly Layer[] = [
    { shape: grown(tiles, 1), color: RIM },
    { shape: tiles, color: TILE },
  ];
  if (icon === 'quiet') return base;
  const { shape, color, mark, markColor } = BADGES[icon];
  return [
    ...base,
    { shape: grown(shape, 1), color: RIM },
    { shape, color },
    { shape: mark, color: markColor },
  ];
}

/** Pixels of an icon, four bytes each: red, green, blue, alpha; the colours are multiplied with the alpha. */
export function drawTrayIcon(icon: TrayIcon, size: number): Uint8Array {
  const topFirst = [...layersOf(icon)].reverse();
  const pixels = new Uint8Array(size * size * 4);
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const sum = [0, 0, 0, 0];
      for (let sample = 0; sample < SAMPLES * SAMPLES; sample++) {
        const point = {
          x: ((column + ((sample % SAMPLES) + 0.5) / SAMPLES) / size) * GRID,
          y: ((row + (Math.floor(sample / SAMPLES) + 0.5) / SAMPLES) / size) * GRID,
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
