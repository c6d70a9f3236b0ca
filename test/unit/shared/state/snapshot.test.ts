import { describe, expect, it } from 'vitest';
import { readSnapshot, takeSnapshot } from '#shared/state/snapshot';
import { stateOf } from '#test/helpers/state';

const id = (digit: string): string => `${digit.repeat(8)}-1111-4111-8111-111111111111`;

describe('a snapshot', () => {
  const [session, window, left, right] = [id('a'), id('b'), id('c'), id('d')];
  const state = stateOf(
    { [session]: { [window]: `h(0.25:${left},0.75:${right})` } },
    { [left]: { name: 'editor', command: 'vim', environment: { A: '1' } } },
  );

  it('reads back as it was taken', () => {
    const snapshot = takeSnapshot(state, 42);
    expect(readSnapshot(JSON.parse(JSON.stringify(snapshot)))).toEqual({ ok: true, value: snapshot });
  });

  it('holds no process, so that nothing of a dead program is taken for living', () => {
    expect(JSON.stringify(takeSnapshot(state, 42))).not.toContain('"pid"');
  });

  it.each([
    [null, 'no workspace'],
    [[], 'no workspace'],
    [{}, 'no version'],
    [{ version: '1' }, 'no version'],
    [{ version: 99 }, 'newer Fugue'],
    [{ version: 1, savedAt: 1, activeSession: null, sessions: [{ id: 5 }] }, 'is wrong'],
    [{ version: 1, savedAt: 1, activeSession: null, sessions: [{ windows: [] }] }, 'is wrong'],
  ])('that holds %j is refused with a reason', (contents, reason) => {
    const read = readSnapshot(contents);
    expect(read.ok ? '' : read.error).toContain(reason);
  });
});
