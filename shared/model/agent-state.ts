/** What a Claude in a pane is doing. `complete` is a finished turn that nobody has looked at yet. */
export const AGENT_STATES = [
  'unknown',
  'idle',
  'thinking',
  'tool',
  'streaming',
  'waiting',
  'complete',
  'limited',
  'crashed',
  'exited',
] as const;
export type AgentState = (typeof AGENT_STATES)[number];

/** Which kind of signal proved a state. */
export const EVIDENCE_SOURCES = [
  'screen',
  'title',
  'registry',
  'hook',
  'stream',
  'process',
  'person',
  'none',
] as const;
export type EvidenceSource = (typeof EVIDENCE_SOURCES)[number];

/** What a Claude that is `waiting` waits for. `dialog` is one that is open and not known by name. */
export const WAITING_FOR = [
  'permission',
  'question',
  'plan',
  'trust',
  'login',
  'onboarding',
  'dialog',
] as const;
export type WaitingFor = (typeof WAITING_FOR)[number];

export interface AgentStatus {
  readonly state: AgentState;
  /** What is waited for; null in every state but `waiting`. */
  readonly waitingFor: WaitingFor | null;
  /** When a usage limit ends, in milliseconds since 1970; null when it is not known or there is none. */
  readonly resetsAt: number | null;
  /** A sentence that says why. */
  readonly reason: string;
  readonly source: EvidenceSource;
  /** Milliseconds since 1970 at which the state began. */
  readonly since: number;
  /** 0 (a guess) to 1 (certain). */
  readonly confidence: number;
}

/** The newest that one signal said about a Claude. */
export interface EvidenceRecord {
  readonly source: EvidenceSource;
  /** A sentence. */
  readonly says: string;
  readonly state: AgentState | null;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly confidence: number;
  /** Whether the present state rests on it. */
  readonly used: boolean;
}

export interface AgentStatePresentation {
  readonly label: string;
  readonly icon: string;
}

/** How each state is shown; every view takes it from here. */
export const AGENT_STATE_PRESENTATION: Readonly<Record<AgentState, AgentStatePresentation>> = {
  unknown: { label: 'Unknown', icon: '·' },
  idle: { label: 'Idle', icon: '⏳' },
  thinking: { label: 'Thinking', icon: '🧠' },
  tool: { label: 'Running a tool', icon: '⚙️' },
  streaming: { label: 'Writing', icon: '📝' },
  waiting: { label: 'Waiting for you', icon: '✋' },
  complete: { label: 'Done', icon: '✅' },
  limited: { label: 'Usage limit', icon: '⏱️' },
  crashed: { label: 'Crashed', icon: '❌' },
  exited: { label: 'Ended', icon: '⏹️' },
};
