// Notes when each piece of evidence about a Claude reaches the core: what delays are measured from.
import fs from 'node:fs';
import path from 'node:path';
import type { AgentState, EvidenceSource, WaitingFor } from '#shared/model/agent-state';
import { Arbiter, type Observation } from '#electron/claude/detect/arbiter';
import { readScreen, type ScreenObservation } from '#electron/claude/detect/screen';
import { readTitle } from '#electron/claude/detect/title';

export interface Evidence {
  readonly observation: Observation;
  /** As `performance.now()` counts. */
  readonly at: number;
}

/** What a state is proven by, and since when that was to be seen. */
export interface Proof {
  readonly source: EvidenceSource;
  readonly at: number;
}

/** While it is on, everything that any arbiter of this process is told is noted. */
export class EvidenceTap {
  readonly evidence: Evidence[] = [];
  /** Home of the Claudes, for the times at which their registry was written; the watcher hears of them later. */
  home: string | null = null;
  private readonly original = Arbiter.prototype.observe;

  constructor() {
    const { original } = this;
    const take = (observation: Observation): void => {
      this.evidence.push({ observation, at: this.timeOf(observation) });
    };
    Arbiter.prototype.observe = function (this: Arbiter, observation: Observation, now: number): void {
      take(observation);
      original.call(this, observation, now);
    };
  }

  dispose(): void {
    Arbiter.prototype.observe = this.original;
  }

  /**
   * What spoke for a state without a break until it was told, each source since its first word after `from`. What
   * was said already before that proves nothing new.
   */
  proofs(wanted: Wanted, from: number, until: number): readonly Proof[] {
    const since = new Map<EvidenceSource, number>();
    const before = new Set<EvidenceSource>();
    for (const { observation, at } of this.evidence) {
      if (at > until) break;
      const source = sourceOf(observation);
      const speaks = speaksFor(observation, wanted);
      if (speaks === null) continue;
      if (!speaks) {
        since.delete(source);
        before.delete(source);
      } else if (at < from && source !== 'hook') before.add(source);
      else if (at >= from && !since.has(source) && !before.has(source)) since.set(source, at);
    }
    return [...since].map(([source, at]) => ({ source, at })).sort((one, other) => one.at - other.at);
  }

  private timeOf(observation: Observation): number {
    const now = performance.now();
    if (observation.type !== 'registry' || observation.entry === null || this.home === null) return now;
    try {
      const file = path.join(this.home, '.claude/sessions', `${String(observation.entry.pid)}.json`);
      return Math.min(now, fs.statSync(file).mtimeMs - performance.timeOrigin);
    } catch {
      return now;
    }
  }
}

export interface Wanted {
  readonly state: AgentState | 'none';
  readonly waitingFor?: WaitingFor;
  /** It goes on after a dialog: that it works again is news then. */
  readonly resumes?: boolean;
  /** Only a screen that shows how a request is tried again is proof. */
  readonly retries?: boolean;
}

function sourceOf({ type }: Observation): EvidenceSource {
  switch (type) {
    case 'frame':
      return 'screen';
    case 'exit':
      return 'process';
    case 'looked-at':
      return 'person';
    default:
      return type;
  }
}

const BUSY: ReadonlySet<string> = new Set(['thinking', 'tool', 'streaming']);
const REST: ReadonlySet<string> = new Set(['idle', 'complete', 'limited']);

/** Whether an observation alone speaks for a state; null when it says nothing that matters to it. */
function speaksFor(observation: Observation, wanted: Wanted): boolean | null {
  const { state, waitingFor, resumes = false } = wanted;
  if (wanted.retries === true) {
    if (observation.type !== 'frame') return null;
    const screen = readScreen(observation.rows, observation.columns);
    return screen.type === 'busy' && screen.activity === 'retry';
  }
  const isWork = state === 'thinking' || (state === 'tool' && resumes);
  switch (observation.type) {
    case 'process':
      return state === 'none' || state === 'exited' || state === 'crashed' ? !observation.running : null;
    case 'exit':
      return state === 'exited' || state === 'crashed' || state === 'none' ? true : null;
    case 'title':
      return titleSpeaksFor(observation.title, state, isWork);
    case 'registry': {
      const status = observation.entry?.status ?? null;
      if (status === null) return null;
      if (isWork) return status === 'busy';
      if (state === 'waiting') return status === 'waiting';
      return REST.has(state) ? status === 'idle' || status === 'shell' : null;
    }
    case 'hook':
      return hookSpeaksFor(observation.event.kind, state);
    case 'frame':
      return screenSpeaksFor(readScreen(observation.rows, observation.columns), state, waitingFor);
    default:
      return null;
  }
}

function titleSpeaksFor(title: string, state: Wanted['state'], isWork: boolean): boolean | null {
  const says = readTitle(title);
  // It shows the same sign for rest and for dialogs.
  if (isWork) return says === 'busy';
  return REST.has(state) ? says === 'ready' : null;
}

function hookSpeaksFor(kind: string, state: Wanted['state']): boolean | null {
  const states: Readonly<Record<string, readonly string[]>> = {
    prompt: ['thinking'],
    'tool-starts': ['tool'],
    permission: ['waiting'],
    text: ['streaming'],
    'turn-ended': ['idle', 'complete'],
    'turn-failed': ['idle', 'limited'],
  };
  const named = states[kind];
  return named === undefined ? null : named.includes(state);
}

function screenSpeaksFor(
  screen: ScreenObservation,
  state: Wanted['state'],
  waitingFor: WaitingFor | undefined,
): boolean | null {
  switch (screen.type) {
    case 'busy':
      if (state === 'tool') return screen.activity === 'tool' ? true : null;
      return state === 'thinking' ? true : BUSY.has(state) ? null : false;
    case 'dialog':
      return state === 'waiting' && (waitingFor === undefined || screen.waitingFor === waitingFor);
    case 'limited':
      return state === 'limited';
    case 'ready':
    case 'error':
      return state === 'idle' || state === 'complete';
    case 'none':
      return null;
  }
}
