/*
 * Cuts Markdown into pieces that can be drawn one by one: drawn together they look like the whole. A piece that is
 * finished never changes, however the text goes on, so a text that is still being written is drawn at the cost of its
 * last piece. In doubt nothing is cut: a piece too long costs time, a wrong cut shows something else.
 */

const BLANK = /^[ \t]*$/;
/** A line that surely begins a block of its own behind a blank line: no indentation, no marker of a list or quote. */
const STARTER =
  /^(?:#{1,6}[ \t]|`{3,}|~{3,}|\*{1,3}[^\s*]|_{1,3}[^\s_]|`[^`]|[\p{L}"'“”‘’«([!$€£¿¡]|\d+(?![\d.)])|\|)/u;
/** What the rest of a text may refer to, wherever it stands. */
const DEFINITION = /^ {0,3}\[[^\]]*\]:/;
const FENCE = /^( {0,3})(`{3,}|~{3,})(.*)$/;
const LIST = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/;
/** Blocks of HTML that end at a mark of their own and not at a blank line. */
const LONG_HTML = /^ {0,3}<(?:script|pre|style|textarea|!|\?)/i;

interface Fence {
  readonly mark: string;
  readonly length: number;
}

export class MarkdownCutter {
  /** What is not cut off yet, in parts: its lines, and the beginning of a line at the end. */
  private kept: string[] = [];
  private line = '';
  private fence: Fence | null = null;
  private list = false;
  private afterBlank = false;
  private doubt = false;

  /** Takes the next part of the text, cut anywhere; gives the pieces that are finished by it. */
  push(text: string): string[] {
    const pieces: string[] = [];
    let start = 0;
    for (;;) {
      const end = text.indexOf('\n', start);
      if (end < 0) break;
      this.take(this.line + text.slice(start, end + 1), pieces);
      this.line = '';
      start = end + 1;
    }
    this.line += text.slice(start);
    return pieces;
  }

  /** What is not finished yet. */
  get tail(): string {
    if (this.kept.length > 1) this.kept = [this.kept.join('')];
    return (this.kept[0] ?? '') + this.line;
  }

  /** The tail is the inside of a code block. */
  get inFence(): boolean {
    return this.fence !== null;
  }

  private take(ended: string, pieces: string[]): void {
    const line = ended.replace(/\r?\n$/, '');
    if (this.fence !== null) {
      this.kept.push(ended);
      if (closes(line, this.fence)) this.fence = null;
      this.afterBlank = false;
      return;
    }
    if (BLANK.test(line)) {
      this.kept.push(ended);
      this.afterBlank = true;
      return;
    }
    if (
      this.afterBlank &&
      !this.doubt &&
      this.kept.length > 0 &&
      STARTER.test(line) &&
      !DEFINITION.test(line)
    ) {
      pieces.push(this.kept.join(''));
      this.kept = [];
      this.list = false;
    }
    this.kept.push(ended);
    this.afterBlank = false;
    this.follow(line);
  }

  private follow(line: string): void {
    if (DEFINITION.test(line) || LONG_HTML.test(line)) this.doubt = true;
    if (LIST.test(line)) this.list = true;
    const fence = FENCE.exec(line);
    if (fence === null) return;
    const [, indent = '', mark = '', info = ''] = fence;
    if (mark.startsWith('`') && info.includes('`')) return;
    // In a list the fence may belong to an entry, or may end the list: that depends on more than this line.
    if (indent !== '' && this.list) this.doubt = true;
    else this.fence = { mark: mark.charAt(0), length: mark.length };
  }
}

function closes(line: string, fence: Fence): boolean {
  const match = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(line);
  const mark = match?.[1] ?? '';
  return mark.startsWith(fence.mark) && mark.length >= fence.length;
}

/** A whole text in its pieces; joined they are the text. */
export function cutMarkdown(text: string): readonly string[] {
  const cutter = new MarkdownCutter();
  const pieces = cutter.push(text);
  const tail = cutter.tail;
  return tail === '' ? pieces : [...pieces, tail];
}
