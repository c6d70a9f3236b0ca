/** Terms that all have to occur; each is a word, a part of one, or a phrase in quotes. */
export type SearchTerms = readonly string[];

/** The most terms of one search. */
const TERMS_LIMIT = 16;

/** Text as it is compared: without case, and with one blank wherever there is blank space. */
export function foldForSearch(text: string): string {
  return text.toLowerCase().replaceAll('ς', 'σ').replace(/\s+/g, ' ').trim();
}

/** Reads what a person typed. Empty when there is nothing to look for. */
export function parseQuery(query: string): SearchTerms {
  const terms: string[] = [];
  // A quote that is never closed holds the rest.
  for (const [, phrase, word] of query.matchAll(/"([^"]*)(?:"|$)|([^\s"]+)/g)) {
    const term = foldForSearch(phrase ?? word ?? '');
    if (term !== '' && !terms.includes(term)) terms.push(term);
  }
  return terms.slice(0, TERMS_LIMIT);
}

/** What is kept of each side of a hit, in characters. */
const BESIDE = 80;

/** Text around the first place of a term, in its own case; null where the term does not occur. */
export function excerptAround(said: string, term: string): string | null {
  const line = said.replace(/\s+/g, ' ').trim();
  const lower = foldForSearch(line);
  const found = lower.indexOf(term);
  if (found < 0) return null;
  // Few letters become longer in small: then the place is only about right.
  const place = lower.length === line.length ? found : Math.min(found, line.length);
  const start = wholeCharacter(line, Math.max(0, place - BESIDE));
  const end = wholeCharacter(line, Math.min(line.length, place + term.length + BESIDE));
  return line.slice(start, end).trim();
}

/** Moves a place in front of a character that it would cut in two. */
function wholeCharacter(text: string, place: number): number {
  const unit = text.charCodeAt(place);
  return unit >= 0xdc00 && unit <= 0xdfff ? place - 1 : place;
}
