import type { AgentState, AgentStatus, EvidenceSource } from '#shared/model/agent-state';
import type { EndOfClaude } from './exit';
import { judgeEnd } from './exit';
import type { HookEvent } from './hooks';
import { HookTurn } from './hook-turn';
import type { Judgement, TurnEnd } from './judgement';
import { isAtRest, isBusy, judgement } from './judgement';
import { limitIn } from './limit';
import type { RegistryEntry } from './registry';
import type { ScreenObservation } from './screen';
import { readScreen } from './screen';
import type { StreamObservation } from './stream';
import { StreamTurn } from './stream-turn';
import type { TitleObservation } from './title';
import { readTitle } from './title';
import { askedBy } from './tool-use';

export type Observation =
  /** A Claude has the terminal now, or has it no longer. */
  | { readonly type: 'process'; readonly running: boolean }
  /** `onPurpose`: Fugue or the person ended the pane. */
  | {
      readonly type: 'exit';
      readonly exitCode: number | null;
      readonly signal: string | null;
      readonly onPurpose: boolean;
    }
  | { readonly type: 'title'; readonly title: string }
  /** A settled screen: its rows from top to bottom and its width in cells. */
  | { readonly type: 'frame'; readonly rows: readonly string[]; readonly columns: number }
  /** What Claude wrote about itself; null when there is nothing, or it was left by a process that is gone. */
  | { readonly type: 'registry'; readonly entry: RegistryEntry | null }
  | { readonly type: 'hook'; readonly event: HookEvent }
  | { readonly type: 'stream'; readonly event: StreamObservation }
  /** The person looks at the pane now. */
  | { readonly type: 'looked-at' };

/** The newest that one signal said. */
export interface EvidenceRecord {
  readonly source: EvidenceSource;
  readonly says: string;
  readonly state: AgentState | null;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly confidence: number;
  /** Whether the present state rests on it. */
  readonly used: boolean;
}

export interface ArbiterOptions {
  readonly isLookedAt?: () => boolean;
}

/** How long a state that may be a flicker has to last before it is told: longer than a redraw, in milliseconds. */
const HOLD = 150;
/** How long a prompt or an end that a hook told of stands against registry and title, which follow at once. */
const HOOK_GRACE = 1500;
/** What comes so soon behind a hook may have been on its way before it. */
const HOOK_RACE = 500;
/** A busy title changes its glyph every second; one that is silent for so long is left over. */
const TITLE_STALE = 6000;

interface Seen<T> {
  readonly value: T;
  /** When it became this, and when it was last seen. */
  readonly since: number;
  readonly at: number;
}

/** Weighs what the signals of one pane say, and is the only one that says its state. ADR 0010 has the order of trust. */
export class Arbiter {
  private process: Seen<boolean> | null = null;
  private title: Seen<TitleObservation> | null = null;
  private titleEmptied = false;
  private registry: Seen<RegistryEntry> | null = null;
  private screen: Seen<ScreenObservation> | null = null;
  private hooks = new HookTurn();
  private hookSeen: Seen<HookEvent> | null = null;
  private stream = new StreamTurn();
  private streamSeen: Seen<StreamObservation> | null = null;
  private end: (EndOfClaude & { readonly at: number }) | null = null;
  private lookedAtTime: number | null = null;
  private session: string | null = null;
  private sessionEnded = false;

  /** A turn was seen to run, and its end is not told yet. */
  private turnRan = false;
  /** A finished turn that nobody has looked at. */
  private unseen = false;
  /** How the last turn ended, when it was not simply done. */
  private limit: { readonly resetsAt: number | null; readonly message: string } | null = null;

  private current: AgentStatus | null = null;
  private pending: { readonly judgement: Judgement; readonly since: number; readonly due: number } | null =
    null;
  /** Times at which the same evidence says something else. */
  private later: number[] = [];

  constructor(private readonly options: ArbiterOptions = {}) {}

