import type { Clock } from '#shared/base/clock';
import type { Disposable } from '#shared/base/disposable';
import { DisposableSlot } from '#shared/base/disposable';
import { errorMessage } from '#shared/base/errors';
import type { Result } from '#shared/base/result';
import { fail, ok } from '#shared/base/result';
import type { Delivery, DeliveryState } from '#shared/model/delivery';
import { isOpen, textWithFiles } from '#shared/model/delivery';
import type { PaneId } from '#shared/model/ids';
import type { DeliveryJournal } from './journal';
import type { TranscriptMark } from './transcript-mark';

/** Whether a message may be given to a pane's Claude now. */
export type Readiness =
  | { readonly type: 'ready' }
  /** `until`: when the wait is over if nothing else happens; otherwise a change of the pane tells. */
  | { readonly type: 'wait'; readonly reason: string; readonly until: number | null }
  | { readonly type: 'gone'; readonly reason: string };

/** How giving a message went. */
export type Given =
  /** It stands in the conversation. */
  | { readonly type: 'delivered' }
  /** Nothing of it was typed, or nothing of it is left. */
  | { readonly type: 'not-typed'; readonly reason: string }
  /** It was typed, and Claude does not show what became of it. */
  | { readonly type: 'unknown'; readonly reason: string }
  /** It was typed, and something came between before it was sent. */
  | { readonly type: 'interrupted'; readonly reason: string }
  /** It can't be given any more without touching what a person wrote. */
  | { readonly type: 'failed'; readonly reason: string };

/** What the queue needs of the panes. */
export interface DeliveryTarget {
  /** `rushed`: the person wants it given also while the Claude works, where that is possible. */
  readonly readiness: (paneId: PaneId, rushed?: boolean) => Readiness;
  /** A place in the conversation behind which the message will stand; null while none is known. */
  readonly mark: (paneId: PaneId) => TranscriptMark | null;
  /** Why nothing can be typed there now though its Claude is free, as a sentence; null when something can. */
  readonly hindrance: (paneId: PaneId, text: string) => Promise<string | null>;
  readonly give: (delivery: Addressed, mark: TranscriptMark) => Promise<Given>;
  readonly wasGiven: (text: string, mark: TranscriptMark) => boolean;
}

/** What a sender decides of a message. */
export type NewMessage = Pick<Delivery, 'to' | 'from' | 'sender' | 'kind' | 'topic' | 'text'> & {
  readonly attachments?: readonly string[];
};

export interface DeliveriesOptions {
  readonly journal: DeliveryJournal;
  readonly target: DeliveryTarget;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly tell: (delivery: Delivery) => void;
  readonly fault: (reason: string) => void;
}

/** Messages that wait for one pane at most: a sender that floods learns of it. */
const QUEUE_LIMIT = 200;
/** How often what became of a message may stay unknown. */
const UNKNOWN_LIMIT = 3;
/** A look again where no change is told, as for a draft in the prompt box, in milliseconds. */
const LOOK_AGAIN = 2000;

/** A message that is for a pane. */
type Addressed = Delivery & { readonly to: PaneId };

interface Waiting {
  delivery: Addressed;
  mark: TranscriptMark | null;
  unknown: number;
  rushed: boolean;
}

/**
 * The messages to all Claudes, in order for each pane. A message is on disk before its sender hears that it is
 * queued; the place in the conversation from which on it may stand is on disk before the first byte is typed. So
 * after any crash the transcript tells what became of it, and it is given once.
 */
export class Deliveries implements Disposable {
  private readonly queues = new Map<PaneId, Waiting[]>();
  private readonly busy = new Set<PaneId>();
  private readonly timers = new Map<PaneId, DisposableSlot<Disposable>>();
  private ended = false;
  /** What an earlier run has left, done or not. */
  private loaded: ReadonlySet<string> = new Set();

  constructor(private readonly options: DeliveriesOptions) {}

