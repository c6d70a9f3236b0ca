import { expect, it } from 'vitest';
import { spanOfTime } from '../../../../renderer/status/span-of-time';

it.each([
  [-5, '0 s'],
  [8_900, '8 s'],
  [60_000, '1 min'],
  [3_599_000, '59 min'],
  [3_600_000, '1 h'],
  [7_500_000, '2 h 5 min'],
  [90_000_000, '1 d 1 h'],
])('%d ms are %s', (milliseconds, words) => {
  expect(spanOfTime(milliseconds)).toBe(words);
});
