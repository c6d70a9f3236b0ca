import { readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { electronRuntime } from '#test/helpers/app';

export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  /** In gigabytes. */
  readonly memory: number;
  readonly kernel: string;
  /** Load average of the last minute when the bench began: figures of a busy machine are worth less. */
  readonly load: number;
  readonly electron: string;
  readonly node: string;
  readonly date: string;
}

export function describeMachine(): Machine {
  const [cpu] = os.cpus();
  return {
    cpu: cpu?.model.trim() || 'unknown',
    cores: os.cpus().length,
    memory: Math.round(os.totalmem() / 1e8) / 10,
    kernel: `${os.type()} ${os.release()}`,
    load: Math.round((os.loadavg()[0] ?? 0) * 100) / 100,
    electron: readFileSync(path.join(electronRuntime().dist, 'version'), 'utf8').trim().replace(/^v/, ''),
    node: process.versions.node,
    date: new Date().toISOString(),
  };
}

export function machineLine(machine: Machine): string {
  return (
    `${machine.cpu}, ${machine.cores} cores, ${machine.memory} GB, ${machine.kernel}, ` +
    `load ${machine.load}, Electron ${machine.electron}, Node ${machine.node}, ${machine.date}`
  );
}
