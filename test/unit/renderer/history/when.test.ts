import { describe, expect, it } from 'vitest';
import { byteCount, tokenCount, when } from '#renderer/history/when';

const now = new Date(2026, 10, 28, 12, 0).getTime();
const minutes = (count: number): number => now - count * 60_000;

describe('when', () => {
  it.each([
    [minutes(-5), 'just now'],
    [minutes(0.5), 'just now'],
    [minutes(1), '1 min ago'],
    [minutes(59.9), '59 min ago'],
    [minutes(60), '1 h ago'],
    [minutes(60 * 24), '1 d ago'],
    [minutes(60 * 24 * 6.9), '6 d ago'],
  ])('%d is %s', (at, text) => {
    expect(when(at, now)).toBe(text);
  });

  it('names the day of what is older, with the year when that is another one', () => {
    expect(when(minutes(60 * 24 * 8), now)).toMatch(/20/);
    expect(when(minutes(60 * 24 * 8), now)).not.toMatch(/2026/);
    expect(when(new Date(2024, 4, 3).getTime(), now)).toMatch(/2024/);
  });
});

describe('counts', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [1000, '1.0 k'],
    [12_350, '12.3 k'],
    [99_960, '100 k'],
    [999_499, '999 k'],
    [999_500, '1.0 M'],
    [3_140_000, '3.1 M'],
    [2_000_000_000_000, '2000 G'],
  ])('%d is %s', (count, text) => {
    expect(tokenCount(count)).toBe(text);
  });

  it('has bytes with a blank in front of their unit', () => {
    expect(byteCount(980)).toBe('980 B');
    expect(byteCount(12_400)).toBe('12.4 kB');
  });
});
