import { describe, expect, it } from 'vitest';
import { DEFAULT_DIRECT_KEYS, DEFAULT_PREFIXED_KEYS } from '#shared/config/default-keys';
import type { Configuration } from '#shared/config/schema';
import { DEFAULT_CONFIGURATION } from '#shared/config/schema';
import { readKeyBindings } from '../../../../renderer/commands/key-bindings';
import type { KeyChange, KeyRow } from '../../../../renderer/commands/key-rows';
import { parseCommandLine } from '#shared/commands/command-line';
import {
  addKey,
  bindingOf,
  commandText,
  keyFault,
  keyRows,
  lostToPrograms,
  removeKey,
  resetRow,
  writtenKey,
} from '../../../../renderer/commands/key-rows';

type Keys = Configuration['keys'];
const NO_KEYS: Keys = { prefix: 'C-b', prefixed: {}, direct: {} };

const bindingsOf = (keys: Keys) => readKeyBindings({ ...DEFAULT_CONFIGURATION, keys }, parseCommandLine);

function rowOf(keys: Keys, value: string): KeyRow {
  const row = keyRows(bindingsOf(keys)).find((candidate) => candidate.value === value);
  if (row === undefined) throw new Error(`there is no row ${value}`);
  return row;
}

/** The keys after changes, as the settings would hold them. */
function changed(keys: Keys, changes: readonly KeyChange[]): Keys {
  const tables = { prefixed: { ...keys.prefixed }, direct: { ...keys.direct } };
  for (const { table, key, value } of changes) {
    if (value === null) Reflect.deleteProperty(tables[table], key);
    else tables[table][key] = value;
  }
  return { ...keys, ...tables };
}

describe('the rows of keys', () => {
  it('hold everything that a key can do once, with its keys', () => {
    const rows = keyRows(bindingsOf(NO_KEYS));
    expect(new Set(rows.map(({ value }) => value)).size).toBe(rows.length);
    expect(rows.filter((row) => row.changed)).toEqual([]);
    expect(rows.flatMap(({ prefixed }) => prefixed).sort()).toEqual(
      Object.keys(DEFAULT_PREFIXED_KEYS).sort(),
    );
    expect(rows.flatMap(({ direct }) => direct).sort()).toEqual(Object.keys(DEFAULT_DIRECT_KEYS).sort());
    expect(rowOf(NO_KEYS, 'zoom_pane')).toMatchObject({ prefixed: ['z'], direct: ['C-S-z'] });
    expect(rowOf(NO_KEYS, 'ui:log')).toMatchObject({ prefixed: [], direct: [] });
    expect(rowOf(NO_KEYS, 'resize_pane --direction horizontal --amount -60').title).toBe(
      'Make pane narrower',
    );
  });

  it('have those of the settings, also for lines that only the settings have', () => {
    const keys = { ...NO_KEYS, direct: { 'C-S-z': '', 'M-F5': 'send_input --input ls --submit' } };
    expect(rowOf(keys, 'zoom_pane')).toMatchObject({ direct: [], changed: true });
    expect(rowOf(keys, 'send_input --input ls --submit')).toMatchObject({ direct: ['M-F5'], changed: true });
  });

  it('are read again from the line that each is written as', () => {
    expect(
      commandText('split_pane', { direction: 'horizontal', focus: true, keep: false, name: 'a b' }),
    ).toBe("split_pane --direction horizontal --focus --no-keep --name 'a b'");
  });
});

describe('a change of keys', () => {
  it('adds one, takes it away and gives back what came with Fugue', () => {
    const added = changed(NO_KEYS, addKey('direct', 'C-S-y', 'zoom_pane', bindingsOf(NO_KEYS)));
    expect(added.direct).toEqual({ 'C-S-y': 'zoom_pane' });
    expect(rowOf(added, 'zoom_pane').direct).toEqual(['C-S-z', 'C-S-y']);
    const without = changed(added, [removeKey('direct', 'C-S-z')]);
    expect(without.direct).toEqual({ 'C-S-y': 'zoom_pane', 'C-S-z': '' });
    expect(changed(without, [removeKey('direct', 'C-S-y')]).direct).toEqual({ 'C-S-z': '' });
    expect(changed(without, resetRow(rowOf(without, 'zoom_pane'), without)).direct).toEqual({});
  });

  it('takes a key from what it did, and one that was written otherwise with it', () => {
    const bindings = bindingsOf(NO_KEYS);
    expect(bindingOf('prefixed', 'S-a', bindings)?.value).toBe('create_pane --kind claude --focus');
    const taken = changed(NO_KEYS, addKey('prefixed', 'S-a', 'zoom_pane', bindings));
    expect(taken.prefixed).toEqual({ A: '', 'S-a': 'zoom_pane' });
    expect(rowOf(taken, 'create_pane --kind claude --focus').prefixed).toEqual([]);
    // What a key came with needs no entry.
    expect(addKey('direct', 'C-S-z', 'zoom_pane', bindings)).toEqual([
      { table: 'direct', key: 'C-S-z', value: null },
    ]);
  });
});

describe('a pressed key', () => {
  const press = (key: string, modifiers = '', code = '') =>
    writtenKey({
      key,
      code,
      ctrlKey: modifiers.includes('C'),
      altKey: modifiers.includes('M'),
      shiftKey: modifiers.includes('S'),
      metaKey: modifiers.includes('D'),
      altGraph: false,
    });

  it('is written as people write it', () => {
    expect([
      press('a'),
      press('A', 'S'),
      press('P', 'CS'),
      press('%', 'S'),
      press('+', 'CS'),
      press('ArrowLeft', 'M'),
      press(' '),
      press('F5'),
      press('-', 'C'),
      press('Control', 'C'),
    ]).toEqual(['a', 'A', 'C-S-p', '%', 'C-S-+', 'M-Left', 'Space', 'F5', 'C--', null]);
  });

  it('is refused where it would take what programs need', () => {
    expect(keyFault('direct', 'a', 'C-b')).toContain('for programs');
    expect(keyFault('direct', 'S-F5', 'C-b')).toBeNull();
    expect(keyFault('direct', 'M-x', 'C-b')).toBeNull();
    expect(keyFault('direct', 'C-b', 'C-b')).toBe('This is the prefix.');
    expect(keyFault('prefixed', 'a', 'C-b')).toBeNull();
    expect(keyFault('prefixed', 'Escape', 'C-b')).toContain('Esc');
    expect(keyFault('prefixed', 'Dead', 'C-b')).toContain('there is no key');
  });

  it('tells what terminals would miss, which they only do at any time', () => {
    expect(lostToPrograms('direct', 'C-c')).toBe('stops a program: no terminal would get it any more.');
    expect(lostToPrograms('direct', 'C-d')).toContain('a shell');
    expect(lostToPrograms('prefixed', 'C-c')).toBeNull();
    for (const key of ['C-S-c', 'M-c', 'F5', 'nonsense']) expect(lostToPrograms('direct', key)).toBeNull();
  });
});
