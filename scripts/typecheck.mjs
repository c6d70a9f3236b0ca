// @ts-check
// Type-checks each part with the types it may use: shared without DOM, Node or Electron; main against the
// current Electron and against the oldest one that the code must run on.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { root } from './targets.mjs';

const projects = ['shared', 'electron', 'renderer', 'test', 'scripts', 'electron/tsconfig.floor.json'].filter(
  (project) => fs.existsSync(path.join(root, project)),
);
let failed = false;
for (const project of projects) {
  const { status } = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', project], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) failed = true;
}
process.exit(failed ? 1 : 0);
