import { execFile } from 'node:child_process';
import fs from 'node:fs';
import { promisify } from 'node:util';

const execute = promisify(execFile);

export interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  /** Foreground process group of its terminal, or -1. */
  readonly foregroundGroup: number;
  readonly name: string;
}

/** Reads one process from /proc; null when it is gone or unreadable. */
export function readProcess(pid: number): ProcessEntry | null {
  let text: string;
  try {
    text = fs.readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
  } catch {
    return null;
  }
  // The name may hold blanks and brackets, so the fields are counted from the last bracket.
  const open = text.indexOf('(');
  const close = text.lastIndexOf(')');
  const fields = text.slice(close + 2).split(' ');
  const [state, parent, group, session, , foreground] = fields;
  if (state === 'Z' || state === 'X') return null;
  return {
    pid,
    parent: Number(parent),
    group: Number(group),
    session: Number(session),
    foregroundGroup: Number(foreground),
    name: text.slice(open + 1, close),
  };
}

/**
 * When a process started, in the system's own count, which tells it from a later one with the same number. Empty
 * where that is not to be had; null when there is no such process.
 */
export function processStart(pid: number): string | null {
  if (process.platform !== 'linux') return isAlive(pid) ? '' : null;
  let text: string;
  try {
    text = fs.readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
  } catch {
    return null;
  }
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' || fields[0] === 'X' ? null : (fields[19] ?? '');
}

/** A variable of another process of the same user; null when it has none, or may not be read. */
export function processVariable(pid: number, name: string): string | null {
  try {
    const prefix = `${name}=`;
    const variables = fs.readFileSync(`/proc/${String(pid)}/environ`, 'utf8').split('\0');
    return variables.find((entry) => entry.startsWith(prefix))?.slice(prefix.length) ?? null;
  } catch {
    return null;
  }
}

/** The words of another process's command line; empty when they can't be read. */
export function processArguments(pid: number): readonly string[] {
  try {
    return fs
      .readFileSync(`/proc/${String(pid)}/cmdline`, 'utf8')
      .split('\0')
      .slice(0, -1);
  } catch {
    return [];
  }
}

/** The folder that another process of the same user works in; null when it can't be read. */
export function processDirectory(pid: number): string | null {
  try {
    return fs.readlinkSync(`/proc/${String(pid)}/cwd`);
  } catch {
    return null;
  }
}

/** A process and those that it descends from, itself first; as far as they live and can be read. */
export function withAncestors(pid: number): readonly ProcessEntry[] {
  const found: ProcessEntry[] = [];
  for (let next = readProcess(pid); next !== null && next.pid > 1; next = readProcess(next.parent))
    found.push(next);
  return found;
}

async function listProcesses(): Promise<readonly ProcessEntry[]> {
  if (process.platform === 'linux') {
    return fs
      .readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => readProcess(Number(name)) ?? []);
  }
  const { stdout } = await execute('ps', ['-axo', 'pid=,ppid=,pgid=,sess=,tpgid=,comm=']);
  return stdout.split('\n').flatMap((line) => {
    const match = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(-?\d+)\s+(.*)$/.exec(line);
    if (match === null) return [];
    const [, pid, parent, group, session, foreground, name] = match;
    return [
      {
        pid: Number(pid),
        parent: Number(parent),
        group: Number(group),
        session: Number(session) || 0,
        foregroundGroup: Number(foreground),
        name: name ?? '',
      },
    ];
  });
}

/** True when one of the standard streams of a process is the terminal. */
function holdsTerminal(pid: number, terminal: string): boolean {
  return [0, 1, 2].some((descriptor) => {
    try {
      return fs.readlinkSync(`/proc/${String(pid)}/fd/${String(descriptor)}`) === terminal;
    } catch {
      return false;
    }
  });
}

/**
 * All processes that belong to a pane: those of the session that its first process leads, their descendants, and
 * those that still have the terminal as a standard stream although they left the session. A program that became a
 * daemon (own session, streams elsewhere) is not among them.
 */
export async function processesOfTerminal(leader: number): Promise<readonly number[]> {
  const all = await listProcesses();
  let terminal: string | null = null;
  try {
    terminal = fs.readlinkSync(`/proc/${String(leader)}/fd/0`);
  } catch {
    // The leader is gone already, or there is no /proc: the other two rules still hold.
  }
  const found = new Set<number>([leader]);
  for (const entry of all) {
    if (entry.session === leader || entry.group === leader) found.add(entry.pid);
    else if (terminal?.startsWith('/dev/pts/') === true && holdsTerminal(entry.pid, terminal))
      found.add(entry.pid);
  }
  for (let grew = true; grew;) {
    grew = false;
    for (const entry of all) {
      if (!found.has(entry.pid) && found.has(entry.parent)) {
        found.add(entry.pid);
        grew = true;
      }
    }
  }
  found.delete(process.pid);
  return [...found];
}

export function isAlive(pid: number): boolean {
  if (process.platform === 'linux') return readProcess(pid) !== null;
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // Gone meanwhile: that is what the signal was for.
    }
  }
}

/** What runs in the foreground of the terminal that `leader` leads, and in which folder. */
export function foregroundProgram(
  leader: number,
): { readonly program: string; readonly directory: string | null; readonly pid: number } | null {
  const shell = readProcess(leader);
  if (shell === null) return null;
  const foreground = (shell.foregroundGroup > 0 ? readProcess(shell.foregroundGroup) : null) ?? shell;
  // Another user's process (sudo) has a folder that is not ours to read.
  return {
    program: foreground.name,
    directory: processDirectory(foreground.pid),
    pid: foreground.pid,
  };
}
