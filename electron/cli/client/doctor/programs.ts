import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { errorMessage } from '#shared/base/errors';
import type { Configuration } from '#shared/config/schema';
import { resolveShell } from '../../../pty/login-shell';
import { expandHome } from '../../../system/locations';
import type { Finding } from './finding';
import { ok, problem, warning } from './finding';

const execute = promisify(execFile);
/** How long a program may take to say its version, in milliseconds. */
const PATIENCE = 10_000;
const OLDEST_TMUX = [3, 2] as const;
const OLDEST_CLAUDE = [2, 1, 197] as const;

export async function checkPrograms(configuration: Configuration): Promise<readonly Finding[]> {
  const [pty, tmux, claude, curl] = await Promise.all([
    checkNodePty(),
    checkTmux(configuration),
    checkClaude(configuration.claude.command),
    checkCurl(),
  ]);
  return [pty, tmux, claude, checkShell(configuration.terminal.shell), curl];
}

async function checkNodePty(): Promise<Finding> {
  try {
    await import('node-pty');
    return ok('node-pty', 'it loads');
  } catch (error) {
    const [reason] = errorMessage(error).split('\n');
    return problem(
      'node-pty',
      `it does not load: ${reason ?? ''}`,
      'run ./scripts/start once: it builds it for this machine',
    );
  }
}

async function checkTmux({ channels }: Configuration): Promise<Finding> {
  const needed = channels.enabled && channels.managed;
  const missing = needed ? problem : warning;
  const said = await versionOf('tmux', ['-V']);
  const install = 'install tmux 3.2 or newer: the managed Claude and panes that survive the app need it';
  if (said === null) return missing('tmux', 'it was not found', install);
  const version = numbersOf(said);
  return version.length === 0 || isOlder(version, OLDEST_TMUX)
    ? missing('tmux', `${said} is too old`, install)
    : ok('tmux', said);
}

async function checkClaude(command: string): Promise<Finding> {
  const file = findProgram(command);
  if (file === null)
    return problem(
      'claude',
      `${command} was not found in ${process.env['PATH'] ?? 'an empty PATH'}`,
      'install Claude Code, or set command in [claude] to where it is',
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

async function checkCurl(): Promise<Finding> {
  const said = findProgram('curl') === null ? null : await versionOf('curl', ['--version']);
  return said === null
    ? warning('curl', 'it was not found', 'install curl: without it the installed hook takes longer')
    : ok('curl', said.split(' ').slice(0, 2).join(' '));
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

export function findProgram(name: string): string | null {
  if (name.includes('/') || name.startsWith('~')) {
    const file = expandHome(name, process.env);
    return isExecutable(file) ? file : null;
  }
  const folders = (process.env['PATH'] ?? '').split(':').filter((folder) => folder !== '');
  return folders.map((folder) => path.join(folder, name)).find(isExecutable) ?? null;
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
