import type { FloorName } from '../floors/wire';
import { FLOOR_LABELS } from '../floors/wire';
import type { BenchOptions } from '../options';
import type { Peer } from '../peers';
import { interruptPeer } from '../peers';
import { sleep } from '../processes';
import type { BenchResult } from '../report';
import { atMost, result } from '../report';
import { percentile } from '../statistics';
import type { Grid, Subject } from '../subject';
import { FloorSubject, FugueSubject, using } from '../subject';
import { PROMPT } from '../workspace';

const FLOORS: readonly FloorName[] = ['bare', 'vscode', 'naive'];
/** A page that is slower than this is not waited for. */
const LIMIT = 20_000;

/** Milliseconds from the key's event to the shell's prompt in the page's terminal. */
async function interrupt(subject: Subject, times: number): Promise<readonly number[]> {
  const { page } = subject;
  const [pane] = subject.panes;
  if (pane === undefined) throw new Error('there is no pane');
  const found: number[] = [];
  for (let time = 0; time < times; time += 1) {
    await subject.send(pane, `yes '${'flood '.repeat(12)}'\r`);
    await subject.focus(pane);
    // Long enough for the flood to be under way, and never in step with it.
    await sleep(500 + ((time * 67) % 200));
    await page.evaluate(
      ([id, prompt, limit]) => {
        window.benchQuiet = new Promise<number>((resolve) => {
          const pressed = (event: KeyboardEvent): void => {
            if (event.key !== 'c' || !event.ctrlKey) return;
            document.removeEventListener('keydown', pressed, { capture: true });
            const look = (): void => {
              const took = performance.now() - event.timeStamp;
              const quiet = window.benchProbe?.text(id).trimEnd().endsWith(prompt) === true;
              if (quiet || took > limit) resolve(took);
              else setTimeout(look, 2);
            };
            look();
          };
          document.addEventListener('keydown', pressed, { capture: true });
        });
      },
      [pane, PROMPT, LIMIT] as const,
    );
    await page.keyboard.press('Control+c');
    found.push((await page.evaluate(() => window.benchQuiet)) ?? Number.NaN);
    await sleep(100);
  }
  return found;
}

export async function interruptSuite(
  options: BenchOptions,
  peers: readonly Peer[],
  say: (text: string) => void,
): Promise<readonly BenchResult[]> {
  const times = options.quick ? 6 : 20;
  const samples: Record<string, readonly number[]> = {};
  const note = (label: string, sample: readonly number[]): void => {
    samples[label] = sample;
    const points = [0.5, 0.95].map((share) => percentile(sample, share).toFixed(1));
    say(`Ctrl-C ${label}: p50/p95 ${points.join('/')} ms`);
  };
  let grid: Grid = { columns: 120, rows: 40 };
  await using(FugueSubject.start(), async (subject) => {
    grid = await subject.grid(subject.panes[0]!);
    note('Fugue', await interrupt(subject, times));
  });
  for (const floor of options.alone ? [] : FLOORS) {
    await using(FloorSubject.start(floor, grid), async (subject) => {
      note(FLOOR_LABELS[floor], await interrupt(subject, Math.min(times, floor === 'naive' ? 4 : times)));
    });
  }
  const references: Record<string, Readonly<Record<'p50' | 'p95', number>>> = {};
  for (const [label, sample] of Object.entries(samples)) {
    if (label === 'Fugue') continue;
    references[label] = { p50: percentile(sample, 0.5), p95: percentile(sample, 0.95) };
  }
  for (const peer of peers) {
    const sample = await interruptPeer(peer, grid, times);
    if (sample === null) continue;
    note(peer.name, sample);
    references[peer.name] = { p50: percentile(sample, 0.5), p95: percentile(sample, 0.95) };
  }
  return (['p50', 'p95'] as const).map((point) =>
    result({
      name: `Ctrl-C to the prompt under flood, ${point}`,
      value: percentile(samples['Fugue'] ?? [], point === 'p50' ? 0.5 : 0.95),
      unit: 'ms',
      references: Object.fromEntries(
        Object.entries(references).map(([label, found]) => [label, found[point]]),
      ),
      targets: point === 'p95' ? [atMost(60), atMost(1, 'gnome-terminal')] : [],
    }),
  );
}
