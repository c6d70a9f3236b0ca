import type { Clock } from '#shared/base/clock';
import type { Disposable } from '#shared/base/disposable';
import { DisposableSlot } from '#shared/base/disposable';
import type { Event } from '#shared/base/emitter';
import { Emitter } from '#shared/base/emitter';
import { errorMessage } from '#shared/base/errors';
import type { Result } from '#shared/base/result';
import type { WaitingLines } from '#shared/model/channels';
import type { PaneId } from '#shared/model/ids';
import type { Readiness } from '../../session/delivery/deliveries';
import type { ChannelRecord } from '../channel-record';
import type { InboxJournal, InboxLine } from './inbox-journal';

/** What is given to a Claude in one message, in lines and in bytes. The rest follows with its next turn. */
const BATCH_LINES = 500;
const BATCH_BYTES = 64 * 1024;
/** Above this nothing more is read from adapters until some is given: they wait, and nothing is lost. */
const WAITING_LINES = 100_000;
const WAITING_BYTES = 64 * 1024 * 1024;
/** A look again where no change is told, in milliseconds. */
const LOOK_AGAIN = 2000;
const BEFORE = 'the lines before are being given';

/** Why lines wait, and until when if that is known, in milliseconds since 1970. */
interface Wait {
  readonly reason: string;
  readonly until: number | null;
}

/** Lines that go to a Claude together. */
export interface Batch {
  readonly id: string;
  readonly pane: PaneId;
  /** Each channel that they came by, once. */
  readonly channels: readonly string[];
  readonly text: string;
}

export interface ChannelInboxOptions {
  readonly journal: InboxJournal;
  readonly record: ChannelRecord;
  readonly clock: Clock;
  readonly newId: () => string;
  /** The pane that gets what is for nobody in particular; null while there is none. */
  readonly defaultPane: () => PaneId | null;
  readonly readiness: (pane: PaneId) => Readiness;
  /** Whether lines that were handed over wait for the pane still. */
  readonly isOccupied: (pane: PaneId) => boolean;
  readonly send: (batch: Batch) => Result<unknown, string>;
  /** Whether a message is known, from an earlier run. */
  readonly wasSent: (id: string) => boolean;
  readonly fault: (reason: string) => void;
  /** Adapters are to be read, or to be left waiting. */
  readonly read: (on: boolean) => void;
}

/**
 * Gathers what adapters write while a Claude is busy or its person types, and hands all of it over in one message as
 * soon as it may be given, in the order in which it came.
 */
export class ChannelInbox implements Disposable {
  private lines: InboxLine[] = [];
  private readonly arrived: Omit<InboxLine, 'sequence'>[] = [];
  private bytes = 0;
  private sequence = 0;
  private reading = true;
  private ended = false;
  private looking = false;
  private keeping: NodeJS.Immediate | null = null;
  private readonly timer = new DisposableSlot<Disposable>();
  private readonly reasons = new Map<PaneId | null, Wait>();
  private readonly emitter = new Emitter<null>();

  /** What waits has changed. */
  readonly onChange: Event<null> = this.emitter.event;

  constructor(private readonly options: ChannelInboxOptions) {}

  /** Takes up what an earlier run has left. Throws the system's error. */
  load(): void {
    this.lines = [...this.options.journal.load(this.options.wasSent)];
    this.sequence = this.lines.reduce((highest, { sequence }) => Math.max(highest, sequence), 0);
    this.bytes = this.lines.reduce((sum, { text }) => sum + text.length, 0);
    this.options.record.arrived(this.lines);
    this.look();
  }

  /** A line has come. Those of one moment are kept together: the disk is waited for once. */
  take(line: Omit<InboxLine, 'sequence'>): void {
    this.arrived.push(line);
    this.keeping ??= setImmediate(() => {
      this.keep();
    });
  }

  /** The lines that wait, oldest first. */
  get waiting(): readonly InboxLine[] {
    return this.lines;
  }

  get waits(): readonly WaitingLines[] {
    const counts = new Map<PaneId | null, number>();
    for (const { pane } of this.lines) counts.set(pane, (counts.get(pane) ?? 0) + 1);
    return [...counts].map(([pane, count]) => {
      const { reason, until } = this.reasons.get(pane) ?? { reason: '', until: null };
      return { pane, count, reason, until };
    });
  }

  /** Something has changed: hands over what may be given now. */
  look(): void {
    // Handing over changes things itself.
    if (this.looking || this.ended || this.lines.length === 0) return;
    this.looking = true;
    try {
      this.handAll();
    } finally {
      this.looking = false;
    }
    this.emitter.fire(null);
  }

