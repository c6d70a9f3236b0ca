import type { WorkspaceSnapshot } from '#shared/state/snapshot';
import { takeSnapshot } from '#shared/state/snapshot';
import { stateOf } from '#test/helpers/state';

const id = (number: number): string => `${String(number).padStart(8, '0')}-1111-4111-8111-111111111111`;

/** A workspace of 300 KB, of a time that can be told from others. */
export function largeSnapshot(at: number): WorkspaceSnapshot {
  // As large as workspaces with much of everything come.
  const windows = Object.fromEntries(
    Array.from({ length: 300 }, (_, number) => [id(1000 + number), id(5000 + number)]),
  );
  const panes = Object.fromEntries(
    Array.from({ length: 300 }, (_, number) => [
      id(5000 + number),
      { name: `pane ${String(number)}`, environment: { PADDING: 'x'.repeat(400) } },
    ]),
  );
  return takeSnapshot(stateOf({ [id(1)]: windows }, panes), at);
}
