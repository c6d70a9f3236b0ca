/** The one place in which a text was changed: what was put in, and what stood there. */
export interface TextDifference {
  /** In UTF-16 units. */
  readonly start: number;
  readonly inserted: string;
  readonly replaced: string;
}

export function differenceOf(before: string, after: string): TextDifference {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return {
    start,
    inserted: after.slice(start, after.length - end),
    replaced: before.slice(start, before.length - end),
  };
}

/** The text as it was before a change. */
export function undone(text: string, { start, inserted, replaced }: TextDifference): string {
  return text.slice(0, start) + replaced + text.slice(start + inserted.length);
}
