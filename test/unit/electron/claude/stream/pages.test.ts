// Pages of conversations: whatever a file holds and in whatever sizes it is read, its lines are all there, once, in order.
import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConversationPages, liveLine, readChatLine } from '#electron/claude/stream/conversation-pages';
import type { PageLine } from '#electron/claude/stream/line-pages';
import {
  endOfLines,
  readLineAt,
  readLinesAfter,
  readLinesBefore,
  sizeOf,
} from '#electron/claude/stream/line-pages';
import { StreamLog } from '#electron/claude/stream/stream-log';
import { CHAT_LINE } from '#shared/ipc/chat-port';
import { makeTemporaryDirectory, type TemporaryDirectory } from '#test/helpers/temporary-directory';

let directory: TemporaryDirectory;
beforeAll(() => {
  directory = makeTemporaryDirectory();
});
afterAll(() => {
  directory.remove();
});

/** The lines of a text as they are to be told, without empty ones, up to its last line end. */
function linesOf(text: string): readonly PageLine[] {
  const lines: PageLine[] = [];
  let offset = 0;
  for (const line of text.slice(0, text.lastIndexOf('\n') + 1).split('\n')) {
    const size = Buffer.byteLength(line);
    if (size > 0) lines.push({ offset, text: line.replace(/\r$/, '') });
    offset += size + 1;
  }
  return lines;
}

async function readBackward(file: string, sizes: readonly number[]): Promise<readonly PageLine[]> {
  let lines: readonly PageLine[] = [];
  let end = await endOfLines(file);
  for (let count = 0; end > 0; count += 1) {
    const page = await readLinesBefore(file, end, sizes[count % sizes.length] ?? 1);
    expect(page.start).toBeLessThan(end);
    lines = [...page.lines, ...lines];
    end = page.start;
  }
  return lines;
}

const piece = fc.string({
  unit: fc.constantFrom('a', 'ü', '😀', ' ', '\r', '{"a":1}', '\t', '\u2028', '漢'),
  maxLength: 12,
});
const content = fc
  .tuple(fc.array(fc.tuple(piece, fc.constantFrom('\n', '\r\n', '\n\n'))), fc.oneof(piece, fc.constant('')))
  .map(([lines, rest]) => `${lines.map(([line, end]) => line + end).join('')}${rest}`);
const size = fc.integer({ min: 1, max: 60 });

describe('the lines of a file', () => {
  it('are all there when it is read backward, in pages of any size', async () => {
    await fc.assert(
      fc.asyncProperty(content, fc.array(size, { minLength: 1, maxLength: 5 }), async (text, sizes) => {
        const file = directory.file('file', text);
        expect(await readBackward(file, sizes)).toEqual(linesOf(text));
        expect(await sizeOf(file)).toBe(Buffer.byteLength(text));
      }),
      { numRuns: 200 },
    );
  });

  it('behind any line are the rest of them, and each can be read alone', async () => {
    await fc.assert(
      fc.asyncProperty(content, fc.nat(20), async (text, which) => {
        const file = directory.file('file', text);
        const all = linesOf(text);
        const from = all[which]?.offset ?? 0;
        expect(await readLinesAfter(file, from)).toEqual({
          lines: all.filter(({ offset }) => offset >= from),
          end: await endOfLines(file),
        });
        for (const { offset, text: line } of all) expect(await readLineAt(file, offset, 1 << 20)).toBe(line);
      }),
      { numRuns: 200 },
    );
  });

  it('that are longer than what is read at once are whole, and the longest are cut', async () => {
    const lengths = [3, 64 * 1024, 64 * 1024 - 1, 256 * 1024, 300_000, CHAT_LINE, CHAT_LINE + 1, 5];
    const lines = lengths.map((length, index) => String(index).repeat(length));
    const file = directory.file('long', `${lines.join('\n')}\n`);
    const read = await readBackward(file, [1000]);
    expect(read.map(({ text }) => text.length)).toEqual(lengths.map((length) => Math.min(length, CHAT_LINE)));
    expect(read.map(({ cut }) => cut)).toEqual([...Array<undefined>(6), CHAT_LINE + 1, undefined]);
    expect((await readLinesAfter(file, 0))?.lines).toEqual(read);
    const cut = read[6];
    expect((await readLineAt(file, cut?.offset ?? 0, 1 << 30))?.length).toBe(CHAT_LINE + 1);
  });

  it('of a file that is not there, or is shorter than it was, are none', async () => {
    const missing = path.join(directory.path, 'missing');
    expect(await endOfLines(missing)).toBe(0);
    expect(await sizeOf(missing)).toBe(0);
    expect(await readLineAt(missing, 0, 10)).toBeNull();
    expect(await readLinesAfter(missing, 0)).toEqual({ lines: [], end: 0 });
    expect(await readLinesAfter(missing, 5)).toBeNull();
    const file = directory.file('short', 'a\nb');
    expect(await readLinesAfter(file, 2)).toEqual({ lines: [], end: 2 });
    expect(await readLinesAfter(file, 3)).toBeNull();
    expect(await readLineAt(file, 3, 10)).toBeNull();
    expect(await endOfLines(directory.file('open', 'x'.repeat(200_000)))).toBe(0);
  });
});

