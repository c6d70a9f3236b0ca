import { BrowserWindow } from 'electron';
import path from 'node:path';
import type { Logger } from '../log/logger';
import type { Place } from './place-on-displays';
import { SMALLEST } from './place-on-displays';

export interface WindowOptions {
  readonly distribution: string;
  readonly logger: Logger;
  /** The page offers handles for end-to-end tests. */
  readonly test: boolean;
}

/** Makes a window with its page; who asks for it shows it once it can be seen. */
export function openWindow(options: WindowOptions, place: Place): BrowserWindow {
  const window = new BrowserWindow({
    ...place,
    minWidth: SMALLEST.width,
    minHeight: SMALLEST.height,
    show: false,
    title: 'Fugue',
    autoHideMenuBar: true,
    webPreferences: {
      preload: path.join(options.distribution, 'preload.cjs'),
      contextIsolation: true,
      nodeIntegration: false,
      sandbox: true,
      webSecurity: true,
      spellcheck: false,
      // Terminals of a window that is covered have to keep up with their programs.
      backgroundThrottling: false,
    },
  });
  window.webContents.on('render-process-gone', (_event, details) => {
    options.logger.error('window.gone', { reason: details.reason });
    // The state lives in the main process: a new page shows everything again.
    if (details.reason !== 'clean-exit' && !window.isDestroyed()) window.webContents.reload();
  });
  void window.loadURL(`fugue://app/index.html${options.test ? '?test=1' : ''}`);
  return window;
}

export function showWindow(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}