  /** Takes up what an earlier run has left, and gives all that is kept for showing. */
  load(): readonly Delivery[] {
    const kept = this.options.journal.load();
    for (const { delivery, mark } of kept)
      if (isOpen(delivery) && isAddressed(delivery))
        this.queue(delivery.to).push({ delivery, mark, unknown: 0, rushed: false });
    this.loaded = new Set(kept.map(({ delivery }) => delivery.id));
    return kept.map(({ delivery }) => delivery);
  }

  /** Whether a message of an earlier run is known. */
  wasKept(id: string): boolean {
    return this.loaded.has(id);
  }

  /** Queues a message. The failure is a sentence; then nothing of it is kept. */
  send(message: NewMessage, id = this.options.newId()): Result<Delivery, string> {
    const { to } = message;
    const queue = to === null ? [] : this.queue(to);
    if (queue.length >= QUEUE_LIMIT)
      return fail(`${String(QUEUE_LIMIT)} messages wait there already: wait until some are delivered`);
    const at = this.options.clock.now();
    const delivery: Delivery = {
      attachments: [],
      ...message,
      id,
      createdAt: at,
      state: to === null ? 'delivered' : 'queued',
      changedAt: at,
      reason: '',
      until: null,
    };
    try {
      this.options.journal.write({ delivery, mark: null });
    } catch (error) {
      return fail(`the message can't be kept (${errorMessage(error)}): free some space and send it again`);
    }
    this.options.tell(delivery);
    if (!isAddressed(delivery)) return ok(delivery);
    const waiting: Waiting = { delivery, mark: null, unknown: 0, rushed: false };
    queue.push(waiting);
    this.look(delivery.to);
    return ok(waiting.delivery);
  }

  /** Takes back a message that has not been given. The failure is a sentence. */
  cancel(id: string): Result<Delivery, string> {
    for (const queue of this.queues.values()) {
      const waiting = queue.find(({ delivery }) => delivery.id === id);
      if (waiting === undefined) continue;
      if (waiting.delivery.state !== 'queued' || waiting.mark !== null)
        return fail('it is being given already');
      this.settle(waiting, 'failed', 'taken back');
      return ok(waiting.delivery);
    }
    return fail('it does not wait (any more)');
  }

  /** Gives a message before all others that wait, and also while its Claude works where that is possible. */
  rush(id: string): Result<Delivery, string> {
    for (const [paneId, queue] of this.queues) {
      const waiting = queue.find(({ delivery }) => delivery.id === id);
      if (waiting === undefined) continue;
      if (waiting.mark !== null || queue[0]?.mark != null) return fail('one is being given already');
      const readiness = this.options.target.readiness(paneId, true);
      if (readiness.type !== 'ready') return fail(readiness.reason);
      waiting.rushed = true;
      queue.splice(queue.indexOf(waiting), 1);
      queue.unshift(waiting);
      this.look(paneId);
      return ok(waiting.delivery);
    }
    return fail('it does not wait (any more)');
  }

  /** Whether lines of channels wait for the pane, or are being given. */
  hasFromChannels(paneId: PaneId): boolean {
    return this.queue(paneId).some(({ delivery }) => delivery.kind === 'channel');
  }

  /** Panes that have messages waiting. */
  get panes(): readonly PaneId[] {
    return [...this.queues].flatMap(([paneId, queue]) => (queue.length > 0 ? [paneId] : []));
  }

  /** Something about the pane has changed: gives it what waits, if that may be now. */
  look(paneId: PaneId): void {
    if (this.ended || this.busy.has(paneId) || this.queue(paneId).length === 0) return;
    this.busy.add(paneId);
    void this.work(paneId)
      .catch((error: unknown) => {
        this.options.fault(errorMessage(error));
        this.lookLater(paneId, this.options.clock.now() + LOOK_AGAIN);
      })
      .finally(() => this.busy.delete(paneId));
  }

  dispose(): void {
    this.ended = true;
    for (const timer of this.timers.values()) timer.dispose();
    this.options.journal.dispose();
  }

