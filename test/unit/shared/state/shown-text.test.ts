import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainText, visibleParts } from '#shared/state/shown-text';

const shown = (text: string): string =>
  visibleParts(text)
    .map((part) => (part.escaped ? `<${part.text}>` : part.text))
    .join('');

describe('text that the person is to allow', () => {
  it.each([
    ['make all', 'make all'],
    ['a\u001b[8mb', 'a<\\x1b>[8mb'],
    ['one\ntwo\r\tthree', 'one<\\n>two<\\r><\\t>three'],
    ['rm \u202eabc\u2066', 'rm <\\u{202e}>abc<\\u{2066}>'],
    ['zero\u200bwidth\ufeff', 'zero<\\u{200b}>width<\\u{feff}>'],
    ['tag \u{e0041}', 'tag <\\u{e0041}>'],
    ['\\x1b as it is', '\\x1b as it is'],
    ['\ud800', '<\\u{d800}>'],
    ['', ''],
  ])('shows %j', (text, expected) => {
    expect(shown(text)).toBe(expected);
  });

  it('is never cut and never hidden', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        const parts = visibleParts(text);
        const plain = parts.filter(({ escaped }) => !escaped).map((part) => part.text);
        expect(plain.join('')).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069\u200b-\u200f]/u);
        const length = parts.reduce((sum, part) => sum + (part.escaped ? 1 : [...part.text].length), 0);
        expect(length).toBe([...text].length);
      }),
    );
  });
});

it('keeps the lines of a text and nothing that steers', () => {
  expect(plainText('  one\r\n\u001b[31mtwo\u202e\n\tthree \u200b')).toBe('one\n[31mtwo\n\tthree');
});
