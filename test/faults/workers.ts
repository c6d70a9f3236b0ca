// Work that a row needs done in a process of its own: one that is killed, sees other disks, or writes beside others.
import { type ChildProcess, spawn } from 'node:child_process';
import type { Outcome } from './row';

export type Worker = (words: readonly string[]) => Promise<unknown>;

const WORKERS: Readonly<Record<string, () => Promise<{ readonly worker: Worker }>>> = {
  'fifo-writer': () => import('./workers/fifo-writer'),
  'fifo-line-writer': () => import('./workers/fifo-line-writer'),
  'state-writer': () => import('./workers/state-writer'),
  'settings-writer': () => import('./workers/settings-writer'),
  'full-disk': () => import('./workers/full-disk'),
};

export async function runWorker(name: string, words: readonly string[]): Promise<unknown> {
  const load = WORKERS[name];
  if (load === undefined) throw new Error(`there is no worker ${name}`);
  return (await load()).worker(words);
}

/** Starts a worker from the built suite; what it prints can be read, and it can be started by another program. */
export function startWorker(
  name: string,
  words: readonly string[],
  through: readonly string[] = [],
): ChildProcess {
  const [suite = ''] = process.argv.slice(1);
  const [program = process.execPath, ...before] = through;
  const own = [...(through.length > 0 ? [process.execPath] : []), suite, '--worker', name, ...words];
  return spawn(program, [...before, ...own], { stdio: ['pipe', 'pipe', 'inherit'] });
}

/** Waits for a worker to end, and gives what it printed. Throws when it fails. */
export async function workerOutput(child: ChildProcess): Promise<string> {
  let said = '';
  child.stdout?.on('data', (piece: Buffer) => (said += piece.toString()));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`a worker ended with ${String(code)}: ${said.slice(-500)}`);
  return said;
}

/** The outcome that a worker printed as its last line. */
export async function outcomeOf(child: ChildProcess): Promise<Outcome> {
  const lines = (await workerOutput(child)).trim().split('\n');
  return JSON.parse(lines.at(-1) ?? '') as Outcome;
}
