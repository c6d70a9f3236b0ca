import type { BrowserWindow } from 'electron';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Clock } from '#shared/base/clock';
import type { Disposable } from '#shared/base/disposable';
import { DisposableSlot, DisposableStore } from '#shared/base/disposable';
import type { Event } from '#shared/base/emitter';
import { errorMessage } from '#shared/base/errors';
import type { Logger } from '../log/logger';

const SETTLE_TIME = 1500;

/** Keeps a picture of the window in front in a folder, for people who run the app on a display that they can't see. */
export function keepScreenshots(
  front: () => BrowserWindow | null,
  folder: string,
  changes: Event<unknown>,
  clock: Clock,
  logger: Logger,
): Disposable {
  const store = new DisposableStore();
  const timer = store.add(new DisposableSlot());
  let planned = false;
  const take = async (): Promise<void> => {
    planned = false;
    const window = front();
    if (window === null || window.isDestroyed()) return;
    try {
      const picture = await window.webContents.capturePage();
      await fs.mkdir(folder, { recursive: true });
      await fs.writeFile(path.join(folder, 'latest.png'), picture.toPNG());
    } catch (error) {
      logger.warn('screenshot.failed', { reason: errorMessage(error) });
    }
  };
  const plan = (): void => {
    if (planned) return;
    planned = true;
    timer.value = clock.after(SETTLE_TIME, () => {
      void take();
    });
  };
  store.add(changes(plan));
  plan();
  return store;
}
