import { expect, it } from 'vitest';
import { memoryText } from '../../../../renderer/desk/memory-text';
import { sortUsage } from '../../../../renderer/desk/usage-order';

const usage = [
  { pane_id: '1', label: 'b', cpu: 0, memory: 5, processes: [1] },
  { pane_id: '2', label: 'a', cpu: 9, memory: 5, processes: [1, 2] },
  { pane_id: '3', label: 'c', cpu: 0, memory: 7, processes: [] },
];
const ids = (by: 'label' | 'cpu' | 'memory' | 'processes', descending: boolean) =>
  sortUsage(usage, { by, descending })
    .map(({ pane_id }) => pane_id)
    .join('');

it('sorts by each column, and keeps what is alike in one order', () => {
  expect([ids('cpu', true), ids('cpu', false), ids('memory', true)]).toEqual(['213', '132', '312']);
  expect([ids('label', false), ids('label', true), ids('processes', true)]).toEqual(['213', '312', '213']);
});

it('says bytes as people read them', () => {
  expect([0, 5_452_595, 88_080_384, 1_395_864_371].map(memoryText)).toEqual([
    '0.0 MB',
    '5.2 MB',
    '84 MB',
    '1.3 GB',
  ]);
});
