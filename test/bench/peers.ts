import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { cleanEnvironment } from '#test/helpers/clean-environment';
import { makeTemporaryDirectory } from '#test/helpers/temporary-directory';
import { waitFor } from '#test/helpers/wait';
import type { Kind } from './corpus';
import { corpusFile, KINDS } from './corpus';
import type { Grid } from './subject';
import { CORPUS } from './workspace';

/** A terminal that people use, to be measured beside Fugue. */
export interface Peer {
  readonly name: string;
  readonly program: string;
  readonly needs?: string;
  readonly arguments: (grid: Grid, script: string) => readonly string[];
}

const geometry = ({ columns, rows }: Grid): string => `${columns}x${rows}`;

const PEERS: readonly Peer[] = [
  {
    name: 'xterm',
    program: 'xterm',
    arguments: (grid, script) => ['-geometry', geometry(grid), '-e', 'bash', script],
  },
  {
    name: 'gnome-terminal',
    program: 'gnome-terminal',
    arguments: (grid, script) => ['--wait', `--geometry=${geometry(grid)}`, '--', 'bash', script],
  },
  {
    name: 'konsole',
    program: 'konsole',
    arguments: (grid, script) => [
      '--nofork',
      ...['-p', `TerminalColumns=${grid.columns}`, '-p', `TerminalRows=${grid.rows}`],
      ...['-e', 'bash', script],
    ],
  },
  {
    name: 'urxvt',
    program: 'urxvt',
    arguments: (grid, script) => ['-geometry', geometry(grid), '-e', 'bash', script],
  },
  {
    name: 'alacritty',
    program: 'alacritty',
    arguments: (grid, script) => [
      ...['-o', `window.dimensions.columns=${grid.columns}`, '-o', `window.dimensions.lines=${grid.rows}`],
      ...['-e', 'bash', script],
    ],
  },
  {
    name: 'kitty',
    program: 'kitty',
    arguments: (grid, script) => [
      ...['-o', 'remember_window_size=no', '-o', `initial_window_width=${grid.columns}c`],
      ...['-o', `initial_window_height=${grid.rows}c`, 'bash', script],
    ],
  },
  {
    name: 'tmux in xterm',
    program: 'xterm',
    needs: 'tmux',
    arguments: (grid, script) => [
      ...['-geometry', geometry(grid), '-e', 'tmux', '-f', '/dev/null', '-L', `fugue-bench-${process.pid}`],
      ...['new-session', `bash ${script}`],
    ],
  },
];

function isInstalled(program: string): boolean {
  return (process.env['PATH'] ?? '').split(':').some((folder) => fs.existsSync(path.join(folder, program)));
}

export function installedPeers(): {
  readonly installed: readonly Peer[];
  readonly missing: readonly string[];
} {
  const has = ({ program, needs }: Peer) =>
    isInstalled(program) && (needs === undefined || isInstalled(needs));
  return {
    installed: PEERS.filter(has),
    missing: PEERS.filter((peer) => !has(peer)).map(({ name }) => name),
  };
}

/** Longest that one terminal may take for its whole script. */
const TIME_LIMIT = 180_000;

/** Runs a script in a terminal; it writes its figures to the file it is given. Null when none came. */
async function runInPeer(peer: Peer, grid: Grid, script: (output: string) => string): Promise<string | null> {
  const directory = makeTemporaryDirectory('fugue-peer-');
  const output = path.join(directory.path, 'figures');
  const file = directory.file('script.sh', `${script(output)}\nprintf 'end\\n' >>'${output}'\n`);
  const child = spawn(peer.program, [...peer.arguments(grid, file)], {
    cwd: directory.path,
    env: cleanEnvironment({ HOME: directory.folder('home'), LANG: 'C.UTF-8', GSETTINGS_BACKEND: 'memory' }),
    stdio: 'ignore',
  });
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => {
      resolve();
    });
    child.once('error', () => {
      resolve();
    });
  });
  const read = (): string => (fs.existsSync(output) ? fs.readFileSync(output, 'utf8') : '');
  try {
    return await waitFor(peer.name, () => read().endsWith('end\n') && read(), {
      timeout: TIME_LIMIT,
      every: 100,
    });
  } catch {
    return null; // It opened no window here, or never answered.
  } finally {
    if (child.exitCode === null && child.signalCode === null && child.pid !== undefined) child.kill();
    await ended;
    directory.remove();
  }
}

// The terminal answers a question about the cursor once it has parsed everything before it.
const ASK = `stty -echo
ask() { printf '\\033[6n'; IFS= read -rs -d R -t 60 answer || exit 1; }
since() { local now=$EPOCHREALTIME; printf '%s\\n' "$(( \${now/./} - \${1/./} ))" >>"$out"; }
ask`;

export async function floodPeer(
  peer: Peer,
  grid: Grid,
  megabytes: number,
): Promise<Readonly<Record<Kind, number>> | null> {
  const files = KINDS.map((kind) => corpusFile(CORPUS, kind, megabytes));
  const text = await runInPeer(
    peer,
    grid,
    (output) => `out='${output}'
${ASK}
${files.map((file) => `t=$EPOCHREALTIME; cat '${file}'; printf '\\033[0m\\n'; ask; since $t`).join('\n')}`,
  );
  const figures = text?.split('\n').slice(0, KINDS.length).map(Number);
  if (figures?.length !== KINDS.length || !figures.every((figure) => figure > 0)) return null;
  return Object.fromEntries(
    KINDS.map((kind, index) => [kind, megabytes / (figures[index]! / 1e6)]),
  ) as Record<Kind, number>;
}

/** Milliseconds from the end of a flooding program to its last output being parsed. */
export async function interruptPeer(
  peer: Peer,
  grid: Grid,
  times: number,
): Promise<readonly number[] | null> {
  const text = await runInPeer(
    peer,
    grid,
    (output) => `out='${output}'
${ASK}
for i in {1..${times}}; do
  yes '${'flood '.repeat(12)}' & sleep 0.5
  t=$EPOCHREALTIME; kill $!; wait $! 2>/dev/null; ask; since $t
done`,
  );
  if (text === null) return null;
  const lines = text.split('\n').slice(0, times);
  return lines.map((figure) => Number(figure) / 1000);
}
