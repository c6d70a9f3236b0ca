import type { Result } from '../base/result';
import { fail, ok } from '../base/result';

/** A key as it is pressed, reduced to what bindings look at. */
export interface KeyPress {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  readonly metaKey: boolean;
  /** AltGr is down: Ctrl and Alt then only make a character. */
  readonly altGraph: boolean;
}

/** Names of tmux on the left, those of the browser on the right. */
const NAMED: Readonly<Record<string, string>> = {
  left: 'ArrowLeft',
  right: 'ArrowRight',
  up: 'ArrowUp',
  down: 'ArrowDown',
  space: ' ',
  enter: 'Enter',
  escape: 'Escape',
  esc: 'Escape',
  tab: 'Tab',
  bspace: 'Backspace',
  backspace: 'Backspace',
  pageup: 'PageUp',
  pgup: 'PageUp',
  ppage: 'PageUp',
  pagedown: 'PageDown',
  pgdn: 'PageDown',
  npage: 'PageDown',
  home: 'Home',
  end: 'End',
  insert: 'Insert',
  ic: 'Insert',
  delete: 'Delete',
  dc: 'Delete',
  ...Object.fromEntries(
    Array.from({ length: 12 }, (_, index) => [`f${String(index + 1)}`, `F${String(index + 1)}`]),
  ),
};

const MODIFIER_KEYS = new Set([
  'Control',
  'Shift',
  'Alt',
  'AltGraph',
  'Meta',
  'CapsLock',
  'NumLock',
  'Fn',
  'Dead',
]);

export function isModifierKey(press: KeyPress): boolean {
  return MODIFIER_KEYS.has(press.key);
}

function canonical(ctrl: boolean, alt: boolean, shift: boolean, meta: boolean, key: string): string {
  return `${ctrl ? 'C-' : ''}${alt ? 'M-' : ''}${meta ? 'D-' : ''}${shift ? 'S-' : ''}${key}`;
}

/** Reads a key's name, such as `C-b`, `M-Left`, `C-S-c` or `%`; gives its canonical form. */
export function parseKeyName(name: string): Result<string, string> {
  let rest = name;
  const modifiers = new Set<string>();
  for (;;) {
    const match = /^([CMSD])-(?=.)/i.exec(rest);
    if (match === null) break;
    modifiers.add((match[1] ?? '').toUpperCase());
    rest = rest.slice(match[0].length);
  }
  const named = NAMED[rest.toLowerCase()];
  const single = [...rest].length === 1;
  if (named === undefined && !single) return fail(`there is no key called "${rest}"`);
  let key = named ?? rest;
  let shift = modifiers.has('S');
  if (single && key.toLowerCase() !== key.toUpperCase()) {
    // A capital letter is the letter with Shift.
    if (key !== key.toLowerCase()) shift = true;
    key = key.toLowerCase();
  }
  return ok(canonical(modifiers.has('C'), modifiers.has('M'), shift, modifiers.has('D'), key));
}

/** The canonical names that a pressed key answers to, the most exact one first. */
export function namesOf(press: KeyPress): readonly string[] {
  const ctrl = press.ctrlKey && !press.altGraph;
  const alt = press.altKey && !press.altGraph;
  const { shiftKey: shift, metaKey: meta } = press;
  let { key } = press;
  const letterOfCode = /^Key([A-Z])$/.exec(press.code)?.[1];
  const foreign = [...key].length === 1 && key > '\u007f';
  // On a keyboard with another script the letter printed beside it counts, but only with Ctrl or Alt.
  if (foreign && letterOfCode !== undefined && (ctrl || alt)) key = letterOfCode;
  if ([...key].length === 1 && key.toLowerCase() !== key.toUpperCase()) {
    return [canonical(ctrl, alt, shift, meta, key.toLowerCase())];
  }
  const exact = canonical(ctrl, alt, shift, meta, key);
  // Shift made the character itself, as in `%`: it need not be named as well.
  return [...key].length === 1 && key !== ' ' && shift
    ? [exact, canonical(ctrl, alt, false, meta, key)]
    : [exact];
}

const SHOWN: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ' ': 'Space',
  Escape: 'Esc',
  PageUp: 'PgUp',
  PageDown: 'PgDn',
};

/** A key's name as people read it, such as `Ctrl+Shift+C`. */
export function showKey(name: string): string {
  const parsed = parseKeyName(name);
  if (!parsed.ok) return name;
  const words: string[] = [];
  let rest = parsed.value;
  for (const [prefix, word] of [
    ['C-', 'Ctrl'],
    ['M-', 'Alt'],
    ['D-', 'Super'],
    ['S-', 'Shift'],
  ] as const) {
    if (rest.startsWith(prefix) && rest.length > prefix.length) {
      words.push(word);
      rest = rest.slice(prefix.length);
    }
  }
  const alone = words.length === 0;
  words.push(SHOWN[rest] ?? (alone ? rest : rest.toUpperCase()));
  if (words.length === 2 && words[0] === 'Shift' && rest.length === 1) return rest.toUpperCase();
  return words.join('+');
}
