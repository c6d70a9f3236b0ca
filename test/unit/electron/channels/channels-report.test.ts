import { expect, it } from 'vitest';
import { ChannelsReport } from '#electron/channels/channels-report';
import type { ChannelsState } from '#shared/model/channels';
import { CHANNELS_OFF } from '#shared/model/channels';
import { FakeClock } from '#test/helpers/fake-clock';

it('tells of changes only, soon, and ten times a second at the most', () => {
  const clock = new FakeClock();
  let state: ChannelsState = CHANNELS_OFF;
  const told: number[] = [];
  const report = new ChannelsReport({
    clock,
    look: () => state,
    tell: ({ subscribers }) => told.push(subscribers),
  });
  report.changed();
  expect(told).toEqual([]);
  clock.advance(0);
  expect(told).toEqual([0]);
  clock.advance(1000);
  report.changed();
  clock.advance(1000);
  expect(told).toEqual([0]);
  for (let millisecond = 1; millisecond <= 1000; millisecond += 1) {
    state = { ...state, subscribers: millisecond };
    report.changed();
    clock.advance(1);
  }
  expect(told.length).toBeGreaterThan(8);
  expect(told.length).toBeLessThan(13);
  clock.advance(100);
  expect(told.at(-1)).toBe(1000);
  state = { ...state, subscribers: 0 };
  report.changed();
  report.dispose();
  clock.advance(1000);
  report.changed();
  clock.advance(1000);
  expect(told.at(-1)).toBe(1000);
});
