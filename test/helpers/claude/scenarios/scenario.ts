// What a scenario is made of: what the model and the person do, and which states have to be told for it.
import type { AgentStatus, EvidenceSource } from '#shared/model/agent-state';
import type { Pane } from '#shared/model/pane';
import type { ClaudeCore } from '#test/helpers/claude/claude-core';
import type { Wanted } from '#test/helpers/claude/evidence-tap';
import type { Turn } from '#test/helpers/model-server/index';

export interface Step {
  /** What brings the state about; nothing when it follows by itself. */
  readonly act?: (stage: Stage) => Promise<void>;
  readonly state: Wanted['state'];
  readonly waitingFor?: Wanted['waitingFor'];
  /** Another state that is as right. */
  readonly or?: Wanted['state'];
  readonly reason?: RegExp;
  /** Only what shows that a request is tried again counts as proof. */
  readonly retries?: boolean;
  /** States that may not be told on the way to this one. */
  readonly never?: readonly Wanted['state'][];
  /** What else has to hold then. */
  readonly check?: (stage: Stage) => Promise<void> | void;
}

export interface Scenario {
  readonly name: string;
  readonly turns?: readonly Turn[];
  readonly steps: readonly Step[];
}

/** Scenarios that follow each other in one pane, each from rest to rest. */
export interface Group {
  readonly name: string;
  readonly scenarios: readonly Scenario[];
  readonly command?: string;
  /** TOML below the `[claude]` section. */
  readonly config?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** The only renderer that shows what it is about. */
  readonly renderer?: Variant['renderer'];
  /** Starts in a folder that is not trusted. */
  readonly untrusted?: boolean;
}

/** How a run of a group is made. */
export interface Variant {
  readonly version: string;
  readonly renderer: 'classic' | 'fullscreen';
  readonly columns: number;
}

/** One state of one scenario, as it was told. */
export interface Outcome extends Variant {
  readonly scenario: string;
  readonly state: string;
  /** What the state rests on by its own account. */
  readonly decidedBy: EvidenceSource;
  /** What spoke for the state first, and how long before it was told, in milliseconds; null when nothing did. */
  readonly firstProof: { readonly source: EvidenceSource; readonly delay: number } | null;
  /** The same for hooks, settled screens and ends of processes alone: what proves a state by itself. */
  readonly strongProof: { readonly source: EvidenceSource; readonly delay: number } | null;
}

/** What a scenario works with. */
export interface Stage {
  readonly core: ClaudeCore;
  readonly paneId: string;
  readonly pane: Pane;
  /** Pastes a prompt and submits it. */
  prompt(text: string): Promise<void>;
  keys(...keys: readonly string[]): Promise<void>;
  type(text: string): Promise<void>;
  /** Chooses the option of a dialog that has this text. */
  choose(option: RegExp): Promise<void>;
  /** Lets the answer of the model that is held go on. */
  release(): void;
  /** Ends the `wait-for` of a tool that waits for this name. */
  signal(name: string): void;
  status(): AgentStatus | null;
}
