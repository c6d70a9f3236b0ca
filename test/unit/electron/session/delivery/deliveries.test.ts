// Messages over crashes: a world in which app and Claude may die between any two steps, a thousand times.
import fs from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Delivery } from '#shared/model/delivery';
import { asPaneId } from '#shared/model/ids';
import type { DeliveryTarget, Given, Readiness } from '#electron/session/delivery/deliveries';
import { Deliveries } from '#electron/session/delivery/deliveries';
import type { JournalEntry } from '#electron/session/delivery/journal';
import { DeliveryJournal } from '#electron/session/delivery/journal';
import type { TranscriptMark } from '#electron/session/delivery/transcript-mark';
import { FakeClock } from '#test/helpers/fake-clock';
import { makeTemporaryDirectory, type TemporaryDirectory } from '#test/helpers/temporary-directory';

/** What a kill -9 of the app is to the code that was running: nothing after it happens. */
class Crash extends Error {}

/** A pane with a Claude: a prompt box, and a conversation of which some is on disk. */
class World implements DeliveryTarget {
  box = '';
  /** On disk. */
  transcript: string[] = [];
  ready: Readiness = { type: 'ready' };
  givings = 0;

  constructor(
    private readonly hazard: (step: string) => void = () => undefined,
    private readonly claudeDies: () => boolean = () => false,
  ) {}

  readiness(): Readiness {
    return this.ready;
  }

  mark(): TranscriptMark {
    return { file: 'transcript', offset: this.transcript.length };
  }

  wasGiven(text: string, mark: TranscriptMark): boolean {
    return this.transcript.slice(mark.offset).includes(text);
  }

  async hindrance(_pane: string, text: string): Promise<string | null> {
    await Promise.resolve();
    return this.box !== '' && this.box !== text ? 'a draft' : null;
  }

  async give({ text }: { readonly text: string }, mark: TranscriptMark): Promise<Given> {
    this.givings += 1;
    await Promise.resolve();
    if (this.box !== '' && this.box !== text) return { type: 'not-typed', reason: 'a draft' };
    this.hazard('before the paste');
    this.box = text;
    this.hazard('after the paste');
    if (this.killed()) return { type: 'interrupted', reason: 'ended' };
    const submitted = this.box;
    this.box = '';
    this.hazard('after Enter, before it is on disk');
    if (this.killed()) return { type: 'interrupted', reason: 'ended' };
    this.transcript.push(submitted);
    this.hazard('after it is on disk');
    if (this.killed()) return { type: 'interrupted', reason: 'ended' };
    return this.wasGiven(text, mark) ? { type: 'delivered' } : { type: 'unknown', reason: 'not seen' };
  }

  private killed(): boolean {
    if (!this.claudeDies()) return false;
    this.box = '';
    return true;
  }
}

/** Programs are killed here, not machines: what was written is there. */
const noSync = (): void => undefined;

/** A journal on which the app may die right before, in the middle of, or right after a write. */
class HazardousJournal extends DeliveryJournal {
  constructor(
    private readonly path: string,
    private readonly hazard: (step: string) => void,
  ) {
    super(path, noSync);
  }

  override write(entry: JournalEntry): void {
    this.hazard('before a line');
    try {
      this.hazard('inside a line');
    } catch (error) {
      fs.appendFileSync(this.path, JSON.stringify({ version: 1, ...entry }).slice(0, 60));
      throw error;
    }
    super.write(entry);
    this.hazard('after a line');
  }
}

function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

const pane = asPaneId('11111111-1111-4111-8111-111111111111');
const message = (sender: string, text: string) => ({
  to: pane,
  from: null,
  sender,
  kind: 'message' as const,
  topic: 'note',
  text,
});

