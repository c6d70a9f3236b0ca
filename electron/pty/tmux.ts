import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { processVariable, withAncestors } from './process-tree';

const execute = promisify(execFile);
/** How long tmux may take to answer, in milliseconds. */
const PATIENCE = 2000;

/** The place of a process in a tmux that lives. */
export interface TmuxPlace {
  readonly server: number;
  readonly socket: string;
  /** The pane of tmux, as tmux names it: `%3`. */
  readonly pane: string;
}

/** A terminal in which a tmux is shown. */
export interface TmuxClient {
  readonly pid: number;
  /** The pane of tmux in which its person types. */
  readonly activePane: string;
  /** All panes of the session that it is attached to. */
  readonly panes: readonly string[];
}

/** Where in a tmux a process runs; null when it runs in none, or its tmux is gone. */
export function tmuxPlaceOf(pid: number): TmuxPlace | null {
  const [socket, server] = /^(.*),(\d+),\d+$/.exec(processVariable(pid, 'TMUX') ?? '')?.slice(1) ?? [];
  const pane = processVariable(pid, 'TMUX_PANE');
  if (socket === undefined || pane === null) return null;
  // The variables are inherited by whatever leaves the tmux too: what counts is who is above.
  const isInside = withAncestors(pid).some((entry) => entry.pid === Number(server));
  return isInside ? { server: Number(server), socket, pane } : null;
}

/** Asks a tmux where it is shown; nowhere when it doesn't answer. */
export async function tmuxClients({ server, socket }: TmuxPlace): Promise<readonly TmuxClient[]> {
  try {
    // The program that the server runs is the one that understands it.
    const program = fs.readlinkSync(`/proc/${String(server)}/exe`);
    if (path.basename(program) !== 'tmux') return [];
    const ask = async (...words: readonly string[]) => {
      const { stdout } = await execute(program, ['-S', socket, ...words], { timeout: PATIENCE });
      return stdout.trimEnd().split('\n');
    };
    const [clients, panes] = await Promise.all([
      ask('list-clients', '-F', '#{client_control_mode} #{client_pid} #{session_id} #{pane_id}'),
      ask('list-panes', '-a', '-F', '#{session_id} #{pane_id}'),
    ]);
    return clients.flatMap((line) => {
      const [isControl, pid, session, activePane] = line.split(' ');
      if (isControl !== '0' || session === undefined || activePane === undefined) return [];
      const own = panes.flatMap((one) =>
        one.startsWith(`${session} `) ? [one.slice(session.length + 1)] : [],
      );
      return [{ pid: Number(pid), activePane, panes: own }];
    });
  } catch {
    return []; // It ended meanwhile, or hangs.
  }
}
