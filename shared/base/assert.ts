/** Marks a place that the types say is unreachable. Throws when it is reached all the same. */
export function assertNever(value: never, what = 'value'): never {
  throw new Error(`unexpected ${what}: ${JSON.stringify(value)}`);
}

/** Throws when an invariant of ours is broken: a fault in this program, never in its input. */
export function invariant(condition: unknown, why: string): asserts condition {
  if (!condition) throw new Error(`invariant broken: ${why}`);
}

/** Returns the value, or throws with the reason why it had to be there. */
export function present<T>(value: T | null | undefined, why: string): T {
  if (value === null || value === undefined) throw new Error(`invariant broken: ${why}`);
  return value;
}
