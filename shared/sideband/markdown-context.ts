// Where in a Markdown text a character stands, as far as it matters for tags: whether a tag that begins here is
// meant, or is an example. Works unit by unit with a few numbers of memory, so it is the same for every cut.

/** From so many columns on an indented line is code. */
const CODE_INDENT = 4;
const FENCE_LENGTH = 3;
const COMMENT = '<!--';
/** Elements whose content is shown or kept as it is, by their openings; those of a line end with it at the latest. */
const ELEMENTS: ReadonlyMap<string, 'line' | 'block'> = new Map([
  ...['<pre', '<script', '<style', '<textarea', '<blockquote'].map((name) => [name, 'block'] as const),
  ...['<code', '<kbd', '<samp'].map((name) => [name, 'line'] as const),
]);
/** Everything that one of them or a comment may begin with. */
const BEGINNINGS: ReadonlySet<string> = new Set(
  [COMMENT, ...ELEMENTS.keys()].flatMap((whole) =>
    Array.from(whole, (_, index) => whole.slice(0, index + 1)),
  ),
);

type State =
  /** Before the text of a line: indentation and list markers. */
  | {
      readonly at: 'start';
      readonly column: number;
      readonly base: number;
      /** The line before was a quote, and goes on here if this one is text. */
      readonly lazy: boolean;
    }
  /** After `-`, `*`, `+` or a number with its dot: a list marker if a blank follows. */
  | {
      readonly at: 'marker';
      readonly column: number;
      readonly number: boolean;
      readonly lazy: boolean;
    }
  /** In a run of backticks or tildes that begins the text of a line. */
  | {
      readonly at: 'run';
      readonly mark: string;
      readonly length: number;
      readonly base: number;
      readonly lazy: boolean;
    }
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
  /** On a line that is an example to its end: indented code, or a quote; `text`: of a quote that has some. */
  | { readonly at: 'example-line'; readonly quote: boolean; readonly text: boolean }
  | InHtml
  | InText;

/** In a comment or an element whose content is an example. */
interface InHtml {
  readonly at: 'html';
  readonly end: string;
  /** How much of its end has been read. */
  readonly read: string;
  /** Where it ends without that: with the line, with the paragraph, or never. */
  readonly within: 'line' | 'paragraph' | 'all';
  /** The line has held only blanks so far. */
  readonly blank: boolean;
}

/** In the text of a line. */
interface InText {
  readonly at: 'text';
  /** Length of the run of backticks that opened a code span; 0 outside of one. */
  readonly open: number;
  /** Length of the run that is being read. */
  readonly run: number;
  /** The unit before was a backslash that makes this one stand for itself. */
  readonly escaped: boolean;
  /** The beginning of a comment or an element that is being read. */
  readonly html: string;
  /** It stands first on its line. */
  readonly first: boolean;
}

const LINE_START: State = { at: 'start', column: 0, base: 0, lazy: false };
const LAZY_START: State = { at: 'start', column: 0, base: 0, lazy: true };
const PLAIN = textState(0, 0);
const ESCAPED = textState(0, 0, true);
const LESS_THAN = textState(0, 0, false, '<');
const FIRST_LESS_THAN = textState(0, 0, false, '<', true);
const CODE: State = { at: 'example-line', quote: false, text: true };
const QUOTE: State = { at: 'example-line', quote: true, text: false };
const QUOTED_TEXT: State = { at: 'example-line', quote: true, text: true };

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
      return atStart(state, unit);
    case 'marker':
      if (isBlank(unit) && !state.number) {
        const column = advanceColumn(state.column, unit);
        return { at: 'start', column, base: state.column + 1, lazy: false };
      }
      if (state.number && isDigit(unit)) return { ...state, column: state.column + 1 };
      if (state.number && (unit === '.' || unit === ')'))
        return { ...state, column: state.column + 1, number: false };
      return afterStart(state.lazy, PLAIN, unit);
    case 'run':
      if (unit === state.mark)
        return { at: 'run', mark: state.mark, length: state.length + 1, base: state.base, lazy: state.lazy };
      if (state.length >= FENCE_LENGTH)
        return inFenceOpening(
          { at: 'fence-opening', mark: state.mark, length: state.length, base: state.base },
          unit,
        );
      return afterStart(state.lazy, state.mark === '`' ? textState(0, state.length) : PLAIN, unit);
    case 'fence-opening':
      return inFenceOpening(state, unit);
    case 'fence':
      return inFence(state, unit);
    case 'example-line':
      if (unit === '\n') return state.quote && state.text ? LAZY_START : LINE_START;
      return state === QUOTE && !isBlank(unit) && unit !== '>' && unit !== '\r' ? QUOTED_TEXT : state;
    case 'html':
      return inHtml(state, unit);
    case 'text':
      return inText(state, unit);
  }
}

