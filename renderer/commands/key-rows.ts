import { COMMAND_NAMES, definitionOf } from '#shared/commands/catalog';
import { parseCommandLine } from '#shared/commands/command-line';
import { DEFAULT_DIRECT_KEYS, DEFAULT_PREFIXED_KEYS } from '#shared/config/default-keys';
import type { Configuration } from '#shared/config/schema';
import { describeEffect } from './describe-effect';
import type { KeyEffect } from '#shared/commands/key-effect';
import type { Binding, KeyBindings } from './key-bindings';
import { readEffect } from '#shared/commands/key-effect';
import { sameEffect } from './key-bindings';
import type { KeyPress } from '#shared/commands/key-names';
import { isModifierKey, namesOf, parseKeyName } from '#shared/commands/key-names';
import { UI_ACTIONS } from '#shared/commands/ui-action-names';

/** The two tables of keys: those after the prefix, and those that work at any time. */
export type KeyTable = 'prefixed' | 'direct';

const DEFAULTS: Readonly<Record<KeyTable, Readonly<Record<string, string>>>> = {
  prefixed: DEFAULT_PREFIXED_KEYS,
  direct: DEFAULT_DIRECT_KEYS,
};

/** Something that a key can do, with the keys that do it. */
export interface KeyRow {
  /** As the settings write it. */
  readonly value: string;
  readonly title: string;
  readonly prefixed: readonly string[];
  readonly direct: readonly string[];
  /** Its keys are others than those that come with Fugue. */
  readonly changed: boolean;
}

/** A change of one entry: its new value, or null for what comes with Fugue. */
export interface KeyChange {
  readonly table: KeyTable;
  readonly key: string;
  readonly value: string | null;
}

/** Everything that keys can do, in the order of lists: what has a key first comes as the keys do. */
export function keyRows(bindings: KeyBindings): readonly KeyRow[] {
  const known: { readonly value: string; readonly effect: KeyEffect }[] = [];
  const add = (value: string): void => {
    const effect = readEffect(value, parseCommandLine);
    if (typeof effect === 'string' || known.some((row) => sameEffect(row.effect, effect))) return;
    known.push({ value, effect });
  };
  const came = Object.values(DEFAULTS).flatMap(Object.entries<string>);
  // Tables put keys that are numbers first; people look for the others first.
  for (const [key, value] of came) if (!/^\d$/.test(key)) add(value);
  for (const [, value] of came) add(value);
  for (const { value } of [...bindings.prefixed.values(), ...bindings.direct.values()]) add(value);
  for (const action of Object.keys(UI_ACTIONS)) add(`ui:${action}`);
  for (const name of COMMAND_NAMES)
    for (const { input, ask } of definitionOf(name).palette)
      if (ask === undefined) add(commandText(name, input ?? {}));
  // Read once for all rows: reading a line takes much longer than comparing what it does.
  const effectsOf = (table: KeyTable) =>
    Object.entries(DEFAULTS[table]).map(
      ([key, value]) => [key, readEffect(value, parseCommandLine)] as const,
    );
  const usualEffects = { prefixed: effectsOf('prefixed'), direct: effectsOf('direct') };
  return known.map(({ value, effect }) => {
    const keysIn = (table: ReadonlyMap<string, Binding>): readonly string[] =>
      [...table.values()].filter((binding) => sameEffect(binding.effect, effect)).map(({ key }) => key);
    const [prefixed, direct] = [keysIn(bindings.prefixed), keysIn(bindings.direct)];
    const usual = (table: KeyTable): readonly string[] =>
      usualEffects[table].flatMap(([key, one]) =>
        typeof one !== 'string' && sameEffect(one, effect) ? [key] : [],
      );
    return {
      value,
      title: describeEffect(effect),
      prefixed,
      direct,
      changed: !sameKeys(prefixed, usual('prefixed')) || !sameKeys(direct, usual('direct')),
    };
  });
}

/** A command with its input as a line of the settings. */
export function commandText(name: string, input: Readonly<Record<string, unknown>>): string {
  const flags = Object.entries(input).map(([field, value]) => {
    if (value === true) return `--${field}`;
    if (value === false) return `--no-${field}`;
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return `--${field} ${/^[\w.-]+$/.test(text) ? text : `'${text}'`}`;
  });
  return [name, ...flags].join(' ');
}

