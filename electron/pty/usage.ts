import { execFile } from 'node:child_process';
import fs from 'node:fs';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** A process with what it has taken so far. */
export interface ProcessUsage {
  readonly pid: number;
  readonly parent: number;
  /** The process that leads its session of terminals. */
  readonly session: number;
  readonly name: string;
  /** Processor time since it started, in seconds. */
  readonly seconds: number;
  /** Memory that it holds now, in bytes; what it shares with others counts in full. */
  readonly memory: number;
}

/** Linux counts processor time in these for programs, whatever its own clock does. */
const TICKS_PER_SECOND = 100;

/** All processes in one pass, of every user as far as they can be read. */
export async function readUsage(): Promise<readonly ProcessUsage[]> {
  if (process.platform !== 'linux') {
    const { stdout } = await execute('ps', ['-axo', 'pid=,ppid=,sess=,time=,rss=,comm=']);
    return parseProcessList(stdout);
  }
  const page = await pageSize();
  return fs.readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      return parseStatus(Number(name), fs.readFileSync(`/proc/${name}/stat`, 'utf8'), page) ?? [];
    } catch {
      return []; // gone meanwhile
    }
  });
}

/** One process from the text of its `stat`; null for one that is dead already. */
export function parseStatus(pid: number, text: string, page: number): ProcessUsage | null {
  const close = text.lastIndexOf(')');
  const fields = text.slice(close + 2).split(' ');
  const [state, parent, , session] = fields;
  if (state === 'Z' || state === 'X') return null;
  return {
    pid,
    parent: Number(parent),
    session: Number(session),
    name: text.slice(text.indexOf('(') + 1, close),
    seconds: (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND,
    memory: Number(fields[21]) * page,
  };
}

/** What `ps` of macOS and BSD prints. */
export function parseProcessList(text: string): readonly ProcessUsage[] {
  return text.split('\n').flatMap((line) => {
    const match = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(?:(\d+)-)?(?:(\d+):)?(\d+):([\d.]+)\s+(\d+)\s+(.*)$/.exec(
      line,
    );
    if (match === null) return [];
    const [, pid, parent, session, days, hours, minutes, seconds, kilobytes, name = ''] = match;
    return [
      {
        pid: Number(pid),
        parent: Number(parent),
        session: Number(session) || 0,
        name: name.trim().split('/').at(-1) ?? '',
        seconds:
          Number(days ?? 0) * 86_400 + Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds),
        memory: Number(kilobytes) * 1024,
      },
    ];
  });
}

/** The processes of the session that `root` leads, and all that descend from them. */
export function treeOf(root: number, all: readonly ProcessUsage[]): readonly ProcessUsage[] {
  const children = new Map<number, ProcessUsage[]>();
  for (const entry of all) {
    const siblings = children.get(entry.parent);
    if (siblings === undefined) children.set(entry.parent, [entry]);
    else siblings.push(entry);
  }
  const found = new Map<number, ProcessUsage>();
  const queue = all.filter((entry) => entry.pid === root || entry.session === root);
  for (let entry = queue.pop(); entry !== undefined; entry = queue.pop()) {
    if (found.has(entry.pid)) continue;
    found.set(entry.pid, entry);
    queue.push(...(children.get(entry.pid) ?? []));
  }
  return [...found.values()].sort((left, right) => left.pid - right.pid);
}

let knownPage: number | null = null;

async function pageSize(): Promise<number> {
  knownPage ??= await execute('getconf', ['PAGESIZE']).then(
    ({ stdout }) => Number(stdout) || 4096,
    () => 4096,
  );
  return knownPage;
}
