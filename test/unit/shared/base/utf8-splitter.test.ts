import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { completePrefix, Utf8Splitter } from '#shared/base/utf8-splitter';
import { everyCut } from '#test/helpers/chunks';

describe('the UTF-8 splitter', () => {
  it('never ends a piece inside a character, for every way of cutting', () => {
    const bytes = Buffer.from('│ 漢字 Grüße — “quoted” 🧪 e\u0301 ok');
    for (const pieces of everyCut<Uint8Array>(bytes)) {
      const splitter = new Utf8Splitter();
      const passed = pieces.map((piece) => splitter.push(piece));
      for (const piece of passed) expect(Buffer.from(piece).toString('utf8')).not.toContain('\ufffd');
      expect(Buffer.concat([...passed, splitter.finish()]).equals(bytes)).toBe(true);
    }
  });

  it('passes every byte on, also when it is no UTF-8, and holds back three at the most', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 12 }), { maxLength: 12 }), (chunks) => {
        const splitter = new Utf8Splitter();
        let taken = 0;
        let passed = 0;
        const pieces = chunks.map((chunk) => {
          const piece = splitter.push(chunk);
          taken += chunk.length;
          passed += piece.length;
          expect(taken - passed).toBeLessThanOrEqual(3);
          return piece;
        });
        expect(Buffer.concat([...pieces, splitter.finish()])).toEqual(Buffer.concat(chunks));
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    [[0x41], 1],
    [[0xe2], 0],
    [[0xe2, 0x80], 0],
    [[0xe2, 0x80, 0x94], 3],
    [[0x41, 0xf0, 0x9f], 1],
    [[0xff], 1],
    [[0x80, 0x80, 0x80, 0x80], 4],
    [[0xc3, 0x41], 2],
  ])('sees %j as %i whole bytes', (bytes, expected) => {
    expect(completePrefix(Uint8Array.from(bytes))).toBe(expected);
  });

  it('gives back the same chunk when there is nothing to do', () => {
    const chunk = Uint8Array.from([0x41, 0x42]);
    expect(new Utf8Splitter().push(chunk)).toBe(chunk);
  });
});
