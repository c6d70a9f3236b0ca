import { expect, it } from 'vitest';
import { equalLines } from '../../../../renderer/status/equal-lines';

it('tells equal lines once, with their number, where the first of them was', () => {
  expect(equalLines(['two', 'one', 'two', 'three', 'two'])).toEqual([
    { line: 'two', times: 3 },
    { line: 'one', times: 1 },
    { line: 'three', times: 1 },
  ]);
  expect(equalLines([])).toEqual([]);
});
