import { execFile } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { errorMessage } from '#shared/base/errors';
import type { Configuration } from '#shared/config/schema';
import { readShellEnvironment, resolveShell } from '../../pty/login-shell';
import { expandHome } from '../locations';
import type { Finding } from './finding';
import { ok, problem, warning } from './finding';

const execute = promisify(execFile);
/** How long a program may take to say its version, in milliseconds. */
const PATIENCE = 10_000;
const OLDEST_TMUX = [3, 2] as const;
const OLDEST_CLAUDE = [2, 1, 197] as const;

/** Whether the programs are there that Fugue runs, each with how to get it. Starts no Claude: it asks for versions only. */
export async function checkPrograms(configuration: Configuration): Promise<readonly Finding[]> {
  const folders = await pathOfPanes(configuration.terminal.shell);
  const [tmux, claude, curl] = await Promise.all([
    checkTmux(configuration, folders),
    checkClaude(configuration.claude.command, folders),
    checkCurl(folders),
  ]);
  return [claude, tmux, checkShell(configuration.terminal.shell), curl, checkNodePty()];
}

/**
 * The PATH that programs in panes get: that of a login shell, as an app that was started from a menu has another one.
 */
export async function pathOfPanes(configuredShell: string): Promise<string> {
  const shell = resolveShell(configuredShell, process.env);
  const { variables } = await readShellEnvironment(shell, process.env);
  return variables['PATH'] ?? process.env['PATH'] ?? '';
}

function checkNodePty(): Finding {
  try {
    // Not by import(): that finds nothing in the archive of a packaged app.
    createRequire(__filename)('node-pty');
    return ok('node-pty', 'it loads');
  } catch (error) {
    const [reason] = errorMessage(error).split('\n');
    return problem(
      'node-pty',
      `it does not load: ${reason ?? ''}`,
      'install Fugue anew; in a checkout, ./scripts/start builds it for this machine',
    );
  }
}

async function checkTmux({ channels }: Configuration, folders: string): Promise<Finding> {
  const needed = channels.enabled && channels.managed;
  const missing = needed ? problem : warning;
  const file = findProgram('tmux', folders);
  const said = file === null ? null : await versionOf(file, ['-V']);
  const install = `${installCommand('tmux', folders)} (3.2 or newer): the managed Claude and panes that survive the app need it`;
  if (said === null) return missing('tmux', 'it was not found', install);
  const version = numbersOf(said);
  return version.length === 0 || isOlder(version, OLDEST_TMUX)
    ? missing('tmux', `${said} is too old`, install)
    : ok('tmux', said);
}

async function checkClaude(command: string, folders: string): Promise<Finding> {
  const file = findProgram(command, folders);
  if (file === null)
    return problem(
      'claude',
      command.includes('/') ? `${command} can't be run` : `${command} is in no folder of the PATH`,
      'npm install -g @anthropic-ai/claude-code, or set command in [claude] to where it is',
    );
  const said = await versionOf(file, ['--version']);
  if (said === null)
    return problem('claude', `${file} does not say its version`, 'run it once by hand, and see what it says');
  const version = numbersOf(said);
  const wanted = OLDEST_CLAUDE.join('.');
  if (version.length === 0)
    return warning(
      'claude',
      `${file} says "${said}", which is no version`,
      `Fugue knows Claude Code ${wanted} and newer`,
    );
  return isOlder(version, OLDEST_CLAUDE)
    ? problem('claude', `${file} is ${version.join('.')}`, `update it to ${wanted} or newer: claude update`)
    : ok('claude', `${version.join('.')}, ${file}`);
}

function checkShell(configured: string): Finding {
  const shell = resolveShell(configured, process.env);
  if (configured !== '' && shell !== configured)
    return warning(
      'shell',
      `${configured} can't be run, so panes take ${shell}`,
      'set shell in [terminal] to one that is there',
    );
  return isExecutable(shell)
    ? ok('shell', shell)
    : problem('shell', `${shell} can't be run`, 'set shell in [terminal] to one that is there');
}

async function checkCurl(folders: string): Promise<Finding> {
  const file = findProgram('curl', folders);
  const said = file === null ? null : await versionOf(file, ['--version']);
  return said === null
    ? warning(
        'curl',
        'it was not found',
        `${installCommand('curl', folders)}: without it the installed hook takes longer`,
      )
    : ok('curl', said.split(' ').slice(0, 2).join(' '));
}

/** How the package manager of this system installs a program. */
function installCommand(name: string, folders: string): string {
  if (process.platform === 'darwin') return `brew install ${name}`;
  const managers = [
    ['apt-get', 'sudo apt-get install'],
    ['dnf', 'sudo dnf install'],
    ['pacman', 'sudo pacman -S'],
    ['zypper', 'sudo zypper install'],
  ] as const;
  const found = managers.find(([program]) => findProgram(program, `${folders}:/usr/bin`) !== null);
  return found === undefined ? `install ${name}` : `${found[1]} ${name}`;
}

/** The first line that a program says of itself; null when it says none. */
async function versionOf(file: string, words: readonly string[]): Promise<string | null> {
  try {
    const { stdout } = await execute(file, [...words], { timeout: PATIENCE });
    return stdout.trim().split('\n')[0]?.slice(0, 200) || null;
  } catch {
    return null;
  }
}

/** A program by its name or path; `folders` is a PATH. */
export function findProgram(name: string, folders: string): string | null {
  if (name.includes('/') || name.startsWith('~')) {
    const file = expandHome(name, process.env);
    return isExecutable(file) ? file : null;
  }
  const files = folders.split(':').filter((folder) => folder !== '');
  return files.map((folder) => path.join(folder, name)).find(isExecutable) ?? null;
}

function isExecutable(file: string): boolean {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
}

function numbersOf(text: string): readonly number[] {
  return (/\d+(?:\.\d+)+/.exec(text)?.[0] ?? '')
    .split('.')
    .filter((part) => part !== '')
    .map(Number);
}

function isOlder(version: readonly number[], oldest: readonly number[]): boolean {
  for (const [index, wanted] of oldest.entries()) {
    const part = version[index] ?? 0;
    if (part !== wanted) return part < wanted;
  }
  return false;
}
