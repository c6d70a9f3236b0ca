// @ts-check
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root } from '../targets.mjs';

/**
 * Makes the same packages once more, from a copy of the checkout in another folder, in another time zone and with other
 * modes of files, and compares their checksums with those in `release/`: the names of those that differ.
 *
 * @param {readonly string[]} words the words that the packages in `release/` were made with
 * @returns {string[]}
 */
export function differencesOnceMore(words) {
  const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'fugue-package-'));
  const copy = path.join(scratch, 'another', 'folder');
  try {
    const tracked = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
      cwd: root,
      maxBuffer: 1e8,
    })
      .toString()
      .split('\0');
    for (const file of tracked.filter((name) => name !== '' && fs.existsSync(path.join(root, name)))) {
      fs.mkdirSync(path.dirname(path.join(copy, file)), { recursive: true });
      fs.cpSync(path.join(root, file), path.join(copy, file), { verbatimSymlinks: true });
    }
    // Never a link: what is bundled names where its parts lie.
    const modules = fs.realpathSync(path.join(root, 'node_modules'));
    execFileSync('cp', ['-a', modules, path.join(copy, 'node_modules')]);
    const make = 'umask 027 && node scripts/build.mjs && exec node scripts/packaging/package.mjs "$@"';
    execFileSync('sh', ['-c', make, 'sh', ...words], {
      cwd: copy,
      env: { ...process.env, TZ: 'Asia/Tokyo', LC_ALL: 'C' },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const [first, second] = [root, copy].map((folder) =>
      checksums(path.join(folder, 'release', 'SHA256SUMS')),
    );
    const names = new Set([...(first?.keys() ?? []), ...(second?.keys() ?? [])]);
    return [...names].filter((name) => first?.get(name) !== second?.get(name)).sort();
  } finally {
    fs.rmSync(scratch, { recursive: true, force: true });
  }
}

/** @param {string} file @returns {Map<string, string>} */
function checksums(file) {
  const lines = fs.readFileSync(file, 'utf8').trim().split('\n');
  return new Map(
    lines.map((line) => {
      const [sum = '', name = ''] = line.split('  ');
      return [name, sum];
    }),
  );
}
