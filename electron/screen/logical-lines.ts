import type { IBuffer } from '@xterm/headless';

/** One line of text as the program wrote it: screen rows that only wrapped are one line. */
export interface LogicalLine {
  readonly text: string;
  /** First and last row, counted from the start of the buffer. */
  readonly firstRow: number;
  readonly lastRow: number;
}

/**
 * The lines of a buffer from a row on. A row that continues the one above belongs to it, so a first row in the
 * middle of a line starts with the rest of that line. Empty rows below the last text are left out.
 */
export function logicalLines(buffer: IBuffer, firstRow: number): LogicalLine[] {
  const lines: LogicalLine[] = [];
  const end = lastRowInUse(buffer);
  let row = Math.max(0, firstRow);
  while (row <= end) {
    const start = row;
    let text = '';
    for (;;) {
      // Past its end a full buffer gives its first row again, so the end has to be watched here.
      const continues = row < end && buffer.getLine(row + 1)?.isWrapped === true;
      // Only the end of a line is trimmed: blanks before a wrap were written by the program.
      text += buffer.getLine(row)?.translateToString(!continues) ?? '';
      if (!continues) break;
      row += 1;
    }
    lines.push({ text, firstRow: start, lastRow: row });
    row += 1;
  }
  return lines;
}

function lastRowInUse(buffer: IBuffer): number {
  for (let row = buffer.length - 1; row >= 0; row -= 1) {
    const line = buffer.getLine(row);
    if (line !== undefined && (line.isWrapped || line.translateToString(true) !== '')) return row;
  }
  return -1;
}
