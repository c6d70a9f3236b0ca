import headless, { type Terminal } from '@xterm/headless';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { LinePacker } from '#shared/terminal/line-packer';
import type { BufferRow } from '#shared/terminal/packed-line';
import { PackedLine } from '#shared/terminal/packed-line';
import { FakeClock } from '#test/helpers/fake-clock';
import { caseBytes } from '#test/helpers/fixtures';

interface Inner {
  readonly ybase: number;
  readonly lines: {
    readonly length: number;
    get(index: number): BufferRow;
    readonly _array: readonly unknown[];
  };
}

const ended: { dispose(): void }[] = [];
afterEach(() => {
  for (const one of ended.splice(0)) one.dispose();
});

function terminalOf(columns: number, rows: number, scrollback: number): Terminal {
  const terminal = new headless.Terminal({ cols: columns, rows, scrollback, allowProposedApi: true });
  ended.push(terminal);
  return terminal;
}

function packed(terminal: Terminal): { readonly clock: FakeClock; readonly packer: LinePacker } {
  const clock = new FakeClock();
  const packer = new LinePacker(terminal, (wait, call) => {
    const timer = clock.after(wait, call);
    return () => {
      timer.dispose();
    };
  });
  ended.push(packer);
  return { clock, packer };
}

function inner(terminal: Terminal): Inner {
  return (terminal.buffer.normal as unknown as { readonly _buffer: Inner })._buffer;
}

function packedCount(terminal: Terminal): number {
  return inner(terminal).lines._array.filter((row) => row instanceof PackedLine).length;
}

const write = async (terminal: Terminal, data: string | Uint8Array): Promise<void> =>
  new Promise((resolve) => {
    terminal.write(data, resolve);
  });

/** All that a terminal holds of its rows, word by word. */
function contents(terminal: Terminal): unknown[] {
  const { lines, ybase } = inner(terminal);
  const rows = Array.from({ length: lines.length }, (_, index) => {
    const row = lines.get(index);
    return {
      wrapped: row.isWrapped,
      length: row.length,
      words: [...row._data],
      combined: { ...row._combined },
      extended: Object.keys(row._extendedAttrs),
    };
  });
  return [ybase, terminal.buffer.normal.viewportY, ...rows];
}

const numbered = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, index) => `line ${from + index}`).join('\r\n');

