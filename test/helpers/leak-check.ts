// Fails a test that leaves something started and not ended.
import { afterEach, beforeEach, expect } from 'vitest';
import type { Disposable } from '#shared/base/disposable';
import { setDisposableTracker } from '#shared/base/disposable';

/** Call once in a suite: every test in it must end all disposables that it makes. */
export function checkForLeaks(): void {
  const living = new Map<Disposable, string>();
  beforeEach(() => {
    living.clear();
    setDisposableTracker({
      created: (disposable) => living.set(disposable, new Error('made here').stack ?? ''),
      disposed: (disposable) => living.delete(disposable),
    });
  });
  afterEach(() => {
    setDisposableTracker(null);
    expect([...living.values()], 'disposables that were not ended').toEqual([]);
  });
}
