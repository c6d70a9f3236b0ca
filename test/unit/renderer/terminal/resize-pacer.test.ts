import { describe, expect, it } from 'vitest';
import type { GridSize } from '#renderer/terminal/resize-pacer';
import { ResizePacer } from '#renderer/terminal/resize-pacer';

/** Time that moves only when told to. */
class ManualTime {
  private time = 0;
  private waiting: { at: number; call: () => void }[] = [];
  now = (): number => this.time;
  after = (milliseconds: number, call: () => void): (() => void) => {
    const entry = { at: this.time + milliseconds, call };
    this.waiting.push(entry);
    return () => {
      this.waiting = this.waiting.filter((other) => other !== entry);
    };
  };
  advance(milliseconds: number): void {
    this.time += milliseconds;
    const due = this.waiting.filter((entry) => entry.at <= this.time);
    this.waiting = this.waiting.filter((entry) => entry.at > this.time);
    for (const entry of due) entry.call();
  }
}

function setUp() {
  const time = new ManualTime();
  const applied: GridSize[] = [];
  const pacer = new ResizePacer((size) => applied.push(size), time);
  return { time, applied, pacer };
}

describe('the pace of sizes', () => {
  it('applies a single size at once', () => {
    const { applied, pacer } = setUp();
    pacer.request({ columns: 80, rows: 24 });
    expect(applied).toEqual([{ columns: 80, rows: 24 }]);
  });

  it('lets a drag of three seconds through as a few sizes and exactly one final one (case term-14)', () => {
    const { time, applied, pacer } = setUp();
    for (let step = 0; step < 300; step++) {
      pacer.request({ columns: 80 + (step % 40), rows: 24 });
      time.advance(10);
    }
    pacer.request({ columns: 100, rows: 24 });
    time.advance(1000);
    expect(applied.length).toBeLessThanOrEqual(14);
    expect(applied.at(-1)).toEqual({ columns: 100, rows: 24 });
    expect(applied.filter((size) => size.columns === 100).length).toBe(1);
  });

  it('applies no size twice in a row', () => {
    const { time, applied, pacer } = setUp();
    pacer.request({ columns: 80, rows: 24 });
    time.advance(500);
    pacer.request({ columns: 80, rows: 24 });
    pacer.request({ columns: 81, rows: 24 });
    time.advance(10);
    pacer.request({ columns: 81, rows: 24 });
    time.advance(500);
    expect(applied.length).toBe(2);
  });

  it('applies the wanted size again after the terminal took another', () => {
    const { time, applied, pacer } = setUp();
    pacer.request({ columns: 80, rows: 24 });
    time.advance(500);
    pacer.forget();
    pacer.request({ columns: 80, rows: 24 });
    expect(applied.length).toBe(2);
  });

  it('applies nothing after its end (case term-13)', () => {
    const { time, applied, pacer } = setUp();
    pacer.request({ columns: 80, rows: 24 });
    pacer.request({ columns: 90, rows: 24 });
    pacer.dispose();
    time.advance(1000);
    pacer.request({ columns: 70, rows: 24 });
    expect(applied.length).toBe(1);
  });
});
