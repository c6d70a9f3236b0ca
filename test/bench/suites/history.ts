import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { HistoryClient } from '#electron/claude/history/history-client';
import { silentLogger } from '#electron/log/logger';
import type { HistoryMethod, HistoryRequests, HistorySettings } from '#shared/history/types';
import { repositoryRoot } from '#test/helpers/root';
import { makeTemporaryDirectory } from '#test/helpers/temporary-directory';
import { COMMON_WORD, historyCorpus, RARE_WORDS, TRANSCRIPTS } from '../history-corpus';
import type { BenchOptions } from '../options';
import type { BenchResult } from '../report';
import { atMost, result } from '../report';
import { median } from '../statistics';

const FLOOR = 'readdir + stat';
const RIPGREP = 'rg';
const PAGE = 50;
/** How often the event loop is asked whether it is free, in milliseconds; what is measured has it in it. */
const PULSE = 5;

/** What has to be done at the least to know the newest files: in a process of its own, timed inside. */
const FLOOR_SCRIPT = `const fs = require('fs');
const start = performance.now();
let count = 0;
for (const name of fs.readdirSync(process.argv[1]))
  for (const file of fs.readdirSync(process.argv[1] + '/' + name))
    if (fs.statSync(process.argv[1] + '/' + name + '/' + file).isFile()) count += 1;
process.stdout.write(JSON.stringify({ count, time: performance.now() - start }));`;

/** The system forgets folders and files, where it lets us ask for that. */
function forgetFiles(): boolean {
  try {
    execFileSync('sync');
    fs.writeFileSync('/proc/sys/vm/drop_caches', '3');
    return true;
  } catch {
    return false;
  }
}

function floor(projects: string): number {
  const output = execFileSync(process.execPath, ['-e', FLOOR_SCRIPT, projects], { encoding: 'utf8' });
  const { count, time } = JSON.parse(output) as { count: number; time: number };
  if (count !== TRANSCRIPTS) throw new Error(`the floor saw ${count} files`);
  return time;
}

function timeOf(program: string, words: readonly string[]): number {
  const start = performance.now();
  const { error, status } = spawnSync(program, words, { maxBuffer: 64 * 1024 * 1024 });
  if (error !== undefined || (status ?? 2) > 1) return Number.NaN;
  return performance.now() - start;
}

class Subject {
  readonly directory = makeTemporaryDirectory('fugue-bench-');
  private client: HistoryClient | null = null;

  constructor(private readonly configDirectory: string) {}

  async ask<Method extends HistoryMethod>(
    method: Method,
    input: HistoryRequests[Method]['input'],
  ): Promise<HistoryRequests[Method]['output']> {
    this.client ??= new HistoryClient(
      path.join(repositoryRoot, 'dist', 'history-worker.cjs'),
      this.settings,
      silentLogger,
    );
    const answer = await this.client.ask(method, input);
    if (!answer.ok) throw new Error(answer.error.message);
    return answer.value;
  }

  page(cursor: string | null = null) {
    return this.ask('list', { directory: null, limit: PAGE, cursor, before: null });
  }

  search(query: string) {
    return this.ask('search', { query, directory: null, limit: PAGE });
  }

  /** A thread that knows nothing: what an earlier one kept is gone too. */
  restart(): void {
    this.client?.dispose();
    this.client = null;
    fs.rmSync(this.settings.stateDirectory, { recursive: true, force: true });
    fs.mkdirSync(this.settings.stateDirectory);
  }

  end(): void {
    this.client?.dispose();
    this.directory.remove();
  }

  private get settings(): HistorySettings {
    return {
      configDirectories: [this.configDirectory],
      paneConfigurations: path.join(this.directory.path, 'none'),
      stateDirectory: path.join(this.directory.path, 'state'),
      archiveDirectory: path.join(this.directory.path, 'archive'),
      archive: false,
      prices: {},
    };
  }
}

async function timed<T>(work: () => Promise<T>): Promise<{ readonly time: number; readonly value: T }> {
  const start = performance.now();
  const value = await work();
  return { time: performance.now() - start, value };
}