  /** Null while no Claude is here. The same object while nothing changed. */
  get status(): AgentStatus | null {
    return this.current;
  }

  /** When `tick` is to be called, in milliseconds since 1970; null when time alone changes nothing. */
  get deadline(): number | null {
    const times = this.pending === null ? this.later : [this.pending.due, ...this.later];
    return times.length === 0 ? null : Math.min(...times);
  }

  /** The conversation that runs in the pane, as the registry or else the hooks tell; null when none is known. */
  get sessionId(): string | null {
    return this.session;
  }

  observe(observation: Observation, now: number): void {
    switch (observation.type) {
      case 'process':
        this.takeProcess(observation.running, now);
        break;
      case 'exit':
        if (this.process !== null || this.end !== null) this.takeExit(observation, now);
        break;
      case 'title':
        this.takeTitle(readTitle(observation.title), now);
        break;
      case 'frame':
        this.screen = seen(this.screen, readScreen(observation.rows, observation.columns), now, sameScreen);
        break;
      case 'registry':
        this.registry =
          observation.entry === null
            ? null
            : seen(this.registry, observation.entry, now, (one, other) => one.status === other.status);
        this.session = observation.entry?.sessionId ?? this.session;
        break;
      case 'hook':
        this.takeHook(observation.event, now);
        break;
      case 'stream':
        this.stream.take(observation.event, now);
        this.streamSeen = { value: observation.event, since: now, at: now };
        this.session = observation.event.sessionId ?? this.session;
        break;
      case 'looked-at':
        this.lookedAtTime = now;
        this.unseen = false;
        break;
    }
    this.update(now);
  }

  tick(now: number): void {
    this.update(now);
  }

  /** The newest of each signal, for showing why a state is what it is. */
  evidence(now: number): readonly EvidenceRecord[] {
    const records: Omit<EvidenceRecord, 'used'>[] = [];
    const add = (
      source: EvidenceSource,
      says: string,
      state: AgentState | null,
      at: number,
      confidence: number,
    ) => {
      records.push({ source, says, state, at: Math.min(at, now), confidence });
    };
    if (this.end !== null) add('process', this.end.reason, this.end.state, this.end.at, 1);
    else if (this.process !== null) {
      add('process', this.process.value ? 'a Claude runs' : 'no Claude runs', null, this.process.since, 1);
    }
    if (this.screen !== null) {
      const { says, state } = describeScreen(this.screen.value);
      add('screen', says, state, this.screen.at, state === null ? 0.3 : 0.9);
    }
    if (this.registry !== null) {
      const { status, waitingFor } = this.registry.value;
      const state = status === 'busy' ? 'thinking' : status === 'shell' ? 'idle' : status;
      const says = `its registry says ${status ?? 'nothing about its state'}${waitingFor === null ? '' : ` (${waitingFor})`}`;
      add('registry', says, state, this.registry.at, 0.95);
    }
    if (this.title !== null) {
      const { says, state } = TITLES[this.title.value];
      add('title', says, state, this.title.at, 0.9);
    }
    if (this.hookSeen !== null) {
      const { activity, permission, end } = this.hooks;
      const state = permission !== null ? 'waiting' : end !== null ? 'idle' : activity.state;
      add('hook', `the newest hook is of the kind ${this.hookSeen.value.kind}`, state, this.hookSeen.at, 0.8);
    }
    if (this.streamSeen !== null) {
      const state = this.stream.running?.state ?? 'idle';
      add(
        'stream',
        `the newest line is of the kind ${this.streamSeen.value.kind}`,
        state,
        this.streamSeen.at,
        1,
      );
    }
    if (this.lookedAtTime !== null)
      add('person', 'the person looked at the pane', null, this.lookedAtTime, 1);
    return records.map((record) => ({ ...record, used: record.source === this.current?.source }));
  }

