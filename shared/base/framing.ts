import type { Result } from './result';
import { fail, ok } from './result';

/** The longest line that a reader keeps, in UTF-16 units, unless told otherwise. */
export const DEFAULT_LINE_LIMIT = 10 * 1024 * 1024;

/** What is kept of each end of a line that is too long, in UTF-16 units. */
const EXCERPT = 2048;

/** A line that was too long, by its ends. */
export interface LongLine {
  readonly head: string;
  readonly tail: string;
}

/**
 * Cuts text that arrives in arbitrary pieces into lines. The result is the same for every way of cutting the
 * input. LF ends a line; a CR right before it belongs to the line end. Empty lines are kept.
 */
export class LineReader {
  private pieces: string[] = [];
  private length = 0;
  private long: LongLine | null = null;

  constructor(private readonly limit: number = DEFAULT_LINE_LIMIT) {}

  /** Takes the next piece; returns the lines that it completed. A line over the limit comes as a failure, once, with its ends. */
  push(piece: string): Result<string, LongLine>[] {
    const lines: Result<string, LongLine>[] = [];
    let start = 0;
    for (;;) {
      const end = piece.indexOf('\n', start);
      if (end < 0) break;
      this.keep(piece.slice(start, end));
      lines.push(this.take());
      start = end + 1;
    }
    this.keep(piece.slice(start));
    return lines;
  }

  /** Ends the input: returns the unfinished last line, or null when there is none. */
  finish(): Result<string, LongLine> | null {
    return this.length === 0 && this.long === null ? null : this.take();
  }

  private keep(part: string): void {
    if (part.length === 0) return;
    if (this.long === null && this.length + part.length > this.limit) {
      const whole = this.pieces.join('');
      this.long = { head: whole.slice(0, EXCERPT), tail: whole.slice(-EXCERPT) };
      this.pieces = [];
      this.length = 0;
    }
    if (this.long !== null) {
      const { head, tail } = this.long;
      this.long = {
        head: head.length < EXCERPT ? (head + part).slice(0, EXCERPT) : head,
        tail: (tail + part.slice(-EXCERPT)).slice(-EXCERPT),
      };
      return;
    }
    this.pieces.push(part);
    this.length += part.length;
  }

  private take(): Result<string, LongLine> {
    const line = this.pieces.join('');
    const { long } = this;
    this.pieces = [];
    this.length = 0;
    this.long = null;
    if (long !== null) return fail(long);
    return ok(line.endsWith('\r') ? line.slice(0, -1) : line);
  }
}

/** Parses one line of JSON; a line that is not JSON is a failure with the parser's message. */
export function parseJsonLine(line: string): Result<unknown, string> {
  try {
    return ok(JSON.parse(line) as unknown);
  } catch (error) {
    return fail(error instanceof Error ? error.message : 'not JSON');
  }
}
