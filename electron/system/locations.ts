import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Result } from '#shared/base/result';
import { fail, ok } from '#shared/base/result';
import { SOCKET_PATH_LIMIT } from './local-socket';

/** Where Fugue keeps its things. */
export interface Locations {
  readonly home: string;
  /** The usual folder, when nothing can be written there and another one stands in for it until the next boot. */
  readonly insteadOf: string | null;
  readonly configurationFile: string;
  readonly state: string;
  readonly scrollback: string;
  readonly log: string;
  /** The folder of reports of what went wrong. */
  readonly crashes: string;
  readonly commandSocket: string;
  readonly auditLog: string;
  readonly mcpToken: string;
}

export function locations(environment: Readonly<Record<string, string | undefined>>): Locations {
  const usual = path.resolve(environment['FUGUE_HOME'] || path.join(os.homedir(), '.fugue'));
  // Whoever named a folder is told when it can't be used.
  const insteadOf = !environment['FUGUE_HOME'] && isReadOnly(usual) ? usual : null;
  const home = insteadOf === null ? usual : temporaryHome(environment);
  return {
    home,
    insteadOf,
    configurationFile: path.join(home, 'config', 'fugue.toml'),
    state: path.join(home, 'state'),
    scrollback: path.join(home, 'state', 'scrollback'),
    log: path.join(home, 'log', 'fugue.log'),
    crashes: path.join(home, 'log', 'crashes'),
    commandSocket: path.join(home, 'command.sock'),
    auditLog: path.join(home, 'log', 'audit.log'),
    mcpToken: path.join(home, 'mcp-token'),
  };
}

/** Whether a folder lies on a file system that cannot be written to, whoever asks. */
function isReadOnly(folder: string): boolean {
  const there = fs.existsSync(folder) ? folder : path.dirname(folder);
  try {
    fs.accessSync(there, fs.constants.W_OK);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EROFS';
  }
}

/** The same for everybody who asks: the app, and the commands that look for it. */
function temporaryHome(environment: Readonly<Record<string, string | undefined>>): string {
  const folder = environment['XDG_RUNTIME_DIR'] || os.tmpdir();
  return path.join(folder, `fugue-home-${String(process.getuid?.() ?? 0)}`);
}

/** The socket of MCP as the settings name it; below `~/.fugue` stands for Fugue's folder, wherever that is. */
export function mcpSocketFile(configured: string, home: string): string {
  const below = '~/.fugue/';
  if (configured.startsWith(below)) return path.join(home, configured.slice(below.length));
  if (configured.startsWith('~/')) return path.join(os.homedir(), configured.slice(2));
  return path.resolve(configured);
}

/** A path of the settings: `~` stands for the person's home. */
export function expandHome(
  configured: string,
  environment: Readonly<Record<string, string | undefined>>,
): string {
  const home = environment['HOME'] || os.homedir();
  if (configured === '~') return home;
  return configured.startsWith('~/') ? path.join(home, configured.slice(2)) : path.resolve(configured);
}

/** Makes the folders, for the owner alone, and sees that they can be written. The failure is a sentence. */
export function prepareLocations(where: Locations): Result<null, string> {
  if (Buffer.byteLength(where.commandSocket) > SOCKET_PATH_LIMIT) {
    return fail(`the path ${where.commandSocket} is too long for a socket: set FUGUE_HOME to a shorter one`);
  }
  try {
    fs.mkdirSync(where.home, { recursive: true, mode: 0o700 });
    // In a shared folder anybody may have made a link of that name before.
    if (where.insteadOf !== null && fs.lstatSync(where.home).isSymbolicLink())
      return fail(`${where.home} is a link: remove it, or set FUGUE_HOME to a folder of yours`);
    const status = fs.statSync(where.home);
    if (typeof process.getuid === 'function' && status.uid !== process.getuid()) {
      return fail(`${where.home} belongs to another user: set FUGUE_HOME to a folder of yours`);
    }
    fs.accessSync(where.home, fs.constants.W_OK);
    if ((status.mode & 0o077) !== 0) fs.chmodSync(where.home, 0o700);
    fs.mkdirSync(path.dirname(where.configurationFile), { recursive: true, mode: 0o700 });
    return ok(null);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown fault';
    return fail(`${where.home} can't be used: ${reason}. Set FUGUE_HOME to a folder that can be written`);
  }
}