  private takeProcess(running: boolean, now: number): void {
    const before = this.process?.value ?? null;
    if (running === before) return;
    if (running) {
      // What an earlier Claude left behind was forgotten at its end; the title of this one may be here already.
      this.end = null;
      this.titleEmptied = false;
      this.turnRan = this.unseen = false;
      this.limit = null;
    } else if (before === true && this.end === null) {
      this.end = { ...this.judgeEnd(null, null, false), at: now };
    }
    if (!running) this.forgetEvidence();
    this.process = { value: running, since: now, at: now };
  }

  private takeExit(exit: Extract<Observation, { type: 'exit' }>, now: number): void {
    // The end of a Claude may have been noticed before its exit code: evidence is kept until here for that.
    if (this.process?.value === true || (this.end !== null && this.end.at > now - HOOK_GRACE)) {
      this.end = { ...this.judgeEnd(exit.exitCode, exit.signal, exit.onPurpose), at: now };
    }
    this.process = { value: false, since: now, at: now };
    this.forgetEvidence();
  }

  private judgeEnd(exitCode: number | null, signal: string | null, onPurpose: boolean): EndOfClaude {
    const asked = this.screen?.value.type === 'dialog' ? this.screen.value.waitingFor : null;
    return judgeEnd({
      exitCode,
      signal,
      onPurpose,
      farewell: this.hooks.farewell,
      titleEmptied: this.titleEmptied,
      atStartupQuestion: asked === 'trust' || asked === 'login' || asked === 'onboarding',
    });
  }

  private forgetEvidence(): void {
    const { farewell } = this.hooks;
    this.title = this.registry = this.screen = this.hookSeen = this.streamSeen = this.session = null;
    this.hooks = new HookTurn();
    // An exit code may still follow, and is judged together with the farewell.
    this.hooks.farewell = farewell;
    this.stream = new StreamTurn();
    this.sessionEnded = false;
  }

  private takeTitle(title: TitleObservation, now: number): void {
    if (title === 'leaving')
      this.titleEmptied ||= this.title?.value === 'ready' || this.title?.value === 'busy';
    else if (title !== 'other') this.titleEmptied = false;
    this.title = seen(this.title, title, now, (one, other) => one === other);
  }

  private takeHook(event: HookEvent, now: number): void {
    if (!this.isOurs(event)) return;
    if (event.kind === 'conversation-ended') this.sessionEnded = true;
    else {
      this.hooks.farewell = null;
      if (this.session !== event.sessionId) {
        this.hooks.forgetTurn();
        this.session = event.sessionId;
      }
      this.sessionEnded = false;
    }
    this.hooks.take(event, now);
    this.hookSeen = { value: event, since: now, at: now };
  }

  /**
   * Hooks of the person's own settings also run in a Claude that a tool of this one starts. Such a one has another
   * conversation while the outer one is busy; a new conversation of the pane itself begins while it is not.
   */
  private isOurs(event: HookEvent): boolean {
    if (this.session === null || event.sessionId === this.session || this.sessionEnded) return true;
    if (event.kind !== 'prompt' && event.kind !== 'conversation-starts') return false;
    return (
      !(
        this.title?.value === 'busy' ||
        this.registry?.value.status === 'busy' ||
        this.registry?.value.status === 'shell'
      ) &&
      this.hooks.activity.state === 'thinking' &&
      this.hooks.promptAt === null
    );
  }

  private update(now: number): void {
    this.later = [];
    const next = this.judge(now);
    if (next === null) {
      this.current = null;
      this.pending = null;
      return;
    }
    const hold = this.holdFor(next);
    if (hold === 0) {
      this.tell(next, now, now);
      return;
    }
    if (this.pending === null || !sameKind(this.pending.judgement, next)) {
      this.pending = { judgement: next, since: now, due: now + hold };
    } else {
      this.pending = { ...this.pending, judgement: next, due: Math.min(this.pending.due, now + hold) };
    }
    if (now >= this.pending.due) this.tell(next, this.pending.since, now);
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
    return HOLD;
  }

