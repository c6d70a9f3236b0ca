import { beforeEach, describe, expect, it } from 'vitest';
import { ChannelRecord } from '#electron/channels/channel-record';
import type { InboxLine } from '#electron/channels/inbox/inbox-journal';
import { LINES_SHOWN } from '#shared/model/channels';
import { FakeClock } from '#test/helpers/fake-clock';

let record: ChannelRecord;
let changes: number;
beforeEach(() => {
  record = new ChannelRecord(new FakeClock());
  changes = 0;
  record.onChange(() => (changes += 1));
});

function lines(first: number, count: number, text = 'hello'): readonly InboxLine[] {
  return Array.from({ length: count }, (_, index) => ({
    sequence: first + index,
    at: 0,
    channel: 'mail',
    pane: null,
    text: `[10:05 mail] ${text}`,
  }));
}
const states = () => record.lines.received.map(({ state }) => state);

describe('the record of the channels', () => {
  it('tells what became of the lines that it knows', () => {
    const [one, two, three] = lines(7, 3);
    record.arrived([one!, two!, three!]);
    record.settled([one!], { state: 'handed', delivery: 'd', reason: '' });
    record.settled([three!], { state: 'refused', delivery: null, reason: 'the pane was closed' });
    expect(states()).toEqual(['handed', 'waiting', 'refused']);
    expect(record.lines.received.map(({ delivery, reason }) => delivery ?? reason)).toEqual([
      'd',
      '',
      'the pane was closed',
    ]);
    expect(record.lines.received[0]?.text).toBe('hello');
  });

  it('keeps the newest of a flood, and tells of it once', () => {
    const flood = lines(1, 20_000);
    record.arrived(flood);
    expect(changes).toBe(1);
    expect(record.lines.received).toHaveLength(LINES_SHOWN);
    record.settled(flood.slice(0, -10), { state: 'handed', delivery: 'd', reason: '' });
    expect(states().filter((state) => state === 'waiting')).toHaveLength(10);
    record.arrived(lines(20_001, 95));
    record.settled(flood.slice(-10), { state: 'handed', delivery: 'e', reason: '' });
    expect(record.lines.received).toHaveLength(LINES_SHOWN);
    expect(states().filter((state) => state === 'handed')).toHaveLength(5);
    for (let index = 0; index < 300; index += 1) record.wrote('mail', 'out', null);
    expect(record.lines.sent).toHaveLength(LINES_SHOWN);
  });

  it('cuts long lines between characters, and shows nothing that hides', () => {
    record.refused('mail', `${'x'.repeat(399)}😀${'y'.repeat(100_000)}`, 'it is too long');
    record.refused('mail', 'a\u202eb\u0007c\nd', 'why not');
    expect(record.lines.received.map(({ text }) => text)).toEqual([`${'x'.repeat(399)}…`, 'abc\nd']);
    record.wrote('mail', 'z'.repeat(401), 'nobody reads it');
    expect(record.lines.sent[0]).toMatchObject({ text: `${'z'.repeat(400)}…`, problem: 'nobody reads it' });
  });
});