describe('a conversation in several files', () => {
  it('is read from its end to its beginning, and says when there is no more', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(content, { maxLength: 3 }), size, async (texts, bytes) => {
        const segments = await Promise.all(
          texts.map(async (text, index) => {
            const file = directory.file(`part-${String(index)}`, text);
            return { file, end: await endOfLines(file) };
          }),
        );
        const pages = new ConversationPages(segments);
        const read: { id: string; text: string }[] = [];
        for (let more = true; more;) {
          const page = await pages.earlier(bytes);
          read.unshift(...page.lines);
          ({ more } = page);
        }
        expect(read).toEqual(
          texts.flatMap((text, index) =>
            linesOf(text).map((line) => ({ id: `${String(index)}:${String(line.offset)}`, text: line.text })),
          ),
        );
        expect(await pages.earlier(bytes)).toEqual({ lines: [], more: false });
        for (const { id, text } of read) expect(await readChatLine(segments, id)).toBe(text);
      }),
      { numRuns: 100 },
    );
  });

  it('goes on before a file that has gone', async () => {
    const file = directory.file('kept', 'a\nb\n');
    const gone = path.join(directory.path, 'gone');
    const pages = new ConversationPages([
      { file, end: 4 },
      { file: gone, end: 10 },
    ]);
    expect((await pages.earlier(100)).lines.map(({ text }) => text)).toEqual(['a', 'b']);
  });

  it.each(['', '5:0', '0:-1', '0:x', 'x:0', '0:1.5', '0', '-1:0'])('has no line %j', async (id) => {
    const file = directory.file('ids', 'a\n');
    expect(await readChatLine([{ file, end: 2 }], id)).toBeNull();
  });
});

describe('a log of lines', () => {
  it('says where each stands, and begins anew when it is cleared', async () => {
    const log = new StreamLog(path.join(directory.path, 'logs/log.jsonl'));
    log.clear();
    const said = ['{"a":"ü😀"}', 'x', 'y'.repeat(100_000)];
    const places = said.map((line) => log.append(line));
    for (const [index, { offset, bytes }] of places.entries()) {
      expect(await readLineAt(log.file, offset, 1 << 20)).toBe(said[index]);
      expect(bytes).toBe(Buffer.byteLength(said[index] ?? ''));
    }
    expect(log.end).toBe(fs.statSync(log.file).size);
    expect(fs.statSync(log.file).mode & 0o777).toBe(0o600);
    log.clear();
    expect([log.end, fs.existsSync(log.file), log.isFull]).toEqual([0, false, false]);
    expect(log.append('z')).toEqual({ offset: 0, bytes: 1 });
    log.close();
    log.close();
    expect(log.append('again').offset).toBe(2);
    log.close();
  });

  it('gives a line that is too long by its beginning', () => {
    expect(liveLine(1, 7, 'short', 5)).toEqual({ id: '1:7', text: 'short' });
    const line = liveLine(1, 7, '漢'.repeat(CHAT_LINE), 3 * CHAT_LINE);
    expect(line).toMatchObject({ id: '1:7', cut: 3 * CHAT_LINE });
    expect(Buffer.byteLength(line.text)).toBeLessThanOrEqual(CHAT_LINE);
  });
});