describe('the rows that have scrolled away', () => {
  it('are packed a second after output, and those in view are not', async () => {
    const terminal = terminalOf(40, 5, 100);
    const { clock, packer } = packed(terminal);
    await write(terminal, numbered(0, 30));
    packer.changed();
    clock.advance(999);
    expect(packedCount(terminal)).toBe(0);
    clock.advance(1);
    expect(packedCount(terminal)).toBe(25);
  });

  it('are packed within a flood too', async () => {
    const terminal = terminalOf(40, 5, 100);
    const { clock, packer } = packed(terminal);
    for (let tick = 0; tick < 12; tick += 1) {
      await write(terminal, `${numbered(tick, tick + 2)}\r\n`);
      packer.changed();
      clock.advance(100);
    }
    expect(packedCount(terminal)).toBeGreaterThan(10);
  });

  it('stay as they are while somebody has scrolled to them', async () => {
    const terminal = terminalOf(40, 5, 100);
    const { clock, packer } = packed(terminal);
    await write(terminal, numbered(0, 30));
    terminal.scrollToLine(10);
    packer.changed();
    clock.advance(2000);
    expect(packedCount(terminal)).toBe(20);
  });

  it('are whole for whoever asks, and packed again afterwards', async () => {
    const terminal = terminalOf(40, 5, 100);
    const { clock, packer } = packed(terminal);
    await write(terminal, numbered(0, 30));
    packer.changed();
    clock.advance(2000);
    expect(terminal.buffer.normal.getLine(3)?.translateToString(true)).toBe('line 3');
    expect(packedCount(terminal)).toBe(24);
    clock.advance(2000);
    expect(packedCount(terminal)).toBe(25);
  });

  it('are packed in several goes when they are many', async () => {
    const terminal = terminalOf(20, 5, 5000);
    const { clock, packer } = packed(terminal);
    await write(terminal, numbered(0, 3005));
    packer.changed();
    clock.advance(1000);
    expect(packedCount(terminal)).toBe(1000);
    clock.advance(100);
    expect(packedCount(terminal)).toBe(3000);
  });

  it('make room in a full buffer like whole ones', async () => {
    const plain = terminalOf(20, 5, 50);
    const terminal = terminalOf(20, 5, 50);
    const { clock, packer } = packed(terminal);
    for (const data of [
      numbered(0, 80),
      numbered(80, 200),
      '\x1b[41m\r\n\r\n red \x1b[K\r\n',
      numbered(0, 20),
    ]) {
      await write(plain, data);
      await write(terminal, data);
      packer.changed();
      clock.advance(3000);
    }
    expect(packedCount(terminal)).toBe(50);
    expect(contents(terminal)).toEqual(contents(plain));
  });

  it('are packed also after the terminal was cleared', async () => {
    const terminal = terminalOf(20, 5, 50);
    const { clock, packer } = packed(terminal);
    await write(terminal, numbered(0, 30));
    packer.changed();
    clock.advance(1000);
    terminal.reset();
    await write(terminal, numbered(0, 20));
    packer.changed();
    clock.advance(1000);
    expect(packedCount(terminal)).toBe(15);
    expect(terminal.buffer.normal.getLine(3)?.translateToString(true)).toBe('line 3');
  });

  it('are left alone once it has ended', async () => {
    const terminal = terminalOf(20, 5, 50);
    const { clock, packer } = packed(terminal);
    await write(terminal, numbered(0, 30));
    packer.changed();
    packer.dispose();
    packer.changed();
    clock.advance(5000);
    expect(packedCount(terminal)).toBe(0);
  });

  it.each(['term-01/bytes.bin', 'term-10/seq.bin', 'term-12/wrap.bin', 'term-03/box.bin'])(
    'hold what they held: %s',
    async (name) => {
      const plain = terminalOf(80, 3, 2000);
      const terminal = terminalOf(80, 3, 2000);
      const { clock, packer } = packed(terminal);
      for (const one of [plain, terminal]) await write(one, caseBytes(name));
      packer.changed();
      clock.advance(5000);
      expect(packedCount(terminal)).toBe(inner(terminal).ybase);
      expect(contents(terminal)).toEqual(contents(plain));
    },
  );

  it('are left as they are in a terminal that is made otherwise', () => {
    const clock = new FakeClock();
    class OtherList {
      readonly length = 3;
      get(): object {
        return { text: 'other' };
      }
      set(): void {
        throw new Error('nothing may be put in');
      }
      recycle(): object {
        return this.get();
      }
    }
    const lines = new OtherList();
    for (const normal of [
      {},
      { _buffer: {} },
      { _buffer: { lines: {}, ybase: 1, ydisp: 1 } },
      { _buffer: { lines: { length: 3, get: () => ({}) }, ybase: 2, ydisp: 2 } },
      { _buffer: { lines, ybase: 2, ydisp: 2 } },
    ]) {
      const packer = new LinePacker({ rows: 1, buffer: { normal } }, (wait, call) => {
        const timer = clock.after(wait, call);
        return () => {
          timer.dispose();
        };
      });
      packer.changed();
      clock.advance(5000);
      packer.dispose();
    }
    expect(Object.keys(lines)).toEqual(['length']);
  });
});

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({
    unit: fc.constantFrom('a', ' ', '漢', 'e\u0301', '🙂', '\u2500', 'ÿ', '\uffee'),
    maxLength: 90,
  }),
);
const style = fc.constantFrom(
  '\x1b[0m',
  '\x1b[31m',
  '\x1b[1;44m',
  '\x1b[38;2;250;128;3m',
  '\x1b[48;5;200m',
  '\x1b[4:3;58;2;9;8;7m',
  '\x1b]8;;https://example.org\x1b\\',
  '\x1b]8;;\x1b\\',
);
const movement = fc.constantFrom(
  '\r\n',
  '\r\n\r\n\r\n',
  '\x1b[K',
  '\x1b[2J',
  '\x1b[3J',
  '\x1b[H',
  '\x1b[2A',
  '\x1b[3L',
  '\x1b[2M',
  '\x1b[5@',
  '\x1b[2;4r\n\n\n\x1b[r',
  '\x1b[?1049h',
  '\x1b[?1049l',
  '\x1b[!p',
  '\x1bc',
  '\x1b[3T',
  '\x1b[9S',
);
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('write' as const), data: fc.oneof(text, style, movement) }),
  },
  { weight: 2, arbitrary: fc.constant({ kind: 'pack' as const }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('resize' as const),
      columns: fc.integer({ min: 2, max: 60 }),
      rows: fc.integer({ min: 1, max: 9 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('scroll' as const), by: fc.integer({ min: -30, max: 30 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('read' as const), row: fc.nat(40) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('keep' as const), lines: fc.integer({ min: 0, max: 40 }) }),
  },
);

describe('a terminal whose rows are packed at any moment', () => {
  it('holds word by word what one without it holds', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 60 }), async (steps) => {
        const plain = terminalOf(24, 5, 20);
        const terminal = terminalOf(24, 5, 20);
        const { clock, packer } = packed(terminal);
        for (const one of steps) {
          // Both at once: a write waits for a timer each time, which is most of what this test takes.
          if (one.kind === 'write') await Promise.all([plain, terminal].map((each) => write(each, one.data)));
          for (const each of [plain, terminal]) {
            if (one.kind === 'resize') each.resize(one.columns, one.rows);
            if (one.kind === 'scroll') each.scrollLines(one.by);
            if (one.kind === 'read') each.buffer.normal.getLine(one.row)?.translateToString();
            if (one.kind === 'keep') each.options.scrollback = one.lines;
          }
          packer.changed();
          if (one.kind === 'pack') clock.advance(1000);
        }
        expect(contents(terminal)).toEqual(contents(plain));
        for (const one of ended.splice(0)) one.dispose();
      }),
      { numRuns: 300 },
    );
  });
});
