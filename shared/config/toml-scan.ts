import { parse } from 'smol-toml';

/**
 * A statement of a TOML file and where it stands. Offsets count UTF-16 units.
 */
export interface TomlStatement {
  /** `[a.b]`, `[[a.b]]`, or `key = value`. */
  readonly kind: 'table' | 'list' | 'entry';
  /** From the root of the file: of the table, or of the entry itself. */
  readonly path: readonly string[];
  /** The table in which an entry is written; of a header the same as its path. */
  readonly table: readonly string[];
  /** It belongs to an element of a list of tables: which one of them, from 0, by the list's path; else null. */
  readonly element: number | null;
  readonly lineStart: number;
  /** Behind the end of the line. */
  readonly lineEnd: number;
  /** Of an entry the value alone; of a header the place behind it twice. */
  readonly valueStart: number;
  readonly valueEnd: number;
}

/** A value inside of a list or an inline table, with what is written around it. */
export interface TomlPart {
  /** Empty in a list. */
  readonly path: readonly string[];
  /** Where its key starts; in a list the value itself. */
  readonly start: number;
  readonly valueStart: number;
  readonly valueEnd: number;
  /** Comments between what came before and this, or the end. */
  readonly comments: readonly string[];
}

/** What is in a list or an inline table. */
export interface TomlParts {
  readonly parts: readonly TomlPart[];
  /** Comments behind the last part. */
  readonly rest: readonly string[];
}

/** The statements of a text that is known to be TOML, in order. */
export function statementsOf(text: string): readonly TomlStatement[] {
  const found: TomlStatement[] = [];
  const counts = new Map<string, number>();
  let table: readonly string[] = [];
  let element: number | null = null;
  let place = 0;
  while (place < text.length) {
    const lineStart = place;
    place = skipBlanks(text, place);
    const character = text.charAt(place);
    if (character === '[') {
      const isList = text.startsWith('[[', place);
      const key = readKey(text, place + (isList ? 2 : 1));
      table = key.path;
      const name = JSON.stringify(table);
      if (isList) counts.set(name, (counts.get(name) ?? -1) + 1);
      element = elementOf(table, counts);
      const end = key.end + (isList ? 2 : 1);
      place = lineEndFrom(text, end);
      const kind = isList ? 'list' : 'table';
      found.push({
        kind,
        path: table,
        table,
        element,
        lineStart,
        lineEnd: place,
        valueStart: end,
        valueEnd: end,
      });
    } else if (character !== '' && !/[#\r\n]/.test(character)) {
      const key = readKey(text, place);
      const valueStart = skipBlanks(text, key.end + 1);
      const valueEnd = valueEndFrom(text, valueStart);
      place = lineEndFrom(text, valueEnd);
      const path = [...table, ...key.path];
      found.push({
        kind: 'entry',
        path,
        table,
        element,
        lineStart,
        lineEnd: place,
        valueStart,
        valueEnd,
      });
    } else place = lineEndFrom(text, place);
  }
  return found;
}

/** The element of the innermost list that a table belongs to. */
function elementOf(table: readonly string[], counts: ReadonlyMap<string, number>): number | null {
  for (let length = table.length; length > 0; length -= 1) {
    const count = counts.get(JSON.stringify(table.slice(0, length)));
    if (count !== undefined) return count;
  }
  return null;
}

/** What stands in the list or inline table that starts at `start`. */
export function partsOf(text: string, start: number): TomlParts {
  const isTable = text.charAt(start) === '{';
  const parts: TomlPart[] = [];
  let comments: string[] = [];
  let place = start + 1;
  for (;;) {
    const character = text.charAt(place);
    if (character === '' || character === ']' || character === '}') return { parts, rest: comments };
    if (character === '#') {
      const end = lineEndFrom(text, place);
      comments.push(text.slice(place, end).trimEnd());
      place = end;
    } else if (/[\s,]/.test(character)) place += 1;
    else {
      const key = isTable ? readKey(text, place) : null;
      const valueStart = key === null ? place : skipBlanks(text, key.end + 1);
      const valueEnd = valueEndFrom(text, valueStart);
      parts.push({ path: key?.path ?? [], start: place, valueStart, valueEnd, comments });
      comments = [];
      place = valueEnd;
    }
  }
}

function readKey(text: string, from: number): { readonly path: readonly string[]; readonly end: number } {
  const path: string[] = [];
  let place = from;
  for (;;) {
    place = skipBlanks(text, place);
    const start = place;
    const quote = text.charAt(place);
    if (quote === '"' || quote === "'") {
      place = valueEndFrom(text, place);
      path.push(parse(`key = ${text.slice(start, place)}`)['key'] as string);
    } else {
      while (/[A-Za-z0-9_-]/.test(text.charAt(place))) place += 1;
      path.push(text.slice(start, place));
    }
    place = skipBlanks(text, place);
    if (text.charAt(place) !== '.') return { path, end: place };
    place += 1;
  }
}

function valueEndFrom(text: string, start: number): number {
  const character = text.charAt(start);
  if (character === '"' || character === "'") {
    const triple = character.repeat(3);
    return text.startsWith(triple, start)
      ? longTextEnd(text, start, triple)
      : quotedEnd(text, start + 1, character);
  }
  if (character === '[' || character === '{') {
    const last = partsOf(text, start).parts.at(-1);
    return closingFrom(text, last?.valueEnd ?? start + 1) + 1;
  }
  let place = start;
  while (place < text.length && !/[,\]}#\r\n]/.test(text.charAt(place))) place += 1;
  return start + text.slice(start, place).trimEnd().length;
}

/** The bracket that ends a list or a table; comments before it may hold brackets too. */
function closingFrom(text: string, from: number): number {
  let place = from;
  while (place < text.length && !/[\]}]/.test(text.charAt(place)))
    place = text.charAt(place) === '#' ? lineEndFrom(text, place) : place + 1;
  return place;
}

function quotedEnd(text: string, from: number, quote: string): number {
  let place = from;
  while (place < text.length && text.charAt(place) !== quote)
    place += quote === '"' && text.charAt(place) === '\\' ? 2 : 1;
  return place + 1;
}

function longTextEnd(text: string, start: number, triple: string): number {
  let place = start + 3;
  while (place < text.length && !text.startsWith(triple, place))
    place += triple.startsWith('"') && text.charAt(place) === '\\' ? 2 : 1;
  place += 3;
  // The text itself may end with one or two of the quotes.
  for (let more = 0; more < 2 && text.charAt(place) === triple.charAt(0); more += 1) place += 1;
  return place;
}

function skipBlanks(text: string, from: number): number {
  let place = from;
  while (text.charAt(place) === ' ' || text.charAt(place) === '\t') place += 1;
  return place;
}

/** Behind the end of the line. */
export function lineEndFrom(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end + 1;
}
