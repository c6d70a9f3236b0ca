import type { AgentStatus } from '#shared/model/agent-state';

/** In front of the title when Claude does not work: it is ready, or it asks something. */
const READY_GLYPH = '✳';
/** The glyphs in front of the title while Claude works: those of the versions known, and what such spinners are drawn with. */
const BUSY_GLYPH = /^[\u2800-\u28ff\u25a0-\u25ff]$/u;

/** `leaving` is the empty title that Claude sets as it ends; `other` is a title that is none of Claude's. */
export type TitleObservation = 'ready' | 'busy' | 'leaving' | 'other';

/** What the title of a terminal in which a Claude runs says about it. */
export function readTitle(title: string): TitleObservation {
  if (title === '') return 'leaving';
  const [glyph = '', blank, ...text] = [...title];
  if (blank !== ' ' || text.length === 0) return 'other';
  if (glyph === READY_GLYPH) return 'ready';
  return BUSY_GLYPH.test(glyph) ? 'busy' : 'other';
}

/** The title without the state glyph, for showing as a name. */
export function plainTitle(title: string): string {
  const kind = readTitle(title);
  return kind === 'ready' || kind === 'busy' ? [...title].slice(2).join('').trimStart() : title;
}

export interface TitleEvidenceInput {
  readonly program: string;
  readonly title: string;
  readonly now: number;
}

/** Name of the process that the Claude CLI runs as. */
const CLAUDE_PROGRAM = 'claude';

/** The state of a Claude from nothing but the title. Null where no Claude runs. */
export function agentFromTitle(input: TitleEvidenceInput): AgentStatus | null {
  if (input.program !== CLAUDE_PROGRAM) return null;
  const base = { source: 'title', since: input.now, waitingFor: null, resetsAt: null } as const;
  switch (readTitle(input.title)) {
    case 'ready':
      return { ...base, state: 'idle', reason: 'its title says that it is not working', confidence: 0.7 };
    case 'busy':
      return { ...base, state: 'thinking', reason: 'its title says that it is working', confidence: 0.9 };
    case 'leaving':
    case 'other':
      return {
        ...base,
        state: 'unknown',
        reason: 'Claude runs and has set no title yet: it starts, or asks for trust or a login',
        source: 'process',
        confidence: 0.5,
      };
  }
}

/** The same state keeps the time at which it began. */
export function continueStatus(previous: AgentStatus | null, next: AgentStatus | null): AgentStatus | null {
  if (previous === null || next === null) return next;
  return previous.state === next.state && previous.source === next.source ? previous : next;
}
