import { app, dialog } from 'electron';
import path from 'node:path';
import { locations } from './system/locations';
import { declareAppScheme } from './shell/app-protocol';
import type { DesktopApp } from './shell/desktop-app';
import { guardNavigation } from './shell/navigation-guards';
import { openApp } from './shell/open-app';
import type { StartRequest } from './shell/start-request';
import { readStartRequest } from './shell/start-request';

/*
 * The window opens before most of Fugue's code is even read: what is imported here is loaded first, all else while the
 * page's process reads the page.
 */

declareAppScheme();
guardNavigation(app);
// From a checkout the first word is the app itself; flags of the runtime may stand before it.
const words = process.argv
  .slice(1)
  .filter((word) => app.isPackaged || path.resolve(word) !== app.getAppPath());
const request = readStartRequest(words, process.cwd());

async function start(): Promise<void> {
  // From here on, this process sees the demo's own home.
  const startDemo = request.demo ? (await import('./demo/demo')).prepareDemo(process.env) : null;
  // Each FUGUE_HOME is a Fugue of its own, with its own lock and its own browser data.
  app.setPath('userData', path.join(locations(process.env).home, 'electron'));

  // What a second start tells the first one travels with the lock: Chromium reorders plain arguments.
  if (!app.requestSingleInstanceLock(request)) {
    process.stdout.write('Fugue runs already: its window comes to the front\n');
    app.exit(0);
    return;
  }
  let desktop: DesktopApp | null = null;
  followEvents(() => desktop);
  await app.whenReady();
  const demo = startDemo === null ? null : await startDemo();
  const opened = openApp(__dirname);
  await opened.pageUnderWay;
  const { DesktopApp } = await import('./shell/desktop-app');
  desktop = await DesktopApp.start({ distribution: __dirname, request, demo, opened });
}

/** What the system tells the app; null before it has started. */
function followEvents(started: () => DesktopApp | null): void {
  let closing = false;
  app.on('second-instance', (_event, _arguments, _directory, data) => {
    void started()?.reveal(data as StartRequest);
  });
  // macOS tells of links and folders by events.
  app.on('open-url', (_event, address) => {
    void started()?.reveal(readStartRequest([address], '/'));
  });
  app.on('open-file', (_event, file) => {
    void started()?.reveal(readStartRequest([file], '/'));
  });
  app.on('window-all-closed', () => {
    app.quit();
  });
  app.on('before-quit', (event) => {
    const desktop = started();
    if (desktop === null) return;
    // Programs have to end before the process does, or their terminals would abort it.
    event.preventDefault();
    if (closing) return;
    closing = true;
    void desktop.close();
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => app.quit());
}

start().catch((error: unknown) => {
  const reason = error instanceof Error ? error.message : String(error);
  process.stderr.write(`fugue could not start: ${reason}\n`);
  if (process.env['FUGUE_TEST'] !== '1') dialog.showErrorBox('Fugue could not start', reason);
  app.exit(1);
});
