import type { Disposable } from '#shared/base/disposable';
import type { Event } from '#shared/base/emitter';
import { Emitter } from '#shared/base/emitter';
import type { Action } from '#shared/state/actions';
import { reduce } from '#shared/state/reducer';
import type { AppState } from '#shared/state/state';

export interface NumberedAction {
  readonly sequence: number;
  readonly action: Action;
}

/** Reads state and hears of its changes; what surfaces get. */
export interface StoreReader {
  readonly state: AppState;
  readonly sequence: number;
  readonly onAction: Event<NumberedAction>;
}

/** Holds the state. Only the session layer dispatches. */
export class Store implements StoreReader, Disposable {
  private readonly emitter = new Emitter<NumberedAction>();
  private current: AppState;
  private count = 0;
  private reducing = false;

  readonly onAction: Event<NumberedAction> = this.emitter.event;

  constructor(initial: AppState) {
    this.current = initial;
  }

  get state(): AppState {
    return this.current;
  }

  /** Number of the newest action. */
  get sequence(): number {
    return this.count;
  }

  /** Applies an action. One that changes nothing is not passed on. */
  dispatch(action: Action): void {
    if (this.reducing) throw new Error('invariant broken: an action was dispatched by a reducer');
    this.reducing = true;
    const next = reduce(this.current, action);
    this.reducing = false;
    if (next === this.current) return;
    this.current = next;
    this.count += 1;
    this.emitter.fire({ sequence: this.count, action });
  }

  dispose(): void {
    this.emitter.dispose();
  }
}
