import { describe, expect, it } from 'vitest';
import type { Origin } from '#shared/commands/define-command';
import { asDesktopWindowId, asSessionId } from '#shared/model/ids';
import { reduce } from '#shared/state/reducer';
import {
  askedFrom,
  paneInFront,
  resolvePane,
  resolveReceiver,
  resolveSession,
  resolveWindow,
} from '../../../../electron/session/targets';
import { emptyState, stateOf } from '#test/helpers/state';

const person: Origin = { kind: 'cli', paneId: null };
const state = stateOf(
  { work: { main: 'h(0.5:a,0.5:b)', logs: 'c' }, other: { desk: 'h(0.5:d,0.5:e)' } },
  {
    a: { name: 'editor' },
    b: { name: 'tests' },
    d: { name: 'editor' },
    e: { name: '1' },
    c: { name: 'tail' },
  },
);

function pane(target: string | undefined, origin = person): string {
  const found = resolvePane(state, origin, target);
  return found.ok ? found.value.id : `${found.error.code}: ${found.error.message}`;
}

describe('a pane', () => {
  it('is the active one when none is named', () => {
    expect(pane(undefined)).toBe('a');
  });

  it('is the one that the caller runs in when none is named', () => {
    expect(pane(undefined, { kind: 'cli', paneId: 'e' })).toBe('e');
  });

  it('is found by id, index and name', () => {
    expect(pane('c')).toBe('c');
    expect(pane('1')).toBe('b');
    expect(pane('tests')).toBe('b');
    expect(pane('tail')).toBe('c');
  });

  it('is looked for nearest to the caller first', () => {
    expect(pane('editor')).toBe('a');
    expect(pane('editor', { kind: 'cli', paneId: 'e' })).toBe('d');
  });

  it('that is unknown is refused with the candidates', () => {
    const found = resolvePane(state, person, 'nope');
    expect(found.ok ? [] : found.error.candidates).toHaveLength(5);
    expect(pane('nope')).toContain('editor (a)');
    expect(pane('99')).toContain('not-found');
  });

  it('with a name that several have is refused with the candidates', () => {
    const twice = stateOf({ work: { main: 'h(0.5:a,0.5:b)' } }, { a: { name: 'x' }, b: { name: 'x' } });
    const found = resolvePane(twice, person, 'x');
    expect(found.ok ? '' : found.error.code).toBe('ambiguous');
    expect(found.ok ? [] : found.error.candidates).toEqual(['x (a)', 'x (b)']);
  });
});

describe('who is to be given something', () => {
  const give = (target: string, mayHave: (id: string) => boolean = () => true, origin = person) => {
    const found = resolveReceiver(state, origin, target, ({ id }) => mayHave(id));
    return found.ok ? found.value.id : [found.error.code, ...(found.error.candidates ?? [])].join(' ');
  };

  it('is not the nearest of several with the name, in whichever windows they are', () => {
    expect(give('editor')).toBe('ambiguous editor (a) editor (d)');
    expect(give('editor', () => true, { kind: 'agent', via: 'mcp', paneId: 'e' })).toContain('ambiguous');
    expect(give('d')).toBe('d');
    expect(give('tests')).toBe('b');
    expect(give('1')).toBe('b');
    expect(give('nope')).toContain('not-found');
  });

  it('is the one that may have it', () => {
    expect(give('editor', (id) => id !== 'a')).toBe('d');
    expect(give('editor', () => false)).toBe('a');
  });
});

describe('windows and sessions', () => {
  it('are found by name and index', () => {
    const byName = resolveWindow(state, person, 'logs', undefined);
    expect(byName.ok && byName.value.id).toBe('logs');
    const byIndex = resolveSession(state, person, '1');
    expect(byIndex.ok && byIndex.value.id).toBe('other');
  });

  it('are those of the caller by default', () => {
    const found = resolveSession(state, { kind: 'cli', paneId: 'e' }, undefined);
    expect(found.ok && found.value.id).toBe('other');
  });

  it('that are not there say what to do', () => {
    const found = resolveSession(emptyState(), person, undefined);
    expect(found.ok ? '' : found.error.message).toContain('create_session');
  });
});

describe('what is asked for in a window of the desktop', () => {
  const A = asDesktopWindowId('A');
  const B = asDesktopWindowId('B');
  const seen = reduce(state, {
    type: 'desktop-windows/began',
    windows: [
      { id: A, sessionId: asSessionId('work'), bounds: null },
      { id: B, sessionId: asSessionId('other'), bounds: null },
    ],
  });
  const paneFor = (origin: Origin, target?: string) => {
    const found = resolvePane(seen, origin, target);
    return found.ok ? found.value.id : found.error.code;
  };

  it('means what that window shows, whichever is in front', () => {
    expect(paneFor({ kind: 'window', paneId: null, desktopWindow: B })).toBe('d');
    expect(paneFor({ kind: 'window', paneId: null, desktopWindow: B }, 'editor')).toBe('d');
    expect(paneFor({ kind: 'window', paneId: null, desktopWindow: A }, 'editor')).toBe('a');
    expect(paneInFront(seen, { kind: 'window', paneId: null, desktopWindow: B })).toBe('d');
  });

  it('means the one in front when it comes from nowhere, or from a window that has gone', () => {
    expect(paneFor(person)).toBe('a');
    expect(paneFor({ kind: 'window', paneId: null, desktopWindow: asDesktopWindowId('gone') })).toBe('a');
  });

  it('is shown there; what a program asks for is shown where the program is seen', () => {
    expect(askedFrom(seen, { kind: 'window', paneId: null, desktopWindow: B })).toBe(B);
    expect(askedFrom(seen, { kind: 'cli', paneId: 'e' })).toBe(B);
    expect(askedFrom(seen, person)).toBeUndefined();
  });
});
