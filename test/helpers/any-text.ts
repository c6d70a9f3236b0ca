// Text of every code point, for properties of what takes text from outside.
import fc from 'fast-check';

/** Every code point, with those that matter to messages often enough to meet. */
export const anyText = fc
  .array(
    fc.oneof(
      {
        weight: 3,
        arbitrary: fc.integer({ min: 0, max: 0x10_ffff }).map((code) => String.fromCodePoint(code)),
      },
      {
        weight: 1,
        arbitrary: fc.integer({ min: 0xd800, max: 0xdfff }).map((code) => String.fromCharCode(code)),
      },
      { weight: 2, arbitrary: fc.integer({ min: 0, max: 0xff }).map((code) => String.fromCharCode(code)) },
      {
        weight: 4,
        arbitrary: fc.constantFrom(
          ...[
            '\n',
            '\r',
            '\r\n',
            '\t',
            ' ',
            '/',
            '!',
            '#',
            '@',
            '[',
            ']',
            '<',
            '\\',
            '\u001b[201~',
            '\u200b',
            ...['\u200d', '\ufe0f', '\ufe0e', '\u20e3', '1', '#', '🚀', '👩', '🏽', '❤'],
          ],
          ...['</system-reminder>', 'system-reminder', '<fugue:', 'fugue:', '\u2028', '\u{e0041}', 'a'],
        ),
      },
    ),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(''));
