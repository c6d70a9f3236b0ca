import type { AgentState, EvidenceSource, WaitingFor } from '#shared/model/agent-state';

/** A state with what proves it, before it is decided whether it is told. */
export interface Judgement {
  readonly state: AgentState;
  readonly waitingFor: WaitingFor | null;
  readonly resetsAt: number | null;
  readonly reason: string;
  readonly source: EvidenceSource;
  readonly confidence: number;
  /** Proven by something that never flickers, so it is told at once. */
  readonly certain: boolean;
}

/** How a turn ended, as far as one signal can tell. */
export interface TurnEnd {
  readonly type: 'done' | 'failed' | 'interrupted' | 'limited';
  readonly message: string;
  readonly resetsAt: number | null;
}

type Optional = 'waitingFor' | 'resetsAt' | 'certain';

export function judgement(parts: Omit<Judgement, Optional> & Partial<Pick<Judgement, Optional>>): Judgement {
  return { waitingFor: null, resetsAt: null, certain: false, ...parts };
}

export function isBusy(state: AgentState): boolean {
  return state === 'thinking' || state === 'tool' || state === 'streaming';
}

export function isAtRest(state: AgentState): boolean {
  return state === 'idle' || state === 'complete' || state === 'limited';
}

/** The reason of a rest after a turn that was not left to come to its end. */
export const INTERRUPTED = 'its turn was interrupted';
