import type { AgentStatus } from '#shared/model/agent-state';

/** Name of the process that the Claude CLI runs as. */
const CLAUDE_PROGRAM = 'claude';
/** In front of the title when Claude does not work: it is ready, or it asks something. */
const READY_GLYPH = '✳';
const BUSY_GLYPHS = new Set(['⠂', '⠐', '◐', '◑']);

export interface TitleEvidenceInput {
  readonly program: string;
  readonly title: string;
  readonly now: number;
}

/**
 * What the title of the terminal says about a Claude in a pane. The CLI puts one glyph in front of its title:
 * `✳` while it does not work, any other one while it does. Null where no Claude runs.
 */
export function agentFromTitle(input: TitleEvidenceInput): AgentStatus | null {
  if (input.program !== CLAUDE_PROGRAM) return null;
  const glyph = [...input.title][0] ?? '';
  const base = { source: 'title', since: input.now, waitingFor: null, resetsAt: null } as const;
  if (glyph === READY_GLYPH) {
    return { ...base, state: 'idle', reason: 'its title says that it is not working', confidence: 0.7 };
  }
  if (BUSY_GLYPHS.has(glyph)) {
    return { ...base, state: 'thinking', reason: 'its title says that it is working', confidence: 0.9 };
  }
  return {
    ...base,
    state: 'unknown',
    reason: 'Claude runs and has set no title yet: it starts, or asks for trust or a login',
    source: 'process',
    confidence: 0.5,
  };
}

/** The same state keeps the time at which it began. */
export function continueStatus(previous: AgentStatus | null, next: AgentStatus | null): AgentStatus | null {
  if (previous === null || next === null) return next;
  return previous.state === next.state && previous.source === next.source ? previous : next;
}

/** The title without the state glyph, for showing as a name. */
export function plainTitle(title: string): string {
  const [glyph = '', ...rest] = [...title];
  const text = rest.join('').trimStart();
  return glyph === READY_GLYPH || BUSY_GLYPHS.has(glyph) ? text : title;
}
