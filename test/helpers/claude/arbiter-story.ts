// What signals say, and an arbiter that is told of it step by step.
import { Arbiter, type Observation } from '#electron/claude/detect/arbiter';
import { parseHookPayload } from '#electron/claude/detect/hooks';
import type { RegistryEntry } from '#electron/claude/detect/registry';

export const frame = (rows: readonly string[]): Observation => ({ type: 'frame', rows, columns: 80 });
export const title = (text: string): Observation => ({ type: 'title', title: text });
export const registry = (
  status: RegistryEntry['status'],
  waitingFor: string | null = null,
  sessionId = 'one',
): Observation => ({
  type: 'registry',
  entry: { pid: 1, procStart: '1', sessionId, cwd: '/', name: null, status, waitingFor },
});
export function hook(event: string, fields: Record<string, unknown> = {}): Observation {
  const parsed = parseHookPayload({ hook_event_name: event, session_id: 'one', ...fields });
  if (!parsed.ok || parsed.value === null) throw new Error(`no hook: ${event}`);
  return { type: 'hook', event: parsed.value };
}

/** One arbiter with a clock of its own, and every state that it told. */
export class Story {
  now = 1_700_000_000_000;
  readonly arbiter: Arbiter;
  readonly states: string[] = [];
  constructor(options: { isLookedAt?: () => boolean } = {}) {
    this.arbiter = new Arbiter(options);
    this.see({ type: 'process', running: true });
  }
  see(...observations: Observation[]): this {
    for (const observation of observations) this.arbiter.observe(observation, this.now);
    return this.note();
  }
  wait(milliseconds: number): this {
    const end = this.now + milliseconds;
    for (;;) {
      const { deadline } = this.arbiter;
      if (deadline === null || deadline > end) break;
      this.now = Math.max(this.now, deadline);
      this.arbiter.tick(this.now);
      this.note();
    }
    this.now = end;
    return this;
  }
  get state(): string | undefined {
    return this.arbiter.status?.state;
  }
  private note(): this {
    if (this.state !== undefined && this.states.at(-1) !== this.state) this.states.push(this.state);
    return this;
  }
}
