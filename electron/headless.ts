import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { startCore } from './bootstrap';
import { locations, prepareLocations } from './system/locations';
import { CrashReports } from './log/crash-reports';
import { createLogger } from './log/logger';
import { watchCrashes } from './log/watch-crashes';
import { forkedHostLauncher } from './pty/host-process';
import { systemClock } from './system/system-clock';
import { APP_VERSION } from './system/version';

/** The same core without a window: `fugue --headless`. */
async function main(): Promise<void> {
  const where = locations(process.env);
  const prepared = prepareLocations(where);
  if (!prepared.ok) throw new Error(prepared.error);
  const folder = process.argv.slice(2).find((word) => !word.startsWith('-'));
  const logger = createLogger(where.log, { alsoStandardError: true });
  const reports = new CrashReports(where.crashes, { fugue: APP_VERSION, electron: null }, () =>
    systemClock.now(),
  );
  watchCrashes(reports, logger, (what) => {
    process.stderr.write(`fugue ends: ${what}\n`);
    process.exit(1);
  });
  const core = await startCore({
    locations: where,
    commandTool: { runtime: process.execPath, script: path.join(__dirname, 'cli.cjs') },
    launchHost: forkedHostLauncher(path.join(__dirname, 'pty-host.cjs')),
    historyWorker: path.join(__dirname, 'history-worker.cjs'),
    clock: systemClock,
    logger,
    openLog: (file) => createLogger(file, { alsoStandardError: true }),
    newId: randomUUID,
    version: APP_VERSION,
    electron: null,
    fallbackRuntime: null,
    environment: process.env,
    startScreen: false,
    firstDirectory: path.resolve(folder ?? process.cwd()),
    isWindowFocused: () => false,
    prefersDark: () => true,
  });
  process.stdout.write(`fugue runs without a window; commands go to ${where.commandSocket}\n`);
  const end = (): void => {
    void core.close().then(() => process.exit(0));
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
  process.on('SIGHUP', end);
}

main().catch((error: unknown) => {
  process.stderr.write(`fugue could not start: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
