// A tmux of a test's own: a folder for its sockets, and the end of whatever was started there.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import type { TemporaryDirectory } from './temporary-directory';

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

/**
 * Puts lines of a shell script before the tmux that the panes and the app of a test find; `$real` is the real one,
 * which runs when the lines are through.
 */
export function tmuxBefore(directory: TemporaryDirectory, lines: string): void {
  const real = execFileSync('sh', ['-c', 'command -v tmux'], { encoding: 'utf8' }).trim();
  const folder = directory.folder('tmux-before');
  fs.writeFileSync(path.join(folder, 'tmux'), `#!/bin/sh\nreal='${real}'\n${lines}\nexec "$real" "$@"\n`, {
    mode: 0o755,
  });
  // Panes have the path that a login shell gives them.
  fs.writeFileSync(path.join(directory.folder('home'), '.profile'), `PATH='${folder}':$PATH\n`);
}

/**
 * Puts a tmux first that fails as long as it is told to, with words that mean nothing, and counts how often. `-V`
 * works: there is a tmux.
 */
export function moodyTmux(directory: TemporaryDirectory): {
  readonly fail: (on: boolean) => void;
  readonly failed: () => number;
} {
  const mark = path.join(directory.path, 'fails');
  const count = path.join(directory.path, 'failures');
  tmuxBefore(
    directory,
    `case "$*" in *-V) ;; *) if [ -e '${mark}' ]; then echo >> '${count}'; echo 'write failed: Broken pipe' >&2; exit 1; fi ;; esac`,
  );
  return {
    fail: (on) => {
      if (on) fs.writeFileSync(mark, '');
      else fs.rmSync(mark, { force: true });
    },
    failed: () => (fs.existsSync(count) ? fs.readFileSync(count, 'utf8').length : 0),
  };
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
