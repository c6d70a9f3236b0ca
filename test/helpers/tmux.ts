// A tmux of a test's own: a folder for its sockets, and the end of whatever was started there.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/** The variable that gives a test's programs a tmux of their own. */
export function tmuxVariables(directory: string): { readonly TMUX_TMPDIR: string } {
  const folder = path.join(directory, 'tmux');
  fs.mkdirSync(folder, { recursive: true });
  return { TMUX_TMPDIR: folder };
}

/** Where the sockets of a test's servers are: each has the name of its server. */
export function tmuxFolder(directory: string): string {
  return path.join(directory, 'tmux', `tmux-${String(process.getuid?.() ?? 0)}`);
}

/** Runs a command of the tmux in a test's folder; gives what it prints. */
export function tmux(directory: string, ...words: readonly string[]): string {
  const { TMUX: _outer, ...environment } = process.env;
  return execFileSync('tmux', words, {
    encoding: 'utf8',
    env: { ...environment, ...tmuxVariables(directory) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Ends every server that was started in a test's folder. */
export function endTmux(directory: string): void {
  const folder = tmuxFolder(directory);
  if (!fs.existsSync(folder)) return;
  for (const name of fs.readdirSync(folder)) {
    try {
      execFileSync('tmux', ['-S', path.join(folder, name), 'kill-server'], { stdio: 'ignore' });
    } catch {
      // It has ended already and left its socket.
    }
  }
}
