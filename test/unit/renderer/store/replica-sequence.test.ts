import { describe, expect, it } from 'vitest';
import { ReplicaSequence } from '#renderer/store/replica-sequence';
import type { ActionBatch } from '#shared/ipc/channels';
import { asSessionId } from '#shared/model/ids';

/** A batch whose actions carry their own numbers, to see what is applied. */
function batch(first: number, last: number): ActionBatch {
  const actions = Array.from({ length: last - first + 1 }, (_, index) => ({
    type: 'session/renamed' as const,
    sessionId: asSessionId('s'),
    name: String(first + index),
  }));
  return { first, actions };
}

function names(taken: readonly ActionBatch[] | 'gap'): readonly string[] | 'gap' {
  if (taken === 'gap') return taken;
  return taken.flatMap(({ actions }) =>
    actions.map((action) => ('name' in action ? String(action.name) : '')),
  );
}

describe('the sequence of the replica', () => {
  it('applies what follows the snapshot, in order', () => {
    const sequence = new ReplicaSequence();
    expect(sequence.begin(4)).toEqual([]);
    expect(names(sequence.take(batch(5, 6)))).toEqual(['5', '6']);
    expect(names(sequence.take(batch(7, 7)))).toEqual(['7']);
  });

  it('keeps what comes before the snapshot and drops what is in it', () => {
    const sequence = new ReplicaSequence();
    expect(sequence.take(batch(1, 2))).toEqual([]);
    expect(sequence.take(batch(3, 5))).toEqual([]);
    expect(names(sequence.begin(3))).toEqual(['4', '5']);
    expect(names(sequence.take(batch(3, 5)))).toEqual([]);
    expect(names(sequence.take(batch(5, 6)))).toEqual(['6']);
  });

  it('tells of a gap, and goes on behind the next snapshot', () => {
    const sequence = new ReplicaSequence();
    sequence.begin(4);
    expect(sequence.take(batch(6, 6))).toBe('gap');
    expect(sequence.take(batch(7, 8))).toEqual([]);
    expect(names(sequence.begin(6))).toEqual(['7', '8']);
    expect(names(sequence.take(batch(9, 9)))).toEqual(['9']);
  });

  it('tells of a gap between the snapshot and what was kept', () => {
    const sequence = new ReplicaSequence();
    sequence.take(batch(9, 9));
    expect(sequence.begin(4)).toBe('gap');
    expect(names(sequence.begin(8))).toEqual(['9']);
  });
});
