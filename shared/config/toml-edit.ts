import { parse, TomlError } from 'smol-toml';
import { errorMessage } from '../base/errors';
import type { Result } from '../base/result';
import { fail, ok } from '../base/result';
import type { TomlStatement } from './toml-scan';
import { partsOf, statementsOf } from './toml-scan';

/** What a file may be told to hold. */
export type TomlValue =
  string | number | boolean | readonly TomlValue[] | { readonly [key: string]: TomlValue };

type Path = readonly string[];

/**
 * The text with a value at a path, or without it for undefined. Comments, order, line ends and all else stay as they
 * are. A table is changed key by key. Lists of tables are never touched. The failure is a sentence: the text is not
 * TOML, or is written in a way in which the change can't be made safely.
 */
export function editToml(text: string, path: Path, value: TomlValue | undefined): Result<string, string> {
  const before = parseToml(text);
  if (!before.ok) return before;
  try {
    const edited = change(text, path, valueAt(before.value, path), value);
    const after = parseToml(edited);
    // What was made is read again: a file of the person's is never left with anything else in it.
    if (after.ok && sameValue(after.value, withValueAt(before.value, path, value))) return ok(edited);
  } catch (error) {
    if (!(error instanceof Unwritable)) throw error;
    return fail(error.message);
  }
  return fail(`${path.join('.')} is written in a way that has to be changed by hand`);
}

/** Adds an element to a list of tables at the end of the text. The failure is a sentence. */
export function appendTable(
  text: string,
  name: string,
  entries: Readonly<Record<string, TomlValue>>,
): Result<string, string> {
  const before = parseToml(text);
  if (!before.ok) return before;
  const newline = newlineOf(text);
  const lines = [
    `[[${written(name)}]]`,
    ...Object.entries(entries).map(([key, value]) => `${written(key)} = ${formatValue(value)}`),
  ];
  const edited = `${atOwnLine(text, newline, true)}${lines.join(newline)}${newline}`;
  const list = before.value[name];
  const after = parseToml(edited);
  const expected = {
    ...before.value,
    [name]: [...(Array.isArray(list) ? (list as unknown[]) : []), entries],
  };
  return after.ok && sameValue(after.value, expected)
    ? ok(edited)
    : fail(`${name} is written in a way that has to be changed by hand`);
}

/** Changes a key of one element of a list of tables. The failure is a sentence. */
export function editTableOfList(
  text: string,
  name: string,
  index: number,
  key: string,
  value: TomlValue,
): Result<string, string> {
  const before = parseToml(text);
  if (!before.ok) return before;
  const entry = statementsOf(text).find(
    ({ kind, path, element }) =>
      kind === 'entry' && element === index && path.length === 2 && path[0] === name && path[1] === key,
  );
  if (entry === undefined) return fail(`${name} is written in a way that has to be changed by hand`);
  return ok(spliced(text, entry.valueStart, entry.valueEnd, formatValue(value)));
}

/** The failure is a sentence with the number of the line. */
export function parseToml(text: string): Result<Record<string, unknown>, string> {
  try {
    return ok(parse(text));
  } catch (error) {
    const [first] = errorMessage(error).split('\n');
    const line = error instanceof TomlError ? ` in line ${String(error.line)}` : '';
    return fail(`the file is not TOML${line}: ${first ?? ''}`);
  }
}

class Unwritable extends Error {}

function change(text: string, path: Path, old: unknown, value: TomlValue | undefined): string {
  if (isTable(value) || (value === undefined && isTable(old))) {
    const wanted = value ?? {};
    const there = isTable(old) ? old : {};
    let changed = text;
    for (const key of Object.keys(there))
      if (!Object.hasOwn(wanted, key)) changed = change(changed, [...path, key], there[key], undefined);
    for (const [key, entry] of Object.entries(wanted))
      changed = change(changed, [...path, key], there[key], entry);
    return value === undefined ? withoutHeaders(changed, path) : changed;
  }
  if (value === undefined) return old === undefined ? text : removed(text, path);
  if (old !== undefined && sameValue(old, value)) return text;
  return placed(text, path, value);
}

