import type { Clock } from '#shared/base/clock';
import type { Disposable } from '#shared/base/disposable';
import type { Event } from '#shared/base/emitter';
import { Emitter } from '#shared/base/emitter';
import type { AgentStatus } from '#shared/model/agent-state';
import type { ClaudeEvent, UntimedClaudeEvent } from '#shared/model/claude-event';
import type { PaneId } from '#shared/model/ids';
import type { Pane } from '#shared/model/pane';
import type { AppState } from '#shared/state/state';
import type { Followed } from './followed-claude';

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

  /** Tells of the conversation in a pane, once. */
  tellCaptured(paneId: PaneId, entry: Followed, sessionId: string): void {
    if (entry.captured === sessionId) return;
    entry.captured = sessionId;
    this.tell({ event: 'SessionCaptured', pane_id: paneId, session_id: sessionId });
  }

  /** Tells how a Claude ended, as its arbiter has judged; true for a crash. */
  tellEnd(paneId: PaneId, entry: Followed, sessionId: string | null, exitCode: number | null): boolean {
    const { status } = entry.arbiter;
    const reason = status?.reason ?? 'it ended';
    const crashed = status?.state === 'crashed';
    if (crashed) this.tell({ event: 'Crashed', pane_id: paneId, session_id: sessionId, reason });
    else this.tell({ event: 'Exited', pane_id: paneId, exit_code: exitCode, reason });
    return crashed;
  }

  /** A Claude whose screen the pane did not show has ended, or is shown elsewhere now. */
  tellUnseenEnd(paneId: PaneId): void {
    this.tell({ event: 'Exited', pane_id: paneId, exit_code: null, reason: 'the pane shows it no more' });
  }

  /** Tells of a new pane with a Claude that a Claude has made. */
  tellChild(pane: Pane, state: AppState): void {
    const parent = pane.parentPane === null ? undefined : state.panes[pane.parentPane];
    if (parent === undefined || parent.claude === null || pane.kind !== 'claude') return;
    this.tell({ event: 'ChildSpawned', pane_id: parent.id, child_id: pane.id });
  }

  dispose(): void {
    this.emitter.dispose();
  }
}
