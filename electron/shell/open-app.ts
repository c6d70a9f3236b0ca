import { Menu } from 'electron';
import path from 'node:path';
import { takeCalls } from '../ipc/ipc-main';
import type { Logger } from '../log/logger';
import { createLogger } from '../log/logger';
import type { Locations } from '../system/locations';
import { locations, prepareLocations } from '../system/locations';
import { systemClock } from '../system/system-clock';
import { serveApp } from './app-protocol';
import { AppWindows } from './app-windows';
import { denyPermissions } from './navigation-guards';

/** The first window, as early as it can be: its page is loaded by another process while this one loads and starts the core. */
export interface OpenedApp {
  readonly where: Locations;
  readonly logger: Logger;
  readonly windows: AppWindows;
  /** The page has its code, or will never ask for it. Until then this process must not be busy with anything else. */
  readonly pageUnderWay: Promise<void>;
  /** Lets the page go on: what it asks for is answered from now on. */
  readonly serve: () => void;
}

/** Throws with a sentence that says what to do when Fugue's folder can't be used. */
export function openApp(distribution: string): OpenedApp {
  const where = locations(process.env);
  const prepared = prepareLocations(where);
  if (!prepared.ok) throw new Error(prepared.error);
  const logger = createLogger(where.log, { alsoStandardError: false });
  denyPermissions();
  // Without a menu, Alt and F10 reach the programs in the panes. macOS needs one for copy and quit.
  if (process.platform !== 'darwin') Menu.setApplicationMenu(null);
  let serve = (): void => undefined;
  const served = new Promise<void>((resolve) => {
    serve = resolve;
  });
  const { codeSent } = serveApp(path.join(distribution, 'renderer'));
  takeCalls(served);
  const windows = new AppWindows({
    distribution,
    state: where.state,
    logger,
    test: process.env['FUGUE_TEST'] === '1',
    clock: systemClock,
  });
  // A page that takes its code in another way than expected must not keep the core from starting.
  const loaded = new Promise<void>((resolve) => {
    windows.frontWindow?.webContents.once('did-finish-load', () => {
      resolve();
    });
  });
  const pageUnderWay = Promise.race([codeSent, loaded, windows.firstFailed]);
  return { where, logger, windows, pageUnderWay, serve };
}
