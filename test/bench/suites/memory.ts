import path from 'node:path';
import { claudeVariables, ensureClaude, makeClaudeHome } from '#test/helpers/claude/claude';
import { answer, directed, startModelServer, text } from '#test/helpers/model-server/index';
import { waitFor } from '#test/helpers/wait';
import { corpusFile } from '../corpus';
import type { BenchOptions } from '../options';
import { memoryUse, processorSeconds, sleep } from '../processes';
import type { BenchResult } from '../report';
import { atMost, result } from '../report';
import { FugueSubject, using } from '../subject';
import type { Workspace } from '../workspace';
import { CORPUS } from '../workspace';

/** Lines of text in each pane that is counted. */
const FILL =
  'bash -c \'seq -f "%.0f a line of some length, as programs print them, to fill the scrollback" 1000; exec cat\'';
const VISIBLE = 9;

function rootOf(subject: FugueSubject): number {
  const { pid } = subject.app.electron.process();
  if (pid === undefined) throw new Error('the app has no process');
  return pid;
}

/**
 * The smallest of a few looks, once the page has let go of what it does not hold and spare tiles are given back: an
 * engine that has not collected yet says nothing of a pane.
 */
async function settledMemory(
  subject: FugueSubject,
): Promise<{ readonly app: number; readonly programs: number }> {
  const root = rootOf(subject);
  await sleep(6000);
  const session = await subject.page.context().newCDPSession(subject.page);
  await session.send('HeapProfiler.collectGarbage');
  await session.detach();
  await sleep(6000);
  const looks = [];
  for (let look = 0; look < 4; look += 1) {
    looks.push(memoryUse(root));
    await sleep(400);
  }
  return looks.reduce((least, look) => (look.app < least.app ? look : least));
}

async function perPane(options: BenchOptions, say: (text: string) => void): Promise<readonly BenchResult[]> {
  const hidden = options.quick ? 10 : 40;
  return using(FugueSubject.start(), async (subject) => {
    await settledMemory(subject);
    const one = await settledMemory(subject);
    await subject.layOut(VISIBLE, FILL);
    const visible = await settledMemory(subject);
    say(`memory: 1 pane ${one.app.toFixed(0)} MB, 10 panes ${visible.app.toFixed(0)} MB`);
    for (let pane = 0; pane < hidden; pane += 1) await subject.run('create_window', { command: FILL });
    const all = await settledMemory(subject);
    say(
      `memory: ${10 + hidden} panes ${all.app.toFixed(0)} MB, their programs ${all.programs.toFixed(0)} MB`,
    );
    return [
      result({ name: 'memory with 1 pane (PSS, without its program)', value: one.app, unit: 'MB' }),
      result({ name: 'memory with 10 panes in view', value: visible.app, unit: 'MB' }),
      result({ name: `memory with ${10 + hidden} panes`, value: all.app, unit: 'MB' }),
      result({
        name: 'memory of one more pane in view, 1,000 lines',
        value: (visible.app - one.app) / VISIBLE,
        unit: 'MB',
        targets: [atMost(6)],
      }),
      result({
        name: 'memory of one more hidden pane, 1,000 lines',
        value: (all.app - visible.app) / hidden,
        unit: 'MB',
        targets: [atMost(2)],
      }),
    ];
  });
}

