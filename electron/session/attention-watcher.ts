import type { Disposable } from '#shared/base/disposable';
import { DisposableStore } from '#shared/base/disposable';
import type { PaneId } from '#shared/model/ids';
import { activePane } from '#shared/state/selectors';
import type { StoreReader } from './store';

export interface AttentionWatcherOptions {
  readonly store: StoreReader;
  readonly isWindowFocused: () => boolean;
  /** The person began to look at a pane. */
  readonly lookedAt: (paneId: PaneId) => void;
}

/** Notices when the person begins to look at a pane: the window has the focus, and the pane is the one in front. */
export class AttentionWatcher implements Disposable {
  private readonly disposables = new DisposableStore();
  private seen: PaneId | null = null;
  private planned = false;

  constructor(private readonly options: AttentionWatcherOptions) {
    this.disposables.add(
      options.store.onAction(() => {
        if (this.planned) return;
        this.planned = true;
        // Later: what follows from looking is an action too, and must not overtake this one on its way to others.
        queueMicrotask(() => {
          this.planned = false;
          if (!this.disposables.isDisposed) this.check();
        });
      }),
    );
  }

  /** The window got or lost the focus. */
  windowFocusChanged(): void {
    this.check();
  }

  dispose(): void {
    this.disposables.dispose();
  }

  private check(): void {
    const { store, isWindowFocused, lookedAt } = this.options;
    const now = isWindowFocused() ? (activePane(store.state)?.id ?? null) : null;
    if (now === this.seen) return;
    this.seen = now;
    if (now !== null) lookedAt(now);
  }
}
