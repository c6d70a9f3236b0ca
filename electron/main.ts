import { app, dialog } from 'electron';
import fs from 'node:fs';
import path from 'node:path';
import { locations } from './system/locations';
import { declareAppScheme } from './shell/app-protocol';
import { DesktopApp } from './shell/desktop-app';
import { guardNavigation } from './shell/navigation-guards';

/** What a second start tells the first one. Chromium reorders plain arguments, so they travel here. */
interface Handover {
  readonly folder: string | null;
}

function folderFromArguments(): string | null {
  const words = process.argv.slice(1).filter((word) => !word.startsWith('-'));
  // From a checkout the first word is the app itself; flags of the runtime may stand before it.
  const word = words[app.isPackaged ? 0 : 1];
  if (word === undefined) return null;
  const folder = path.resolve(word);
  return fs.existsSync(folder) && fs.statSync(folder).isDirectory() ? folder : null;
}

declareAppScheme();
guardNavigation(app);
// Each FUGUE_HOME is a Fugue of its own, with its own lock and its own browser data.
app.setPath('userData', path.join(locations(process.env).home, 'electron'));
const handover: Handover = { folder: folderFromArguments() };

if (!app.requestSingleInstanceLock(handover)) {
  process.stdout.write('Fugue runs already: its window comes to the front\n');
  app.exit(0);
} else {
  let desktop: DesktopApp | null = null;
  let closing = false;
  app.on('second-instance', (_event, _arguments, _directory, data) => {
    void desktop?.reveal((data as Handover).folder);
  });
  app.on('window-all-closed', () => {
    app.quit();
  });
  app.on('before-quit', (event) => {
    if (desktop === null) return;
    // Programs have to end before the process does, or their terminals would abort it.
    event.preventDefault();
    if (closing) return;
    closing = true;
    void desktop.close();
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => app.quit());
  app
    .whenReady()
    .then(() => DesktopApp.start({ distribution: __dirname, folder: handover.folder }))
    .then((started) => {
      desktop = started;
    })
    .catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      process.stderr.write(`fugue could not start: ${reason}\n`);
      if (process.env['FUGUE_TEST'] !== '1') dialog.showErrorBox('Fugue could not start', reason);
      app.exit(1);
    });
}
