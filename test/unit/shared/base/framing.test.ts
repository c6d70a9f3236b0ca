import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LineReader, parseJsonLine } from '#shared/base/framing';
import { everyCut } from '#test/helpers/chunks';

function read(pieces: readonly string[], limit?: number): (string | null)[] {
  const reader = new LineReader(limit);
  const lines = pieces.flatMap((piece) => reader.push(piece));
  const last = reader.finish();
  return [...lines, ...(last === null ? [] : [last])].map((line) => (line.ok ? line.value : null));
}

describe('a line reader', () => {
  it.each([
    ['one\ntwo\n', ['one', 'two']],
    ['one\r\ntwo\r\n', ['one', 'two']],
    ['no end', ['no end']],
    ['a\n\nb', ['a', '', 'b']],
    ['', []],
    ['\n', ['']],
    ['inner\rcarriage\n', ['inner\rcarriage']],
  ])('reads %j the same for every way of cutting it', (input, expected) => {
    for (const pieces of everyCut(input)) expect(read(pieces)).toEqual(expected);
  });

  it('gives the same lines for any text and any cut', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), fc.array(fc.nat(200), { maxLength: 10 }), (text, cuts) => {
        const places = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].sort(
          (left, right) => left - right,
        );
        const pieces = [0, ...places].map((start, index) => text.slice(start, places[index] ?? text.length));
        expect(read(pieces)).toEqual(read([text]));
      }),
    );
  });

  it('tells a line over the limit once, and goes on with the next one', () => {
    for (const pieces of everyCut('0123456789\nshort\n')) expect(read(pieces, 8)).toEqual([null, 'short']);
    expect(read(['0123456789'], 8)).toEqual([null]);
  });
});

describe('a line of JSON', () => {
  it('is parsed, or fails with what is wrong', () => {
    expect(parseJsonLine('{"a":1}')).toEqual({ ok: true, value: { a: 1 } });
    expect(parseJsonLine('{').ok).toBe(false);
  });
});
