import { describe, expect, it } from 'vitest';
import type { ChannelsState, ReceivedLine } from '#shared/model/channels';
import { CHANNELS_OFF } from '#shared/model/channels';
import type { Delivery } from '#shared/model/delivery';
import { asPaneId } from '#shared/model/ids';
import {
  channelLog,
  channelRows,
  countChannelLines,
  waitingGroups,
  worksUnasked,
} from '#shared/state/channels';
import { reduce } from '#shared/state/reducer';
import { emptyState } from '#test/helpers/state';

const [a, b] = [asPaneId('a'), asPaneId('b')];

function channels(change: Partial<ChannelsState> = {}): ChannelsState {
  return { ...CHANNELS_OFF, enabled: true, target: a, ...change };
}

function line(number: number, change: Partial<ReceivedLine> = {}): ReceivedLine {
  return {
    number,
    at: number,
    channel: 'mail',
    pane: null,
    text: `line ${String(number)}`,
    state: 'waiting',
    delivery: null,
    reason: '',
    ...change,
  };
}

function batch(change: Partial<Delivery> = {}): Delivery {
  return {
    id: 'd',
    to: a,
    attachments: [],
    from: null,
    sender: 'mail',
    kind: 'channel',
    topic: 'mail',
    text: '[10:05 mail] one\n  [12:00 boss] more of one\n[10:06 chat] two',
    createdAt: 0,
    state: 'queued',
    changedAt: 0,
    reason: 'a draft stands in its prompt box',
    until: null,
    ...change,
  };
}

describe('the live channels', () => {
  it('are listed by name, the nameless first, each with its newest line of either way', () => {
    const rows = channelRows(
      channels({
        inputs: [null, 'mail', 'chat'],
        outputs: ['mail', 'voice'],
        received: [line(1), line(2), line(4, { channel: 'gone' })],
        sent: [{ number: 3, at: 3, channel: 'mail', text: 'out', problem: null }],
      }),
    );
    expect(rows.map(({ name, brings, takes, last }) => [name, brings, takes, last?.text])).toEqual([
      [null, true, false, undefined],
      ['chat', true, false, undefined],
      ['mail', true, true, 'out'],
      ['voice', false, true, undefined],
    ]);
  });
});

describe('what waits', () => {
  const waits = [
    { pane: null, count: 2, reason: 'a person types there', until: 9000 },
    { pane: b, count: 500, reason: 'it works', until: null },
  ];
  const state = channels({
    waits,
    received: [line(1), line(2, { state: 'handed', delivery: 'x' }), line(3), line(4, { pane: b })],
  });

  it('is what is being given, then what follows, for the pane that gets it now', () => {
    const groups = waitingGroups(state, [batch(), batch({ id: 'e', state: 'delivered' })]);
    expect(groups.map(({ pane, count, until }) => [pane, count, until])).toEqual([
      [a, 2, null],
      [a, 2, 9000],
      [b, 500, null],
    ]);
    expect(groups.map(({ presentation: { label, reason } }) => `${label}: ${reason}`)).toEqual([
      'Waits: a draft stands in its prompt box',
      'Wait: a person types there',
      'Wait: it works',
    ]);
  });

  it('shows the first lines, and none where only the end of a flood is known', () => {
    const texts = waitingGroups(state, [batch()]).map(({ first }) =>
      first.map(({ channel, text }) => [channel, text]),
    );
    expect(texts).toEqual([
      [
        ['mail', 'one\n[12:00 boss] more of one'],
        ['chat', 'two'],
      ],
      [
        ['mail', 'line 1'],
        ['mail', 'line 3'],
      ],
      [],
    ]);
  });

  it('is counted with what is being given, and without messages of other kinds', () => {
    const app = { ...emptyState(), channels: state };
    expect(countChannelLines({ ...app, deliveries: [batch(), batch({ id: 'm', kind: 'message' })] })).toBe(
      504,
    );
    expect(countChannelLines(emptyState())).toBe(0);
  });
});

describe('the log', () => {
  it('tells what became of each line, the newest first', () => {
    const entries = channelLog(
      channels({
        received: [
          line(1, { state: 'handed', delivery: 'd' }),
          line(2, { state: 'handed', delivery: 'forgotten' }),
          line(3, { state: 'refused', reason: 'there is no pane "x"' }),
          line(5),
        ],
        sent: [
          { number: 4, at: 4, channel: 'mail', text: 'out', problem: null },
          { number: 6, at: 6, channel: 'mail', text: 'out', problem: 'nobody reads it' },
        ],
      }),
      [batch({ to: b, state: 'failed', reason: 'the pane was closed' })],
    );
    expect(
      entries.map(({ number, way, pane, presentation: { label, reason } }) => [
        number,
        way,
        pane,
        label,
        reason,
      ]),
    ).toEqual([
      [6, 'out', null, 'Not written', 'nobody reads it'],
      [5, 'in', a, 'Waits', ''],
      [4, 'out', null, 'Written', ''],
      [3, 'in', null, 'Refused', 'there is no pane "x"'],
      [2, 'in', a, 'Handed over', ''],
      [1, 'in', b, 'Failed', 'the pane was closed'],
    ]);
  });
});

describe('a Claude that asks nothing', () => {
  it('is the managed one alone, while it skips permissions', () => {
    const managed = { ...CHANNELS_OFF.managed, pane: a, skipsPermissions: true };
    const state = reduce(emptyState(), { type: 'channels/changed', channels: channels({ managed }) });
    expect([worksUnasked(state, a), worksUnasked(state, b)]).toEqual([true, false]);
    const careful = channels({ managed: { ...managed, skipsPermissions: false } });
    expect(worksUnasked(reduce(state, { type: 'channels/changed', channels: careful }), a)).toBe(false);
  });
});
