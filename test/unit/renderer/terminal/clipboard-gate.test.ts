import { describe, expect, it } from 'vitest';
import { ClipboardGate } from '#renderer/terminal/clipboard-gate';

const encode = (text: string): string => Buffer.from(text).toString('base64');

function setUp() {
  const time = { now: 0 };
  return { time, gate: new ClipboardGate(() => time.now) };
}

describe('wishes of programs to write the clipboard', () => {
  it('reach the person as text', () => {
    const { gate } = setUp();
    expect(gate.request('p', `c;${encode('grüße')}`)).toBe('grüße');
  });

  it.each(['c;?', 'c;', 'c', 'c;****', 'c;YQ=a', `c;${Buffer.from([0xff, 0xfe]).toString('base64')}`])(
    'are ignored when they are none: %s',
    (data) => {
      expect(setUp().gate.request('p', data)).toBeNull();
    },
  );

  it('are bounded at 64 KB', () => {
    expect(setUp().gate.request('p', `c;${encode('x'.repeat(64 * 1024))}`)).not.toBeNull();
    expect(setUp().gate.request('p', `c;${encode('x'.repeat(64 * 1024 + 1))}`)).toBeNull();
  });

  it('never ask two questions at once, nor again right after a no', () => {
    const { gate, time } = setUp();
    const data = `c;${encode('a')}`;
    expect(gate.request('p', data)).toBe('a');
    expect(gate.request('p', data)).toBeNull();
    expect(gate.request('other', data)).toBeNull();
    gate.answered('p', false);
    expect(gate.request('p', data)).toBeNull();
    expect(gate.request('other', data)).toBe('a');
    gate.answered('other', true);
    time.now += 16_000;
    expect(gate.request('p', data)).toBe('a');
  });
});
