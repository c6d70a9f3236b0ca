/** Whether a text has all words of a search, wherever they stand in it. An empty search finds everything. */
export function matchesSearch(text: string, search: string): boolean {
  const all = text.toLowerCase();
  return wordsOf(search).every((word) => all.includes(word));
}

/** Whether each word of a search begins a word of the text. */
export function beginsWords(text: string, search: string): boolean {
  const begun = text.toLowerCase().split(/[\s:,._-]+/);
  return wordsOf(search).every((word) => begun.some((one) => one.startsWith(word)));
}

function wordsOf(search: string): readonly string[] {
  return search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
}
