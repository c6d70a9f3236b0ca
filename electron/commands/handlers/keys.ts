import type { Failure } from '#shared/base/errors';
import { failure } from '#shared/base/errors';
import type { Result } from '#shared/base/result';
import { ok } from '#shared/base/result';

/** Keys by the names of tmux, as the bytes that a terminal sends for them. */
const NAMED: Readonly<Record<string, string>> = {
  Enter: '\r',
  Return: '\r',
  Escape: '\x1b',
  Esc: '\x1b',
  Tab: '\t',
  BTab: '\x1b[Z',
  Space: ' ',
  BSpace: '\x7f',
  Backspace: '\x7f',
  Insert: '\x1b[2~',
  IC: '\x1b[2~',
  Delete: '\x1b[3~',
  DC: '\x1b[3~',
  PageUp: '\x1b[5~',
  PPage: '\x1b[5~',
  PageDown: '\x1b[6~',
  NPage: '\x1b[6~',
  F1: '\x1bOP',
  F2: '\x1bOQ',
  F3: '\x1bOR',
  F4: '\x1bOS',
  F5: '\x1b[15~',
  F6: '\x1b[17~',
  F7: '\x1b[18~',
  F8: '\x1b[19~',
  F9: '\x1b[20~',
  F10: '\x1b[21~',
  F11: '\x1b[23~',
  F12: '\x1b[24~',
};

/** Final letters of the cursor keys. */
const CURSOR: Readonly<Record<string, string>> = {
  Up: 'A',
  Down: 'B',
  Right: 'C',
  Left: 'D',
  Home: 'H',
  End: 'F',
};

/**
 * Turns names such as `C-c`, `M-x`, `S-Tab` or `Up` into bytes. Cursor keys depend on a mode of the program.
 * Fails for a name that is none, and lists what there is.
 */
export function keyBytes(name: string, applicationCursorKeys: boolean): Result<string, Failure> {
  const { control, meta, shift, key } = split(name);
  if (key === '') return unknownKey(name);
  const prefix = meta ? '\x1b' : '';
  const final = CURSOR[key];
  if (final !== undefined) {
    const modifier = 1 + (shift ? 1 : 0) + (meta ? 2 : 0) + (control ? 4 : 0);
    if (modifier > 1) return ok(`\x1b[1;${String(modifier)}${final}`);
    return ok(applicationCursorKeys ? `\x1bO${final}` : `\x1b[${final}`);
  }
  if (shift && key === 'Tab') return ok(`${prefix}\x1b[Z`);
  const named = NAMED[key];
  if (named !== undefined) {
    if (control && key === 'Space') return ok(`${prefix}\0`);
    return control ? unknownKey(name) : ok(prefix + named);
  }
  if ([...key].length !== 1) return unknownKey(name);
  if (!control) return ok(prefix + (shift ? key.toUpperCase() : key));
  const code = key.toLowerCase().charCodeAt(0);
  if (key === '?') return ok(`${prefix}\x7f`);
  if (key === ' ' || key === '@') return ok(`${prefix}\0`);
  if (code >= 0x61 && code <= 0x7a) return ok(prefix + String.fromCharCode(code - 0x60));
  if (code >= 0x5b && code <= 0x5f) return ok(prefix + String.fromCharCode(code - 0x40));
  return unknownKey(name);
}

function split(name: string): { control: boolean; meta: boolean; shift: boolean; key: string } {
  const found = { control: false, meta: false, shift: false, key: name };
  for (;;) {
    const match = /^([CMS])-(.+)$/su.exec(found.key);
    if (match === null) return found;
    if (match[1] === 'C') found.control = true;
    else if (match[1] === 'M') found.meta = true;
    else found.shift = true;
    found.key = match[2] ?? '';
  }
}

function unknownKey(name: string): Result<never, Failure> {
  return failure(
    'invalid',
    `"${name}" is no key; use a single character, C- M- S- before it, or one of ${[...Object.keys(CURSOR), ...Object.keys(NAMED)].join(', ')}`,
  );
}
