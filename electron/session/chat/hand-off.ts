import type { Clock } from '#shared/base/clock';
import type { Disposable } from '#shared/base/disposable';
import { DisposableStore } from '#shared/base/disposable';
import type { Event } from '#shared/base/emitter';
import { Emitter } from '#shared/base/emitter';
import { errorMessage } from '#shared/base/errors';
import type { AgentState } from '#shared/model/agent-state';
import type { ClaudeDriver } from '#shared/model/claude-in-pane';
import type { PaneId } from '#shared/model/ids';
import type { Pane } from '#shared/model/pane';
import { isChat } from '#shared/model/pane';
import type { Action } from '#shared/state/actions';
import type { Logger } from '../../log/logger';
import type { SessionService } from '../session-service';

/** States in which nothing is lost when a Claude ends and another one goes on with its conversation. */
const AT_REST: ReadonlySet<AgentState> = new Set(['idle', 'complete', 'limited', 'crashed', 'exited']);

/** How soon it is looked again where nothing tells of a change, in milliseconds. */
const LOOK_AGAIN = 1000;

export interface HandOffOptions {
  readonly service: SessionService;
  /** Why the terminal of a Claude can't be left now, as a sentence; null when it can. */
  readonly hindrance: (paneId: PaneId) => Promise<string | null>;
  readonly logger: Logger;
  readonly clock: Clock;
}

/**
 * Has the conversation of a pane held by whom its face asks for: a Claude in the terminal, or one that Fugue talks to.
 * One ends before the other begins, and only when nothing is under way: a turn, a question to the person, a message
 * that is being given, a draft in the prompt box.
 */
export class HandOff implements Disposable {
  private readonly store = new DisposableStore();
  private readonly emitter = this.store.add(new Emitter<PaneId>());
  private readonly reasons = new Map<PaneId, string>();
  private readonly busy = new Set<PaneId>();
  private readonly again = new Map<PaneId, Disposable>();

  /** Why a pane's conversation waits to change hands is another one. */
  readonly onReason: Event<PaneId> = this.emitter.event;

  constructor(private readonly options: HandOffOptions) {
    this.store.add(
      options.service.onAction(({ action }) => {
        for (const paneId of this.concernedBy(action)) this.look(paneId);
      }),
    );
  }

  /** Why the conversation of a pane is not held by whom its face asks for; null when it is. */
  reason(paneId: PaneId): string | null {
    return this.reasons.get(paneId) ?? null;
  }

  /** Changes hands at once, whatever is under way: a turn is interrupted, a question is taken back. */
  async force(paneId: PaneId): Promise<void> {
    const pane = this.options.service.state.panes[paneId];
    if (pane !== undefined && wantsOther(pane)) await this.change(paneId);
  }

  dispose(): void {
    for (const timer of this.again.values()) timer.dispose();
    this.again.clear();
    this.store.dispose();
  }

  private concernedBy(action: Action): readonly PaneId[] {
    switch (action.type) {
      case 'pane/face-changed':
      case 'pane/agent-changed':
      case 'pane/claude-changed':
      case 'pane/process-changed':
        return [action.paneId];
      case 'ask/ended':
      case 'delivery/changed':
        return [...this.reasons.keys()];
      default:
        return [];
    }
  }

  private look(paneId: PaneId): void {
    const { service, logger } = this.options;
    const pane = service.state.panes[paneId];
    if (pane === undefined || !wantsOther(pane)) {
      this.tell(paneId, null);
      return;
    }
    if (this.busy.has(paneId)) return;
    const reason = this.whyNotNow(pane);
    if (reason !== null) {
      this.tell(paneId, reason);
      return;
    }
    this.busy.add(paneId);
    void this.tryNow(paneId)
      .catch((error: unknown) => {
        logger.error('chat.hand-off', { paneId, reason: errorMessage(error) });
      })
      .finally(() => {
        this.busy.delete(paneId);
      });
  }

  private async tryNow(paneId: PaneId): Promise<void> {
    const { service } = this.options;
    const driver = service.state.panes[paneId]?.claude?.driver;
    const hindrance = driver === 'terminal' ? await this.options.hindrance(paneId) : null;
    const pane = service.state.panes[paneId];
    // What was true before the question may have changed with it.
    if (pane === undefined || !wantsOther(pane)) return;
    const reason = hindrance ?? this.whyNotNow(pane);
    if (reason === null) {
      await this.change(paneId);
      return;
    }
    this.tell(paneId, reason);
    if (hindrance !== null) this.lookLater(paneId);
  }

  /** What stands in a prompt box goes without a word. */
  private lookLater(paneId: PaneId): void {
    this.again.get(paneId)?.dispose();
    this.again.set(
      paneId,
      this.options.clock.after(LOOK_AGAIN, () => {
        this.again.delete(paneId);
        this.look(paneId);
      }),
    );
  }

  private async change(paneId: PaneId): Promise<void> {
    const { service, logger } = this.options;
    logger.info('chat.hand-off', { paneId, to: service.state.panes[paneId]?.face ?? '' });
    this.tell(paneId, 'it changes hands');
    await service.endProgram(paneId);
    if (service.state.panes[paneId] !== undefined) service.restart(paneId);
    this.tell(paneId, null);
  }

  private whyNotNow(pane: Pane): string | null {
    const { state } = this.options.service;
    if (pane.agent !== null && !AT_REST.has(pane.agent.state))
      return pane.agent.state === 'waiting' ? 'it asks you something first' : 'it is in the middle of a turn';
    if (state.asks.some(({ paneId }) => paneId === pane.id)) return 'it asks you something first';
    const given = state.deliveries.some(({ to, state: its }) => to === pane.id && its === 'delivering');
    return given ? 'a message is being given to it' : null;
  }

  private tell(paneId: PaneId, reason: string | null): void {
    if (this.reason(paneId) === reason) return;
    if (reason === null) this.reasons.delete(paneId);
    else this.reasons.set(paneId, reason);
    this.emitter.fire(paneId);
  }
}

/** Whether a running Claude is not the one that the face of its pane asks for. */
function wantsOther(pane: Pane): boolean {
  if (pane.kind !== 'claude' || pane.tmux !== null || pane.process.status !== 'running') return false;
  const wanted: ClaudeDriver = isChat(pane) ? 'stream' : 'terminal';
  return pane.claude !== null && pane.claude.driver !== wanted;
}
