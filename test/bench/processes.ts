import fs from 'node:fs';
import path from 'node:path';

interface ProcessInfo {
  readonly pid: number;
  readonly parent: number;
  /** Processor time so far, in clock ticks. */
  readonly ticks: number;
}

const TICKS_PER_SECOND = 100;

function readProcess(pid: number): ProcessInfo | null {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name stands in parentheses and may hold anything; the fields follow behind the last one.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { pid, parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) };
  } catch {
    return null; // Ended meanwhile.
  }
}

/** The process and everything that descends from it. */
export function processTree(root: number): readonly ProcessInfo[] {
  const all = fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readProcess(Number(name)))
    .filter((info) => info !== null);
  const members = new Set([root]);
  for (let size = 0; size !== members.size;) {
    size = members.size;
    for (const { pid, parent } of all) if (members.has(parent)) members.add(pid);
  }
  return all.filter(({ pid }) => members.has(pid));
}

export interface MemoryUse {
  /** Megabytes (PSS) of the app's own processes. */
  readonly app: number;
  /** Megabytes of the programs in its panes. */
  readonly programs: number;
}

export function memoryUse(root: number): MemoryUse {
  let app = 0;
  let programs = 0;
  const own = path.dirname(fs.readlinkSync(`/proc/${root}/exe`));
  for (const { pid } of processTree(root)) {
    try {
      const pss = /^Pss:\s+(\d+) kB/m.exec(fs.readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'));
      const size = Number(pss?.[1] ?? 0) / 1000;
      if (path.dirname(fs.readlinkSync(`/proc/${pid}/exe`)) === own) app += size;
      else programs += size;
    } catch {
      // Ended meanwhile.
    }
  }
  return { app, programs };
}

/** Processor time so far, in seconds, of the app's own processes and of the programs in its panes. */
export function processorSeconds(root: number): MemoryUse {
  const own = path.dirname(fs.readlinkSync(`/proc/${root}/exe`));
  const sum = { app: 0, programs: 0 };
  for (const { pid, ticks } of processTree(root)) {
    try {
      const part = path.dirname(fs.readlinkSync(`/proc/${pid}/exe`)) === own ? 'app' : 'programs';
      sum[part] += ticks / TICKS_PER_SECOND;
    } catch {
      // Ended meanwhile.
    }
  }
  return sum;
}

export const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));
