/** Something that was started and can be ended. Ending twice is allowed and does nothing the second time. */
export interface Disposable {
  dispose(): void;
}

/** Told of every disposable that is made and ended, so that a test can see what leaked. */
export interface DisposableTracker {
  created(disposable: Disposable): void;
  disposed(disposable: Disposable): void;
}

let tracker: DisposableTracker | null = null;

/** Sets the tracker of the leak check; only tests do so. */
export function setDisposableTracker(next: DisposableTracker | null): void {
  tracker = next;
}

/** Makes a disposable of a function, which runs once at the most. */
export function toDisposable(end: () => void): Disposable {
  let ended = false;
  const disposable: Disposable = {
    dispose() {
      if (ended) return;
      ended = true;
      tracker?.disposed(disposable);
      end();
    },
  };
  tracker?.created(disposable);
  return disposable;
}

/** A set of disposables that end together, the newest first. What is added after the end is ended at once. */
export class DisposableStore implements Disposable {
  private readonly entries: Disposable[] = [];
  private ended = false;

  constructor() {
    tracker?.created(this);
  }

  get isDisposed(): boolean {
    return this.ended;
  }

  add<T extends Disposable>(disposable: T): T {
    if (this.ended) disposable.dispose();
    else this.entries.push(disposable);
    return disposable;
  }

  /** Adds a clean-up function. */
  defer(end: () => void): void {
    this.add(toDisposable(end));
  }

  /** Ends one entry now and forgets it. */
  delete(disposable: Disposable): void {
    const index = this.entries.indexOf(disposable);
    if (index >= 0) this.entries.splice(index, 1);
    disposable.dispose();
  }

  dispose(): void {
    if (this.ended) return;
    this.ended = true;
    tracker?.disposed(this);
    const errors: unknown[] = [];
    for (const entry of this.entries.splice(0).reverse()) {
      // One clean-up that throws must not keep the others from running.
      try {
        entry.dispose();
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw errors[0];
  }
}

/** Holds one disposable that is replaced over time; setting a new one ends the old one. */
export class DisposableSlot<T extends Disposable> implements Disposable {
  private current: T | undefined;
  private ended = false;

  get value(): T | undefined {
    return this.current;
  }

  set value(next: T | undefined) {
    const previous = this.current;
    if (this.ended) next?.dispose();
    else this.current = next;
    if (previous !== next) previous?.dispose();
  }

  dispose(): void {
    this.ended = true;
    const previous = this.current;
    this.current = undefined;
    previous?.dispose();
  }
}