export async function historySuite(
  options: BenchOptions,
  say: (text: string) => void,
): Promise<readonly BenchResult[]> {
  const { configDirectory, bytes } = historyCorpus(say);
  const projects = path.join(configDirectory, 'projects');
  const rounds = options.quick ? 3 : 7;
  const subject = new Subject(configDirectory);
  try {
    const cold: number[] = [];
    const coldFloor: number[] = [];
    const fresh: number[] = [];
    const freshFloor: number[] = [];
    let forgets = true;
    for (let round = 0; round < rounds; round += 1) {
      forgets = forgetFiles() && forgets;
      coldFloor.push(floor(projects));
      subject.restart();
      subject.restart();
      forgetFiles();
      cold.push((await timed(() => subject.page())).time);
      freshFloor.push(floor(projects));
      subject.restart();
      fresh.push((await timed(() => subject.page())).time);
    }
    say(
      `history: first page ${median(cold).toFixed(0)} ms cold, ${median(fresh).toFixed(0)} ms of a new thread`,
    );
    const warm: number[] = [];
    let cursor: string | null = null;
    const pages: number[] = [];
    for (let round = 0; round < rounds * 3; round += 1) {
      warm.push((await timed(() => subject.page())).time);
      const next: Awaited<ReturnType<Subject['page']>> = await timed(() => subject.page(cursor)).then(
        ({ time, value }) => {
          pages.push(time);
          return value;
        },
      );
      cursor = next.nextCursor;
    }
    const before = process.memoryUsage().rss;
    const delay = monitorEventLoopDelay({ resolution: PULSE });
    delay.enable();
    let highest = before;
    const watch = setInterval(() => {
      highest = Math.max(highest, process.memoryUsage().rss);
    }, 50);
    const built = await timed(() => subject.search(COMMON_WORD));
    if (built.value.total !== TRANSCRIPTS / 50)
      throw new Error(`${built.value.total} conversations were found`);
    const buildDelay = delay.percentile(99) / 1e6 - PULSE;
    const common: number[] = [];
    const rare: number[] = [];
    const commonFloor: number[] = [];
    const rareFloor: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      common.push((await timed(() => subject.search(COMMON_WORD))).time);
      commonFloor.push(timeOf('rg', ['-i', '-l', '-F', COMMON_WORD, projects]));
      const found = await timed(() => subject.search(RARE_WORDS));
      if (found.value.total !== TRANSCRIPTS / 2500) throw new Error(`${found.value.total} were found`);
      rare.push(found.time);
      rareFloor.push(timeOf('rg', ['-i', '-l', '-F', RARE_WORDS, projects]));
    }
    const usage = await timed(() =>
      subject.ask('usage', { by: 'day', directory: null, id: null, since: null, limit: 400 }),
    );
    clearInterval(watch);
    delay.disable();
    return [
      result({
        name: `history, first page of 10,000, cold${forgets ? '' : ' (the system does not forget files here)'}`,
        value: median(cold),
        unit: 'ms',
        references: { [FLOOR]: median(coldFloor) },
        targets: [atMost(2, FLOOR)],
      }),
      result({
        name: 'history, first page, a new thread, files known to the system',
        value: median(fresh),
        unit: 'ms',
        references: { [FLOOR]: median(freshFloor) },
      }),
      result({
        name: 'history, first page again',
        value: median(warm),
        unit: 'ms',
        references: { [FLOOR]: median(freshFloor) },
      }),
      result({ name: 'history, a later page', value: median(pages), unit: 'ms' }),
      result({
        name: `history, first search, which reads ${(bytes / 1e9).toFixed(2)} GB`,
        value: built.time / 1000,
        unit: 's',
      }),
      result({
        name: 'history, search for a word in 200 conversations',
        value: median(common),
        unit: 'ms',
        references: { [RIPGREP]: median(commonFloor) },
        targets: [atMost(1000), atMost(1, RIPGREP)],
      }),
      result({
        name: 'history, search for two words in 4 conversations',
        value: median(rare),
        unit: 'ms',
        references: { [RIPGREP]: median(rareFloor) },
        targets: [atMost(1000), atMost(1, RIPGREP)],
      }),
      result({ name: 'history, usage by day', value: usage.time, unit: 'ms' }),
      result({
        name: 'history, memory that listing, reading and searching take',
        value: (highest - before) / 1e6,
        unit: 'MB',
        targets: [atMost(200)],
      }),
      result({
        name: 'history, event loop of the main process meanwhile, p99',
        value: buildDelay,
        unit: 'ms',
        targets: [atMost(20)],
      }),
    ];
  } finally {
    subject.end();
  }
}
