import { afterEach, describe, expect, it } from 'vitest';
import { readScreen } from '../../../../electron/pty/host/read-screen';
import { ScreenModel } from '../../../../electron/screen/screen-model';
import { randomCut, seededRandom } from '#test/helpers/chunks';
import { caseBytes } from '#test/helpers/fixtures';

const models: ScreenModel[] = [];
afterEach(() => {
  for (const model of models.splice(0)) model.dispose();
});

function makeModel(columns = 80, rows = 24, scrollbackLines = 1000, now = () => 0): ScreenModel {
  const model = new ScreenModel({ columns, rows, scrollbackLines }, now);
  models.push(model);
  return model;
}

async function feed(model: ScreenModel, pieces: readonly (Uint8Array | string)[]): Promise<void> {
  for (const piece of pieces) model.write(piece);
  await new Promise<void>((resolve) => {
    model.write('', resolve);
  });
}

function texts(model: ScreenModel): string[] {
  return model.lines('scrollback').map((line) => line.text);
}

const single = (bytes: Uint8Array): Uint8Array[] => Array.from(bytes, (byte) => Uint8Array.of(byte));

describe('a screen model', () => {
  it.each(['term-01/bytes.bin', 'term-10/seq.bin', 'term-12/wrap.bin', 'term-03/box.bin'])(
    'shows %s the same for every way of cutting it',
    async (name) => {
      const bytes = caseBytes(name);
      const whole = makeModel();
      await feed(whole, [bytes]);
      const expected = texts(whole);
      expect(expected.join('\n')).not.toContain('\ufffd');
      const byByte = makeModel();
      await feed(byByte, single(bytes));
      expect(texts(byByte)).toEqual(expected);
      const random = seededRandom(7);
      for (let round = 0; round < 60; round += 1) {
        const model = makeModel();
        await feed(model, randomCut(bytes, random));
        expect(texts(model)).toEqual(expected);
      }
    },
  );

  it('shows only text where sequences are (term-10)', async () => {
    const model = makeModel();
    const titles: string[] = [];
    model.onTitle((title) => titles.push(title));
    await feed(model, single(caseBytes('term-10/seq.bin')));
    expect(texts(model)[0]).toBe('RED plain  after-title link end');
    expect(titles).toEqual(['a title']);
  });

  it('puts the bars of a box below each other whatever stands between them (term-03)', async () => {
    const model = makeModel();
    await feed(model, [caseBytes('term-03/box.bin')]);
    const snapshot = model.rowsWithColors(0, 4);
    expect(snapshot).toContain('CJK');
    const [ok, ...rest] = texts(model);
    expect(ok?.indexOf('plain')).toBeGreaterThan(0);
    // The model's own columns: each row reached column 40 by an absolute move, so nothing was pushed to the right.
    for (const line of rest.slice(0, 4)) expect(line.split('│')).toHaveLength(3);
    expect(rest[4]).toContain('bar -> │');
  });

  it('joins what only wrapped, and keeps blanks that were written (term-12)', async () => {
    const model = makeModel(40);
    await feed(model, [caseBytes('term-12/wrap.bin')]);
    const lines = texts(model);
    expect(lines[0]).toMatch(/^(?:word )+END$/);
    expect(lines[1]).toBe('trailing   spaces   ');
    expect(lines[2]).toMatch(/^x+$/);
  });

  it('reads a buffer that is full of one single line', async () => {
    const model = makeModel(10, 5, 20);
    await feed(model, ['Z'.repeat(1000)]);
    expect(texts(model)).toEqual(['Z'.repeat(250)]);
  });

  it('answers each query once and not without end', async () => {
    const model = makeModel();
    const replies: string[] = [];
    model.onReply((data) => replies.push(data));
    model.setColors({ foreground: '#dfe3ea', background: '#111419', cursor: '#d9a066' });
    await feed(model, ['\x1b[6n\x1b[c\x1b]11;?\x07']);
    expect(replies[0]).toBe('\x1b[1;1R');
    expect(replies).toContain('\x1b]11;rgb:1111/1414/1919\x1b\\');
    replies.length = 0;
    await feed(model, ['\x1b[>q\x1b[18t\x1b[21t\x1b[14t']);
    expect(replies).toEqual(['\x1bP>|xterm.js(6.0.0)\x1b\\', '\x1b[8;24;80t']);
    replies.length = 0;
    await feed(model, ['\x1b[6n'.repeat(50_000)]);
    expect(replies.join('').length).toBeLessThanOrEqual(4096);
  });

  it('never answers what would let a program read the clipboard, the title or a payload of its own', async () => {
    const model = makeModel();
    const replies: string[] = [];
    model.onReply((data) => replies.push(data));
    await feed(model, [caseBytes('sec-03/osc52.bin'), '\x1b]0;evil\x07\x1b[21t', '\x1bP$qpayload\x1b\\']);
    expect(replies.join('')).not.toMatch(/evil|payload|52/);
  });

  it('gives a newcomer the same screen', async () => {
    const model = makeModel(40, 10);
    await feed(model, ['\x1b[31mred\x1b[0m line\r\n', 'second\r\n'.repeat(30), '\x1b[?2004h\x1b[5;5Hthere']);
    const copy = makeModel(40, 10);
    await feed(copy, [model.snapshot()]);
    expect(texts(copy)).toEqual(texts(model));
    expect(copy.bracketedPaste).toBe(true);
    expect(copy.cursor).toEqual(model.cursor);
  });

  it('keeps no full-screen program over a restart', async () => {
    const model = makeModel();
    await feed(model, ['shell text\r\n\x1b[?1049h\x1b[2Jeditor']);
    expect(model.isAlternateScreen).toBe(true);
    const copy = makeModel();
    await feed(copy, [model.tail(100)]);
    expect(copy.isAlternateScreen).toBe(false);
    expect(texts(copy).join('\n')).toContain('shell text');
    expect(texts(copy).join('\n')).not.toContain('editor');
  });
});

