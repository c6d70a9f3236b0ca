import type { Page } from '@playwright/test';
import { corpusFile } from '../corpus';
import type { FloorName } from '../floors/wire';
import { FLOOR_LABELS } from '../floors/wire';
import type { BenchOptions } from '../options';
import { sleep } from '../processes';
import type { BenchResult, Target } from '../report';
import { atLeast, atMost, result } from '../report';
import { percentile } from '../statistics';
import type { Subject } from '../subject';
import { FloorSubject, FugueSubject, using } from '../subject';
import { CORPUS } from '../workspace';

interface Echo {
  readonly latencies: readonly number[];
  /** Megabytes a second of all floods together, or 0. */
  readonly flood: number;
}

/** Watches the drawn text of a pane: a key's echo is there when its line holds what was typed. */
async function watchEcho(page: Page, pane: string): Promise<void> {
  await page.evaluate((id) => {
    const rows = window.benchProbe?.rows(id);
    if (rows == null) throw new Error('the pane draws no rows');
    let pressed: number | null = null;
    let settle: (() => void) | null = null;
    const echo: NonNullable<Window['benchEcho']> = {
      expected: '',
      latencies: [],
      settled: () =>
        new Promise<void>((resolve) => {
          if (pressed === null) resolve();
          else settle = resolve;
        }),
    };
    window.benchEcho = echo;
    document.addEventListener(
      'keydown',
      (event) => {
        if (event.key.length !== 1) return;
        pressed = event.timeStamp;
        echo.expected += event.key;
      },
      { capture: true },
    );
    new MutationObserver(() => {
      if (pressed === null) return;
      const texts = Array.from(rows.children, (row) => row.textContent.trim());
      if (texts.filter((text) => text !== '').at(-1) !== echo.expected) return;
      echo.latencies.push(performance.now() - pressed);
      pressed = null;
      settle?.();
    }).observe(rows, { childList: true, subtree: true, characterData: true });
  }, pane);
}

const LINE = 24;

/** Types with real key events into a program that only lets the terminal line echo. */
async function typeAndWatch(subject: Subject, pane: string, keys: number): Promise<readonly number[]> {
  const { page } = subject;
  await subject.send(pane, 'clear; cat >/dev/null\r');
  await sleep(1000);
  await subject.focus(pane);
  await watchEcho(page, pane);
  for (let key = 0; key < keys; key += 1) {
    const letter = 'abcdefghijklmnopqrstuvwxyz'[(key * 7) % 26]!;
    await page.keyboard.press(letter);
    await page.evaluate(() =>
      Promise.race([window.benchEcho?.settled(), new Promise((resolve) => setTimeout(resolve, 5000))]),
    );
    if (key % LINE === LINE - 1) {
      await page.keyboard.press('Enter');
      await sleep(150);
      await page.evaluate(() => {
        if (window.benchEcho !== undefined) window.benchEcho.expected = '';
      });
    }
    // People do not type in step with the frames of the page.
    await sleep(15 + ((key * 37) % 31));
  }
  const latencies = await page.evaluate(() => window.benchEcho?.latencies ?? []);
  // A key whose echo never came counts as the limit: leaving it out would flatter.
  const lost = Math.max(0, keys - latencies.length);
  return [...latencies, ...Array.from({ length: lost }, () => 5000)];
}

async function echoOf(
  subject: Subject,
  floods: readonly string[],
  megabytes: number,
  keys: number,
): Promise<Echo> {
  const [quiet] = subject.panes;
  if (quiet === undefined) throw new Error('there is no pane');
  const file = corpusFile(CORPUS, 'ascii', megabytes);
  for (const pane of floods) await subject.send(pane, `endless ${file}\r`);
  if (floods.length > 0) await sleep(1500);
  const before = subject.workspace.rounds();
  const start = performance.now();
  const latencies = await typeAndWatch(subject, quiet, keys);
  const seconds = (performance.now() - start) / 1000;
  return { latencies, flood: ((subject.workspace.rounds() - before) * megabytes) / seconds };
}

