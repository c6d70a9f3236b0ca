// @ts-check
// Prints the path of a pinned `claude` executable, installed for tests only: `node scripts/ensure-claude.mjs
// [VERSION…]`, all versions that the tests use by default, one path a line. It lives in a cache outside the
// checkout and is never part of the product.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { installAtomically } from './install-atomically.mjs';

const versionsFile = new URL('../test/helpers/claude/versions.json', import.meta.url);
const cacheFolder = path.join(
  process.env['XDG_CACHE_HOME'] || path.join(os.homedir(), '.cache'),
  'fugue',
  'claude',
);

/** The program is in a package of its own for each platform. @param {string} folder */
function executableIn(folder) {
  const scope = path.join(folder, 'node_modules', '@anthropic-ai');
  if (!fs.existsSync(scope)) return undefined;
  const wanted = `claude-code-${process.platform}-${process.arch}`;
  const names = fs.readdirSync(scope).filter((name) => name.startsWith(wanted));
  // Where the C library is musl, npm leaves out the package for glibc.
  const name = names.includes(wanted) ? wanted : names[0];
  const executable = name === undefined ? undefined : path.join(scope, name, 'claude');
  return executable !== undefined && fs.existsSync(executable) ? executable : undefined;
}

/** @param {string} version @returns {Promise<string>} */
async function ensureClaude(version) {
  const target = path.join(cacheFolder, version);
  const existing = executableIn(target);
  if (existing) return existing;
  process.stderr.write(`fugue: installing claude ${version} for the tests\n`);
  await installAtomically(
    target,
    async (draft) => {
      fs.writeFileSync(path.join(draft, 'package.json'), '{ "private": true }\n');
      // Its install script only copies the program to another place.
      const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error'];
      const { status, stderr, error } = spawnSync(
        'npm',
        ['install', '--prefix', draft, ...flags, `@anthropic-ai/claude-code@${version}`],
        { cwd: draft, encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] },
      );
      if (status !== 0) throw new Error(`npm could not install claude ${version}: ${error ?? stderr.trim()}`);
      if (!executableIn(draft)) {
        throw new Error(`claude ${version} has no program for ${process.platform}-${process.arch}`);
      }
    },
    () => executableIn(target) !== undefined,
  );
  const executable = executableIn(target);
  if (!executable) throw new Error(`claude ${version} was installed, but ${target} is incomplete: delete it`);
  return executable;
}

/** @type {string[]} */
const pinned = JSON.parse(fs.readFileSync(versionsFile, 'utf8'));
const asked = process.argv.slice(2);
try {
  for (const version of asked.length > 0 ? asked : pinned) {
    process.stdout.write(`${await ensureClaude(version)}\n`);
  }
} catch (error) {
  process.stderr.write(`fugue: ${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}
