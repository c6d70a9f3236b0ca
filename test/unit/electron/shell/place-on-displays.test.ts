import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Display, KeptPlace } from '../../../../electron/shell/place-on-displays';
import { frameOffset, placeBeside, placeOnDisplays } from '../../../../electron/shell/place-on-displays';

const left: Display = { id: 1, workArea: { x: 0, y: 30, width: 1920, height: 1050 } };
const right: Display = { id: 2, workArea: { x: 1920, y: 0, width: 2560, height: 1440 } };
const onRight: KeptPlace = {
  x: 2000,
  y: 100,
  width: 1300,
  height: 900,
  display: { id: 2, x: 1920, y: 0 },
};

describe('a window that comes back', () => {
  it('stands where it stood while its monitor is there', () => {
    expect(placeOnDisplays(onRight, [left, right])).toEqual({ x: 2000, y: 100, width: 1300, height: 900 });
  });

  it('goes with its monitor when that stands elsewhere now', () => {
    const above = { id: 2, workArea: { x: 0, y: -1440, width: 2560, height: 1440 } };
    expect(placeOnDisplays(onRight, [left, above])).toMatchObject({ x: 80, y: -1340 });
  });

  it('is all on the main monitor when its own has gone, smaller if need be', () => {
    expect(placeOnDisplays(onRight, [left])).toEqual({ x: 620, y: 100, width: 1300, height: 900 });
    const small = { id: 3, workArea: { x: 0, y: 0, width: 1024, height: 700 } };
    expect(placeOnDisplays(onRight, [small])).toEqual({ x: 0, y: 0, width: 1024, height: 700 });
  });

  it('is pulled back when its monitor has become smaller', () => {
    const smaller = { id: 2, workArea: { x: 1920, y: 0, width: 1280, height: 720 } };
    const far = { ...onRight, x: 4000 };
    expect(placeOnDisplays(far, [left, smaller])).toEqual({ x: 1920, y: 0, width: 1280, height: 720 });
  });

  it('without a place, or without a monitor that anybody knows of, is left to the desktop', () => {
    expect(placeOnDisplays({ width: 1280, height: 820 }, [left])).toEqual({ width: 1280, height: 820 });
    expect(placeOnDisplays(onRight, [])).toEqual({ width: 1300, height: 900 });
  });

  it('can be pulled by its title bar, whatever became of the monitors', () => {
    const number = fc.integer({ min: -6000, max: 6000 });
    const display = fc.record({
      id: fc.integer({ min: 1, max: 3 }),
      workArea: fc.record({
        x: number,
        y: number,
        width: fc.integer({ min: 640, max: 4000 }),
        height: fc.integer({ min: 400, max: 2500 }),
      }),
    });
    const kept = fc.record({
      x: number,
      y: number,
      width: fc.integer({ min: 640, max: 5000 }),
      height: fc.integer({ min: 400, max: 3000 }),
      display: fc.option(fc.record({ id: fc.integer({ min: 1, max: 3 }), x: number, y: number }), {
        nil: undefined,
      }),
    });
    fc.assert(
      fc.property(kept, fc.array(display, { minLength: 1, maxLength: 3 }), (place, displays) => {
        const { x = Number.NaN, y = Number.NaN, width } = placeOnDisplays(place, displays);
        expect(
          displays.some(
            ({ workArea }) =>
              x < workArea.x + workArea.width &&
              x + width > workArea.x &&
              y >= workArea.y - 10 &&
              y < workArea.y + workArea.height,
          ),
        ).toBe(true);
      }),
    );
  });
});

describe('a further window', () => {
  const front = { x: 100, y: 100, width: 1280, height: 820 };

  it('opens on a monitor that has none yet, in its middle', () => {
    expect(placeBeside(front, [], [left, right])).toEqual({ x: 2560, y: 310, width: 1280, height: 820 });
  });

  it('opens a step away where each monitor has one, and never right over another', () => {
    expect(placeBeside(front, [], [left])).toMatchObject({ x: 132, y: 132 });
    expect(placeBeside(front, [{ ...front, x: 132, y: 132 }], [left])).toMatchObject({ x: 164, y: 164 });
  });

  it('stays on its monitor, smaller where there is no room, and never right over the one before', () => {
    const corner = { ...front, x: 620, y: 250 };
    expect(placeBeside(corner, [], [left])).toEqual({ x: 652, y: 282, width: 1268, height: 798 });
    const whole = { x: 0, y: 30, width: 1920, height: 1050 };
    expect(placeBeside(whole, [], [left])).toEqual({ x: 32, y: 62, width: 1888, height: 1018 });
  });

  it('is moved back where it would become too small', () => {
    const low = { x: 1200, y: 700, width: 700, height: 400 };
    expect(placeBeside(low, [], [left])).toEqual({ x: 1220, y: 680, width: 700, height: 400 });
  });
});

describe('the frame around a window', () => {
  it('is what it stands off from where it was asked to stand', () => {
    expect(frameOffset({ x: 10, y: 20, width: 1, height: 1 }, { x: 11, y: 40 })).toEqual({ x: 1, y: 20 });
  });

  it('is none where the desktop chose the place', () => {
    expect(frameOffset({ width: 1, height: 1 }, { x: 11, y: 40 })).toEqual({ x: 0, y: 0 });
    expect(frameOffset({ x: 10, y: 20, width: 1, height: 1 }, { x: 500, y: 20 })).toEqual({ x: 0, y: 0 });
    expect(frameOffset({ x: 10, y: 20, width: 1, height: 1 }, { x: 0, y: 20 })).toEqual({ x: 0, y: 0 });
  });
});