interface Situation {
  readonly name: string;
  readonly panes: number;
  readonly floods: number;
  readonly megabytes: number;
  readonly floors: readonly FloorName[];
  readonly targets: Readonly<Record<'p50' | 'p95' | 'p99', readonly Target[]>>;
  readonly floodTarget?: Target;
}

const { bare, vscode } = FLOOR_LABELS;

const SITUATIONS: readonly Situation[] = [
  {
    name: 'idle',
    panes: 1,
    floods: 0,
    megabytes: 1,
    floors: ['bare', 'vscode'],
    targets: { p50: [atMost(1.2, bare), atMost(1, vscode)], p95: [atMost(50)], p99: [] },
  },
  {
    name: 'three other panes flood',
    panes: 4,
    floods: 3,
    megabytes: 1,
    floors: ['bare', 'vscode', 'naive'],
    targets: { p50: [atMost(20), atMost(0.2, vscode)], p95: [atMost(50)], p99: [atMost(75)] },
    floodTarget: atLeast(9),
  },
  {
    name: 'another pane shows 100 MB',
    panes: 2,
    floods: 1,
    megabytes: 100,
    floors: [],
    targets: { p50: [], p95: [atMost(50)], p99: [] },
  },
  {
    name: '20 panes, 6 flood',
    panes: 20,
    floods: 6,
    megabytes: 1,
    floors: [],
    targets: { p50: [], p95: [atMost(50)], p99: [] },
  },
];

export async function keysSuite(
  options: BenchOptions,
  say: (text: string) => void,
): Promise<readonly BenchResult[]> {
  const keys = options.quick ? 60 : 240;
  const results: BenchResult[] = [];
  for (const situation of SITUATIONS) {
    const { name, panes, floods, megabytes, targets } = situation;
    const measure = async (subject: Subject): Promise<Echo> => {
      // Seconds pass between key and echo when nobody holds a flood back: a few keys tell as much.
      const count = floods > 0 && subject.label === FLOOR_LABELS.naive ? 12 : keys;
      const echo = await echoOf(subject, subject.panes.slice(1, 1 + floods), megabytes, count);
      say(`keys, ${name}, ${subject.label}: ${summary(echo)}`);
      return echo;
    };
    const references: Record<string, Echo> = {};
    let grid = { columns: 80, rows: 24 };
    const fugue = await using(FugueSubject.start(panes), async (subject) => {
      grid = await subject.grid(subject.panes[0]!);
      return measure(subject);
    });
    for (const floor of options.alone ? [] : situation.floors) {
      references[FLOOR_LABELS[floor]] = await using(FloorSubject.start(floor, grid, panes), measure);
    }
    const from = (pick: (echo: Echo) => number) =>
      Object.fromEntries(Object.entries(references).map(([label, echo]) => [label, pick(echo)]));
    for (const [point, share] of [
      ['p50', 0.5],
      ['p95', 0.95],
      ['p99', 0.99],
    ] as const) {
      const pick = (echo: Echo): number => percentile(echo.latencies, share);
      results.push(
        result({
          name: `key to echo, ${name}, ${point}`,
          value: pick(fugue),
          unit: 'ms',
          references: from(pick),
          targets: targets[point],
        }),
      );
    }
    if (floods === 0 || megabytes > 10) continue;
    results.push(
      result({
        name: `key to echo, ${name}: the floods together`,
        value: fugue.flood,
        unit: 'MB/s',
        references: from(({ flood }) => flood),
        targets: situation.floodTarget === undefined ? [] : [situation.floodTarget],
      }),
    );
  }
  return results;
}

function summary({ latencies, flood }: Echo): string {
  const points = [0.5, 0.95, 0.99].map((share) => percentile(latencies, share).toFixed(1));
  return `p50/p95/p99 ${points.join('/')} ms${flood > 0 ? `, floods ${flood.toFixed(1)} MB/s` : ''}`;
}
