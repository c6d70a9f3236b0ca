import { describe, expect, it } from 'vitest';
import { keyBytes } from '../../../../electron/commands/handlers/keys';

describe('keys by name', () => {
  it.each([
    ['Enter', '\r'],
    ['Escape', '\x1b'],
    ['C-c', '\x03'],
    ['C-C', '\x03'],
    ['C-Space', '\0'],
    ['C-[', '\x1b'],
    ['C-?', '\x7f'],
    ['M-x', '\x1bx'],
    ['C-M-x', '\x1b\x18'],
    ['S-Tab', '\x1b[Z'],
    ['Tab', '\t'],
    ['Up', '\x1b[A'],
    ['S-Up', '\x1b[1;2A'],
    ['C-Left', '\x1b[1;5D'],
    ['M-S-Home', '\x1b[1;4H'],
    ['F1', '\x1bOP'],
    ['F12', '\x1b[24~'],
    ['a', 'a'],
    ['S-a', 'A'],
    ['é', 'é'],
    ['M-Enter', '\x1b\r'],
    ['-', '-'],
    ['C-_', '\x1f'],
  ])('%s is %j', (name, bytes) => {
    expect(keyBytes(name, false)).toEqual({ ok: true, value: bytes });
  });

  it('cursor keys follow the mode of the program', () => {
    expect(keyBytes('Up', true)).toEqual({ ok: true, value: '\x1bOA' });
  });

  it.each(['', 'Entr', 'C-', 'C-é', 'C-F1', 'X-a', 'ab'])(
    '%j is no key, and the failure lists what there is',
    (name) => {
      const key = keyBytes(name, false);
      expect(key.ok ? '' : key.error.message).toContain('Escape');
    },
  );
});
