export interface UsageOrder {
  readonly by: 'label' | 'cpu' | 'memory' | 'processes';
  readonly descending: boolean;
}

interface Entry {
  readonly pane_id: string;
  readonly label: string;
  readonly cpu: number;
  readonly memory: number;
  readonly processes: readonly unknown[];
}

/** Entries by one of their columns; those that are alike keep one order, so that rows do not jump. */
export function sortUsage<E extends Entry>(
  usage: readonly E[],
  { by, descending }: UsageOrder,
): readonly E[] {
  const turn = descending ? -1 : 1;
  const number = (entry: Entry): number => {
    if (by === 'label') return 0;
    return by === 'processes' ? entry.processes.length : entry[by];
  };
  return [...usage].sort(
    (left, right) =>
      turn * (by === 'label' ? left.label.localeCompare(right.label) : number(left) - number(right)) ||
      left.pane_id.localeCompare(right.pane_id),
  );
}
