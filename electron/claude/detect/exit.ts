/** How a Claude ended: `exited` is an end that somebody wanted. */
export interface EndOfClaude {
  readonly state: 'exited' | 'crashed';
  readonly reason: string;
}

export interface EndEvidence {
  /** Null when it is not known: Claude was left for the shell that had started it. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** Fugue or the person ended the pane. */
  readonly onPurpose: boolean;
  /** The reason of Claude's own last hook; null when none came. */
  readonly farewell: string | null;
  /** Claude emptied its title, as it does on every orderly way out. */
  readonly titleEmptied: boolean;
  /** It showed a question of a first start, which can be answered with leaving. */
  readonly atStartupQuestion: boolean;
}

const FAREWELLS: Readonly<Record<string, string>> = {
  prompt_input_exit: 'it was left with /exit or keys',
  logout: 'it was left by logging out',
  other: 'it was told to end',
};
/** Exit codes of a Claude that was asked to end by a signal: SIGHUP, SIGINT, SIGTERM. */
const TOLD_TO_END = new Map([
  [129, 'SIGHUP'],
  [130, 'SIGINT'],
  [143, 'SIGTERM'],
]);

/** With this a pane ends whose program went with its tmux. */
export const TMUX_ENDED = 125;

/** Whether the end of a Claude was wanted. A crash is an end without a sign that somebody or it itself wanted it. */
export function judgeEnd(evidence: EndEvidence): EndOfClaude {
  const { exitCode, signal, onPurpose, farewell, titleEmptied, atStartupQuestion } = evidence;
  if (onPurpose) return { state: 'exited', reason: 'the pane was ended on purpose' };
  if (signal !== null) return { state: 'crashed', reason: `it was killed by ${signal}` };
  // It was told to end by the terminal that went, which nobody meant for it.
  if (exitCode === TMUX_ENDED) return { state: 'crashed', reason: 'its tmux ended' };
  if (farewell !== null) {
    return { state: 'exited', reason: FAREWELLS[farewell] ?? `it ended by itself (${farewell})` };
  }
  const told = exitCode === null ? undefined : TOLD_TO_END.get(exitCode);
  if (titleEmptied) {
    return {
      state: 'exited',
      reason: told === undefined ? 'it ended in order' : `it was told to end by ${told}`,
    };
  }
  if (exitCode === 0) return { state: 'exited', reason: 'it ended with exit code 0' };
  if (atStartupQuestion && (exitCode === 1 || exitCode === null)) {
    return { state: 'exited', reason: 'it was left at a question of its start' };
  }
  if (told !== undefined)
    return { state: 'crashed', reason: `it was ended by ${told} before it could say so` };
  if (exitCode === null) return { state: 'crashed', reason: 'it ended without a word' };
  return { state: 'crashed', reason: `it ended with exit code ${String(exitCode)}` };
}
