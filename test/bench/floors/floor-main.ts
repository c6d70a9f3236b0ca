// The main process of a floor: a small Electron app with nothing in it but what is measured.
import { app, BrowserWindow, ipcMain, MessageChannelMain, utilityProcess } from 'electron';
import path from 'node:path';
import { spawn } from 'node-pty';
import type { FloorConfiguration, OpenPane } from './wire';
import { shellOptions } from './wire';

const configuration = JSON.parse(process.env['FUGUE_BENCH_FLOOR'] ?? '{}') as FloorConfiguration;
app.setPath('userData', path.join(configuration.home, `electron-${configuration.floor}`));

function openWindow(): BrowserWindow {
  const window = new BrowserWindow({
    width: 1400,
    height: 900,
    show: false,
    autoHideMenuBar: true,
    webPreferences: {
      nodeIntegration: true,
      contextIsolation: false,
      sandbox: false,
      backgroundThrottling: false,
    },
  });
  window.once('ready-to-show', () => {
    window.show();
  });
  return window;
}

/** One message a chunk, as text, and nobody acknowledges anything. */
function naivePanes(window: BrowserWindow): void {
  for (let pane = 0; pane < configuration.panes; pane += 1) {
    const pty = spawn('/bin/bash', [], shellOptions(configuration));
    pty.onData((data) => {
      if (!window.isDestroyed()) window.webContents.send('output', pane, data);
    });
    ipcMain.on('input', (_event, target: number, data: string) => {
      if (target === pane) pty.write(data);
    });
  }
}

function portPanes(window: BrowserWindow): void {
  const host = utilityProcess.fork(path.join(__dirname, 'floor-pty.cjs'), [], { stdio: 'inherit' });
  for (let pane = 0; pane < configuration.panes; pane += 1) {
    const { port1, port2 } = new MessageChannelMain();
    const open: OpenPane = { pane, configuration };
    host.postMessage(open, [port1]);
    window.webContents.postMessage('port', pane, [port2]);
  }
}

void app.whenReady().then(async () => {
  const window = openWindow();
  ipcMain.on('ready', () => {
    process.stdout.write('floor ready\n');
  });
  if (configuration.floor === 'hello') {
    await window.loadFile(path.join(__dirname, 'hello.html'));
    return;
  }
  ipcMain.handle('configuration', () => configuration);
  ipcMain.on('opened', () => {
    if (configuration.floor === 'naive') naivePanes(window);
    else portPanes(window);
  });
  await window.loadFile(path.join(__dirname, 'floor.html'));
});
app.on('window-all-closed', () => {
  app.exit(0);
});
