import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { electronRuntime } from '#test/helpers/app';
import { cleanEnvironment } from '#test/helpers/clean-environment';
import { repositoryRoot } from '#test/helpers/root';
import { waitFor } from '#test/helpers/wait';
import { FLOOR_LABELS } from '../floors/wire';
import type { BenchOptions } from '../options';
import { processTree } from '../processes';
import type { BenchResult } from '../report';
import { atMost, result } from '../report';
import { median } from '../statistics';
import { electronFlags } from '../subject';
import { CACHE, Workspace } from '../workspace';

interface Start {
  readonly ready: number;
  readonly prompt: number | null;
}

/** Starts an app without anything that watches it, and waits for what it leaves behind when it is ready. */
async function start(
  app: string,
  workspace: Workspace,
  environment: Readonly<Record<string, string>>,
  isReady: (output: string) => boolean,
  wantsPrompt: boolean,
): Promise<Start> {
  const base = workspace.directory.path;
  const begun = Date.now();
  const child = spawn(electronRuntime().executable, [app, ...electronFlags()], {
    cwd: workspace.home,
    env: cleanEnvironment({ HOME: workspace.home, LANG: 'C.UTF-8', SHELL: '/bin/bash', ...environment }),
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const log = path.join(base, 'fugue', 'log', 'fugue.log');
  try {
    await waitFor(
      'the window to be ready',
      () => isReady(output + (fs.existsSync(log) ? fs.readFileSync(log, 'utf8') : '')),
      { timeout: 60_000, every: 5 },
    );
    const ready = Date.now() - begun;
    if (!wantsPrompt) return { ready, prompt: null };
    const prompted = await waitFor('the first prompt', () => workspace.promptedAt(), {
      timeout: 30_000,
      every: 10,
    });
    return { ready, prompt: prompted - begun };
  } finally {
    const family = child.pid === undefined ? [] : processTree(child.pid).map(({ pid }) => pid);
    child.kill('SIGTERM');
    const timer = setTimeout(() => {
      for (const pid of family) {
        try {
          process.kill(pid, 'SIGKILL');
        } catch {
          // Gone already.
        }
      }
    }, 5000);
    await ended;
    clearTimeout(timer);
  }
}

async function startFugue(): Promise<Start> {
  const workspace = new Workspace();
  const { path: base } = workspace.directory;
  fs.chmodSync(path.join(base, 'fugue'), 0o700);
  try {
    return await start(
      repositoryRoot,
      workspace,
      {
        FUGUE_HOME: path.join(base, 'fugue'),
        FUGUE_FIRST_PANE: 'shell',
        CCMUX_RUNTIME_DIR: path.join(base, 'channels'),
      },
      (output) => output.includes('window.ready'),
      true,
    );
  } finally {
    workspace.remove();
  }
}

async function startHello(): Promise<Start> {
  const workspace = new Workspace();
  const configuration = { floor: 'hello', panes: 0, columns: 80, rows: 24, home: workspace.home };
  try {
    return await start(
      path.join(CACHE, 'floor-main.cjs'),
      workspace,
      { FUGUE_BENCH_FLOOR: JSON.stringify(configuration) },
      (output) => output.includes('floor ready'),
      false,
    );
  } finally {
    workspace.remove();
  }
}

export async function startupSuite(
  options: BenchOptions,
  say: (text: string) => void,
): Promise<readonly BenchResult[]> {
  const times = options.quick ? 3 : 7;
  const fugue: Start[] = [];
  const hello: Start[] = [];
  // Taken in turns, after one of each that warms the disk's cache.
  await startHello();
  await startFugue();
  for (let time = 0; time < times; time += 1) {
    hello.push(await startHello());
    fugue.push(await startFugue());
  }
  const bare = median(hello.map(({ ready }) => ready));
  const ready = median(fugue.map((found) => found.ready));
  const prompt = median(fugue.map((found) => found.prompt ?? Number.NaN));
  say(`start-up: window ${ready} ms, prompt ${prompt.toFixed(0)} ms, hello world ${bare} ms`);
  const references = { [FLOOR_LABELS.hello]: bare };
  return [
    result({
      name: 'start-up to a drawn window',
      value: ready,
      unit: 'ms',
      references,
      targets: [atMost(1.5, FLOOR_LABELS.hello)],
    }),
    result({ name: 'start-up to the first prompt', value: prompt, unit: 'ms', references }),
  ];
}
