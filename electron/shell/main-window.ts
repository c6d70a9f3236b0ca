import { BrowserWindow, screen } from 'electron';
import path from 'node:path';
import type { Logger } from '../log/logger';
import { readWindowBounds, writeWindowBounds } from './window-bounds';

export interface MainWindowOptions {
  readonly distribution: string;
  readonly state: string;
  readonly logger: Logger;
  /** The page offers handles for end-to-end tests. */
  readonly test: boolean;
}

/** The one window of the app. */
export function openMainWindow(options: MainWindowOptions): BrowserWindow {
  const bounds = readWindowBounds(options.state);
  const visible = screen
    .getAllDisplays()
    .some(
      ({ workArea }) =>
        bounds.x !== undefined &&
        bounds.y !== undefined &&
        bounds.x < workArea.x + workArea.width - 40 &&
        bounds.x + bounds.width > workArea.x + 40 &&
        bounds.y >= workArea.y - 10 &&
        bounds.y < workArea.y + workArea.height - 40,
    );
  const window = new BrowserWindow({
    width: bounds.width,
    height: bounds.height,
    ...(visible && bounds.x !== undefined && bounds.y !== undefined ? { x: bounds.x, y: bounds.y } : {}),
    minWidth: 640,
    minHeight: 400,
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
  if (bounds.maximized) window.maximize();
  window.once('ready-to-show', () => {
    window.show();
  });
  window.on('close', () => {
    writeWindowBounds(options.state, { ...window.getNormalBounds(), maximized: window.isMaximized() });
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