  private tell(next: Judgement, since: number, now: number): void {
    this.pending = null;
    if (isBusy(next.state)) {
      this.turnRan = true;
      this.unseen = false;
      this.limit = null;
    } else if (isAtRest(next.state)) {
      if (this.turnRan) this.unseen = next.state === 'complete';
      if (next.state === 'limited') this.limit = { resetsAt: next.resetsAt, message: next.reason };
      this.turnRan = false;
      if (this.hooks.end === null) this.hooks.forgetTurn();
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
      since: same ? current.since : Math.min(since, now),
      confidence: next.confidence,
    };
  }

  private judge(now: number): Judgement | null {
    if (this.end !== null) {
      return judgement({ ...pick(this.end), source: 'process', confidence: 1, certain: true });
    }
    if (this.process?.value !== true) return null;
    if (this.stream.known) return this.stream.running ?? this.atRest('stream', 1, this.stream.end, true, now);
    return this.judgeDialog(now) ?? this.judgeTurn(now);
  }

  private judgeDialog(now: number): Judgement | null {
    const permission = this.livePermission(now);
    const asked = permission === null ? null : askedBy(permission.tool, permission.summary);
    const titleBusySince = this.title?.value === 'busy' ? this.title.since : Number.NEGATIVE_INFINITY;
    const registry = this.registry?.value.status === 'waiting' ? this.registry : null;
    const screen = this.screen;
    const waiting = { state: 'waiting' as const, certain: true };
    const inRegistry = registry !== null && titleBusySince <= registry.since;
    if (screen?.value.type === 'dialog' && titleBusySince <= screen.at) {
      const { waitingFor, summary } = screen.value;
      if (waitingFor !== 'dialog') {
        return judgement({ ...waiting, waitingFor, reason: summary, source: 'screen', confidence: 0.98 });
      }
      if (asked === null) {
        const isPermission = inRegistry && registry.value.waitingFor === 'permission prompt';
        return judgement({
          ...waiting,
          waitingFor: isPermission ? 'permission' : 'dialog',
          reason: summary,
          source: 'screen',
          confidence: 0.9,
        });
      }
    }
    if (asked !== null) {
      return judgement({
        ...waiting,
        waitingFor: asked.waitingFor,
        reason: asked.summary,
        source: 'hook',
        confidence: 0.95,
      });
    }
    if (!inRegistry) return null;
    const isPermission = registry.value.waitingFor === 'permission prompt';
    return judgement({
      ...waiting,
      waitingFor: isPermission ? 'permission' : 'dialog',
      reason: isPermission ? 'asks for a permission' : 'shows a dialog',
      source: 'registry',
      confidence: 0.95,
    });
  }

  /** A request for a permission that nothing newer speaks against: no hook tells that it was answered with No. */
  private livePermission(now: number): HookTurn['permission'] {
    const { permission } = this.hooks;
    if (permission === null) return null;
    const over = permission.at + HOOK_RACE;
    const status = this.registry?.value.status ?? null;
    const answered =
      (this.title?.value === 'busy' && this.title.since > permission.at + HOLD) ||
      (status !== null && status !== 'waiting' && (this.registry?.since ?? 0) > over) ||
      (status !== 'waiting' &&
        this.screen !== null &&
        this.screen.value.type !== 'dialog' &&
        this.screen.at > over) ||
      // Whatever was shown has settled by now, and neither screen nor registry know of a dialog.
      (now > permission.at + HOOK_GRACE &&
        status !== 'waiting' &&
        status !== null &&
        this.screen !== null &&
        this.screen.value.type !== 'dialog');
    if (answered) {
      this.hooks.dropPermission();
      return null;
    }
    if (now <= permission.at + HOOK_GRACE) this.later.push(permission.at + HOOK_GRACE + 1);
    return permission;
  }

