import type { HookEvent } from './hooks';
import type { TurnEnd } from './judgement';
import { limitIn } from './limit';

/** What the hooks of one pane say about its turn. They never say that a turn was interrupted. */
export class HookTurn {
  /** When the person's last prompt was taken; null when none was since the last reset. */
  promptAt: number | null = null;
  /** The newest event that says something about the turn, and its time. */
  activityAt: number | null = null;
  permission: {
    readonly tool: string;
    readonly summary: string;
    readonly at: number;
    /** When screen or registry were first seen to show its dialog; null before. */
    readonly shownAt: number | null;
  } | null = null;
  end: (TurnEnd & { readonly at: number; readonly backgroundTasks: number }) | null = null;
  /** Reason of the last SessionEnd that was an end of the program. */
  farewell: string | null = null;
  private readonly tools = new Map<string, string>();
  private writes = false;

  /** What the turn does now, if it goes on. */
  get activity(): { readonly state: 'thinking' | 'tool' | 'streaming'; readonly reason: string } {
    const tool = [...this.tools.values()].at(-1);
    if (tool !== undefined) return { state: 'tool', reason: `runs ${tool}` };
    return this.writes
      ? { state: 'streaming', reason: 'writes its answer' }
      : { state: 'thinking', reason: 'is working' };
  }

  take(event: HookEvent, now: number): void {
    switch (event.kind) {
      case 'prompt':
        this.forgetTurn();
        this.promptAt = now;
        break;
      case 'tool-starts':
        this.end = null;
        if (event.agentId !== null) break; // Shown as the call of the agent that it belongs to.
        this.writes = false;
        this.tools.set(event.toolUseId ?? event.tool, event.summary);
        break;
      case 'permission':
        this.end = null;
        this.permission = { tool: event.tool, summary: event.summary, at: now, shownAt: null };
        break;
      case 'tool-ended':
        if (event.agentId === null) this.tools.delete(event.toolUseId ?? event.tool);
        if (this.permission?.tool === event.tool) this.permission = null;
        break;
      case 'text':
        if (event.agentId !== null) break;
        this.end = null;
        this.writes = !event.final;
        break;
      case 'turn-ended':
        if (event.agentId !== null) break;
        this.forgetTurn();
        this.end = {
          type: 'done',
          message: '',
          resetsAt: null,
          at: now,
          backgroundTasks: event.backgroundTasks,
        };
        break;
      case 'turn-failed': {
        if (event.agentId !== null) break;
        this.forgetTurn();
        const message = event.message ?? event.error;
        const limit = limitIn(message, now);
        const limited = event.error === 'rate_limit' || limit !== null;
        this.end = {
          type: limited ? 'limited' : 'failed',
          message,
          resetsAt: limit?.resetsAt ?? null,
          at: now,
          backgroundTasks: 0,
        };
        break;
      }
      case 'conversation-ended':
        if (event.reason !== 'clear' && event.reason !== 'resume') this.farewell = event.reason;
        this.forgetTurn();
        break;
      case 'conversation-starts':
      case 'subagent-starts':
      case 'subagent-ended': // The end of a subagent is not the end of the turn.
      case 'notification':
        return;
    }
    this.activityAt = now;
  }

  /** The turn is known to be over, by an end that no hook told of. */
  forgetTurn(): void {
    this.promptAt = null;
    this.permission = null;
    this.end = null;
    this.writes = false;
    this.tools.clear();
  }

  /** Screen or registry show a dialog now. */
  dialogShows(now: number): void {
    if (this.permission !== null && this.permission.shownAt === null)
      this.permission = { ...this.permission, shownAt: now };
  }

  dropPermission(): void {
    this.permission = null;
  }
}
