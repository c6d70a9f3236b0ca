import { describe, expect, it } from 'vitest';
import { preparePaste } from '#renderer/terminal/paste';

describe('pasted text', () => {
  it('goes as it is when it is one line', () => {
    expect(preparePaste('ls -la', false)).toMatchObject({ data: 'ls -la', needsConfirmation: false });
  });

  it('is bracketed when the program asked for it, and then needs no question', () => {
    expect(preparePaste('a\nb', true)).toMatchObject({
      data: '\u001b[200~a\rb\u001b[201~',
      needsConfirmation: false,
    });
  });

  it('cannot end its own brackets', () => {
    const { data } = preparePaste('a\u001b[201~rm\u009b201~', true);
    expect(data).toBe('\u001b[200~a[201~rm201~\u001b[201~');
  });

  it('holds no key presses', () => {
    expect(preparePaste('a\u0003\u0004\u007fb\tc', false).data).toBe('ab\tc');
  });

  it.each(['a\nb', 'a\r\nb', 'a\rb'])('asks before several lines: %j', (text) => {
    expect(preparePaste(text, false)).toMatchObject({ data: 'a\rb', needsConfirmation: true });
  });

  it('does not ask about a line end at the end', () => {
    expect(preparePaste('ls\n', false).needsConfirmation).toBe(false);
  });
});
