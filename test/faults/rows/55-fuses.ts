import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { electronRuntime } from '#test/helpers/app';
import { repositoryRoot } from '#test/helpers/root';
import { openApp } from '#test/helpers/window';
import { type Row, Tally } from '../row';

/** How a fuse stands in the binary: the characters 0 and 1. */
const OFF = 48;
const ON = 49;

/** What each fuse has to be. runAsNode stays on for the `fugue` command, which decision record 22 explains. */
const FUSES: readonly (readonly [keyof typeof FuseV1Options, number])[] = [
  ['RunAsNode', ON],
  ['EnableCookieEncryption', ON],
  ['EnableNodeOptionsEnvironmentVariable', OFF],
  ['EnableNodeCliInspectArguments', OFF],
  ['EnableEmbeddedAsarIntegrityValidation', ON],
  ['OnlyLoadAppFromAsar', ON],
  ['LoadBrowserProcessSpecificV8Snapshot', OFF],
];

const PREFERENCES = {
  contextIsolation: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  sandbox: true,
  webSecurity: true,
  webviewTag: false,
} as const;

async function readFuses(binary: string): Promise<Tally> {
  const tally = new Tally();
  const wire = await getCurrentFuseWire(binary);
  for (const [name, wanted] of FUSES) {
    const found: number | undefined = wire[FuseV1Options[name]];
    tally.check(found === wanted, `${name} is ${String(found)}, not ${String(wanted)}`);
  }
  // A runtime that does not know this fuse can't have it on.
  const files: number | undefined = wire[FuseV1Options.GrantFileProtocolExtraPrivileges];
  tally.check(files === undefined || files === OFF, `GrantFileProtocolExtraPrivileges is ${String(files)}`);
  return tally;
}

export const row: Row = {
  number: 55,
  async run({ defer }) {
    execFileSync('node', ['scripts/packaging/package.mjs', '--fast', 'dir'], {
      cwd: repositoryRoot,
      stdio: 'pipe',
    });
    const tally = await readFuses(path.join(repositoryRoot, 'release/linux-unpacked/fugue'));
    const app = await openApp();
    defer(() => app.close());
    const preferences = await app.electron.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().map(({ webContents }) => {
        // No type names it, as it is for tests alone.
        const told = webContents as unknown as { getLastWebPreferences(): Record<string, unknown> };
        return told.getLastWebPreferences();
      }),
    );
    for (const [name, wanted] of Object.entries(PREFERENCES)) {
      const found = preferences.map((each) => each[name]);
      tally.check(
        found.length > 0 && found.every((value) => (value ?? false) === wanted),
        `${name} is ${found.join()}`,
      );
    }
    return tally;
  },
  // The runtime as it comes: nobody has set its fuses.
  weakened: () => readFuses(electronRuntime().executable),
};
