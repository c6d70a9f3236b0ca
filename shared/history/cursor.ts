/** A place in a list that is sorted by time, the newest first, and by name where the times are equal. */
export interface Place {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly id: string;
}

/** Below zero when the first comes first: the newer one. */
export function comparePlaces(first: Place, second: Place): number {
  return second.at - first.at || (first.id < second.id ? -1 : first.id > second.id ? 1 : 0);
}

/** The place as a word for callers, who are not to look into it. */
export function encodeCursor({ at, id }: Place): string {
  return `${String(at)}_${id}`;
}

/** Null for a word that is no cursor. */
export function decodeCursor(word: string): Place | null {
  const match = /^(-?\d{1,20}(?:\.\d{1,20})?)_([0-9a-f-]{1,60})$/i.exec(word);
  return match === null ? null : { at: Number(match[1]), id: match[2] ?? '' };
}
