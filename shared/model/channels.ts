import type { PaneId } from './ids';

/** What is known of the channels by which other programs write to Claudes, and Claudes to them. */
export interface ChannelsState {
  readonly enabled: boolean;
  /** The folder of the FIFOs. */
  readonly folder: string;
  /** A sentence: what keeps the folder or a FIFO from being used; null when nothing does. */
  readonly problem: string | null;
  /** Names of the channels that bring lines in; null stands for the one without a name. */
  readonly inputs: readonly (string | null)[];
  /** Names of the channels that lines can be written to. */
  readonly outputs: readonly string[];
  /** Who listens on `output.sock`. */
  readonly subscribers: number;
  /** The pane, session or tag of the settings that gets what is for nobody in particular; empty: the usual Claude. */
  readonly targetName: string;
  /** The pane that gets it now; null while there is none. */
  readonly target: PaneId | null;
  readonly managed: ManagedClaudeState;
  /** Lines that wait and were put into no message yet. */
  readonly waits: readonly WaitingLines[];
  /** The newest lines that came, oldest first: at most `LINES_SHOWN`. */
  readonly received: readonly ReceivedLine[];
  /** The newest lines that were written to channels, oldest first: at most `LINES_SHOWN`. */
  readonly sent: readonly SentLine[];
}

/** The Claude that Fugue keeps for the channels. */
export interface ManagedClaudeState {
  readonly wanted: boolean;
  /** Its session of the person's tmux. */
  readonly session: string;
  readonly pane: PaneId | null;
  /** It does everything unasked. */
  readonly skipsPermissions: boolean;
  /** A sentence: why it is not there; null when there is nothing to say. */
  readonly problem: string | null;
}

/** What waits for one pane, and why. */
export interface WaitingLines {
  /** Null: for whoever gets what is for nobody in particular. */
  readonly pane: PaneId | null;
  readonly count: number;
  readonly reason: string;
  /** When a wait that has a known end is over, in milliseconds since 1970. */
  readonly until: number | null;
}

/** `waiting`: it is in no message yet. `handed`: it is part of a message. `refused`: it will not be given. */
export type ReceivedLineState = 'waiting' | 'handed' | 'refused';

export interface ReceivedLine {
  /** Counts up with each line of either way. */
  readonly number: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly channel: string;
  /** Whom it is for; null: whoever gets what is for nobody in particular. */
  readonly pane: PaneId | null;
  /** What was written, without what can't be seen; a long one is cut. */
  readonly text: string;
  readonly state: ReceivedLineState;
  /** The message that it became a part of. */
  readonly delivery: string | null;
  /** A sentence: why it was refused. */
  readonly reason: string;
}

export interface SentLine {
  /** Counts up with each line of either way. */
  readonly number: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly channel: string;
  readonly text: string;
  /** A sentence: why it was not written; null when it was. */
  readonly problem: string | null;
}

/** So many lines of either way are shown, and so much of each, in UTF-16 units. */
export const LINES_SHOWN = 100;
export const LINE_SHOWN = 400;

/** The state while channels are switched off. */
export const CHANNELS_OFF: ChannelsState = {
  enabled: false,
  folder: '',
  problem: null,
  inputs: [],
  outputs: [],
  subscribers: 0,
  targetName: '',
  target: null,
  managed: { wanted: false, session: '', pane: null, skipsPermissions: false, problem: null },
  waits: [],
  received: [],
  sent: [],
};
