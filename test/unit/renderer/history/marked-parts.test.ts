import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { markedParts } from '#renderer/history/marked-parts';

describe('markedParts', () => {
  it('marks words and phrases whatever their case', () => {
    expect(markedParts('The Upload test waits', 'TEST "the upload"')).toEqual([
      { text: 'The Upload', isHit: true },
      { text: ' ', isHit: false },
      { text: 'test', isHit: true },
      { text: ' waits', isHit: false },
    ]);
    expect(markedParts('nothing', 'else')).toEqual([{ text: 'nothing', isHit: false }]);
  });

  it('loses and adds nothing, whatever the text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.string({ unit: 'grapheme', maxLength: 3 }),
        (line, query) => {
          expect(
            markedParts(line, query)
              .map(({ text }) => text)
              .join(''),
          ).toBe(line);
        },
      ),
    );
  });
});
