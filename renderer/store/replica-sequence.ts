import type { ActionBatch } from '#shared/ipc/channels';

/**
 * Puts numbered batches behind a snapshot: what the snapshot holds already is dropped, a gap is told, and what
 * comes while a snapshot is under way waits for it.
 */
export class ReplicaSequence {
  /** Number of the newest action that is applied; null while a snapshot is awaited. */
  private last: number | null = null;
  private early: ActionBatch[] = [];

  /** A snapshot came. Gives the batches to apply behind it, or `gap` when another snapshot is needed. */
  begin(sequence: number): readonly ActionBatch[] | 'gap' {
    this.last = sequence;
    const waiting = this.early;
    this.early = [];
    const applied: ActionBatch[] = [];
    for (const batch of waiting) {
      const taken = this.take(batch);
      if (taken === 'gap') return 'gap';
      applied.push(...taken);
    }
    return applied;
  }

  /** A batch came. Gives what of it is new, or `gap` when something before it is missing. */
  take(batch: ActionBatch): readonly ActionBatch[] | 'gap' {
    if (this.last === null) {
      this.early.push(batch);
      return [];
    }
    const end = batch.first + batch.actions.length - 1;
    if (end <= this.last) return [];
    if (batch.first > this.last + 1) {
      // Until the next snapshot is there, batches are kept for it.
      this.last = null;
      this.early = [batch];
      return 'gap';
    }
    const fresh = batch.actions.slice(this.last + 1 - batch.first);
    const first = this.last + 1;
    this.last = end;
    return [{ first, actions: fresh }];
  }
}
