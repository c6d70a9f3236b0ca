import { describe, expect, it } from 'vitest';
import { readSnapshot, takeSnapshot } from '#shared/state/snapshot';
import { fixtureText } from '#test/helpers/fixtures';
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

describe('a snapshot of version 1', () => {
  it('is read with everything in it, and knows of no Claude', () => {
    const contents = JSON.parse(fixtureText('snapshots/version-1.json')) as unknown;
    const read = readSnapshot(contents);
    if (!read.ok) throw new Error(read.error);
    const panes = read.value.sessions[0]?.windows[0]?.panes ?? [];
    expect(read.value.version).toBe(2);
    expect(panes.map((pane) => [pane.name, pane.command, pane.claude])).toEqual([
      ['notes', null, null],
      [null, 'claude', null],
    ]);
  });
});

describe('what is not understood of a Claude', () => {
  const [session, window, pane] = [id('a'), id('b'), id('c')];
  const claude = {
    managed: true,
    driver: 'terminal',
    sessionId: id('d'),
    transcriptPath: null,
    directory: '/home/dev',
    isolation: 'shared',
    configDirectory: '/home/dev/.claude',
    arguments: [],
    resumed: false,
    failures: 0,
    restartAt: null,
    mcp: false,
  } as const;
  const state = stateOf({ [session]: { [window]: pane } }, { [pane]: { kind: 'claude', claude } });

  it.each([
    [{ sessionId: 'not-a-uuid' }, { sessionId: null }],
    [{ sessionId: '12345678-1234-1234-1234-123456789012' }, {}],
    [{ state: 'dancing' }, { state: null }],
    [{ arguments: 5 }, null],
  ])('such as %j costs nothing else of the workspace', (change, expected) => {
    const contents = JSON.parse(JSON.stringify(takeSnapshot(state, 42))) as {
      sessions: { windows: { panes: { claude: Record<string, unknown> }[] }[] }[];
    };
    const saved = contents.sessions[0]?.windows[0]?.panes[0];
    if (saved === undefined) throw new Error('there is a pane');
    Object.assign(saved.claude, change);
    const read = readSnapshot(contents);
    if (!read.ok) throw new Error(read.error);
    const back = read.value.sessions[0]?.windows[0]?.panes[0]?.claude;
    if (expected === null) expect(back).toBeNull();
    else expect(back).toMatchObject({ ...change, ...expected });
  });
});