/** What has to change so that a key does nothing. */
export function removeKey(table: KeyTable, key: string): KeyChange {
  return { table, key, value: Object.hasOwn(DEFAULTS[table], key) ? '' : null };
}

/** What has to change so that a key does this, and nothing else is in its way. */
export function addKey(
  table: KeyTable,
  key: string,
  value: string,
  bindings: KeyBindings,
): readonly KeyChange[] {
  const before = bindingOf(table, key, bindings);
  // The same key may be written in another way already, such as S-a for A.
  const old = before !== null && before.key !== key ? [removeKey(table, before.key)] : [];
  return [...old, { table, key, value: DEFAULTS[table][key] === value ? null : value }];
}

/** What has to change so that a row has the keys that come with Fugue. */
export function resetRow(row: KeyRow, own: Configuration['keys']): readonly KeyChange[] {
  const effect = readEffect(row.value, parseCommandLine);
  if (typeof effect === 'string') return [];
  return (['prefixed', 'direct'] as const).flatMap((table) =>
    Object.keys(own[table])
      .filter((key) => doesSame(own[table][key], effect) || doesSame(DEFAULTS[table][key], effect))
      .map((key) => ({ table, key, value: null })),
  );
}

/** What a key does already; null when it is free. */
export function bindingOf(table: KeyTable, key: string, bindings: KeyBindings): Binding | null {
  const name = parseKeyName(key);
  return name.ok ? (bindings[table].get(name.value) ?? null) : null;
}

/** Names of the browser on the left, those of the settings on the right. */
const WRITTEN: Readonly<Record<string, string>> = {
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  ' ': 'Space',
};

/** A pressed key as the settings write it; null for one that is only on its way, such as Ctrl. */
export function writtenKey(press: KeyPress): string | null {
  if (isModifierKey(press)) return null;
  const names = namesOf(press);
  // Shift that made a character need not be named; with Ctrl or Alt the exact name says more.
  const name = (press.ctrlKey || press.altKey ? names[0] : names.at(-1)) ?? '';
  const match = /^((?:[CMDS]-)*)(.+)$/s.exec(name);
  const [, modifiers = '', key = ''] = match ?? [];
  if (modifiers === 'S-' && /^[a-z]$/.test(key)) return key.toUpperCase();
  return `${modifiers}${WRITTEN[key] ?? key}`;
}

/** Why a key can't be taken; null when it can. */
export function keyFault(table: KeyTable, key: string, prefix: string): string | null {
  const name = parseKeyName(key);
  if (!name.ok) return name.error;
  if (table === 'prefixed')
    return name.value === 'Escape' || name.value === prefix
      ? 'After the prefix, Esc leaves it and the prefix itself goes to the program.'
      : null;
  if (name.value === prefix) return 'This is the prefix.';
  const plain = !/^(?:[CMD]-)/.test(name.value) && !/^(?:S-)?F\d+$/.test(name.value);
  return plain
    ? 'A key for any time needs Ctrl, Alt or Super, or is one of F1 to F12: all others are for programs.'
    : null;
}

/** Keys that terminals live by, with what they do there. */
const OF_TERMINALS: Readonly<Record<string, string>> = {
  'C-c': 'stops a program',
  'C-d': 'ends what is typed, and a shell',
  'C-z': 'makes a program pause',
};

/** What the terminals lose when a key works at any time; null when they hardly miss it. */
export function lostToPrograms(table: KeyTable, key: string): string | null {
  const name = parseKeyName(key);
  const does = table === 'direct' && name.ok ? OF_TERMINALS[name.value] : undefined;
  return does === undefined ? null : `${does}: no terminal would get it any more.`;
}

function doesSame(value: string | undefined, effect: KeyEffect): boolean {
  if (value === undefined || value === '') return false;
  const other = readEffect(value, parseCommandLine);
  return typeof other !== 'string' && sameEffect(other, effect);
}

function sameKeys(one: readonly string[], other: readonly string[]): boolean {
  return [...one].sort().join(' ') === [...other].sort().join(' ');
}
