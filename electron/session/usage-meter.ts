import type { Clock } from '#shared/base/clock';
import type { PaneId } from '#shared/model/ids';
import type { Pane } from '#shared/model/pane';
import type { ProcessUsage } from '../pty/usage';
import { processVariable } from '../pty/process-tree';
import { readUsage, treeOf } from '../pty/usage';

export interface PaneUsage {
  readonly paneId: PaneId;
  readonly processes: readonly { readonly pid: number; readonly name: string }[];
  /** Of one processor, in percent: two that are busy are 200. */
  readonly cpu: number;
  /** In bytes. */
  readonly memory: number;
}

interface Sample {
  /** Milliseconds that never jump. */
  readonly at: number;
  readonly processes: readonly ProcessUsage[];
}

/** How long apart two samples have to be to tell a share of the processor, in milliseconds. */
const SHORTEST_SPAN = 250;
/** After so long an earlier sample tells of another time. */
const LONGEST_SPAN = 15_000;

/** Measures what panes take, only when somebody asks: nothing runs in between. */
export class UsageMeter {
  private last: Sample | null = null;

  constructor(
    private readonly clock: Clock,
    private readonly read: () => Promise<readonly ProcessUsage[]> = readUsage,
  ) {}

  async measure(panes: readonly Pane[]): Promise<readonly PaneUsage[]> {
    let before = this.last;
    const span = before === null ? Infinity : this.clock.monotonic() - before.at;
    if (before === null || span > LONGEST_SPAN) before = await this.sample();
    const rest = SHORTEST_SPAN - (this.clock.monotonic() - before.at);
    if (rest > 0) await new Promise<void>((resolve) => this.clock.after(rest, resolve));
    const now = await this.sample();
    this.last = now;
    const earlier = new Map(before.processes.map((entry) => [entry.pid, entry]));
    const elapsed = Math.max(1, now.at - before.at) / 1000;
    return panes.flatMap((pane) => {
      if (pane.process.status !== 'running') return [];
      const roots = [pane.process.pid, ...rootsInTmux(pane, now.processes)];
      const found = new Map(
        roots.flatMap((root) => treeOf(root, now.processes).map((one) => [one.pid, one])),
      );
      const processes = [...found.values()];
      const worked = processes.reduce((sum, entry) => {
        const same = earlier.get(entry.pid);
        // A number may have gone to another process; one that is new has done all of its work meanwhile.
        const done = same !== undefined && same.parent === entry.parent ? same.seconds : 0;
        return sum + Math.max(0, entry.seconds - done);
      }, 0);
      return [
        {
          paneId: pane.id,
          processes: processes.map(({ pid, name }) => ({ pid, name })),
          cpu: Math.round((worked / elapsed) * 1000) / 10,
          memory: processes.reduce((sum, entry) => sum + entry.memory, 0),
        },
      ];
    });
  }

  private async sample(): Promise<Sample> {
    const processes = await this.read();
    return { at: this.clock.monotonic(), processes };
  }
}

/** What runs in tmux for a pane is no child of what shows it. */
function rootsInTmux(pane: Pane, all: readonly ProcessUsage[]): readonly number[] {
  if (pane.tmux === null) return [];
  const servers = new Set(all.filter(({ name }) => name.startsWith('tmux')).map(({ pid }) => pid));
  return all
    .filter(({ parent, pid }) => servers.has(parent) && processVariable(pid, 'FUGUE_PANE_ID') === pane.id)
    .map(({ pid }) => pid);
}