function atStart({ column, base, lazy }: Extract<State, { at: 'start' }>, unit: string): State {
  if (unit === '\n') return LINE_START;
  if (isBlank(unit)) {
    const further = advanceColumn(column, unit);
    if (further - base < CODE_INDENT) return { at: 'start', column: further, base, lazy };
    return lazy ? QUOTED_TEXT : CODE;
  }
  if (unit === '\r') return { at: 'start', column, base, lazy };
  if (unit === '`' || unit === '~') return { at: 'run', mark: unit, length: 1, base, lazy };
  if (unit === '>') return QUOTE;
  if (unit === '-' || unit === '*' || unit === '+')
    return { at: 'marker', column: column + 1, number: false, lazy };
  if (isDigit(unit)) return { at: 'marker', column: column + 1, number: true, lazy };
  if (lazy) return QUOTED_TEXT;
  return unit === '<' ? FIRST_LESS_THAN : inText(PLAIN, unit);
}

function inFenceOpening(state: Extract<State, { at: 'fence-opening' }>, unit: string): State {
  if (unit === '\n') {
    return { ...state, at: 'fence', closing: { column: 0, run: 0, ended: false } };
  }
  // The words after a fence of backticks hold none: this was a code span.
  if (unit === '`' && state.mark === '`') return textState(state.length, 1);
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

/** What began like a list or a fence is text after all. */
function afterStart(lazy: boolean, state: InText, unit: string): State {
  if (!lazy) return inText(state, unit);
  return unit === '\n' ? LAZY_START : QUOTED_TEXT;
}

function inText(state: InText, unit: string): State {
  if (state.html !== '') {
    const further = inBeginning(state, unit);
    if (further !== null) return further;
  }
  if (unit === '\n') return LINE_START;
  if (unit === '`') {
    if (state.escaped) return PLAIN;
    return textState(state.open, state.run + 1);
  }
  const { run } = state;
  const open = run === 0 ? state.open : state.open === 0 ? run : state.open === run ? 0 : state.open;
  if (open === 0) {
    if (state.escaped) return PLAIN;
    if (unit === '<') return LESS_THAN;
    return unit === '\\' ? ESCAPED : PLAIN;
  }
  return open === state.open && run === 0 ? state : textState(open, 0);
}

/** Takes the next unit of what may become a comment or an element; null when it becomes neither. */
function inBeginning({ html, first }: InText, unit: string): State | null {
  const element = ELEMENTS.get(html);
  if (element !== undefined && (isBlank(unit) || unit === '>' || unit === '\n' || unit === '\r')) {
    const within = element === 'line' ? 'line' : first ? 'all' : 'paragraph';
    return inHtml({ at: 'html', end: `</${html.slice(1)}>`, read: '', within, blank: false }, unit);
  }
  const further = html + unit.toLowerCase();
  if (further === COMMENT)
    return { at: 'html', end: '-->', read: '--', within: first ? 'all' : 'paragraph', blank: false };
  return BEGINNINGS.has(further) ? textState(0, 0, false, further, first) : null;
}

function inHtml(state: InHtml, unit: string): State {
  const { end, read, within, blank } = state;
  if (unit === '\n') {
    if (within === 'line' || (within === 'paragraph' && blank)) return LINE_START;
    return { at: 'html', end, read: '', within, blank: true };
  }
  const further = read + unit.toLowerCase();
  if (further === end) return PLAIN;
  const still = blank && (isBlank(unit) || unit === '\r');
  // Any number of dashes may stand before the end of a comment; blanks before that of an element.
  if (further === '---' || (isBlank(unit) && read === end.slice(0, -1) && end !== '-->')) return state;
  const kept = end.startsWith(further) ? further : end.startsWith(unit) ? unit : '';
  return kept === read && still === blank ? state : { at: 'html', end, read: kept, within, blank: still };
}

/** All of one shape: this is made for every mark in a text. */
function textState(open: number, run: number, escaped = false, html = '', first = false): InText {
  return { at: 'text', open, run, escaped, html, first };
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
