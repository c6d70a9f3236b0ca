import { describe, expect, it } from 'vitest';
import { FrameSettler } from '#electron/screen/frame-settler';
import { seededRandom } from '#test/helpers/chunks';
import { FakeClock } from '#test/helpers/fake-clock';

function settler() {
  const clock = new FakeClock();
  const taken: number[] = [];
  const screen = { synchronized: false };
  const frames = new FrameSettler({
    now: () => clock.monotonic(),
    after: (milliseconds, call) => {
      const timer = clock.after(milliseconds, call);
      return () => {
        timer.dispose();
      };
    },
    isSynchronized: () => screen.synchronized,
    take: () => {
      taken.push(clock.monotonic());
    },
  });
  return { clock, taken, screen, frames };
}

describe('a screen is read', () => {
  it('50 ms after the last change', () => {
    const { clock, taken, frames } = settler();
    frames.changed();
    clock.advance(30);
    frames.changed();
    clock.advance(49);
    expect(taken).toEqual([]);
    clock.advance(200);
    expect(taken).toEqual([80]);
  });

  it('every 100 ms while output flows', () => {
    const { clock, taken, frames } = settler();
    for (let step = 0; step < 30; step += 1) {
      frames.changed();
      clock.advance(10);
    }
    clock.advance(500);
    expect(taken).toEqual([100, 200, 300, 400].slice(0, taken.length));
    expect(taken.length).toBeGreaterThanOrEqual(3);
  });

  it('at most once in 100 ms, and never later than 100 ms after a change', () => {
    const random = seededRandom(7);
    const { clock, taken, frames } = settler();
    const changes: number[] = [];
    for (let step = 0; step < 2000; step += 1) {
      changes.push(clock.monotonic());
      frames.changed();
      clock.advance(Math.floor(random() * (random() < 0.1 ? 300 : 30)));
    }
    clock.advance(500);
    for (const [index, at] of taken.entries()) {
      if (index > 0) expect(at - taken[index - 1]!).toBeGreaterThanOrEqual(100);
    }
    for (const change of changes) {
      expect(taken.some((at) => at >= change && at <= change + 100)).toBe(true);
    }
  });

  it('not inside a synchronized update, but at once behind it', () => {
    const { clock, taken, screen, frames } = settler();
    screen.synchronized = true;
    frames.changed();
    clock.advance(400);
    expect(taken).toEqual([]);
    screen.synchronized = false;
    frames.changed();
    expect(taken).toEqual([400]);
    clock.advance(200);
    screen.synchronized = true;
    frames.changed();
    clock.advance(60);
    screen.synchronized = false;
    frames.changed();
    expect(taken).toEqual([400, 660]);
  });

  it('after a second when a synchronized update never ends', () => {
    const { clock, taken, screen, frames } = settler();
    screen.synchronized = true;
    frames.changed();
    clock.advance(3000);
    expect(taken).toEqual([1000]);
  });

  it('at once when nothing will follow, and never when nothing changed or it is gone', () => {
    const { clock, taken, frames } = settler();
    frames.flush();
    expect(taken).toEqual([]);
    frames.changed();
    frames.flush();
    expect(taken).toEqual([0]);
    frames.changed();
    frames.dispose();
    clock.advance(1000);
    frames.changed();
    clock.advance(1000);
    expect(taken).toEqual([0]);
  });
});
