import { MarkdownCutter } from './markdown-cutter';
import type { Place, RowList } from './row-list';
import type { TextRow } from './rows';

/** A row that is so long is followed by another one, at the next border of pieces. In UTF-16 units. */
const ROW_LENGTH = 6000;
const DEFINITIONS = /^ {0,3}\[(?!\^)[^\]\n]+\]:[ \t]*\S.*$/gm;

/** What all rows of one text have in common. */
export interface TextOrigin {
  readonly key: string;
  readonly at: number | null;
  readonly lines: readonly string[];
}

/**
 * Writes a text into rows as it comes. The rows are the same for every way of cutting the text, so what was streamed
 * stays where it is when the whole comes.
 */
export class TextWriter {
  private cutter = new MarkdownCutter();
  private places: Place[] = [];
  /** Which of the rows is being written. */
  private row = 0;
  private pieces: string[] = [];
  private length = 0;
  /** Everything so far. */
  private text = '';
  private definitions = '';
  private dirty = false;

  constructor(
    private readonly list: RowList,
    private origin: TextOrigin,
  ) {
    this.show(true, '');
  }

  get key(): string {
    return this.origin.key;
  }

  /** The rows that it has. */
  get rows(): readonly Place[] {
    return this.places;
  }

  /** Its rows stand one lower. */
  moveDown(): void {
    this.places = this.places.map((place) => (place + 1) as Place);
  }

  push(text: string): void {
    this.text += text;
    this.dirty = true;
    for (const piece of this.cutter.push(text)) {
      this.pieces.push(piece);
      this.length += piece.length;
      if (this.length >= ROW_LENGTH && this.mayGoOn()) this.nextRow();
    }
  }

  /** Shows what has come. Until then it costs nothing to draw. */
  flush(): void {
    if (this.dirty) this.show(true, this.cutter.tail);
    this.dirty = false;
  }

  /** The text is complete as it is. */
  finish(): void {
    const tail = this.cutter.tail;
    if (tail !== '') this.pieces = [...this.pieces, tail];
    this.cutter = new MarkdownCutter();
    this.show(false, '');
    this.dirty = false;
  }

  /** The whole text has come, in one: it takes the place of what was streamed. */
  replace(whole: string, origin: TextOrigin): void {
    this.origin = { ...origin, key: this.origin.key };
    this.definitions = definitionsOf(whole);
    if (whole.startsWith(this.text)) this.push(whole.slice(this.text.length));
    else {
      this.cutter = new MarkdownCutter();
      this.row = 0;
      this.pieces = [];
      this.length = 0;
      this.text = '';
      this.push(whole);
    }
    this.finish();
    const { at, lines } = origin;
    for (const [index, place] of this.places.entries()) {
      const row = this.list.get(place);
      if (index > this.row) this.list.absorb(place);
      else if (row.kind === 'text')
        this.list.set(place, { ...row, at, lines, definitions: this.definitions });
    }
  }

  /** Nothing of it became a part of the conversation. */
  drop(): void {
    for (const place of this.places) this.list.absorb(place);
  }

  private mayGoOn(): boolean {
    const place = this.places[this.row];
    return this.row + 1 < this.places.length || (place !== undefined && this.list.isLast(place));
  }

  private nextRow(): void {
    this.show(false, '');
    this.row += 1;
    this.pieces = [];
    this.length = 0;
    this.show(true, '');
  }

  private show(streaming: boolean, tail: string): void {
    const { key, at, lines } = this.origin;
    const row: TextRow = {
      kind: 'text',
      key: this.row === 0 ? key : `${key}/${String(this.row)}`,
      at,
      lines,
      pieces: [...this.pieces],
      tail,
      inFence: streaming && this.cutter.inFence,
      streaming,
      definitions: this.definitions,
      continued: this.row > 0,
    };
    const place = this.places[this.row];
    if (place === undefined) this.places.push(this.list.add(row));
    else this.list.set(place, row);
  }
}

function definitionsOf(text: string): string {
  return text.includes(']:') ? (text.match(DEFINITIONS) ?? []).join('\n') : '';
}
