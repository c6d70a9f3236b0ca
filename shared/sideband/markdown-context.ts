// Where in a Markdown text a character stands, as far as it matters for tags: whether a tag that begins here is
// meant, or is an example. Works unit by unit with a few numbers of memory, so it is the same for every cut.

/** From so many columns on an indented line is code. */
const CODE_INDENT = 4;
const FENCE_LENGTH = 3;

type State =
  /** Before the text of a line: indentation and list markers. */
  | { readonly at: 'start'; readonly column: number; readonly base: number }
  /** After `-`, `*`, `+` or a number with its dot: a list marker if a blank follows. */
  | { readonly at: 'marker'; readonly column: number; readonly number: boolean }
  /** In a run of backticks or tildes that begins the text of a line. */
  | { readonly at: 'run'; readonly mark: string; readonly length: number; readonly base: number }
  /** After the run, on the line that opens a fence. */
  | { readonly at: 'fence-opening'; readonly mark: string; readonly length: number; readonly base: number }
  | {
      readonly at: 'fence';
      readonly mark: string;
      readonly length: number;
      readonly base: number;
      /** What the line has been so far, as a fence that closes; null once it can not be one. */
      readonly closing: { readonly column: number; readonly run: number; readonly ended: boolean } | null;
    }
  /** On a line that is an example to its end: indented code, or a quote. */
  | { readonly at: 'example-line' }
  | InText;

/** In the text of a line. */
interface InText {
  readonly at: 'text';
  /** Length of the run of backticks that opened a code span; 0 outside of one. */
  readonly open: number;
  /** Length of the run that is being read. */
  readonly run: number;
  /** The unit before was a backslash that makes this one stand for itself. */
  readonly escaped: boolean;
}

const LINE_START: State = { at: 'start', column: 0, base: 0 };
const PLAIN: InText = { at: 'text', open: 0, run: 0, escaped: false };
const ESCAPED: InText = { at: 'text', open: 0, run: 0, escaped: true };
const EXAMPLE: State = { at: 'example-line' };

export class MarkdownContext {
  private state: State = LINE_START;

  /** Takes the next unit of the text. */
  advance(unit: string): void {
    this.state = next(this.state, unit);
  }

  /** Whether a tag that begins here is meant. */
  get meansTags(): boolean {
    const { state } = this;
    // A tag's first unit is neither a blank nor a mark of any kind: what it makes of the state tells.
    const after = next(state, '<');
    return after.at === 'text' && after.open === 0 && !(state.at === 'text' && state.escaped);
  }

  /** A tag was read here: what follows it on its line is text. */
  skipTag(): void {
    this.state = PLAIN;
  }
}

function next(state: State, unit: string): State {
  switch (state.at) {
    case 'start':
      return atStart(state.column, state.base, unit);
    case 'marker':
      if (isBlank(unit) && !state.number) {
        const column = advanceColumn(state.column, unit);
        return { at: 'start', column, base: state.column + 1 };
      }
      if (state.number && isDigit(unit)) return { at: 'marker', column: state.column + 1, number: true };
      if (state.number && (unit === '.' || unit === ')'))
        return { at: 'marker', column: state.column + 1, number: false };
      return inText(PLAIN, unit);
    case 'run':
      if (unit === state.mark) return { ...state, length: state.length + 1 };
      if (state.length >= FENCE_LENGTH) return inFenceOpening({ ...state, at: 'fence-opening' }, unit);
      return state.mark === '`'
        ? inText({ at: 'text', open: 0, run: state.length, escaped: false }, unit)
        : inText(PLAIN, unit);
    case 'fence-opening':
      return inFenceOpening(state, unit);
    case 'fence':
      return inFence(state, unit);
    case 'example-line':
      return unit === '\n' ? LINE_START : state;
    case 'text':
      return inText(state, unit);
  }
}

function atStart(column: number, base: number, unit: string): State {
  if (unit === '\n') return LINE_START;
  if (isBlank(unit)) {
    const further = advanceColumn(column, unit);
    return further - base >= CODE_INDENT ? EXAMPLE : { at: 'start', column: further, base };
  }
  if (unit === '`' || unit === '~') return { at: 'run', mark: unit, length: 1, base };
  if (unit === '>') return EXAMPLE;
  if (unit === '-' || unit === '*' || unit === '+')
    return { at: 'marker', column: column + 1, number: false };
  if (isDigit(unit)) return { at: 'marker', column: column + 1, number: true };
  return inText(PLAIN, unit);
}

function inFenceOpening(state: Extract<State, { at: 'fence-opening' }>, unit: string): State {
  if (unit === '\n') {
    return { ...state, at: 'fence', closing: { column: 0, run: 0, ended: false } };
  }
  // The words after a fence of backticks hold none: this was a code span.
  if (unit === '`' && state.mark === '`') return { at: 'text', open: state.length, run: 1, escaped: false };
  return state;
}

function inFence(state: Extract<State, { at: 'fence' }>, unit: string): State {
  const { closing, mark, length, base } = state;
  if (unit === '\n') {
    if (closing !== null && closing.run >= length) return LINE_START;
    return { ...state, closing: { column: 0, run: 0, ended: false } };
  }
  if (closing === null) return state;
  if (isBlank(unit) || unit === '\r') {
    if (closing.run > 0) return { ...state, closing: { ...closing, ended: true } };
    const column = advanceColumn(closing.column, unit);
    return { ...state, closing: column - base >= CODE_INDENT ? null : { ...closing, column } };
  }
  if (unit === mark && !closing.ended) return { ...state, closing: { ...closing, run: closing.run + 1 } };
  return { ...state, closing: null };
}

function inText(state: InText, unit: string): State {
  if (unit === '\n') return LINE_START;
  if (unit === '`') {
    if (state.escaped) return PLAIN;
    return { at: 'text', open: state.open, run: state.run + 1, escaped: false };
  }
  const { run } = state;
  const open = run === 0 ? state.open : state.open === 0 ? run : state.open === run ? 0 : state.open;
  if (open === 0) return unit === '\\' && !state.escaped ? ESCAPED : PLAIN;
  return open === state.open && run === 0 ? state : { at: 'text', open, run: 0, escaped: false };
}

function isBlank(unit: string): boolean {
  return unit === ' ' || unit === '\t';
}

function isDigit(unit: string): boolean {
  return unit >= '0' && unit <= '9' && unit.length === 1;
}

function advanceColumn(column: number, unit: string): number {
  return unit === '\t' ? column + CODE_INDENT - (column % CODE_INDENT) : column + 1;
}