  private judgeTurn(now: number): Judgement {
    const base = this.base(now);
    const { end, promptAt } = this.hooks;
    if (end !== null && !this.isBusyAfter(end.at + HOOK_RACE)) {
      return this.atRest('hook', 0.95, end, true, now);
    }
    if (base !== null && !base.busy) {
      if (promptAt !== null && promptAt >= base.since && now < promptAt + HOOK_GRACE) {
        this.later.push(promptAt + HOOK_GRACE);
        return judgement({ ...this.hooks.activity, source: 'hook', confidence: 0.8 });
      }
      return this.atRest(base.source, base.source === 'registry' ? 0.95 : 0.85, null, false, now);
    }
    const screen = this.screen?.value ?? null;
    if (base === null && screen?.type !== 'busy') {
      if (screen !== null && screen.type !== 'none' && screen.type !== 'dialog')
        return this.atRest('screen', 0.8, null, false, now);
      if (this.hookSeen !== null && promptAt !== null) {
        return judgement({ ...this.hooks.activity, source: 'hook', confidence: 0.7 });
      }
      return judgement({
        state: 'unknown',
        reason: 'Claude runs and has said nothing yet: it starts',
        source: 'process',
        confidence: 0.5,
      });
    }
    return this.working(base?.source ?? 'screen', screen);
  }

  /** Busy: what exactly it does is refined by hooks, or else by the screen. */
  private working(source: EvidenceSource, screen: ScreenObservation | null): Judgement {
    if (screen?.type === 'busy' && screen.activity === 'retry') {
      return judgement({ state: 'thinking', reason: screen.summary, source: 'screen', confidence: 0.9 });
    }
    const { activity, promptAt } = this.hooks;
    if (promptAt !== null || activity.state !== 'thinking') {
      return judgement({
        ...activity,
        source: activity.state === 'thinking' ? source : 'hook',
        confidence: 0.95,
        certain: true,
      });
    }
    if (screen?.type === 'busy' && screen.activity === 'tool') {
      return judgement({ state: 'tool', reason: screen.summary, source: 'screen', confidence: 0.85 });
    }
    return judgement({
      state: 'thinking',
      reason: 'is working',
      source,
      confidence: source === 'screen' ? 0.8 : 0.9,
    });
  }

  /** What registry and title say about the turn: the one that changed last. Null when neither says anything. */
  private base(now: number): { busy: boolean; since: number; source: 'registry' | 'title' } | null {
    const status = this.registry?.value.status ?? null;
    const registry =
      this.registry === null || status === null || status === 'waiting'
        ? null
        : { busy: status === 'busy', since: this.registry.since, source: 'registry' as const };
    const kind = this.title?.value;
    const title =
      this.title === null || (kind !== 'ready' && kind !== 'busy')
        ? null
        : { busy: kind === 'busy', since: this.title.since, source: 'title' as const };
    if (title?.busy === true && this.title !== null) {
      const saysOtherwise = registry?.busy === false || this.screen?.value.type === 'ready';
      if (saysOtherwise && now >= this.title.at + TITLE_STALE) {
        return registry ?? { busy: false, since: this.title.at + TITLE_STALE, source: 'title' };
      }
      if (saysOtherwise) this.later.push(this.title.at + TITLE_STALE);
    }
    if (registry === null || title === null) return registry ?? title;
    return title.since > registry.since ? title : registry;
  }

  /** Whether something other than hooks was seen to be busy after a time. */
  private isBusyAfter(time: number): boolean {
    return (
      (this.title?.value === 'busy' && this.title.at > time) ||
      (this.registry?.value.status === 'busy' && this.registry.since > time) ||
      (this.screen?.value.type === 'busy' && this.screen.at > time)
    );
  }

