// @ts-check
// Makes packages from what is built: `node scripts/packaging/package.mjs [--fast] [--verify] [dir|deb|tar.gz|AppImage|dmg|zip|nsis…]`.
// Without a name, those of this system that need no download. They come to lie in `release/`, with a bill of
// materials, the release's notes and checksums. --fast compresses little; --verify makes all of it twice, and fails when
// the bytes differ.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { build, Arch, Platform } from 'electron-builder';
import { ensureElectron } from '../ensure-electron.mjs';
import { root } from '../targets.mjs';
import { billOfMaterials, bundledParts, licensesText } from './contents.mjs';
import { releaseNotes } from './release-notes.mjs';
import { differencesOnceMore } from './verify.mjs';

const words = process.argv.slice(2);
const fast = words.includes('--fast');
const named = words.filter((word) => !word.startsWith('--'));
const wanted = named.length > 0 ? named : process.platform === 'linux' ? ['deb', 'tar.gz'] : ['dir'];

const release = path.join(root, 'release');
const scratch = path.join(root, '.cache', 'package');
const { version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
const epoch = Number(process.env['SOURCE_DATE_EPOCH'] ?? lastCommit());
process.env['SOURCE_DATE_EPOCH'] = String(epoch);
if (fast) process.env['FUGUE_PACKAGE_FAST'] = '1';

/** When the last commit was made, in seconds. */
function lastCommit() {
  try {
    return execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root }).toString().trim();
  } catch {
    return '0';
  }
}

const electron = await ensureElectron();
const electronVersion = fs.readFileSync(path.join(electron.dist, 'version'), 'utf8').trim().replace(/^v/, '');
if (electron.fallback) {
  process.stderr.write(
    `fugue: these packages hold the fallback runtime, Electron ${electronVersion}: they are for tests, never to be handed on\n`,
  );
}

fs.rmSync(release, { recursive: true, force: true });
fs.mkdirSync(scratch, { recursive: true });
fs.mkdirSync(release);
const parts = bundledParts();
fs.writeFileSync(path.join(scratch, 'LICENSES.third-party.txt'), licensesText(parts));

// A copy without the runtime's own app. Never linked: the fuses are written into the binary.
process.env['USE_HARD_LINKS'] = 'false';
const runtime = path.join(scratch, 'electron');
fs.rmSync(runtime, { recursive: true, force: true });
fs.cpSync(electron.dist, runtime, {
  recursive: true,
  verbatimSymlinks: true,
  filter: (source) => path.basename(source) !== 'default_app.asar',
});

// The oldest runtime that Fugue runs on does not know this fuse, and setting it would fail.
const wire = await getCurrentFuseWire(
  path.join(runtime, process.platform === 'darwin' ? 'Electron.app' : 'electron'),
);
const fileFuse = wire[FuseV1Options.GrantFileProtocolExtraPrivileges] !== undefined;
if (!fileFuse)
  process.stderr.write(`fugue: Electron ${electronVersion} has no fuse grantFileProtocolExtraPrivileges\n`);

// The tools that electron-builder would download: what the system has does the same.
process.env['CUSTOM_FPM_PATH'] ??= path.join(root, 'scripts', 'packaging', 'fpm-dpkg.mjs');
const platform =
  process.platform === 'darwin'
    ? Platform.MAC
    : process.platform === 'win32'
      ? Platform.WINDOWS
      : Platform.LINUX;
const builders = wanted.filter((name) => name !== 'tar.gz');

await build({
  projectDir: root,
  targets: platform.createTarget(
    builders.length > 0 ? builders : ['dir'],
    Arch[/** @type {'x64'} */ (process.arch)],
  ),
  publish: 'never',
  config: {
    extends: 'electron-builder.yml',
    electronDist: runtime,
    electronVersion,
    electronFuses: fileFuse ? { grantFileProtocolExtraPrivileges: false } : {},
    extraMetadata: electron.fallback ? { fugueFallbackRuntime: electronVersion } : {},
    extraFiles: [
      { from: scratch, to: '.', filter: ['LICENSES.third-party.txt'] },
      { from: 'LICENSE', to: 'LICENSE' },
    ],
  },
});

const unpacked = path.join(release, 'linux-unpacked');
if (wanted.includes('tar.gz')) packTar(path.join(release, `fugue-${version}-${process.arch}.tar.gz`));
for (const name of fs.readdirSync(release)) {
  if (/^builder-|\.blockmap$|^latest/.test(name)) fs.rmSync(path.join(release, name));
}
const time = new Date(epoch * 1000).toISOString();
fs.writeFileSync(
  path.join(release, `fugue-${version}.cdx.json`),
  `${JSON.stringify(billOfMaterials(parts, { version, electron: electronVersion, time }), null, 2)}\n`,
);
fs.writeFileSync(
  path.join(release, `fugue-${version}-notes.md`),
  releaseNotes(fs.readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8'), version),
);
writeChecksums();
if (words.includes('--verify')) {
  const different = differencesOnceMore(words.filter((word) => word !== '--verify'));
  if (different.length > 0) throw new Error(`made again, these have other bytes: ${different.join(', ')}`);
  process.stdout.write('made again in another folder, all have the same bytes\n');
}

/** @param {string} file */
function packTar(file) {
  const archive = file.replace(/\.gz$/, '');
  execFileSync('tar', [
    '--create',
    `--file=${archive}`,
    `--directory=${release}`,
    '--sort=name',
    `--mtime=@${epoch}`,
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--mode=u=rwX,go=rX',
    `--transform=s,^linux-unpacked,fugue-${version},`,
    path.basename(unpacked),
  ]);
  execFileSync('gzip', ['--no-name', '--force', fast ? '-1' : '-9', archive]);
}

function writeChecksums() {
  const lines = fs
    .readdirSync(release, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => {
      const hash = createHash('sha256')
        .update(fs.readFileSync(path.join(release, name)))
        .digest('hex');
      return `${hash}  ${name}\n`;
    });
  fs.writeFileSync(path.join(release, 'SHA256SUMS'), lines.sort().join(''));
  process.stdout.write(lines.join(''));
}
