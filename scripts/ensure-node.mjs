// @ts-check
// Prints the path of the Node that newer runtimes of Electron hold, from the npm registry, for the fault suite only:
// `node scripts/ensure-node.mjs`. It lives in a cache outside the checkout and is never part of the product.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { installAtomically } from './install-atomically.mjs';

const VERSION = '24.22.3';
const cache = process.env['XDG_CACHE_HOME'] || path.join(os.homedir(), '.cache');
const target = path.join(cache, 'fugue', 'node', VERSION);
const name = `node-${process.platform}-${process.arch}`;
const executable = path.join(target, 'node_modules', name, 'bin', 'node');

try {
  if (!fs.existsSync(executable)) {
    process.stderr.write(`fugue: installing Node ${VERSION} for the fault suite\n`);
    await installAtomically(
      target,
      async (draft) => {
        fs.writeFileSync(path.join(draft, 'package.json'), '{ "private": true }\n');
        const flags = [
          '--ignore-scripts',
          '--no-audit',
          '--no-fund',
          '--no-package-lock',
          '--loglevel=error',
        ];
        const { status, stderr, error } = spawnSync(
          'npm',
          ['install', '--prefix', draft, ...flags, `${name}@${VERSION}`],
          { cwd: draft, encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] },
        );
        if (status !== 0) throw new Error(`npm could not install Node ${VERSION}: ${error ?? stderr.trim()}`);
      },
      () => fs.existsSync(executable),
    );
  }
  process.stdout.write(`${executable}\n`);
} catch (error) {
  process.stderr.write(`fugue: ${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}
