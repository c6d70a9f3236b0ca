import type { Clock } from '#shared/base/clock';
import type { Disposable } from '#shared/base/disposable';
import { DisposableStore } from '#shared/base/disposable';
import { errorMessage } from '#shared/base/errors';
import type { AgentState } from '#shared/model/agent-state';
import type { PaneId } from '#shared/model/ids';
import type { Pane } from '#shared/model/pane';
import type { Action, ActionType } from '#shared/state/actions';
import type { TurnBlock } from '../../claude/turns/turn-reader';
import type { Logger } from '../../log/logger';
import type { SessionService } from '../../session/session-service';
import { TurnFollower } from './turn-follower';

/** States in which a turn goes on. */
const GOES_ON: ReadonlySet<AgentState> = new Set(['thinking', 'tool', 'streaming', 'waiting']);
/** States that are reached when a turn is over. */
const OVER: ReadonlySet<AgentState> = new Set(['idle', 'complete', 'limited', 'crashed', 'exited']);
/** After these, other panes may be meant, or another conversation. */
const CHANGES_WHO: ReadonlySet<ActionType> = new Set([
  'pane/claude-changed',
  'pane/removed',
  'pane/renamed',
  'window/removed',
  'session/removed',
  'session/renamed',
  'session/tags-changed',
  'configuration/changed',
]);

/** How late it may be noticed that a Claude has another conversation, in milliseconds. */
const NOTICED_AFTER = 5000;
/** Of so many conversations it is remembered until when they were told. */
const REMEMBERED = 500;

export interface Turn {
  readonly session: string;
  readonly blocks: readonly TurnBlock[];
}

export interface TurnBroadcasterOptions {
  readonly service: SessionService;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The panes whose turns are told. */
  readonly panes: () => readonly Pane[];
  readonly turn: (turn: Turn) => void;
}

interface Following {
  readonly file: string;
  readonly follower: TurnFollower;
  works: boolean;
}

/** Tells the turns of the Claudes that get the messages of the channels. */
export class TurnBroadcaster implements Disposable {
  private readonly store = new DisposableStore();
  private readonly following = new Map<PaneId, Following>();
  /** Since when a pane is one of those, in milliseconds since 1970. */
  private since = new Map<PaneId, number>();
  /** Until when the conversations were told that were followed before: somebody may come back to them. */
  private readonly told = new Map<string, number>();

  constructor(private readonly options: TurnBroadcasterOptions) {
    this.store.add(
      options.service.onAction(({ action }) => {
        this.take(action);
      }),
    );
    this.update();
  }

  /** Other panes may be meant from now on. */
  update(): void {
    const now = this.options.clock.now();
    const panes = new Map(this.options.panes().map((pane) => [pane.id, pane]));
    this.since = new Map([...panes.keys()].map((id) => [id, this.since.get(id) ?? now]));
    for (const [paneId, { file, follower }] of this.following) {
      if (panes.get(paneId)?.claude?.transcriptPath === file) continue;
      // The conversation is left, by /clear or because its Claude has ended.
      follower.leave();
      this.following.delete(paneId);
      // Of what another conversation holds already, nothing is new.
      this.since.set(paneId, now - NOTICED_AFTER);
    }
    for (const pane of panes.values()) this.follow(pane);
  }

  dispose(): void {
    this.store.dispose();
    for (const { follower } of this.following.values()) follower.dispose();
    this.following.clear();
  }

  private take(action: Action): void {
    if ('panes' in action || CHANGES_WHO.has(action.type)) this.update();
    if (action.type !== 'pane/agent-changed') return;
    const following = this.following.get(action.paneId);
    const state = action.agent?.state ?? 'exited';
    if (following === undefined) return;
    if (GOES_ON.has(state)) {
      following.works = true;
      following.follower.goesOn();
    } else if (OVER.has(state) && following.works) {
      following.works = false;
      following.follower.isOver();
    }
  }

  private follow(pane: Pane): void {
    const { clock, logger, turn } = this.options;
    const { sessionId = null, transcriptPath: file = null } = pane.claude ?? {};
    if (file === null || sessionId === null || this.following.has(pane.id)) return;
    const follower = new TurnFollower({
      file,
      clock,
      since: this.since.get(pane.id) ?? 0,
      told: this.told.get(file) ?? 0,
      turn: (blocks) => {
        this.told.delete(file);
        this.told.set(file, follower.toldUntil);
        const [oldest] = this.told.keys();
        if (this.told.size > REMEMBERED && oldest !== undefined) this.told.delete(oldest);
        turn({ session: sessionId, blocks });
      },
      fault: (error) => {
        logger.warn('broadcast.unreadable', { file, reason: errorMessage(error) });
      },
    });
    this.following.set(pane.id, { file, follower, works: GOES_ON.has(pane.agent?.state ?? 'unknown') });
  }
}
