import { invariant } from '../base/assert';
import type { Row } from './rows';

/** Where a row stands. It stays true when rows are put before all others. */
export type Place = number & { readonly brand: 'Place' };

/** Rows of one page of earlier lines, at most. */
const SPAN = 10_000_000;

/** Rows that grow at both ends: one by one at the lower, a page at a time at the upper. */
export class RowList {
  /** Another array after each page; the same one, changed, in between. */
  rows: Row[] = [];
  /** Where the rows of a page begin in `rows`, by the page's number; page 0 is what came at the lower end. */
  private readonly starts: number[] = [0];
  private page: Row[] | null = null;

  add(row: Row): Place {
    const list = this.page ?? this.rows;
    list.push(row);
    const number = this.page === null ? 0 : this.starts.length - 1;
    const start = this.page === null ? (this.starts[0] ?? 0) : 0;
    return (number * SPAN + list.length - 1 - start) as Place;
  }

  get(place: Place): Row {
    const [list, index] = this.locate(place);
    const row = list[index];
    invariant(row !== undefined, 'a place always holds a row');
    return row;
  }

  set(place: Place, row: Row): void {
    const [list, index] = this.locate(place);
    list[index] = row;
  }

  /** Nothing stands below it. */
  isLast(place: Place): boolean {
    const [list, index] = this.locate(place);
    return index === list.length - 1;
  }

  /** The place of the lowest row that shows something, of those that came in this way; null when there is none. */
  lastShown(): Place | null {
    const list = this.page ?? this.rows;
    const start = this.page === null ? (this.starts[0] ?? 0) : 0;
    let index = list.length - 1;
    while (index >= start && list[index]?.kind === 'absorbed') index -= 1;
    const number = this.page === null ? 0 : this.starts.length - 1;
    return index < start ? null : ((number * SPAN + index - start) as Place);
  }

  /** What stood there is a part of another row now. */
  absorb(place: Place): void {
    const { key, at } = this.get(place);
    this.set(place, { kind: 'absorbed', key, at, lines: [] });
  }

  /** Puts a row where another one stands; that one and all below it, which came at the lower end, move down. */
  insert(place: Place, row: Row): void {
    const [list, index] = this.locate(place);
    list.splice(index, 0, row);
  }

  /** The places from this one to the end are exactly these. */
  isTail(places: readonly Place[]): boolean {
    const sorted = [...places].sort((left, right) => left - right);
    const last = sorted.at(-1);
    return (
      last !== undefined &&
      this.isLast(last) &&
      sorted.every((place, index) => index === 0 || place - (sorted[index - 1] ?? 0) === 1)
    );
  }

  /**
   * Puts a row above others, which have to be the lowest. Comes back with where they stand then, from top to bottom;
   * null, with nothing changed, when they are not.
   */
  addAbove(places: readonly Place[], row: Row): readonly Place[] | null {
    const sorted = [...places].sort((left, right) => left - right);
    const [first] = sorted;
    if (first === undefined || !this.isTail(sorted)) return null;
    this.insert(first, row);
    return sorted.map((place) => (place + 1) as Place);
  }

  /** From now on rows are added to a page that will stand before all others. */
  beginPage(): void {
    invariant(this.page === null, 'one page at a time');
    this.page = [];
    this.starts.push(0);
  }

  /** Puts the page before all others. */
  endPage(): void {
    const page = this.page;
    invariant(page !== null, 'there is a page');
    this.page = null;
    if (page.length === 0) return;
    this.rows = page.concat(this.rows);
    for (let number = 0; number < this.starts.length - 1; number += 1)
      this.starts[number] = (this.starts[number] ?? 0) + page.length;
  }

  private locate(place: Place): [Row[], number] {
    const number = Math.floor(place / SPAN);
    const offset = place % SPAN;
    if (this.page !== null && number === this.starts.length - 1) return [this.page, offset];
    return [this.rows, (this.starts[number] ?? 0) + offset];
  }
}
