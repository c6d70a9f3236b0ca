import type { Clock } from '#shared/base/clock';
import type { Disposable } from '#shared/base/disposable';
import type { PaneId } from '#shared/model/ids';
import type { Pane } from '#shared/model/pane';
import type { RegistryEntry } from '../claude/detect/registry';
import { converses } from '../claude/launch/command-line';
import { readProcess, withAncestors } from '../pty/process-tree';
import { tmuxClients, tmuxPlaceOf } from '../pty/tmux';
import { argumentsOfClaude, CLAUDE_PROGRAM } from './claude-in-shell';

/** How often a pane is looked at, at most: tmux is asked each time, in milliseconds. */
const LOOK_INTERVAL = 500;

/** Programs that pass on everything that a program in them shows, as it is. */
const PASSES_ON: ReadonlySet<string> = new Set(['script']);

/** A Claude that is in a pane without being the program in front there. */
export interface ClaudeBehind {
  readonly pid: number;
  /** What the pane shows is what the Claude draws, and nothing besides. */
  readonly shown: boolean;
}

/** There are several, and none is known to be the one that the person sees; that may change with the screen. */
export type Found = ClaudeBehind | 'undecided' | null;

/** The pane in which a process runs as a descendant of its program; null when there is none. */
export function paneAround(pid: number, panes: readonly Pane[]): Pane | null {
  const chain = withAncestors(pid);
  return (
    panes.find(({ process: it }) => it.status === 'running' && chain.some((entry) => entry.pid === it.pid)) ??
    null
  );
}

/**
 * Finds the Claude behind the program in front of a pane: started by a wrapper, or in a tmux that the pane shows.
 */
export async function claudeBehind(pane: Pane, living: readonly RegistryEntry[]): Promise<Found> {
  const talking = living.filter(({ pid }) => converses(argumentsOfClaude(pid)));
  const wrapped = talking.flatMap(({ pid }) => behindWrapper(pane, pid) ?? []);
  if (wrapped.length > 0) return wrapped.length === 1 ? (wrapped[0] ?? null) : 'undecided';
  return shownByTmux(pane, talking);
}

function behindWrapper(pane: Pane, pid: number): ClaudeBehind | null {
  if (pane.process.status !== 'running') return null;
  const leader = readProcess(pane.process.pid);
  const all = withAncestors(pid);
  const depth = all.findIndex((entry) => entry.pid === leader?.pid);
  if (leader === null || depth < 1) return null;
  // The shell that a person types in is in front when a Claude is in the background; a command line is not.
  const chain = all.slice(0, pane.command === null ? depth : depth + 1);
  // One that a tool of another Claude has started belongs to that one.
  if (chain.slice(1).some(({ name }) => name === CLAUDE_PROGRAM)) return null;
  const front = chain.find(({ group }) => group === leader.foregroundGroup);
  if (front === undefined) return null;
  const ownsTerminal = chain[0]?.session === leader.session;
  return { pid, shown: ownsTerminal || PASSES_ON.has(front.name) };
}

/** The Claude in the pane of tmux in which the person types, or else the only one in the whole session of tmux. */
async function shownByTmux(pane: Pane, living: readonly RegistryEntry[]): Promise<Found> {
  if (pane.process.status !== 'running') return null;
  const leader = readProcess(pane.process.pid);
  if (leader === null) return null;
  const places = living.flatMap(({ pid }) => {
    const place = tmuxPlaceOf(pid);
    const isNested = withAncestors(pid)
      .slice(1)
      .some(({ name }) => name === CLAUDE_PROGRAM);
    return place === null || isNested ? [] : [{ pid, place }];
  });
  const servers = new Map(places.map(({ place }) => [place.server, place]));
  for (const server of servers.values()) {
    const client = (await tmuxClients(server)).find(({ pid }) => {
      const entry = readProcess(pid);
      return entry?.session === leader.session && entry.group === leader.foregroundGroup;
    });
    if (client === undefined) continue;
    const own = places.filter(
      ({ place }) => place.server === server.server && client.panes.includes(place.pane),
    );
    const active = own.filter(({ place }) => place.pane === client.activePane);
    const [only, ...more] = active.length > 0 ? active : own;
    if (only === undefined) return null;
    return more.length === 0 ? { pid: only.pid, shown: false } : 'undecided';
  }
  return null;
}

export interface ClaudesBehindOptions {
  readonly clock: Clock;
  readonly panes: () => readonly Pane[];
  /** What all living Claudes say of themselves. */
  readonly living: () => readonly RegistryEntry[];
  readonly found: (paneId: PaneId, found: Found) => void;
}

/** Looks behind the programs in front of panes, when something has happened that may have changed what is there. */
export class ClaudesBehind implements Disposable {
  /** Panes that are looked at or were just now; true when something has happened since. */
  private readonly busy = new Map<PaneId, boolean>();
  private readonly timers = new Set<Disposable>();
  private disposed = false;

  constructor(private readonly options: ClaudesBehindOptions) {}

  /** Tells what is behind the program of a pane, now or when it is due. */
  look(paneId: PaneId): void {
    if (this.busy.has(paneId)) {
      this.busy.set(paneId, true);
      return;
    }
    const pane = this.options.panes().find(({ id }) => id === paneId);
    if (pane === undefined || pane.kind !== 'terminal' || this.disposed) return;
    this.busy.set(paneId, false);
    void claudeBehind(pane, this.options.living()).then((behind) => {
      if (this.disposed) return;
      this.options.found(paneId, behind);
      const timer = this.options.clock.after(LOOK_INTERVAL, () => {
        this.timers.delete(timer);
        const again = this.busy.get(paneId) === true;
        this.busy.delete(paneId);
        if (again) this.look(paneId);
      });
      this.timers.add(timer);
    });
  }

  /** A Claude tells of itself that no pane is known to have. */
  stranger(pid: number): void {
    const panes = this.options.panes().filter(({ kind }) => kind === 'terminal');
    const around = paneAround(pid, panes);
    if (around !== null) this.look(around.id);
    else if (tmuxPlaceOf(pid) !== null) for (const pane of panes) if (showsTmux(pane)) this.look(pane.id);
  }

  dispose(): void {
    this.disposed = true;
    for (const timer of this.timers) timer.dispose();
    this.timers.clear();
  }
}

/** Whether a tmux is the program in front of a pane: what it shows may change without a change of the program. */
export function showsTmux(pane: Pane): boolean {
  return pane.tmux !== null || pane.program.startsWith('tmux');
}
