import type { ActionBatch } from '#shared/ipc/channels';
import type { NumberedAction } from '../session/store';

/**
 * Actions that go to the window as one batch, in the order in which they happened: one that was dispatched by a
 * listener of another is heard of before that other one.
 */
export class PendingActions {
  private pending: NumberedAction[] = [];

  /** Gives whether it is the first of a batch. */
  add(action: NumberedAction): boolean {
    return this.pending.push(action) === 1;
  }

  /** Takes what has gathered; null when nothing has. */
  take(): ActionBatch | null {
    const numbered = this.pending.sort((left, right) => left.sequence - right.sequence);
    this.pending = [];
    const [first] = numbered;
    return first === undefined
      ? null
      : { first: first.sequence, actions: numbered.map(({ action }) => action) };
  }
}
