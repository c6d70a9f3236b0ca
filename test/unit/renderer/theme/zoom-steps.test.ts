import { expect, it } from 'vitest';
import { nextZoom } from '../../../../renderer/theme/zoom-steps';

it('goes from step to step, also from between two, and ends at the ends', () => {
  expect([nextZoom(1, 1), nextZoom(1, -1), nextZoom(1.37, 1), nextZoom(1.37, -1)]).toEqual([
    1.1, 0.9, 1.5, 1.25,
  ]);
  expect([nextZoom(3, 1), nextZoom(0.5, -1), nextZoom(2.5, null)]).toEqual([3, 0.5, 1]);
});
