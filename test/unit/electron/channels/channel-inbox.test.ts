// What waits for a Claude: handed over together, in order, once, whatever ends in between.
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ChannelRecord } from '#electron/channels/channel-record';
import type { Batch } from '#electron/channels/inbox/channel-inbox';
import { ChannelInbox } from '#electron/channels/inbox/channel-inbox';
import { InboxJournal } from '#electron/channels/inbox/inbox-journal';
import type { Readiness } from '#electron/session/delivery/deliveries';
import { fail, ok } from '#shared/base/result';
import type { PaneId } from '#shared/model/ids';
import { seededRandom } from '#test/helpers/chunks';
import { FakeClock } from '#test/helpers/fake-clock';
import { makeTemporaryDirectory, type TemporaryDirectory } from '#test/helpers/temporary-directory';

const one = 'one' as PaneId;
const two = 'two' as PaneId;
const READY: Readiness = { type: 'ready' };
const BUSY: Readiness = { type: 'wait', reason: 'it is working', until: null };

let directory: TemporaryDirectory;
let clock: FakeClock;
/** What is kept where messages are kept: it outlives a crash. */
let kept: Batch[];
let readiness: Record<string, Readiness>;
let usual: PaneId | null;
let faults: string[];
let reading: boolean;
let inbox: ChannelInbox;
let number = 0;
/** Called at each step that a crash may come before or behind. */
let step: () => void;

function open(): ChannelInbox {
  const opened = new ChannelInbox({
    journal: new InboxJournal(path.join(directory.path, 'channels.jsonl'), () => {
      step();
    }),
    clock,
    record: new ChannelRecord(clock),
    newId: () => `batch ${String((number += 1))}`,
    defaultPane: () => usual,
    readiness: (pane) => readiness[pane] ?? { type: 'gone', reason: 'the pane was closed' },
    isOccupied: () => false,
    send: (batch) => {
      step();
      kept.push(batch);
      step();
      return ok(null);
    },
    wasSent: (id) => kept.some((batch) => batch.id === id),
    fault: (reason) => faults.push(reason),
    read: (on) => (reading = on),
  });
  opened.load();
  return opened;
}

beforeEach(() => {
  directory = makeTemporaryDirectory();
  clock = new FakeClock();
  kept = [];
  readiness = { one: READY, two: READY };
  usual = one;
  faults = [];
  reading = true;
  step = () => undefined;
  inbox = open();
});
afterEach(() => {
  inbox.dispose();
  directory.remove();
});

const take = (text: string, pane: PaneId | null = null, channel = 'mail') => {
  inbox.take({ at: 0, channel, pane, text });
};
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('what channels bring', () => {
  it('is handed over together as soon as it may be given, each pane its own', async () => {
    readiness = { one: BUSY, two: READY };
    take('first');
    take('second', two);
    take('third', null, 'phone');
    await settled();
    expect(kept.map(({ pane, text }) => [pane, text])).toEqual([[two, 'second']]);
    expect(inbox.waits).toEqual([{ pane: null, count: 2, reason: 'it is working', until: null }]);
    readiness = { one: READY, two: READY };
    inbox.look();
    expect(kept.at(-1)).toMatchObject({ pane: one, text: 'first\nthird', channels: ['mail', 'phone'] });
    expect(inbox.waiting).toEqual([]);
  });

  it('waits while there is nobody to get it, and over a restart', async () => {
    usual = null;
    take('early');
    await settled();
    inbox.dispose();
    inbox = open();
    expect(inbox.waits).toMatchObject([{ count: 1, reason: 'no Claude is there to get it' }]);
    usual = two;
    inbox.look();
    expect(kept.map(({ pane, text }) => [pane, text])).toEqual([[two, 'early']]);
  });

  it('for a pane that was closed is given up, and told', async () => {
    readiness = {};
    take('late', two);
    await settled();
    expect(faults).toEqual(["1 line of mail can't be given: the pane was closed"]);
    inbox.dispose();
    inbox = open();
    expect(inbox.waiting).toEqual([]);
  });

  it('is too much at once goes in several, in order, and adapters wait above a bound', async () => {
    readiness = { one: BUSY };
    for (let line = 0; line < 100_000; line += 1) take(String(line));
    await settled();
    expect(reading).toBe(false);
    readiness = { one: READY };
    const seen: string[] = [];
    while (inbox.waiting.length > 0) {
      kept = [];
      inbox.look();
      seen.push(...kept.flatMap(({ text }) => text.split('\n')));
    }
    expect(reading).toBe(true);
    expect(seen).toHaveLength(100_000);
    expect(seen.every((text, index) => text === String(index))).toBe(true);
  }, 20_000);

  it('that a message can not be kept of waits on', async () => {
    inbox.dispose();
    const refused = new ChannelInbox({
      journal: new InboxJournal(path.join(directory.path, 'other.jsonl')),
      clock,
      record: new ChannelRecord(clock),
      newId: () => 'x',
      defaultPane: () => one,
      readiness: () => READY,
      isOccupied: () => false,
      send: () => fail('the disk is full'),
      wasSent: () => false,
      fault: (reason) => faults.push(reason),
      read: () => undefined,
    });
    refused.take({ at: 0, channel: 'mail', pane: null, text: 'kept' });
    await settled();
    expect(refused.waits).toMatchObject([{ count: 1, reason: 'the disk is full' }]);
    refused.dispose();
    inbox = open();
  });

  it('arrives once, in order, whatever step a crash comes at', async () => {
    const random = seededRandom(3);
    for (let round = 0; round < 300; round += 1) {
      const before = kept.length;
      const lines = Array.from(
        { length: 1 + Math.floor(random() * 5) },
        (_, index) => `${String(round)}.${String(index)}`,
      );
      readiness = { one: BUSY };
      for (const line of lines) take(line);
      await settled();
      readiness = { one: READY };
      let left = Math.floor(random() * 6);
      step = () => {
        if ((left -= 1) < 0) throw new Error('killed');
      };
      try {
        inbox.look();
      } catch {
        // It is as if the process had ended here.
      }
      step = () => undefined;
      inbox.dispose();
      inbox = open();
      inbox.look();
      expect(
        kept
          .slice(before)
          .map(({ text }) => text)
          .join('\n'),
      ).toBe(lines.join('\n'));
    }
  });
});
