import type { TrayShade } from '#shared/model/tray';
import type { TrayIcon } from '#shared/state/attention';
import type { Color, Layer, Shape } from './shapes';
import { both, box, disc, drawLayers, grown, line } from './shapes';

/*
 * The icons of the tray, drawn here at any size: four tiles, and a badge that tells the most urgent state by its shape
 * as well as its colour. Everything has a dark rim, so that it can be seen on light and on dark panels.
 */

const GRID = 22;

const RIM: Color = [24, 27, 33];
const TILE: Color = [226, 230, 237];
const MARK: Color = [24, 27, 33];
const WHITE: Color = [255, 255, 255];
const AMBER: Color = [245, 180, 60];
const RED: Color = [214, 60, 52];
const GREEN: Color = [92, 190, 116];
const VIOLET: Color = [178, 132, 236];
const BLUE: Color = [100, 176, 226];

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

function layersOf(icon: TrayIcon, shade: TrayShade): readonly Layer[] {
  // Without a rim the tiles alone have to stand out from the panel.
  const rim = (shape: Shape): readonly Layer[] =>
    shade === 'rimmed' ? [{ shape: grown(shape, 1), color: RIM }] : [];
  const base: readonly Layer[] = [...rim(tiles), { shape: tiles, color: shade === 'dark' ? RIM : TILE }];
  if (icon === 'quiet') return base;
  const { shape, color, mark, markColor } = BADGES[icon];
  return [
    ...base,
    // The badge stands apart from the tiles in each shade.
    { shape: grown(shape, 1), color: shade === 'dark' ? TILE : RIM },
    { shape, color },
    { shape: mark, color: markColor },
  ];
}

/** Pixels of an icon, four bytes each: red, green, blue, alpha; the colours are multiplied with the alpha. */
export function drawTrayIcon(icon: TrayIcon, size: number, shade: TrayShade = 'rimmed'): Uint8Array {
  return drawLayers(layersOf(icon, shade), GRID, size);
}
