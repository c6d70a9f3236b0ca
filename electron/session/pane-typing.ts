import type { Clock } from '#shared/base/clock';
import type { Disposable } from '#shared/base/disposable';
import type { Event } from '#shared/base/emitter';
import { Emitter } from '#shared/base/emitter';
import type { PaneId } from '#shared/model/ids';

/** How often typing is told of while it goes on, in milliseconds. */
const TOLD_EVERY = 1000;

/** Who types in which pane: the person goes first, and programs one after the other. */
export class PaneTyping implements Disposable {
  private readonly typedAt = new Map<PaneId, number>();
  private readonly turns = new Map<PaneId, Promise<void>>();
  private readonly emitter = new Emitter<PaneId>();

  /** The person types in a pane: told with the first key, and again now and then while it goes on. */
  readonly onTyped: Event<PaneId> = this.emitter.event;

  constructor(
    private readonly clock: Clock,
    /** How long after a person's last key a program may type, in seconds. */
    private readonly idleThreshold: () => number,
  ) {}

  /** The person pressed a key in the pane, so many milliseconds ago. */
  note(paneId: PaneId, ago = 0): void {
    const at = this.clock.monotonic() - ago;
    const before = this.typedAt.get(paneId);
    if (before !== undefined && at <= before) return;
    this.typedAt.set(paneId, at);
    if (before === undefined || at - before > TOLD_EVERY) this.emitter.fire(paneId);
  }

  /** Seconds until a program may type in a pane in which the person typed; 0 when it may now. */
  hold(paneId: PaneId): number {
    const at = this.typedAt.get(paneId);
    if (at === undefined) return 0;
    const left = this.idleThreshold() * 1000 - (this.clock.monotonic() - at);
    return left <= 0 ? 0 : Math.ceil(left / 1000);
  }

  /** Runs what types into a pane, one after the other for each pane. */
  inTurn<T>(paneId: PaneId, type: () => Promise<T>): Promise<T> {
    const before = this.turns.get(paneId) ?? Promise.resolve();
    const turn = before.then(type, type);
    const settled = turn.then(
      () => undefined,
      () => undefined,
    );
    this.turns.set(paneId, settled);
    void settled.then(() => {
      if (this.turns.get(paneId) === settled) this.turns.delete(paneId);
    });
    return turn;
  }

  forget(paneId: PaneId): void {
    this.typedAt.delete(paneId);
  }

  dispose(): void {
    this.emitter.dispose();
  }
}