function placed(text: string, path: Path, value: TomlValue): string {
  const statements = plainStatements(text);
  const entries = statements.filter(({ kind }) => kind === 'entry');
  const exact = entries.find((entry) => samePath(entry.path, path));
  if (exact !== undefined)
    return spliced(text, exact.valueStart, exact.valueEnd, replacement(text, exact.valueStart, value));
  const inline = entries.find((entry) => startsWith(path, entry.path));
  if (inline !== undefined)
    return insertInline(text, inline.valueStart, path.slice(inline.path.length), value);

  const newline = newlineOf(text);
  const above = path.slice(0, -1);
  const line = (table: Path): string => `${dotted(path.slice(table.length))} = ${formatValue(value)}`;
  const home = [...statements]
    .reverse()
    .find(
      (statement) => samePath(statement.table, above) && (above.length > 0 || statement.kind === 'entry'),
    );
  // A table that dotted keys have made can't be given a header any more.
  const relative =
    home ??
    [...entries]
      .reverse()
      .find((entry) => startsWith(entry.path, above) && entry.table.length < above.length);
  if (relative !== undefined && (relative.table.length > 0 || above.length === 0 || home === undefined)) {
    const indentation = relative.kind === 'entry' ? indentationAt(text, relative.lineStart) : '';
    return insertLine(text, relative.lineEnd, `${indentation}${line(relative.table)}`, newline);
  }
  if (above.length === 0) return `${line([])}${newline}${text}`;
  return `${atOwnLine(text, newline, true)}[${dotted(above)}]${newline}${line(above)}${newline}`;
}

function removed(text: string, path: Path): string {
  const entries = plainStatements(text).filter(({ kind }) => kind === 'entry');
  const exact = entries.find((entry) => samePath(entry.path, path));
  if (exact !== undefined) return withoutStatement(text, exact);
  const inline = entries.find((entry) => startsWith(path, entry.path));
  if (inline !== undefined) return removeInline(text, inline.valueStart, path.slice(inline.path.length));
  throw new Unwritable(`${path.join('.')} is written in a way that has to be taken out by hand`);
}

/** Without the line of a statement, but with the comment behind it. */
function withoutStatement(text: string, { lineStart, lineEnd, valueEnd }: TomlStatement): string {
  const behind = text.slice(valueEnd, lineEnd).trimStart();
  const kept = behind.startsWith('#') ? `${indentationAt(text, lineStart)}${behind}` : '';
  return spliced(text, lineStart, lineEnd, kept);
}

/** Headers of a table that is gone go too: an empty table may mean something. */
function withoutHeaders(text: string, path: Path): string {
  let rest = text;
  for (const statement of [...plainStatements(text)].reverse())
    if (statement.kind === 'table' && (samePath(statement.path, path) || startsWith(statement.path, path)))
      rest = withoutStatement(rest, statement);
  return rest;
}

function insertInline(text: string, start: number, path: Path, value: TomlValue): string {
  if (text.charAt(start) !== '{')
    throw new Unwritable(`${path.join('.')} has no place, since what is above it is no table`);
  const { parts } = partsOf(text, start);
  const exact = parts.find((part) => samePath(part.path, path));
  if (exact !== undefined)
    return spliced(text, exact.valueStart, exact.valueEnd, replacement(text, exact.valueStart, value));
  const deeper = parts.find((part) => startsWith(path, part.path));
  if (deeper !== undefined)
    return insertInline(text, deeper.valueStart, path.slice(deeper.path.length), value);
  const last = parts.at(-1);
  const entry = `${dotted(path)} = ${formatValue(value)}`;
  return last === undefined
    ? spliced(text, start + 1, start + 1, ` ${entry} `)
    : spliced(text, last.valueEnd, last.valueEnd, `, ${entry}`);
}

function removeInline(text: string, start: number, path: Path): string {
  const { parts } = partsOf(text, start);
  const index = parts.findIndex((part) => samePath(part.path, path));
  const part = parts[index];
  if (part === undefined) {
    const deeper = parts.find((entry) => startsWith(path, entry.path));
    if (deeper === undefined)
      throw new Unwritable(`${path.join('.')} is written in a way that has to be taken out by hand`);
    return removeInline(text, deeper.valueStart, path.slice(deeper.path.length));
  }
  const next = parts[index + 1];
  if (next !== undefined) return spliced(text, part.start, next.start, '');
  const before = parts[index - 1];
  if (before !== undefined) return spliced(text, before.valueEnd, part.valueEnd, '');
  return spliced(text, start + 1, part.valueEnd, '');
}

