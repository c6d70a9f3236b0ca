import type { PaneId } from '#shared/model/ids';
import type { Pane } from '#shared/model/pane';
import { isAlive } from '../pty/process-tree';
import { paneAround } from './claude-behind';
import type { Followed } from './followed-claude';
import { paneInTmuxOf } from './through-tmux';

/** The pane whose Claude a process is, among those that are followed; null when it is none's. */
export function paneOfProcess(
  pid: number,
  panes: readonly Pane[],
  followed: ReadonlyMap<PaneId, Followed>,
): PaneId | null {
  for (const [paneId, entry] of followed) if (entry.pid === pid) return paneId;
  const within = paneInTmuxOf(pid, panes);
  const shown = within === null ? undefined : followed.get(within.id);
  if (within !== null && shown !== undefined) {
    // Until now only the program was known that shows it.
    shown.pid = pid;
    return within.id;
  }
  // The program that was started as a Claude may be a wrapper of the one that tells of itself.
  const pane = paneAround(pid, panes);
  const entry = pane?.kind === 'claude' ? followed.get(pane.id) : undefined;
  const known = entry !== undefined && entry.pid !== null && isAlive(entry.pid);
  return pane !== null && entry !== undefined && !known ? pane.id : null;
}
