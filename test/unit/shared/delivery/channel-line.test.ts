import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseChannelLine } from '#shared/delivery/channel-line';

describe('a line of a channel', () => {
  it.each([
    ['plain text', 'mail', { channel: 'mail', content: 'plain text', to: null, damaged: false }],
    ['plain text', null, { channel: 'in', content: 'plain text', to: null, damaged: false }],
    ['{"content":"hi"}', 'mail', { channel: 'mail', content: 'hi', to: null, damaged: false }],
    [
      '{"content":"hi","to":"worker","ts":1,"meta":{"a":1}}',
      'mail',
      { channel: 'mail', content: 'hi', to: 'worker', ts: 1, damaged: false },
    ],
    [
      '{"content":"hi","channel":"boss"}',
      'mail',
      { channel: 'mail', content: 'hi', to: null, damaged: false },
    ],
    ['{"content":"hi","channel":"boss"}', null, { channel: 'boss', content: 'hi', to: null, damaged: false }],
    [
      '{"content":"hi","channel":"../boss"}',
      null,
      { channel: 'in', content: 'hi', to: null, damaged: false },
    ],
    ['{"content":', 'mail', { channel: 'mail', content: '{"content":', to: null, damaged: true }],
    ['{"text":"hi"}', 'mail', { channel: 'mail', content: '{"text":"hi"}', to: null, damaged: true }],
    ['{}', null, { channel: 'in', content: '{}', to: null, damaged: true }],
  ])('%s by %s', (line, fifo, expected) => {
    expect(parseChannelLine(line, fifo)).toEqual({ ts: null, ...expected });
  });

  it('comes from its FIFO, whatever it says', () => {
    fc.assert(
      fc.property(fc.string(), fc.jsonValue(), (text, value) => {
        for (const line of [text, JSON.stringify(value), JSON.stringify({ content: text, channel: text })])
          expect(parseChannelLine(line, 'mail').channel).toBe('mail');
      }),
    );
  });
});
