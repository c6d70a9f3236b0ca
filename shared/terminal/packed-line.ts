/**
 * A row of a terminal's buffer as xterm.js 6 holds it: three words of 32 bits for each cell (what stands there and how
 * wide it is, foreground, background), and beside them what does not fit into those.
 */
export interface BufferRow {
  isWrapped: boolean;
  length: number;
  _data: Uint32Array;
  _combined: Record<number, string>;
  _extendedAttrs: Record<number, unknown>;
}

type RowConstructor = new (columns: number) => BufferRow;

const WORDS_PER_CELL = 3;
/** What a cell of one column adds to the number of its character. Alone it is a cell in which nothing was written. */
const ONE_COLUMN = 1 << 22;
const LARGEST_UNIT = 0xffff;
/** Of one call that makes a string from numbers; more could be too many for the stack. */
const UNITS_AT_ONCE = 8192;

/** Memory for the numbers of one row, used again and again. */
let units = new Uint16Array(1024);

function unitsFor(count: number): Uint16Array {
  if (units.length < count) units = new Uint16Array(count * 2);
  return units;
}

function stringOf(numbers: Uint16Array, count: number): string {
  if (count <= UNITS_AT_ONCE) return fromUnits(numbers.subarray(0, count));
  let text = '';
  for (let start = 0; start < count; start += UNITS_AT_ONCE) {
    text += fromUnits(numbers.subarray(start, Math.min(count, start + UNITS_AT_ONCE)));
  }
  return text;
}

function fromUnits(numbers: Uint16Array): string {
  return String.fromCharCode.apply(null, numbers as unknown as number[]);
}

/**
 * A row at rest, in a tenth of the memory and without a loss: the characters are a string, the colours are runs.
 *
 * Strings are what an engine keeps most tightly: a byte for each cell while all are of Latin 1.
 */
export class PackedLine {
  private constructor(
    private readonly make: RowConstructor,
    private readonly isWrapped: boolean,
    private readonly length: number,
    /** One unit a cell, or two where a cell is no single unit of one column. Empty cells at the end are left out. */
    private readonly text: string,
    private readonly isWide: boolean,
    /** Five units a run: its cells, then foreground and background in two halves. Empty without any colour. */
    private readonly colors: string,
    private readonly beside: Pick<BufferRow, '_combined' | '_extendedAttrs'> | null,
  ) {}

  static of(row: BufferRow): PackedLine {
    const { text, isWide } = packText(row);
    const holdsMore = !isEmpty(row._combined) || !isEmpty(row._extendedAttrs);
    return new PackedLine(
      row.constructor as RowConstructor,
      row.isWrapped,
      row.length,
      text,
      isWide,
      packColors(row),
      holdsMore ? { _combined: row._combined, _extendedAttrs: row._extendedAttrs } : null,
    );
  }

  /** The row as it was. */
  unpack(): BufferRow {
    const row = this.blank();
    this.unpackText(row._data);
    this.unpackColors(row._data);
    row.isWrapped = this.isWrapped;
    if (this.beside !== null) Object.assign(row, this.beside);
    return row;
  }

  /** A row of the same length, for one whose text is not wanted any more. */
  blank(): BufferRow {
    const row = new this.make(0);
    row._data = new Uint32Array(this.length * WORDS_PER_CELL);
    row.length = this.length;
    return row;
  }

  private unpackText(data: Uint32Array): void {
    const { text, isWide } = this;
    const cells = isWide ? text.length / 2 : text.length;
    for (let cell = 0; cell < cells; cell += 1) {
      data[cell * WORDS_PER_CELL] = isWide
        ? text.charCodeAt(cell * 2) * 0x10000 + text.charCodeAt(cell * 2 + 1)
        : ONE_COLUMN | text.charCodeAt(cell);
    }
    for (let cell = cells; cell < this.length; cell += 1) data[cell * WORDS_PER_CELL] = ONE_COLUMN;
  }

  private unpackColors(data: Uint32Array): void {
    const { colors } = this;
    let cell = 0;
    for (let run = 0; run < colors.length; run += 5) {
      const end = cell + colors.charCodeAt(run);
      const foreground = colors.charCodeAt(run + 1) * 0x10000 + colors.charCodeAt(run + 2);
      const background = colors.charCodeAt(run + 3) * 0x10000 + colors.charCodeAt(run + 4);
      for (; cell < end; cell += 1) {
        data[cell * WORDS_PER_CELL + 1] = foreground;
        data[cell * WORDS_PER_CELL + 2] = background;
      }
    }
  }
}

function isEmpty(record: object): boolean {
  for (const key in record) if (Object.hasOwn(record, key)) return false;
  return true;
}

function packText({ _data: data, length }: BufferRow): { readonly text: string; readonly isWide: boolean } {
  let cells = length;
  while (cells > 0 && data[(cells - 1) * WORDS_PER_CELL] === ONE_COLUMN) cells -= 1;
  const numbers = unitsFor(cells * 2);
  for (let cell = 0; cell < cells; cell += 1) {
    const unit = (data[cell * WORDS_PER_CELL] ?? 0) - ONE_COLUMN;
    if (unit < 0 || unit > LARGEST_UNIT) return { text: packWords(data, cells), isWide: true };
    numbers[cell] = unit;
  }
  return { text: stringOf(numbers, cells), isWide: false };
}

function packWords(data: Uint32Array, cells: number): string {
  const numbers = unitsFor(cells * 2);
  for (let cell = 0; cell < cells; cell += 1) {
    const word = data[cell * WORDS_PER_CELL] ?? 0;
    numbers[cell * 2] = word >>> 16;
    numbers[cell * 2 + 1] = word & LARGEST_UNIT;
  }
  return stringOf(numbers, cells * 2);
}

function packColors({ _data: data, length }: BufferRow): string {
  const numbers = unitsFor(length * 5);
  let count = 0;
  for (let cell = 0; cell < length;) {
    const start = cell;
    const foreground = data[cell * WORDS_PER_CELL + 1] ?? 0;
    const background = data[cell * WORDS_PER_CELL + 2] ?? 0;
    do cell += 1;
    while (
      cell < length &&
      cell - start < LARGEST_UNIT &&
      data[cell * WORDS_PER_CELL + 1] === foreground &&
      data[cell * WORDS_PER_CELL + 2] === background
    );
    if (cell - start === length && foreground === 0 && background === 0) return '';
    numbers[count] = cell - start;
    numbers[count + 1] = foreground >>> 16;
    numbers[count + 2] = foreground & LARGEST_UNIT;
    numbers[count + 3] = background >>> 16;
    numbers[count + 4] = background & LARGEST_UNIT;
    count += 5;
  }
  return stringOf(numbers, count);
}
