import type { AgentStatus, EvidenceRecord, WaitingFor } from '#shared/model/agent-state';
import type { TurnMemory } from './judge';
import { Judge, NEW_CLAUDE } from './judge';
import type { Judgement } from './judgement';
import { INTERRUPTED, isAtRest, isBusy } from './judgement';
import type { Observation } from './observation';
import { Signals } from './signals';

export type { Observation } from './observation';

export interface ArbiterOptions {
  /** Whether the person looks at the pane: a turn that ends then is not one that nobody has seen. */
  readonly isLookedAt?: () => boolean;
}

/** How long a state that may be a flicker has to last before it is told: longer than a redraw, in milliseconds. */
const HOLD = 150;
/** The same for the end of a turn while the screen still shows it at work: a dialog may be about to be drawn. */
const HOLD_UNSETTLED = 600;

const ASKED_IN_TURN: ReadonlySet<WaitingFor> = new Set<WaitingFor>(['permission', 'question', 'plan']);

/** Weighs what the signals of one pane say, and is the only one that says its state. ADR 0010 has the order of trust. */
export class Arbiter {
  private readonly signals = new Signals();
  private memory: TurnMemory = NEW_CLAUDE;
  private current: AgentStatus | null = null;
  private pending: { readonly judgement: Judgement; readonly since: number } | null = null;
  private pendingDue = Number.POSITIVE_INFINITY;
  /** Times at which the same evidence says something else. */
  private later: readonly number[] = [];

  constructor(private readonly options: ArbiterOptions = {}) {}

  /** Null while no Claude is here. The same object while nothing changed. */
  get status(): AgentStatus | null {
    return this.current;
  }

  /** When `tick` is to be called, in milliseconds since 1970; null when time alone changes nothing. */
  get deadline(): number | null {
    const times = this.pending === null ? this.later : [this.pendingDue, ...this.later];
    return times.length === 0 ? null : Math.min(...times);
  }

  /** The conversation that runs in the pane, as the registry or else the hooks tell; null when none is known. */
  get sessionId(): string | null {
    return this.signals.session;
  }

  /** The newest of each signal, for showing why a state is what it is. */
  evidence(now: number): readonly EvidenceRecord[] {
    return this.signals.evidence(now, this.current?.source ?? null);
  }

  observe(observation: Observation, now: number): void {
    if (observation.type === 'process' && observation.running && this.signals.process?.value !== true) {
      this.memory = NEW_CLAUDE;
    }
    this.signals.take(observation, now);
    if (observation.type === 'looked-at') this.memory = { ...this.memory, unseen: false };
    this.update(now);
  }

  tick(now: number): void {
    this.update(now);
  }

  private update(now: number): void {
    const judge = new Judge(this.signals, this.memory, this.options.isLookedAt?.() ?? false, now);
    const next = judge.judge();
    this.later = judge.later;
    if (next === null) {
      this.current = null;
      this.pending = null;
      return;
    }
    if (this.pending === null || !sameKind(this.pending.judgement, next)) {
      this.pending = { judgement: next, since: now };
    } else {
      this.pending = { ...this.pending, judgement: next };
    }
    this.pendingDue = this.pending.since + this.holdFor(next);
    if (now >= this.pendingDue) this.tell(next, this.pending.since);
  }

  /** How long a judgement has to last before it is told. */
  private holdFor(next: Judgement): number {
    const { current } = this;
    if (current === null || current.state === 'unknown' || next.certain) return 0;
    if (current.state === next.state && current.waitingFor === next.waitingFor) return 0;
    if (next.state === 'waiting' || next.state === 'crashed' || next.state === 'exited') return 0;
    // From one kind of rest to another there is nothing that could flicker.
    if (isAtRest(current.state) && isAtRest(next.state)) return 0;
    if (isBusy(next.state) && isAtRest(current.state) && next.source !== 'screen') return 0;
    const isUnsettled = isAtRest(next.state) && this.signals.screen?.value.type === 'busy';
    return isUnsettled ? HOLD_UNSETTLED : HOLD;
  }

  private tell(next: Judgement, since: number): void {
    this.pending = null;
    // What a turn asks is a part of it, also for who comes only then.
    const inTurn = next.waitingFor !== null && ASKED_IN_TURN.has(next.waitingFor);
    if (isBusy(next.state) || (inTurn && !this.memory.turnRan))
      this.memory = { ...NEW_CLAUDE, turnRan: true };
    else if (isAtRest(next.state)) {
      const { turnRan, unseen, limit } = this.memory;
      this.memory = {
        turnRan: false,
        unseen: turnRan ? next.state === 'complete' : unseen,
        interrupted: next.reason === INTERRUPTED,
        limit: next.state === 'limited' ? { resetsAt: next.resetsAt, message: next.reason } : limit,
      };
      // No hook tells that a turn was interrupted; what it had begun would show again in the next one.
      if (this.signals.hooks.end === null) this.signals.hooks.forgetTurn();
    }
    const { current } = this;
    const same = current !== null && current.state === next.state && current.waitingFor === next.waitingFor;
    if (
      same &&
      current.reason === next.reason &&
      current.source === next.source &&
      current.resetsAt === next.resetsAt
    )
      return;
    this.current = {
      state: next.state,
      waitingFor: next.waitingFor,
      resetsAt: next.resetsAt,
      reason: next.reason,
      source: next.source,
      since: same ? current.since : since,
      confidence: next.confidence,
    };
  }
}
/** Rest is one kind: which of its states it is becomes clear while it is held back. */
function sameKind(one: Judgement, other: Judgement): boolean {
  if (isAtRest(one.state) && isAtRest(other.state)) return true;
  return one.state === other.state && one.waitingFor === other.waitingFor;
}
