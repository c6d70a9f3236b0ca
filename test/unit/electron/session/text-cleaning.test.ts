import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cleanTitle } from '../../../../electron/session/text-cleaning';

it.each([
  ['plain', 'plain'],
  ['  spaced  ', 'spaced'],
  ['a\x1b[31mb\nc', 'a[31mbc'],
  ['safe\u202egpj.exe', 'safegpj.exe'],
  ['👩\u200d💻 work', '👩\u200d💻 work'],
  ['x'.repeat(200), `${'x'.repeat(79)}…`],
  ['🙂'.repeat(200), `${'🙂'.repeat(79)}…`],
])('cleans the title %j', (title, expected) => {
  expect(cleanTitle(title)).toBe(expected);
});

it('is one line of at most 80 characters whatever a program sets', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (title) => {
      const clean = cleanTitle(title);
      expect([...clean].length).toBeLessThanOrEqual(80);
      expect(clean).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069\u2028\u2029]/u);
      expect(cleanTitle(clean)).toBe(clean);
    }),
  );
});
