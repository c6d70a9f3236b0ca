import type { Judgement, TurnEnd } from './judgement';
import { judgement } from './judgement';
import { limitIn } from './limit';
import type { StreamObservation } from './stream';
import { askedBy } from './tool-use';

/** What a Claude that is driven over its standard input says about its turn. It tells every end of one. */
export class StreamTurn {
  end: TurnEnd | null = null;
  private state: 'running' | 'requires-action' | 'idle' | null = null;
  private phase: 'thinking' | 'streaming' = 'thinking';
  private phaseReason = 'is working';
  private readonly tools = new Map<string, string>();
  private readonly asks = new Map<
    string,
    { readonly toolUseId: string | null; readonly tool: string; readonly summary: string }
  >();
  private limit: { readonly resetsAt: number | null } | null = null;

  take(event: StreamObservation, now: number): void {
    switch (event.kind) {
      case 'state':
        this.state = event.state;
        if (event.state !== 'requires-action') this.asks.clear();
        if (event.state === 'running') this.end = null;
        if (event.state === 'idle') this.forget();
        break;
      case 'request':
      case 'thinking':
      case 'compacting':
        this.runs('thinking', event.kind === 'compacting' ? 'makes its conversation shorter' : 'is working');
        break;
      case 'text':
        this.runs('streaming', 'writes its answer');
        break;
      case 'retry':
        this.runs(
          'thinking',
          `the API did not answer (${event.error}); it tries again (attempt ${event.attempt} of ${event.maximum})`,
        );
        break;
      case 'tool-starts':
        this.runs('thinking', 'is working');
        this.tools.set(event.toolUseId, event.summary);
        break;
      case 'tools-ended':
        for (const id of event.toolUseIds) this.tools.delete(id);
        for (const [id, ask] of this.asks) {
          if (ask.toolUseId !== null && event.toolUseIds.includes(ask.toolUseId)) this.asks.delete(id);
        }
        this.runs('thinking', 'is working');
        break;
      case 'asks':
        this.asks.set(event.requestId, event);
        break;
      case 'ask-ended':
        this.asks.delete(event.requestId);
        if (this.asks.size === 0 && this.state === 'requires-action') this.state = 'running';
        break;
      case 'limit':
        this.limit = event.reached ? { resetsAt: event.resetsAt } : null;
        break;
      case 'result':
        this.finish(event.outcome, event.message, now);
        break;
    }
  }

  /** Null while it has said nothing, and at rest. */
  get running(): Judgement | null {
    const ask = [...this.asks.values()].at(-1);
    if (ask !== undefined || this.state === 'requires-action') {
      const asked =
        ask === undefined
          ? { waitingFor: 'dialog' as const, summary: 'asks something' }
          : askedBy(ask.tool, ask.summary);
      return judgement({
        state: 'waiting',
        ...reasonOf(asked),
        source: 'stream',
        confidence: 1,
        certain: true,
      });
    }
    if (this.state !== 'running') return null;
    const tool = [...this.tools.values()].at(-1);
    return judgement({
      state: tool === undefined ? this.phase : 'tool',
      reason: tool === undefined ? this.phaseReason : `runs ${tool}`,
      source: 'stream',
      confidence: 1,
      certain: true,
    });
  }

  get known(): boolean {
    return this.state !== null;
  }

  private runs(phase: 'thinking' | 'streaming', reason: string): void {
    this.state = 'running';
    this.end = null;
    this.phase = phase;
    this.phaseReason = reason;
  }

  /** What it did last says nothing about how the next turn begins. */
  private forget(): void {
    this.phase = 'thinking';
    this.phaseReason = 'is working';
    this.tools.clear();
  }

  private finish(outcome: 'done' | 'failed' | 'interrupted', message: string, now: number): void {
    this.state = 'idle';
    this.asks.clear();
    this.forget();
    const limit = outcome === 'failed' ? (this.limit ?? limitIn(message, now)) : null;
    this.end = { type: limit === null ? outcome : 'limited', message, resetsAt: limit?.resetsAt ?? null };
  }
}

function reasonOf(asked: ReturnType<typeof askedBy> | { waitingFor: 'dialog'; summary: string }) {
  return { waitingFor: asked.waitingFor, reason: asked.summary };
}