  dispose(): void {
    if (this.keeping !== null) {
      clearImmediate(this.keeping);
      this.keep();
    }
    this.ended = true;
    this.timer.dispose();
    this.emitter.dispose();
    this.options.journal.dispose();
  }

  private handAll(): void {
    let until = this.options.clock.now() + LOOK_AGAIN;
    const before = this.lines.length;
    for (const addressee of new Set(this.lines.map(({ pane }) => pane))) {
      const pane = addressee ?? this.options.defaultPane();
      const wait =
        pane === null ? { reason: 'no Claude is there to get it', until: null } : this.hand(addressee, pane);
      // What is left after some was handed over follows with the next turn.
      this.reasons.set(addressee, wait ?? { reason: BEFORE, until: null });
      if (wait?.until != null) until = Math.min(until, wait.until);
    }
    this.timer.value = this.options.clock.after(Math.max(50, until - this.options.clock.now()), () => {
      this.look();
    });
    if (this.lines.length !== before) this.regulate();
  }

  private keep(): void {
    this.keeping = null;
    const lines = this.arrived.splice(0).map((line) => ({ ...line, sequence: (this.sequence += 1) }));
    try {
      this.options.journal.add(lines);
    } catch (error) {
      // They are given all the same, unless Fugue ends before that.
      this.options.fault(`what channels bring can't be kept: ${errorMessage(error)}`);
    }
    for (const line of lines) this.lines.push(line);
    this.options.record.arrived(lines);
    for (const { text } of lines) this.bytes += text.length;
    this.regulate();
    this.look();
  }

  /** Hands over what waits for a pane; says why when that may not be now. */
  private hand(addressee: PaneId | null, pane: PaneId): Wait | null {
    if (this.options.isOccupied(pane)) return { reason: BEFORE, until: null };
    const readiness = this.options.readiness(pane);
    if (readiness.type === 'wait') return { reason: readiness.reason, until: readiness.until };
    if (readiness.type === 'gone') {
      this.drop(addressee, readiness.reason);
      return null;
    }
    const batch = this.nextBatch(addressee);
    const id = this.options.newId();
    const sequences = batch.map(({ sequence }) => sequence);
    try {
      this.options.journal.hand(id, sequences);
    } catch (error) {
      return { reason: `it can't be kept: ${errorMessage(error)}`, until: null };
    }
    const sent = this.options.send({
      id,
      pane,
      channels: [...new Set(batch.map(({ channel }) => channel))],
      text: batch.map(({ text }) => text).join('\n'),
    });
    // Otherwise nothing of it was kept there, and it waits here as before, also after a crash.
    if (!sent.ok) return { reason: sent.error, until: null };
    this.settle(id, batch);
    this.options.record.settled(batch, { state: 'handed', delivery: id, reason: '' });
    return null;
  }

  private nextBatch(addressee: PaneId | null): readonly InboxLine[] {
    const batch: InboxLine[] = [];
    let bytes = 0;
    for (const line of this.lines) {
      if (line.pane !== addressee) continue;
      bytes += Buffer.byteLength(line.text) + 1;
      if (batch.length > 0 && (bytes > BATCH_BYTES || batch.length >= BATCH_LINES)) break;
      batch.push(line);
    }
    return batch;
  }

  private drop(addressee: PaneId | null, reason: string): void {
    const lost = this.lines.filter(({ pane }) => pane === addressee);
    const id = this.options.newId();
    this.options.journal.hand(
      id,
      lost.map(({ sequence }) => sequence),
    );
    this.settle(id, lost);
    this.options.record.settled(lost, { state: 'refused', delivery: null, reason });
    this.options.fault(
      `${String(lost.length)} ${lost.length === 1 ? 'line' : 'lines'} of ${[...new Set(lost.map(({ channel }) => channel))].join(', ')} can't be given: ${reason}`,
    );
  }

  private settle(id: string, gone: readonly InboxLine[]): void {
    const sequences = new Set(gone.map(({ sequence }) => sequence));
    try {
      this.options.journal.sent(id, [...sequences]);
    } catch (error) {
      this.options.fault(`what became of lines can't be kept: ${errorMessage(error)}`);
    }
    this.lines = this.lines.filter(({ sequence }) => !sequences.has(sequence));
    for (const { text } of gone) this.bytes -= text.length;
  }

  private regulate(): void {
    const on = this.lines.length < WAITING_LINES && this.bytes < WAITING_BYTES;
    if (on === this.reading) return;
    this.reading = on;
    this.options.read(on);
  }
}