/** The new value as text; a list that has comments keeps them beside what they were written to. */
function replacement(text: string, start: number, value: TomlValue): string {
  if (!Array.isArray(value) || text.charAt(start) !== '[') return formatValue(value);
  const { parts, rest } = partsOf(text, start);
  if (rest.length === 0 && parts.every(({ comments }) => comments.length === 0)) return formatValue(value);
  const newline = newlineOf(text);
  const left = parts.map((part) => ({
    text: text.slice(part.valueStart, part.valueEnd),
    value: parse(`value = ${text.slice(part.valueStart, part.valueEnd)}`)['value'],
    comments: part.comments,
  }));
  const lines: string[] = [];
  for (const entry of value as readonly TomlValue[]) {
    const index = left.findIndex((candidate) => sameValue(candidate.value, entry));
    // What stood before an element that stays was written to it, or to ones that are gone: it is kept here.
    const taken = index < 0 ? [] : left.splice(0, index + 1);
    lines.push(...taken.flatMap(({ comments }) => comments), `${taken.at(-1)?.text ?? formatValue(entry)},`);
  }
  lines.push(...left.flatMap(({ comments }) => comments), ...rest);
  return `[${newline}${lines.map((line) => `  ${line}${newline}`).join('')}]`;
}

/** As TOML writes it, in one line. */
export function formatValue(value: TomlValue): string {
  switch (typeof value) {
    case 'string':
      if (/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(value))
        throw new Unwritable('half of a character can not be written to a file');
      return JSON.stringify(value).replaceAll('\u007f', '\\u007f');
    case 'number':
      if (!Number.isFinite(value)) throw new Unwritable('a number has to be finite');
      // Whole numbers that TOML's own can't hold are written as the other kind.
      return Number.isInteger(value) && !Number.isSafeInteger(value) && !String(value).includes('e')
        ? `${String(value)}.0`
        : String(value);
    case 'boolean':
      return String(value);
    default:
      if (Array.isArray(value)) return `[${(value as readonly TomlValue[]).map(formatValue).join(', ')}]`;
      return `{ ${Object.entries(value as Readonly<Record<string, TomlValue>>)
        .map(([key, entry]) => `${written(key)} = ${formatValue(entry)}`)
        .join(', ')} }`;
  }
}

function written(key: string): string {
  return /^[A-Za-z0-9_-]+$/.test(key) ? key : formatValue(key);
}

function dotted(path: Path): string {
  return path.map(written).join('.');
}

function plainStatements(text: string): readonly TomlStatement[] {
  return statementsOf(text).filter(({ element }) => element === null);
}

function spliced(text: string, start: number, end: number, inserted: string): string {
  return `${text.slice(0, start)}${inserted}${text.slice(end)}`;
}

function newlineOf(text: string): string {
  return /\r\n/.test(text) ? '\r\n' : '\n';
}

function insertLine(text: string, place: number, line: string, newline: string): string {
  const atEnd = place === text.length && !text.endsWith('\n');
  return spliced(text, place, place, atEnd ? `${newline}${line}` : `${line}${newline}`);
}

/** The text, ended so that something can stand below it, with an empty line between. */
function atOwnLine(text: string, newline: string, gap: boolean): string {
  if (text.trim() === '') return text;
  const ended = text.endsWith('\n') ? text : `${text}${newline}`;
  return gap && !/\n\r?\n$/.test(ended) ? `${ended}${newline}` : ended;
}

function indentationAt(text: string, lineStart: number): string {
  return /^[ \t]*/.exec(text.slice(lineStart, lineStart + 200))?.[0] ?? '';
}

function samePath(one: Path, other: Path): boolean {
  return one.length === other.length && one.every((part, index) => part === other[index]);
}

/** Whether a path leads to something below another. */
function startsWith(path: Path, start: Path): boolean {
  return path.length > start.length && start.every((part, index) => part === path[index]);
}

function isTable(value: unknown): value is Readonly<Record<string, TomlValue>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

function valueAt(contents: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, key) => (isTable(value) && Object.hasOwn(value, key) ? value[key] : undefined),
    contents,
  );
}

function withValueAt(contents: unknown, path: Path, value: TomlValue | undefined): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return value;
  const table = isTable(contents) ? contents : {};
  return { ...table, [first]: withValueAt(table[first], rest, value) };
}

/** Whether two values are the same to a reader of settings, to whom an empty table is none. */
export function sameValue(one: unknown, other: unknown): boolean {
  return JSON.stringify(normal(one)) === JSON.stringify(normal(other));
}

function normal(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((entry) => normal(entry) ?? {});
  if (!isTable(value)) return value;
  const entries = Object.entries(value)
    .map(([key, entry]) => [key, normal(entry)] as const)
    .filter(([, entry]) => entry !== undefined)
    .sort(([left], [right]) => (left < right ? -1 : 1));
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}