describe('deliveries', () => {
  let directory: TemporaryDirectory;
  let clock: FakeClock;
  let told: Map<string, Delivery>;
  let faults: string[];
  let tellings = 0;
  let ids = 0;
  beforeEach(() => {
    directory = makeTemporaryDirectory();
    clock = new FakeClock();
    told = new Map();
    faults = [];
  });
  afterEach(() => {
    directory.remove();
  });
  const file = () => `${directory.path}/deliveries.jsonl`;

  function start(target: DeliveryTarget, journal = new DeliveryJournal(file(), noSync)): Deliveries {
    const deliveries = new Deliveries({
      journal,
      target,
      clock,
      newId: () => `id-${String(ids++)}`,
      tell: (delivery) => {
        tellings += 1;
        told.set(delivery.id, delivery);
      },
      fault: (reason) => faults.push(reason),
    });
    for (const delivery of deliveries.load()) told.set(delivery.id, delivery);
    return deliveries;
  }
  const settled = async () => {
    for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
  };

  it.each([1, 2, 3])(
    'gives 1,000 messages once each, in order, over crashes of app and Claude (seed %i)',
    async (seed) => {
      const chance = random(seed);
      let dying = true;
      let crashes = 0;
      const hazard = (step: string): void => {
        if (!dying || chance() > 0.04) return;
        crashes += 1;
        throw new Crash(step);
      };
      const world = new World(hazard, () => dying && chance() < 0.05);
      let deliveries = start(world, new HazardousJournal(file(), hazard));
      const restart = (): void => {
        deliveries.dispose();
        // With the app die its terminals, unless they live elsewhere.
        if (chance() < 0.5) world.box = '';
        deliveries = start(world, new HazardousJournal(file(), hazard));
      };
      const promised = new Map<string, string[]>();
      const unsure = new Set<string>();
      for (let number = 0; number < 1000; number += 1) {
        const sender = `sender-${String(number % 3)}`;
        const text = `[12:00 ${sender}] message ${String(number)}`;
        const before = crashes;
        try {
          const sent = deliveries.send(message(sender, text));
          if (sent.ok) promised.set(sender, [...(promised.get(sender) ?? []), text]);
          else unsure.add(text);
        } catch (error) {
          if (!(error instanceof Crash)) throw error;
          unsure.add(text);
        }
        await settled();
        clock.advance(2500);
        await settled();
        if (crashes > before) restart();
        deliveries.look(pane);
        await settled();
      }
      dying = false;
      restart();
      for (let round = 0; round < 2000 && deliveries.panes.length > 0; round += 1) {
        deliveries.look(pane);
        clock.advance(2500);
        await settled();
      }
      deliveries.dispose();
      expect(crashes).toBeGreaterThan(100);
      expect(world.transcript).toHaveLength(new Set(world.transcript).size);
      for (const [sender, texts] of promised) {
        const arrived = world.transcript.filter((text) => text.includes(`${sender}]`) && !unsure.has(text));
        expect(arrived).toEqual(texts);
      }
    },
  );

  it('queues while the target is not ready, says why, and gives all once it is', async () => {
    const world = new World();
    world.ready = { type: 'wait', reason: 'it is working', until: null };
    const deliveries = start(world);
    for (const text of ['one', 'two', 'three']) deliveries.send(message('a', text));
    await settled();
    expect(world.givings).toBe(0);
    expect([...told.values()][0]).toMatchObject({ state: 'queued', reason: 'it is working' });
    world.ready = { type: 'ready' };
    deliveries.look(pane);
    await settled();
    expect(world.transcript).toEqual(['one', 'two', 'three']);
    expect([...told.values()].map(({ state }) => state)).toEqual(['delivered', 'delivered', 'delivered']);
    deliveries.dispose();
  });

  it('never touches a draft, and goes on when it is gone', async () => {
    const world = new World();
    world.box = 'half a thought';
    const deliveries = start(world);
    deliveries.send(message('a', 'one'));
    await settled();
    expect(world).toMatchObject({ box: 'half a thought', transcript: [] });
    expect([...told.values()][0]).toMatchObject({ state: 'queued', reason: 'a draft' });
    // It says so all the time, and writes nothing meanwhile.
    const before = { told: tellings, written: fs.statSync(file()).size };
    for (let round = 0; round < 5; round += 1) {
      clock.advance(2500);
      await settled();
    }
    expect({ told: tellings, written: fs.statSync(file()).size }).toEqual(before);
    world.box = '';
    clock.advance(2500);
    await settled();
    expect(world.transcript).toEqual(['one']);
    deliveries.dispose();
  });

  it('is not given when it is taken back while the box is looked at', async () => {
    const world = new World();
    const deliveries = start(world);
    deliveries.send(message('a', 'one'));
    deliveries.send(message('a', 'two'));
    const [first = ''] = [...told.keys()];
    expect(deliveries.cancel(first).ok).toBe(true);
    await settled();
    expect(world.transcript).toEqual(['two']);
    deliveries.dispose();
  });

  it('fails loudly when the pane is gone, and when Claude never shows that it took the message', async () => {
    const world = new World();
    world.ready = { type: 'gone', reason: 'the pane was closed' };
    const deliveries = start(world);
    deliveries.send(message('a', 'one'));
    await settled();
    expect([...told.values()][0]).toMatchObject({ state: 'failed', reason: 'the pane was closed' });
    world.ready = { type: 'ready' };
    world.give = async () => ({ type: 'unknown', reason: 'Claude does not show it' });
    deliveries.send(message('a', 'two'));
    for (let round = 0; round < 5; round += 1) {
      await settled();
      clock.advance(2500);
    }
    expect([...told.values()][1]).toMatchObject({
      state: 'failed',
      reason: 'Claude does not show it; look into the pane whether it arrived',
    });
    deliveries.dispose();
  });

  it('refuses more than it can hold, and what can not be kept; a message can be taken back', async () => {
    const world = new World();
    world.ready = { type: 'wait', reason: 'busy', until: null };
    const deliveries = start(world);
    for (let number = 0; number < 200; number += 1)
      expect(deliveries.send(message('a', String(number))).ok).toBe(true);
    expect(deliveries.send(message('a', 'one more'))).toMatchObject({ ok: false });
    const [first] = [...told.keys()];
    expect(deliveries.cancel(first ?? '')).toMatchObject({ ok: true, value: { state: 'failed' } });
    expect(deliveries.cancel(first ?? '')).toMatchObject({ ok: false });
    deliveries.dispose();
    const unwritable = start(
      world,
      new (class extends DeliveryJournal {
        override write(): void {
          throw new Error('ENOSPC: no space left on device');
        }
      })(`${directory.path}/other.jsonl`),
    );
    expect(unwritable.send(message('b', 'lost'))).toMatchObject({ ok: false });
    unwritable.dispose();
  });

  it('keeps the file small, with all that waits', async () => {
    const world = new World();
    const deliveries = start(world);
    for (let number = 0; number < 300; number += 1) {
      deliveries.send(message('a', `message ${String(number)}`));
      await settled();
    }
    world.ready = { type: 'wait', reason: 'busy', until: null };
    deliveries.send(message('a', 'the last'));
    deliveries.dispose();
    expect(new DeliveryJournal(file(), noSync).load()).toHaveLength(201);
    expect(fs.readFileSync(file(), 'utf8').trim().split('\n')).toHaveLength(201);
    expect(fs.statSync(file()).mode & 0o077).toBe(0);
  });

  it('gives what is rushed before all others, also while its Claude works', async () => {
    const world = new World();
    world.ready = { type: 'wait', reason: 'busy', until: null };
    const asked: (boolean | undefined)[] = [];
    world.readiness = ((_: unknown, rushed?: boolean) => {
      asked.push(rushed);
      return rushed === true ? { type: 'ready' } : world.ready;
    }) as World['readiness'];
    const deliveries = start(world);
    for (const text of ['one', 'two', 'three']) deliveries.send(message('a', text));
    await settled();
    expect(world.transcript).toEqual([]);
    expect(deliveries.rush([...told.keys()][1] ?? '')).toMatchObject({ ok: true });
    await settled();
    expect(world.transcript).toEqual(['two']);
    expect(asked).toContain(true);
    expect(deliveries.rush([...told.keys()][1] ?? '')).toMatchObject({ ok: false });
    world.ready = { type: 'ready' };
    deliveries.look(pane);
    await settled();
    expect(world.transcript).toEqual(['two', 'one', 'three']);
    deliveries.dispose();
  });

  it('rushes nothing where that is not possible, nor past one that is being given', async () => {
    const world = new World();
    world.ready = { type: 'wait', reason: 'it asks you something', until: null };
    const deliveries = start(world);
    deliveries.send(message('a', 'one'));
    deliveries.send(message('a', 'two'));
    await settled();
    const [, second = ''] = [...told.keys()];
    expect(deliveries.rush(second)).toEqual({ ok: false, error: 'it asks you something' });
    expect(deliveries.rush('none')).toMatchObject({ ok: false });
    world.ready = { type: 'ready' };
    world.give = () => new Promise<Given>(() => undefined);
    deliveries.look(pane);
    await settled();
    expect(deliveries.rush(second)).toEqual({ ok: false, error: 'one is being given already' });
    deliveries.dispose();
  });
});
