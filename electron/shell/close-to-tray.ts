import type { BrowserWindow } from 'electron';
import type { Clock } from '#shared/base/clock';
import type { Disposable } from '#shared/base/disposable';
import { DisposableSlot, DisposableStore } from '#shared/base/disposable';
import { showWindow } from './open-window';

export interface CloseToTrayOptions {
  readonly window: BrowserWindow;
  readonly clock: Clock;
  /** The person wants it, and the icon is there. */
  readonly isWanted: () => boolean;
  /** The desktop shows icons. */
  readonly hasHost: () => Promise<boolean>;
}

const LOOK_INTERVAL = 10_000;

/**
 * Closing the window hides it, as long as the desktop shows the icon that brings it back. Where it shows none, closing
 * is closing; and when the panel goes away later, the window comes back by itself.
 */
export function closeToTray({ window, clock, isWanted, hasHost }: CloseToTrayOptions): Disposable {
  const store = new DisposableStore();
  const timer = store.add(new DisposableSlot());
  let forReal = false;
  const close = (): void => {
    forReal = true;
    window.close();
  };
  const look = (): void => {
    timer.value = clock.after(LOOK_INTERVAL, () => {
      if (window.isDestroyed() || window.isVisible()) return;
      void hasHost().then((there) => {
        if (window.isDestroyed() || store.isDisposed) return;
        if (there && isWanted()) look();
        else showWindow(window);
      });
    });
  };
  window.on('close', (event) => {
    if (forReal || store.isDisposed || !isWanted()) return;
    event.preventDefault();
    void hasHost().then((there) => {
      if (window.isDestroyed() || store.isDisposed) return;
      if (!there) {
        close();
        return;
      }
      window.hide();
      look();
    });
  });
  return store;
}
