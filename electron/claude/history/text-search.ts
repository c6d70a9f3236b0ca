import type { SearchTerms } from '#shared/history/query';
import { excerptAround } from '#shared/history/query';
import { parseRecord, saidIn } from '#shared/history/records';
import type { Breath } from './breath';
import { MESSAGE_MARK, placeOfMessage } from './content-format';
import type { ContentIndex } from './content-index';
import { lineAt } from './transcript-lines';

/** Where the words of a search stand in one transcript. */
export interface TextHit {
  /** Messages that hold at least one of the words. */
  readonly count: number;
  /** Where the line begins that holds the most of what was looked for, the first of those. */
  readonly place: number;
  /** The longest word that stands there. */
  readonly term: string;
}

/** Looks for words in what the index keeps. Every word has to occur somewhere in the transcript. */
export class TextSearch {
  private readonly needles: readonly Buffer[];

  constructor(
    private readonly index: ContentIndex,
    private readonly terms: SearchTerms,
  ) {
    this.needles = terms.map((term) => Buffer.from(term));
  }

  /** Null when not all words occur. Throws the system's error. */
  async in(file: string, breath: Breath): Promise<TextHit | null> {
    const seen = new Set<number>();
    let count = 0;
    let best: { readonly place: number; readonly weight: number; readonly term: number } | null = null;
    for (const extent of this.index.recordOf(file)?.text ?? []) {
      const messages = this.messagesIn(this.index.text(extent));
      count += messages.size;
      for (const [place, found] of messages) {
        found.forEach((term) => seen.add(term));
        // The longest words say the most.
        const weight = found.reduce((sum, term) => sum + this.weight(term), 0);
        if (weight <= (best?.weight ?? 0)) continue;
        const term = found.reduce((one, other) => (this.weight(other) > this.weight(one) ? other : one));
        best = { place, weight, term };
      }
      if (breath.isDue) await breath.take();
    }
    if (best === null || seen.size < this.needles.length) return null;
    return { count, place: best.place, term: this.terms[best.term] ?? '' };
  }

  private weight(term: number): number {
    return this.terms[term]?.length ?? 0;
  }

  /** The messages with words in them, by the place of their line, in order; with the numbers of the words. */
  private messagesIn(text: Buffer): ReadonlyMap<number, readonly number[]> {
    const found = new Map<number, number[]>();
    this.needles.forEach((needle, term) => {
      let at = text.indexOf(needle);
      while (at >= 0) {
        const start = text.lastIndexOf(MESSAGE_MARK, at);
        const terms = found.get(start);
        if (terms === undefined) found.set(start, [term]);
        else terms.push(term);
        // Once in a message is enough.
        const next = text.indexOf(MESSAGE_MARK, at);
        at = next < 0 ? -1 : text.indexOf(needle, next);
      }
    });
    return new Map(
      [...found]
        .sort(([first], [second]) => first - second)
        .map(([start, terms]) => [placeOfMessage(text, start), terms]),
    );
  }
}

/** The words around a hit as they were said; empty when the transcript is gone meanwhile. */
export function excerptOf(file: string, { place, term }: TextHit): string {
  const record = parseRecord(lineAt(file, place) ?? '');
  return record === null ? '' : (excerptAround(saidIn(record), term) ?? '');
}
