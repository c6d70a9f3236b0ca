import { FLOOR_LABELS } from '../floors/wire';
import type { Kind } from '../corpus';
import { corpusFile, KINDS } from '../corpus';
import type { BenchOptions } from '../options';
import type { Peer } from '../peers';
import { floodPeer } from '../peers';
import type { BenchResult } from '../report';
import { atLeast, result } from '../report';
import { median } from '../statistics';
import type { Grid, Subject } from '../subject';
import { FloorSubject, FugueSubject, using } from '../subject';
import { CORPUS } from '../workspace';

type Rates = Readonly<Record<Kind, number>>;

let marks = 0;

/** Megabytes a second from the shell's start of `cat` to the mark behind it in the page's terminal. */
async function flood(subject: Subject, file: string, megabytes: number): Promise<number> {
  const [pane] = subject.panes;
  if (pane === undefined) throw new Error('there is no pane');
  marks += 1;
  const mark = `DONE-${marks}`;
  const seen = subject.page.evaluate(
    ([id, wanted]) =>
      new Promise<number>((resolve) => {
        const look = (): void => {
          if (window.benchProbe?.text(id).includes(wanted) === true) {
            resolve(performance.timeOrigin + performance.now());
          } else setTimeout(look, 10);
        };
        look();
      }),
    [pane, mark] as const,
  );
  await subject.send(pane, `measure ${file} ${marks}\r`);
  return (megabytes / ((await seen) - subject.workspace.startedAt())) * 1000;
}

async function rates(subject: Subject, megabytes: number): Promise<Rates> {
  // What was compiled for the first bytes is measured by nobody.
  for (const kind of KINDS) await flood(subject, corpusFile(CORPUS, kind, 4), 4);
  const found: Partial<Record<Kind, number>> = {};
  for (const kind of KINDS)
    found[kind] = await flood(subject, corpusFile(CORPUS, kind, megabytes), megabytes);
  return found as Rates;
}

const FLOORS = ['naive', 'vscode', 'undrawn', 'bare'] as const;

export async function floodSuite(
  options: BenchOptions,
  peers: readonly Peer[],
  say: (text: string) => void,
): Promise<readonly BenchResult[]> {
  const megabytes = options.quick ? 8 : 32;
  const rounds = options.quick ? 1 : 3;
  const measured = new Map<string, Rates[]>();
  const note = (label: string, found: Rates): void => {
    measured.set(label, [...(measured.get(label) ?? []), found]);
    say(`flood ${label}: ${KINDS.map((kind) => `${kind} ${found[kind].toFixed(1)}`).join(', ')} MB/s`);
  };
  let grid: Grid = { columns: 120, rows: 40 };
  for (let round = 0; round < rounds; round += 1) {
    await using(FugueSubject.start(), async (subject) => {
      grid = await subject.grid(subject.panes[0]!);
      note('Fugue', await rates(subject, megabytes));
    });
    for (const floor of options.alone ? [] : FLOORS) {
      note(
        FLOOR_LABELS[floor],
        await using(FloorSubject.start(floor, grid), (subject) => rates(subject, megabytes)),
      );
    }
    // Once is enough: they are no prototypes that share our runtime's whims.
    if (round > 0) continue;
    for (const peer of peers) {
      const found = await floodPeer(peer, grid, megabytes);
      if (found !== null) note(peer.name, found);
      else say(`flood ${peer.name}: did not answer`);
    }
  }
  const of = (label: string, kind: Kind): number | undefined => {
    const all = measured.get(label);
    return all === undefined ? undefined : median(all.map((found) => found[kind]));
  };
  return KINDS.map((kind) =>
    result({
      name: `flood, ${kind}, ${megabytes} MB, ${grid.columns}×${grid.rows}`,
      value: of('Fugue', kind) ?? Number.NaN,
      unit: 'MB/s',
      references: Object.fromEntries(
        [...measured.keys()].filter((label) => label !== 'Fugue').map((label) => [label, of(label, kind)]),
      ),
      targets: [
        atLeast(3, FLOOR_LABELS.vscode),
        atLeast(1.5, FLOOR_LABELS.naive),
        atLeast(0.8, FLOOR_LABELS.undrawn),
        atLeast(5, 'xterm'),
        ...(kind === 'ascii' ? [] : [atLeast(1, 'gnome-terminal')]),
      ],
    }),
  );
}
