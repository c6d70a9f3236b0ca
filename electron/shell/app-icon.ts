import type { Layer } from './shapes';
import { both, box, drawLayers, line } from './shapes';

/*
 * The icon of the app: three panes on a dark ground. One holds a prompt, one works, one waits: the colours are those
 * that the states have in the window.
 */

const GRID = 64;

const LAYERS: readonly Layer[] = [
  { shape: box(2, 2, 62, 62, 14), color: [58, 65, 80] },
  { shape: box(3, 3, 61, 61, 13), color: [24, 27, 33] },
  { shape: box(11, 12, 33, 52, 4), color: [226, 230, 237] },
  {
    shape: both(line(16.5, 19, 21, 23.5, 3), line(21, 23.5, 16.5, 28, 3), line(23.5, 28.6, 28, 28.6, 2.6)),
    color: [24, 27, 33],
  },
  { shape: box(37, 12, 53, 30, 4), color: [178, 132, 236] },
  { shape: box(37, 34, 53, 52, 4), color: [245, 180, 60] },
];

/** Pixels of the app's icon, four bytes each: red, green, blue, alpha; the colours are multiplied with the alpha. */
export function drawAppIcon(size: number): Uint8Array {
  return drawLayers(LAYERS, GRID, size);
}
