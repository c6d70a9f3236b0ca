/** The box in which a person writes a prompt, at the bottom of the screen whenever Claude shows no dialog. */
export interface PromptBox {
  /** First row of the box. */
  readonly top: number;
  /** First row below the box. */
  readonly below: number;
}

/** What stands at the bottom of the screen in place of the prompt box while Claude asks something. */
export interface Panel {
  /** First row below the line that parts the panel from the conversation; 0 when that line has scrolled away. */
  readonly top: number;
  /** Row of the first option and the row behind the last one; both `footer` when the panel has no list. */
  readonly firstOption: number;
  readonly footer: number;
  readonly options: readonly string[];
}

/** A run of rows of the conversation: the row that begins at the left edge, and those that are indented below it. */
export interface Block {
  readonly start: number;
  readonly rows: readonly string[];
}

interface OptionList {
  readonly first: number;
  readonly end: number;
  readonly options: readonly string[];
}

/** Rows with which a message, a tool call, a result or the end of a turn begins. */
const CONVERSATION = /^(?:[●⏺✻✢✶✽]|\s{1,3}⎿)/;
const PROMPT_SIGN = /^\s?[❯>!#&](?:\s|$)/;
const BARE_PROMPT = /^[❯>]\s*$/;
/** What the last rows of a dialog say about keys. Its wording changes; that Esc or Enter lead out of it does not. */
const KEY_HINT =
  /\b(?:esc|enter)(?:\/\S+)? to (?:cancel|confirm|select|exit|close|go back|clear|continue|save|open|set|change|skip)\b|\bto navigate\b|\bctrl\+g to edit\b/i;
const LONGEST_FOOTER = 5;
/** How far an option may go on below its first row. */
const LONGEST_OPTION = 8;

/** Rows as the reader wants them: no blanks at their ends, no frame around them, none behind the last with text. */
export function cleanRows(rows: readonly string[]): readonly string[] {
  const cleaned = rows.map((row) => {
    const trimmed = row.trimEnd();
    const framed = /^\s*[│┃](.*)[│┃]$/.exec(trimmed);
    return framed === null ? trimmed : (framed[1] ?? '').trimEnd();
  });
  let end = cleaned.length;
  while (end > 0 && cleaned[end - 1] === '') end -= 1;
  return cleaned.slice(0, end);
}

/** A line from the left edge to the right one: only the prompt box and dialogs draw it. It may hold a name. */
export function isRule(row: string, columns: number): boolean {
  if (!/^(?:[─━▔]{3}|[╭╰┌└][─━]{3})/.test(row)) return false;
  const filled = row.replace(/[^─━▔]/g, '').length;
  return row.length >= Math.min(columns - 2, 40) && filled * 2 > row.length;
}

/** The box at the bottom; null while a dialog is in its place, and when there is nothing of the kind. */
export function findPromptBox(rows: readonly string[], columns: number): PromptBox | null {
  const lower = lastRowWith(rows, rows.length, (row) => isRule(row, columns));
  if (lower > 0) {
    const upper = lastRowWith(rows, lower, (row) => isRule(row, columns));
    if (upper >= 0 && PROMPT_SIGN.test(rows[upper + 1] ?? '') && upper + 1 < lower) {
      return { top: upper, below: lower + 1 };
    }
    return null;
  }
  // Some terminals and versions draw no lines: then only an empty prompt on the last row is one.
  const last = rows.length - 1;
  return last >= 0 && BARE_PROMPT.test(rows[last] ?? '') ? { top: last, below: last + 1 } : null;
}

/**
 * The dialog at the bottom. Text in the conversation that looks like one is none: a dialog is parted from the
 * conversation by a line over the whole width or says at the end which keys lead out of it, and nothing of the
 * conversation follows it.
 */
export function findPanel(rows: readonly string[], columns: number): Panel | null {
  const list = findOptions(rows);
  const rule = lastRuleAbove(rows, columns, list?.first ?? rows.length);
  const end = list?.end ?? lastTextStart(rows);
  const footer = rows.slice(end).filter((row) => row !== '' && !isRule(row, columns));
  const hint = footer.some((row) => KEY_HINT.test(row)) || rows.slice(-3).some((row) => KEY_HINT.test(row));
  const top = rule === null ? 0 : rule + 1;
  if (list === null) {
    return rule !== null && hint ? { top, firstOption: end, footer: end, options: [] } : null;
  }
  const bare = rule === null && !rows.some((row) => CONVERSATION.test(row)) && footer.length === 0;
  const numbered = /^\s*(?:❯ )?\d+\. /.test(rows[list.first] ?? '');
  if (footer.length > LONGEST_FOOTER || footer.some((row) => CONVERSATION.test(row))) return null;
  if (numbered ? rule === null && !hint && !bare : !hint) return null;
  if (rule === null && rows.slice(0, list.first).some((row) => CONVERSATION.test(row)) && !numbered)
    return null;
  return { top, firstOption: list.first, footer: list.end, options: list.options };
}

/** The block of the conversation that ends above a row; null when there is none. */
export function blockAbove(rows: readonly string[], end: number): Block | null {
  let last = end - 1;
  while (last >= 0 && (rows[last] === '' || isHint(rows[last] ?? ''))) last -= 1;
  if (last < 0) return null;
  let start = last;
  while (start > 0 && /^\s|^$/.test(rows[start] ?? '')) start -= 1;
  return { start, rows: rows.slice(start, last + 1) };
}

/** The last row above `end` that fits; -1 when there is none. */
export function lastRowWith(rows: readonly string[], end: number, fits: (row: string) => boolean): number {
  let row = end - 1;
  while (row >= 0 && !fits(rows[row] ?? '')) row -= 1;
  return row;
}

/** Short notes at the right edge (the effort, a login that is missing) belong to the prompt box. */
function isHint(row: string): boolean {
  return /^\s{20,}\S/.test(row);
}

function lastTextStart(rows: readonly string[]): number {
  let start = rows.length;
  while (start > 0 && rows[start - 1] !== '') start -= 1;
  return start;
}

/** The nearest line over the whole width above a row, with nothing of the conversation between them. */
function lastRuleAbove(rows: readonly string[], columns: number, from: number): number | null {
  for (let row = from - 1; row >= 0; row -= 1) {
    const text = rows[row] ?? '';
    // The search field of a picker is framed: its lines are indented and no rules, this one is.
    if (isRule(text, columns)) return row;
    if (CONVERSATION.test(text)) return null;
  }
  return null;
}

/** The list of options with the selection arrow, searched from the bottom. */
function findOptions(rows: readonly string[]): OptionList | null {
  for (let row = rows.length - 1; row >= 0; row -= 1) {
    const text = rows[row] ?? '';
    const arrow = /^(\s{0,6})❯ (?:(\d{1,2})\. )?\S/.exec(text);
    if (arrow === null) continue;
    const column = (arrow[1] ?? '').length + 2;
    return arrow[2] === undefined ? plainOptions(rows, row, column) : numberedOptions(rows, row, column);
  }
  return null;
}

/** Number and text of an option whose number stands in a column. */
function optionAt(row: string, column: number): { number: number; text: string } | null {
  const lead = row.slice(0, column);
  if (lead.replace('❯', ' ').trim() !== '') return null;
  const match = /^(\d{1,2})\. (\S.*)$/.exec(row.slice(column));
  return match === null ? null : { number: Number(match[1]), text: match[2] ?? '' };
}

function numberedOptions(rows: readonly string[], selected: number, column: number): OptionList | null {
  const found = optionAt(rows[selected] ?? '', column);
  if (found === null) return null;
  const options = [found];
  let first = selected;
  for (let row = selected - 1, gap = 0; row >= 0 && gap <= LONGEST_OPTION; row -= 1, gap += 1) {
    const option = optionAt(rows[row] ?? '', column);
    if (option === null) continue;
    if (option.number !== (options[0]?.number ?? 0) - 1) break;
    options.unshift(option);
    first = row;
    gap = 0;
    if (option.number === 1) break;
  }
  let end = selected + 1;
  for (let row = selected + 1, gap = 0; row < rows.length && gap <= LONGEST_OPTION; row += 1, gap += 1) {
    const text = rows[row] ?? '';
    const option = optionAt(text, column);
    if (option !== null && option.number === (options.at(-1)?.number ?? 0) + 1) {
      options.push(option);
      end = row + 1;
      gap = 0;
    } else if (option !== null) break;
    // Text below an option that is indented deeper than its number belongs to it.
    else if (end === row && text.startsWith(' '.repeat(column + 1))) end = row + 1;
  }
  return options.length < 2 ? null : { first, end, options: options.map((option) => option.text) };
}

function plainOptions(rows: readonly string[], selected: number, column: number): OptionList | null {
  const isOption = (row: string | undefined): boolean =>
    row !== undefined &&
    row.slice(0, column).replace('❯', ' ').trim() === '' &&
    /^\S/.test(row.slice(column));
  let first = selected;
  while (isOption(rows[first - 1])) first -= 1;
  let end = selected + 1;
  while (isOption(rows[end])) end += 1;
  const options = rows.slice(first, end).map((row) => row.slice(column));
  return options.length < 2 ? null : { first, end, options };
}
