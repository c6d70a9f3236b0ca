import type { Clock } from '#shared/base/clock';
import type { Disposable } from '#shared/base/disposable';
import type { Event } from '#shared/base/emitter';
import { Emitter } from '#shared/base/emitter';
import type { AgentStatus } from '#shared/model/agent-state';
import type { ClaudeEvent, UntimedClaudeEvent } from '#shared/model/claude-event';
import type { PaneId } from '#shared/model/ids';

/** The one stream on which everything is told that happens to Claudes. */
export class ClaudeEvents implements Disposable {
  private readonly emitter = new Emitter<ClaudeEvent>();

  readonly onEvent: Event<ClaudeEvent> = this.emitter.event;

  constructor(private readonly clock: Clock) {}

  tell(event: UntimedClaudeEvent): void {
    this.emitter.fire({ at: this.clock.now(), ...event });
  }

  /** Tells of a new state; a new reason for the same one is not told. */
  tellChange(paneId: PaneId, before: AgentStatus | null, after: AgentStatus | null): void {
    const [from, to] = [before?.state ?? 'unknown', after?.state ?? 'unknown'];
    if (from === to) return;
    this.tell({ event: 'StateChanged', pane_id: paneId, old: from, new: to, reason: after?.reason ?? '' });
  }

  dispose(): void {
    this.emitter.dispose();
  }
}