async function aroundFlood(
  options: BenchOptions,
  say: (text: string) => void,
): Promise<readonly BenchResult[]> {
  const megabytes = options.quick ? 32 : 100;
  return using(FugueSubject.start(), async (subject) => {
    const root = rootOf(subject);
    const [pane] = subject.panes;
    if (pane === undefined) throw new Error('there is no pane');
    // The scrollback is filled first: it is no leak that it then holds its lines.
    const first = `measure ${corpusFile(CORPUS, 'ascii', 4)} first\r`;
    await subject.send(pane, first);
    await sleep(2000);
    const before = await settledMemory(subject);
    let peak = before.app;
    await subject.send(pane, `measure ${corpusFile(CORPUS, 'ascii', megabytes)} large\r`);
    for (const end = Date.now() + 90_000; Date.now() < end;) {
      await sleep(250);
      peak = Math.max(peak, memoryUse(root).app);
      const text = await subject.page.evaluate((id) => window.benchProbe?.text(id) ?? '', pane);
      if (text.includes('DONE-large')) break;
    }
    let after = Number.POSITIVE_INFINITY;
    const bound = Math.max(before.app * 1.2, before.app + 60);
    for (const end = Date.now() + 10_000; Date.now() < end && after > bound;) {
      await sleep(500);
      after = Math.min(after, memoryUse(root).app);
    }
    say(
      `memory around ${megabytes} MB: ${before.app.toFixed(0)}, peak ${peak.toFixed(0)}, ${after.toFixed(0)} MB`,
    );
    return [
      result({
        name: `memory after ${megabytes} MB of output (within 10 s)`,
        value: after,
        unit: 'MB',
        references: { before: before.app, 'before + 60 MB': before.app + 60 },
        // Whichever of the two allows more.
        targets: [before.app > 300 ? atMost(1.2, 'before') : atMost(1, 'before + 60 MB')],
      }),
      result({
        name: `memory at its peak during ${megabytes} MB`,
        value: peak,
        unit: 'MB',
        references: { before: before.app },
      }),
    ];
  });
}

export async function memorySuite(
  options: BenchOptions,
  say: (text: string) => void,
): Promise<readonly BenchResult[]> {
  return [...(await perPane(options, say)), ...(await aroundFlood(options, say))];
}

const CLAUDES = 6;
const SHELLS = 14;

/** Processor time of 20 panes in which nothing happens: shells, and Claudes that have answered. */
export async function idleSuite(
  options: BenchOptions,
  say: (text: string) => void,
): Promise<readonly BenchResult[]> {
  const seconds = options.quick ? 5 : 20;
  const claude = await ensureClaude('2.1.332');
  const model = await startModelServer(directed('idle', () => answer(text('Hello.'))));
  const prepare = (workspace: Workspace): Record<string, string> => {
    const home = makeClaudeHome(workspace.home);
    workspace.directory.file('home/.profile', `PATH="${path.dirname(claude)}:$PATH"\n`);
    return {
      ...claudeVariables({ home, modelServerUrl: model.url }),
      PATH: `${path.dirname(claude)}:${process.env['PATH'] ?? ''}`,
    };
  };
  try {
    return await using(FugueSubject.start(1, prepare), async (subject) => {
      const root = rootOf(subject);
      await subject.layOut(SHELLS, 'bash');
      for (let count = 0; count < CLAUDES; count += 1)
        await subject.run('create_window', { command: `${claude} hello` });
      const ended = async (): Promise<boolean> => {
        const found = (await subject.run('list_panes', { all: true })) as {
          panes: { agent?: { state: string } | null }[];
        };
        const states = found.panes.map(({ agent }) => agent?.state ?? '');
        return states.filter((state) => state === 'complete' || state === 'idle').length === CLAUDES;
      };
      await waitFor('six idle Claudes', ended, { timeout: 120_000, every: 500 });
      await sleep(8000);
      const before = processorSeconds(root);
      await sleep(seconds * 1000);
      const after = processorSeconds(root);
      const share = (part: 'app' | 'programs'): number => ((after[part] - before[part]) / seconds) * 100;
      const memory = memoryUse(root);
      say(`idle: ${share('app').toFixed(1)} % of a core, its programs ${share('programs').toFixed(1)} %`);
      return [
        result({
          name: 'processor, 20 idle panes with 6 Claudes',
          value: share('app'),
          unit: '% of a core',
          targets: [atMost(2)],
        }),
        result({ name: 'processor, the programs in them', value: share('programs'), unit: '% of a core' }),
        result({ name: 'memory of the app with them', value: memory.app, unit: 'MB' }),
        result({ name: 'memory of the programs in them', value: memory.programs, unit: 'MB' }),
      ];
    });
  } finally {
    await model.close();
  }
}
