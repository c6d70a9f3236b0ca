import { foldForSearch, parseQuery } from '#shared/history/query';

/** A part of a text, and whether it is what was looked for. */
export interface MarkedPart {
  readonly text: string;
  readonly isHit: boolean;
}

/** Cuts a line at the words of a search. Joined again the parts are the line. */
export function markedParts(line: string, query: string): readonly MarkedPart[] {
  const folded = foldForSearch(line);
  const whole = [{ text: line, isHit: false }];
  // Few letters become longer in small, and then no place is sure.
  if (folded.length !== line.length) return whole;
  const hit = new Array<boolean>(line.length).fill(false);
  for (const term of parseQuery(query))
    for (let at = folded.indexOf(term); at >= 0; at = folded.indexOf(term, at + term.length))
      hit.fill(true, at, at + term.length);
  const parts: MarkedPart[] = [];
  for (let start = 0, end = 0; start < line.length; start = end) {
    const isHit = hit[start] === true;
    while (end < line.length && hit[end] === isHit) end += 1;
    parts.push({ text: line.slice(start, end), isHit });
  }
  return parts;
}