describe('reading a screen', () => {
  const request = {
    lines: null,
    from: 'scrollback',
    offset: 0,
    ansi: false,
    maximumBytes: 64 * 1024,
  } as const;

  it('keeps the newest lines within the bound and says that it cut', async () => {
    const model = makeModel(80, 24, 5000);
    await feed(model, [Array.from({ length: 3000 }, (_, index) => `line ${String(index)}\r\n`).join('')]);
    const read = readScreen(model, { ...request, lines: 2000, maximumBytes: 1000 });
    expect(read.truncated).toBe(true);
    expect(Buffer.byteLength(read.text)).toBeLessThanOrEqual(1000);
    expect(read.text.split('\n').at(-1)).toBe('line 2999');
    expect(read.totalLines).toBeGreaterThan(2900);
  });

  it('pages further up with an offset', async () => {
    const model = makeModel();
    await feed(model, [Array.from({ length: 50 }, (_, index) => `line ${String(index)}\r\n`).join('')]);
    expect(readScreen(model, { ...request, lines: 2, offset: 10 }).text).toBe('line 38\nline 39');
  });

  it('gives the end of one giant line without half a character (mcp-07)', async () => {
    const model = makeModel(80, 24, 5000);
    await feed(model, ['é'.repeat(100_000)]);
    const read = readScreen(model, { ...request, lines: 1, maximumBytes: 1001 });
    expect(read.truncated).toBe(true);
    expect(read.text).toMatch(/^é+$/);
    expect(Buffer.byteLength(read.text)).toBeLessThanOrEqual(1001);
  });

  it('is plain text, or has colours when asked', async () => {
    const model = makeModel();
    await feed(model, ['\x1b[31mred\x1b[0m']);
    expect(readScreen(model, { ...request, from: 'screen' }).text).toBe('red');
    expect(readScreen(model, { ...request, from: 'screen', ansi: true }).text).toContain('\x1b[31mred');
  });
});
