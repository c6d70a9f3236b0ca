import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import { isForeignMarker } from './environment';

/** The shell that panes run: the configured one, the user's own, or the first that exists. */
export function resolveShell(
  configured: string,
  environment: Readonly<Record<string, string | undefined>>,
): string {
  const own = os.userInfo().shell;
  const candidates = [configured, environment['SHELL'], own, '/bin/bash', '/bin/zsh', '/bin/sh'];
  for (const candidate of candidates) {
    if (candidate && isExecutable(candidate)) return candidate;
  }
  return '/bin/sh';
}

function isExecutable(file: string): boolean {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export interface ShellEnvironment {
  readonly variables: Readonly<Record<string, string>>;
  /** Why the login shell's own environment could not be had, or null. */
  readonly problem: string | null;
}

/** How long start files may take. A pane can be used meanwhile with the environment the app got. */
const SHELL_TIME_LIMIT = 8000;
const OUTPUT_LIMIT = 4 * 1024 * 1024;

/**
 * Asks an interactive login shell for its environment. An app started from a desktop menu does not have the PATH
 * that the user's start files build; one started from a terminal keeps what that had. Noise that those files print is
 * cut off by a random mark.
 */
export function readShellEnvironment(
  shell: string,
  base: Readonly<Record<string, string | undefined>>,
  timeLimit = SHELL_TIME_LIMIT,
): Promise<ShellEnvironment> {
  const mark = randomBytes(12).toString('hex');
  const own: Record<string, string> = {};
  for (const [name, value] of Object.entries(base)) {
    if (value !== undefined && !isForeignMarker(name)) own[name] = value;
  }
  return new Promise((resolve) => {
    const child = spawn(
      shell,
      ['-i', '-l', '-c', `printf '%s' '${mark}'; command env -0; printf '%s' '${mark}'`],
      {
        env: { ...own, TERM: 'dumb', FUGUE_RESOLVING_ENVIRONMENT: '1' },
        stdio: ['ignore', 'pipe', 'ignore'],
        // A session of its own: an interactive shell must not fight for our terminal.
        detached: true,
      },
    );
    const chunks: Buffer[] = [];
    let size = 0;
    const finish = (problem: string | null): void => {
      clearTimeout(timer);
      const variables = problem === null ? between(Buffer.concat(chunks), mark) : null;
      if (variables !== null)
        resolve({
          variables: { ...variables, PATH: joinPaths(variables['PATH'], own['PATH']) },
          problem: null,
        });
      else resolve({ variables: own, problem: problem ?? `${shell} did not print its environment` });
    };
    const timer = setTimeout(() => {
      endGroup(child.pid);
      finish(`the start files of ${shell} took longer than ${String(timeLimit / 1000)} s`);
    }, timeLimit);
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= OUTPUT_LIMIT) chunks.push(chunk);
    });
    child.on('error', (error) => {
      finish(`${shell} could not be started: ${error.message}`);
    });
    child.on('close', () => {
      finish(null);
    });
  });
}

/**
 * The folders of the login shell, and behind them those that the app itself was started with: many systems set PATH anew
 * in a login shell, and what a person can run where they started the app should run in its panes, too.
 */
function joinPaths(shell: string | undefined, inherited: string | undefined): string {
  const folders = [shell, inherited]
    .flatMap((one) => (one ?? '').split(':'))
    .filter((folder) => folder !== '');
  return [...new Set(folders)].join(':');
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Already gone.
  }
}

function between(output: Buffer, mark: string): Record<string, string> | null {
  const start = output.indexOf(mark);
  const end = output.lastIndexOf(mark);
  if (start < 0 || end <= start) return null;
  const variables: Record<string, string> = {};
  for (const entry of output
    .subarray(start + mark.length, end)
    .toString('utf8')
    .split('\0')) {
    const equals = entry.indexOf('=');
    if (equals > 0) variables[entry.slice(0, equals)] = entry.slice(equals + 1);
  }
  delete variables['FUGUE_RESOLVING_ENVIRONMENT'];
  delete variables['TERM'];
  delete variables['_'];
  delete variables['SHLVL'];
  return Object.keys(variables).length > 0 ? variables : null;
}
