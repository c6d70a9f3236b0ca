import fs from 'node:fs';
import { WorkspaceFiles } from '#electron/session/persistence/workspace-files';
import { largeSnapshot } from '../large-state';
import { type Row, Tally } from '../row';

const CALLS = [
  'openSync',
  'writeSync',
  'closeSync',
  'renameSync',
  'linkSync',
  'rmSync',
  'existsSync',
] as const;
const FAULTS = ['ENOSPC', 'EIO', 'EMFILE', 'short write'] as const;
/** As many as there are, at most: each of them fails once in each way. */
const CALLS_OF_A_SAVE = 9;
type Call = (...values: unknown[]) => unknown;

/** Lets the n-th call to the file system fail while something is done; gives how many there were. */
function withFault(nth: number, fault: (typeof FAULTS)[number], work: () => void): number {
  const originals = new Map(CALLS.map((name) => [name, fs[name] as Call]));
  let calls = 0;
  for (const [name, original] of originals)
    (fs as unknown as Record<string, Call>)[name] = (...values) => {
      calls += 1;
      if (calls !== nth || name === 'existsSync') return original(...values);
      if (fault !== 'short write')
        throw Object.assign(new Error(`${fault}: no more, ${name}`), { code: fault });
      const [descriptor, bytes, offset = 0] = values as [number, Buffer, number?];
      if (name !== 'writeSync') return original(...values);
      return original(descriptor, bytes, offset, Math.ceil((bytes.length - offset) / 2));
    };
  try {
    work();
  } finally {
    for (const [name, original] of originals) (fs as unknown as Record<string, Call>)[name] = original;
  }
  return calls;
}

export const row: Row = {
  number: 32,
  async run({ scratch }) {
    const tally = new Tally();
    for (const fault of FAULTS)
      for (let nth = 1; nth <= CALLS_OF_A_SAVE; nth += 1) {
        const folder = scratch.folder(`${fault}-${String(nth)}`);
        const files = new WorkspaceFiles(folder);
        files.save(largeSnapshot(1));
        await files.synced();
        let error = '';
        const calls = withFault(nth, fault, () => {
          try {
            files.save(largeSnapshot(2));
          } catch (thrown) {
            error = String(thrown);
          }
        });
        await files.synced().catch(() => undefined);
        if (error === '' && calls > CALLS_OF_A_SAVE)
          throw new Error(`a save makes ${String(calls)} calls now`);
        const { snapshot, problems } = await new WorkspaceFiles(folder).load();
        const right =
          problems.length === 0 &&
          (error === '' ? snapshot?.savedAt === 2 : [1, 2].includes(snapshot?.savedAt ?? 0));
        tally.check(
          right,
          `${fault} at call ${String(nth)}: ${error || 'no error'}, and ${String(snapshot?.savedAt)} is there; ${problems.join()}`,
        );
      }
    return tally;
  },
};
