/** Longest title that is kept, in characters. */
const TITLE_LIMIT = 80;

/** Control, bidirectional and line characters, which could disguise what a name says. */
const UNSAFE = /[\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\u2028\u2029]/gu;

/** Makes a title that a program set safe to show: one line, no controls, bounded. */
export function cleanTitle(title: string): string {
  const characters = [...title.replace(UNSAFE, '').trim()];
  return characters.length <= TITLE_LIMIT
    ? characters.join('')
    : `${characters.slice(0, TITLE_LIMIT - 1).join('')}…`;
}
