import type { Disposable } from './disposable';
import { toDisposable } from './disposable';

export type Listener<T> = (event: T) => void;
/** Subscribes to something that happened. Events tell of facts; they never ask for work to be done. */
export type Event<T> = (listener: Listener<T>) => Disposable;

export class Emitter<T> implements Disposable {
  private listeners: readonly Listener<T>[] = [];
  private ended = false;

  readonly event: Event<T> = (listener) => {
    if (this.ended) return toDisposable(() => undefined);
    const entry: Listener<T> = (event) => {
      listener(event);
    };
    this.listeners = [...this.listeners, entry];
    return toDisposable(() => {
      this.listeners = this.listeners.filter((other) => other !== entry);
    });
  };

  get listenerCount(): number {
    return this.listeners.length;
  }

  /** Calls the listeners that are subscribed now, in order. A listener that leaves meanwhile is not called. */
  fire(event: T): void {
    for (const listener of this.listeners) {
      if (this.listeners.includes(listener)) listener(event);
    }
  }

  dispose(): void {
    this.ended = true;
    this.listeners = [];
  }
}