  /** Not busy. An error or an interruption leaves it idle with that as the reason; only a finished turn is complete. */
  private atRest(
    source: EvidenceSource,
    confidence: number,
    end: TurnEnd | null,
    certain: boolean,
    now: number,
  ): Judgement {
    const base = { source, confidence, certain };
    const screen = this.screen?.value ?? null;
    const limit = this.newLimit(end, screen, now) ?? (this.turnRan ? null : this.limit);
    if (limit !== null && (limit.resetsAt === null || limit.resetsAt > now)) {
      if (limit.resetsAt !== null) this.later.push(limit.resetsAt);
      return judgement({ ...base, state: 'limited', reason: limit.message, resetsAt: limit.resetsAt });
    }
    if (end?.type === 'failed' || screen?.type === 'error') {
      const message = end?.type === 'failed' ? end.message : screen?.type === 'error' ? screen.summary : '';
      return judgement({ ...base, state: 'idle', reason: `its turn ended with an error: ${message}` });
    }
    if (end?.type === 'interrupted' || (end === null && screen?.type === 'ready' && screen.interrupted)) {
      return judgement({ ...base, state: 'idle', reason: 'its turn was interrupted' });
    }
    const behind =
      this.registry?.value.status === 'shell' || this.backgroundTasks > 0
        ? '; something of it goes on in the background'
        : '';
    if (this.turnRan ? !(this.options.isLookedAt?.() ?? false) : this.unseen) {
      return judgement({ ...base, state: 'complete', reason: `has finished its turn${behind}` });
    }
    return judgement({ ...base, state: 'idle', reason: `is ready for a prompt${behind}` });
  }

  private get backgroundTasks(): number {
    return this.hooks.end?.backgroundTasks ?? 0;
  }

  /** A limit that the turn that has just run came up against: one that an older conversation shows is over. */
  private newLimit(end: TurnEnd | null, screen: ScreenObservation | null, now: number) {
    if (end?.type === 'limited') {
      const shown = screen?.type === 'limited' ? limitIn(screen.message, now) : null;
      return {
        message: `has reached a usage limit: ${end.message}`,
        resetsAt: end.resetsAt ?? shown?.resetsAt ?? null,
      };
    }
    if (screen?.type !== 'limited' || !(this.turnRan || this.current?.state === 'limited' || this.unseen))
      return null;
    if (this.limit !== null && !this.turnRan) return null;
    return {
      message: `has reached a usage limit: ${screen.message}`,
      resetsAt: limitIn(screen.message, now)?.resetsAt ?? null,
    };
  }
}

const TITLES: Readonly<
  Record<TitleObservation, { readonly says: string; readonly state: AgentState | null }>
> = {
  ready: { says: 'its title says that it is not working', state: 'idle' },
  busy: { says: 'its title says that it is working', state: 'thinking' },
  leaving: { says: 'its title is empty', state: null },
  other: { says: 'its title says nothing about its state', state: null },
};

function describeScreen(screen: ScreenObservation): { says: string; state: AgentState | null } {
  switch (screen.type) {
    case 'busy':
      return {
        says: `its screen shows that it ${screen.summary}`,
        state: screen.activity === 'tool' ? 'tool' : 'thinking',
      };
    case 'dialog':
      return { says: `its screen shows that it ${screen.summary}`, state: 'waiting' };
    case 'ready':
      return { says: 'its screen shows an empty prompt', state: 'idle' };
    case 'error':
      return { says: `its screen shows an error: ${screen.summary}`, state: 'idle' };
    case 'limited':
      return { says: `its screen shows a usage limit: ${screen.message}`, state: 'limited' };
    case 'none':
      return { says: 'its screen shows neither a prompt nor a dialog', state: null };
  }
}

function pick(end: EndOfClaude): EndOfClaude {
  return { state: end.state, reason: end.reason };
}

function seen<T>(
  before: Seen<T> | null,
  value: T,
  now: number,
  same: (one: T, other: T) => boolean,
): Seen<T> {
  return { value, since: before !== null && same(before.value, value) ? before.since : now, at: now };
}

function sameScreen(one: ScreenObservation, other: ScreenObservation): boolean {
  return one.type === other.type;
}

/** Rest is one kind: which of its states it is becomes clear while it is held back. */
function sameKind(one: Judgement, other: Judgement): boolean {
  if (isAtRest(one.state) && isAtRest(other.state)) return true;
  return one.state === other.state && one.waitingFor === other.waitingFor;
}
