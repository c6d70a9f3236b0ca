import type { AgentState, EvidenceRecord, EvidenceSource } from '#shared/model/agent-state';
import type { EndOfClaude } from './exit';
import { judgeEnd } from './exit';
import type { HookEvent } from './hooks';
import { HookTurn } from './hook-turn';
import type { Observation } from './observation';
import type { RegistryEntry } from './registry';
import type { ScreenObservation } from './screen';
import { readScreen } from './screen';
import type { StreamObservation } from './stream';
import { StreamTurn } from './stream-turn';
import type { TitleObservation } from './title';
import { readTitle } from './title';

export interface Seen<T> {
  readonly value: T;
  /** When it became this, and when it was last seen. */
  readonly since: number;
  readonly at: number;
}

/** How late the exit code of a Claude may come whose end was noticed without one, in milliseconds. */
const EXIT_GRACE = 1500;

/** The newest that each signal of one pane said. */
export class Signals {
  process: Seen<boolean> | null = null;
  title: Seen<TitleObservation> | null = null;
  registry: Seen<RegistryEntry> | null = null;
  screen: Seen<ScreenObservation> | null = null;
  hooks = new HookTurn();
  hookSeen: Seen<HookEvent> | null = null;
  stream = new StreamTurn();
  end: (EndOfClaude & { readonly at: number }) | null = null;
  /** The conversation that runs in the pane; null when none is known. */
  session: string | null = null;
  private streamSeen: Seen<StreamObservation> | null = null;
  private lookedAtTime: number | null = null;
  private titleEmptied = false;
  private leftAtQuestion = false;
  private sessionEnded = false;

  take(observation: Observation, now: number): void {
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
        if (this.screen.value.type === 'dialog') this.hooks.dialogShows(now);
        break;
      case 'registry':
        this.registry =
          observation.entry === null
            ? null
            : seen(this.registry, observation.entry, now, (one, other) => one.status === other.status);
        this.session = observation.entry?.sessionId ?? this.session;
        if (observation.entry?.status === 'waiting') this.hooks.dialogShows(now);
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
        break;
    }
  }

  /** The newest of each signal, for showing why a state is what it is. */
  evidence(now: number, used: EvidenceSource | null): readonly EvidenceRecord[] {
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
    return records.map((record) => ({ ...record, used: record.source === used }));
  }

  private takeProcess(running: boolean, now: number): void {
    const before = this.process?.value ?? null;
    if (running === before) return;
    if (running) {
      // What an earlier Claude left behind was forgotten at its end; the title of this one may be here already.
      this.end = null;
      this.titleEmptied = this.leftAtQuestion = false;
      this.hooks.farewell = null;
    } else if (before === true && this.end === null) {
      this.end = { ...this.judgeEnd(null, null, false), at: now };
    }
    if (!running) this.forgetEvidence();
    this.process = { value: running, since: now, at: now };
  }

  private takeExit(exit: Extract<Observation, { type: 'exit' }>, now: number): void {
    // The end of a Claude may have been noticed before its exit code: evidence is kept until here for that.
    if (this.process?.value === true || (this.end !== null && this.end.at > now - EXIT_GRACE)) {
      this.end = { ...this.judgeEnd(exit.exitCode, exit.signal, exit.onPurpose), at: now };
    }
    this.process = { value: false, since: now, at: now };
    this.forgetEvidence();
  }

  private judgeEnd(exitCode: number | null, signal: string | null, onPurpose: boolean): EndOfClaude {
    const asked = this.screen?.value.type === 'dialog' ? this.screen.value.waitingFor : null;
    this.leftAtQuestion ||= asked === 'trust' || asked === 'login' || asked === 'onboarding';
    return judgeEnd({
      exitCode,
      signal,
      onPurpose,
      farewell: this.hooks.farewell,
      titleEmptied: this.titleEmptied,
      atStartupQuestion: this.leftAtQuestion,
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