  private async work(paneId: PaneId): Promise<void> {
    for (;;) {
      const [next] = this.queue(paneId);
      if (next === undefined || this.ended) return;
      // Typed before something went wrong: the conversation says whether it arrived.
      if (next.mark !== null && this.options.target.wasGiven(next.delivery.text, next.mark)) {
        this.settle(next, 'delivered', '');
        continue;
      }
      const readiness = this.options.target.readiness(paneId, next.rushed);
      if (readiness.type === 'gone') {
        this.settle(next, 'failed', readiness.reason);
        continue;
      }
      if (readiness.type === 'wait') {
        this.wait(next, readiness.reason, readiness.until);
        return;
      }
      if (!(await this.give(next))) return;
    }
  }

  /** Gives one message; true when the next one may follow at once. */
  private async give(next: Waiting): Promise<boolean> {
    const { target, clock } = this.options;
    const paneId = next.delivery.to;
    // Looked for first, so that what waits for minutes behind a draft says so all the time.
    const hindrance = await target.hindrance(paneId, textWithFiles(next.delivery));
    if (this.ended) return false;
    if (this.queue(paneId)[0] !== next) return true; // It was taken back meanwhile.
    if (hindrance !== null) {
      this.wait(next, hindrance, null);
      return false;
    }
    const mark = next.mark ?? target.mark(paneId);
    if (mark === null) {
      this.wait(next, 'its conversation is not known yet', null);
      return false;
    }
    this.change(next, 'delivering', '', null, mark);
    const given = await target.give(next.delivery, mark);
    if (this.ended) return false;
    switch (given.type) {
      case 'delivered':
        this.settle(next, 'delivered', '');
        return true;
      case 'failed':
        this.settle(next, 'failed', given.reason);
        return true;
      case 'not-typed':
        // What is not there can be given anew, from the place where the conversation is then.
        this.change(next, 'queued', given.reason, null, null);
        this.lookLater(paneId, clock.now() + LOOK_AGAIN);
        return false;
      case 'unknown':
        next.unknown += 1;
        if (next.unknown >= UNKNOWN_LIMIT) {
          this.settle(next, 'failed', `${given.reason}; look into the pane whether it arrived`);
          return true;
        }
        this.wait(next, given.reason, null);
        return false;
      case 'interrupted':
        this.wait(next, given.reason, null);
        return false;
    }
  }

  private wait(next: Waiting, reason: string, until: number | null): void {
    const { delivery } = next;
    const state = next.mark === null ? 'queued' : 'delivering';
    if (delivery.state !== state || delivery.reason !== reason || delivery.until !== until)
      this.change(next, state, reason, until);
    this.lookLater(delivery.to, until ?? this.options.clock.now() + LOOK_AGAIN);
  }

  private settle(next: Waiting, state: 'delivered' | 'failed', reason: string): void {
    const queue = this.queue(next.delivery.to);
    this.change(next, state, reason, null);
    queue.splice(queue.indexOf(next), 1);
  }

  /** On disk first: should that fail, then nothing has changed, and the next look begins where this one did. */
  private change(
    next: Waiting,
    state: DeliveryState,
    reason: string,
    until: number | null,
    mark: TranscriptMark | null = next.mark,
  ): void {
    const before = next.delivery;
    const changedAt = before.state === state ? before.changedAt : this.options.clock.now();
    const delivery = { ...before, state, reason, until, changedAt };
    // Why it waits changes often and can be found out again; what has become of it can't.
    if (before.state !== state || mark !== next.mark) this.options.journal.write({ delivery, mark });
    next.delivery = delivery;
    next.mark = mark;
    this.options.tell(delivery);
  }

  private lookLater(paneId: PaneId, at: number): void {
    const slot = this.timers.get(paneId) ?? new DisposableSlot<Disposable>();
    this.timers.set(paneId, slot);
    slot.value = this.options.clock.after(Math.max(50, at - this.options.clock.now()), () => {
      this.look(paneId);
    });
  }

  private queue(paneId: PaneId): Waiting[] {
    let queue = this.queues.get(paneId);
    if (queue === undefined) this.queues.set(paneId, (queue = []));
    return queue;
  }
}

function isAddressed(delivery: Delivery): delivery is Addressed {
  return delivery.to !== null;
}
