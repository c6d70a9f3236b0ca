import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SequenceLimiter } from '../../../../electron/screen/sequence-limiter';
import { everyCut } from '#test/helpers/chunks';

function filter(pieces: readonly string[], limit = 8): string {
  const limiter = new SequenceLimiter(limit);
  return Buffer.concat(pieces.map((piece) => limiter.filter(Buffer.from(piece, 'latin1')))).toString(
    'latin1',
  );
}

describe('the limiter of escape sequences', () => {
  it.each([
    ['plain', 'plain'],
    ['\x1b]0;short\x07after', '\x1b]0;short\x07after'],
    ['\x1b[31mred', '\x1b[31mred'],
    ['\x1b]0;much too long\x07after', '\x1b]0;much t\x18after'],
    ['\x1b]0;much too long\x1b\\after', '\x1b]0;much t\x18after'],
    ['\x1bPq0123456789\x1b[31mred', '\x1bPq0123456\x18\x1b[31mred'],
    ['\x1b]0;much too long and no end', '\x1b]0;much t\x18'],
    ['\x1b\x1b]0;a\x07', '\x1b\x1b]0;a\x07'],
  ])('turns %j into %j for every way of cutting it', (input, expected) => {
    for (const pieces of everyCut(input)) expect(filter(pieces)).toBe(expected);
  });

  it('gives the same for any bytes and any cut, and never more than one mark a sequence', () => {
    const text = fc
      .array(fc.constantFrom('\x1b', ']', 'P', '\\', '\x07', '\x18', '0', 'a', '[', 'm', '\n'), {
        maxLength: 60,
      })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, fc.nat(60), (input, cut) => {
        const at = Math.min(cut, input.length);
        expect(filter([input.slice(0, at), input.slice(at)])).toBe(filter([input]));
      }),
      { numRuns: 2000 },
    );
  });

  it('returns the very same chunk when there is nothing to cut', () => {
    const chunk = Buffer.from('much text \x1b[31m and colours \x1b]0;t\x07');
    expect(new SequenceLimiter().filter(chunk)).toBe(chunk);
  });
});
