import { expect, it } from 'vitest';
import { fontNames } from '../../../../renderer/terminal/font-names';
import { joinedRanges } from '../../../../renderer/terminal/ligatures';

it('joins what fonts draw as one, the longest first, and nothing else', () => {
  const joined = (text: string) => joinedRanges(text).map(([from, end]) => text.slice(from, end));
  expect(joined('a => b !== c <= d')).toEqual(['=>', '!==', '<=']);
  expect(joined('x->y /* z */ www [0] (a) = b')).toEqual(['->', '/*', '*/']);
  expect(joined('<!-- a --> ?. ...')).toEqual(['<!--', '-->', '?.', '...']);
  expect(joined('plain words, 1 + 2')).toEqual([]);
});

it('takes a list of fonts with and without quotes', () => {
  expect(fontNames(`"Fira Code", 'Iosevka Term',, Hack\\`)).toEqual(['Fira Code', 'Iosevka Term', 'Hack']);
});
