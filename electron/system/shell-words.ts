/** A word as every shell reads it back, whatever it holds. */
export function quoteForShell(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

/** The same, left as it is where no shell could take it for anything else. */
export function quoteWord(word: string): string {
  return /^[A-Za-z0-9_/.:=-]+$/.test(word) ? word : quoteForShell(word);
}
