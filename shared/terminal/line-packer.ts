import type { Disposable } from '../base/disposable';
import type { BufferRow } from './packed-line';
import { PackedLine } from './packed-line';

/** So long after output the lines that have scrolled away are packed, in milliseconds; under a flood once in so long. */
const DELAY = 1000;
/** Lines that are packed in one go, a few milliseconds of work. */
const LINES_AT_ONCE = 1000;
/** Until the next go. */
const PAUSE = 20;

type Row = BufferRow | PackedLine;

/** The list in which a terminal keeps its rows. */
interface RowList {
  readonly length: number;
  get(index: number): Row | undefined;
  set(index: number, row: Row): void;
  recycle(): Row;
}

/** A terminal's buffer behind its public face. */
interface InnerBuffer {
  readonly lines: RowList;
  readonly ybase: number;
  readonly ydisp: number;
}

/** What is asked of a terminal, of the window or without one. */
export interface PackableTerminal {
  readonly rows: number;
  readonly buffer: { readonly normal: object };
}

/**
 * Keeps the scrollback of a terminal small: rows that nobody looks at are packed, and a row that somebody asks for is
 * there again as it was, so that reading, searching, selecting and wrapping anew need not know of it.
 *
 * It reaches into the terminal behind its public face. A terminal that is made otherwise than expected is left as it
 * is; then it takes more memory and everything else works. Call `changed` after output; a new size asks for all rows.
 */
export class LinePacker implements Disposable {
  private cancel: (() => void) | null = null;
  private disposed = false;
  /** The list that gives no packed row to anybody any more. A cleared terminal has a new one. */
  private list: RowList | null = null;

  constructor(
    private readonly terminal: PackableTerminal,
    private readonly after: (milliseconds: number, call: () => void) => () => void,
  ) {}

  changed(): void {
    if (this.cancel === null && !this.disposed) this.wait(DELAY);
  }

  dispose(): void {
    this.disposed = true;
    this.cancel?.();
    this.cancel = null;
  }

  private wait(milliseconds: number): void {
    this.cancel = this.after(milliseconds, () => {
      this.cancel = null;
      if (!this.disposed && !this.pack()) this.wait(PAUSE);
    });
  }

  /** Packs a number of rows that are out of view. True when none is left. */
  private pack(): boolean {
    const buffer = innerBuffer(this.terminal);
    if (buffer === null) return true;
    const { lines, ybase, ydisp } = buffer;
    let left = LINES_AT_ONCE;
    for (let index = 0; index < ybase; index += 1) {
      if (index >= ydisp && index < ydisp + this.terminal.rows) continue;
      const row = plainGet(lines, index);
      if (row === undefined || row instanceof PackedLine) continue;
      if (left === 0) return false;
      if (!isExpected(row)) return true;
      this.follow(lines);
      lines.set(index, PackedLine.of(row));
      left -= 1;
    }
    return true;
  }

  /** Whoever asks the list for a row gets a whole one from now on. */
  private follow(lines: RowList): void {
    if (this.list === lines) return;
    this.list = lines;
    const recycle = lines.recycle.bind(lines);
    lines.get = (index) => {
      const row = plainGet(lines, index);
      if (!(row instanceof PackedLine)) return row;
      const unpacked = row.unpack();
      lines.set(index, unpacked);
      this.changed();
      return unpacked;
    };
    lines.recycle = () => {
      const row = recycle();
      if (!(row instanceof PackedLine)) return row;
      const blank = row.blank();
      lines.set(lines.length - 1, blank);
      return blank;
    };
  }
}

/** What stands in the list, packed or not. */
function plainGet(lines: RowList, index: number): Row | undefined {
  return (Object.getPrototypeOf(lines) as RowList).get.call(lines, index);
}

function innerBuffer(terminal: PackableTerminal): InnerBuffer | null {
  const { _buffer: buffer } = terminal.buffer.normal as { readonly _buffer?: Partial<InnerBuffer> };
  const lines = buffer?.lines;
  // The methods are those of a class: an own one is put before each, and asks it.
  const shape = lines === undefined ? null : (Object.getPrototypeOf(lines) as Partial<RowList>);
  const known =
    typeof shape?.get === 'function' &&
    typeof shape.set === 'function' &&
    typeof shape.recycle === 'function';
  return known && typeof buffer?.ybase === 'number' && typeof buffer.ydisp === 'number'
    ? (buffer as InnerBuffer)
    : null;
}

function isExpected(row: Partial<BufferRow>): boolean {
  return (
    row._data instanceof Uint32Array &&
    typeof row.length === 'number' &&
    row._data.length === row.length * 3 &&
    typeof row.isWrapped === 'boolean' &&
    typeof row._combined === 'object' &&
    typeof row._extendedAttrs === 'object'
  );
}
