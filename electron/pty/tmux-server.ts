import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import type { Result } from '#shared/base/result';
import { fail, ok } from '#shared/base/result';
import { processesOfTerminal, signalAll, isAlive } from './process-tree';

/** How long tmux may take to answer, in milliseconds. */
const PATIENCE = 5000;
/** What a screen of tmux may hold, in bytes. */
const OUTPUT_LIMIT = 4 * 1024 * 1024;
/** Steps of ending what does not end when its terminal is gone; each gets so many milliseconds. */
const END_STEPS: readonly { readonly signal: NodeJS.Signals; readonly patience: number }[] = [
  { signal: 'SIGHUP', patience: 700 },
  { signal: 'SIGTERM', patience: 1000 },
  { signal: 'SIGKILL', patience: 1000 },
];
const LIVENESS_INTERVAL = 25;

/** The answers after which a session is gone for certain; whatever else tmux says may pass. */
export const GONE = ["can't find session", 'no server running', 'error connecting to'] as const;

function isGone(error: string): boolean {
  return GONE.some((words) => error.includes(words));
}

/** A terminal in which somebody sees a session. */
export interface TmuxViewer {
  readonly pid: number;
  /** When its person last pressed a key, in seconds since 1970. */
  readonly activity: number;
}

/** What is asked of a pane of tmux before something is typed there. */
export interface TmuxScreen {
  readonly rows: readonly string[];
  readonly columns: number;
  /** Somebody reads back in it, or chooses from a menu of tmux's own. */
  readonly inMode: boolean;
}

/** One server of tmux, as its command line tool speaks to it. Names of sessions are always taken exactly. */
export class TmuxServer {
  constructor(
    /** Words of the command line that choose the server. */
    readonly words: readonly string[],
    /** What its commands run with: where the server's socket is may depend on it. */
    private readonly environment: () => Promise<Readonly<Record<string, string | undefined>>>,
  ) {}

  /** Whether a session lives; null when tmux does not say, which may pass. */
  async has(session: string): Promise<boolean | null> {
    const answer = await this.ask('has-session', '-t', `=${session}`);
    if (answer.ok) return true;
    return isGone(answer.error) ? false : null;
  }

  /** What a format of tmux says of a session; empty where there is none, null when tmux does not say, which may pass. */
  async describe(session: string, format: string): Promise<string | null> {
    const answer = await this.ask('display-message', '-p', '-t', `=${session}:`, format);
    if (answer.ok) return answer.value.trim();
    return isGone(answer.error) ? '' : null;
  }

  /** Rows that tmux keeps for itself above and below the panes of a session. */
  async statusRows(session: string): Promise<{ readonly top: number; readonly bottom: number }> {
    const [status = '', position] = (
      (await this.describe(session, '#{status} #{status-position}')) ?? ''
    ).split(' ');
    const count = status === 'on' ? 1 : Number(status) || 0;
    return position === 'top' ? { top: count, bottom: 0 } : { top: 0, bottom: count };
  }

  /** The pane of tmux that runs Claude in a session: the one Fugue has made for it, or the only one that does. */
  async programPane(session: string): Promise<string | null> {
    const format = '#{pane_id} #{@fugue_program} #{pane_current_command}';
    const answer = await this.ask('list-panes', '-s', '-t', `=${session}`, '-F', format);
    if (!answer.ok) return null;
    const panes = answer.value
      .trim()
      .split('\n')
      .map((line) => line.split(' '));
    const made = panes.find(([id, program]) => id === program);
    const running = panes.filter(([, , command]) => command === 'claude');
    return made?.[0] ?? (running.length === 1 ? (running[0]?.[0] ?? null) : null);
  }

  /** The terminals that show a session now, without programs that only listen. */
  async viewers(session: string): Promise<readonly TmuxViewer[]> {
    const format = '#{client_control_mode} #{client_pid} #{client_activity}';
    const answer = await this.ask('list-clients', '-t', `=${session}`, '-F', format);
    if (!answer.ok) return [];
    return answer.value.split('\n').flatMap((line) => {
      const [control, pid, activity] = line.split(' ');
      return control === '0' ? [{ pid: Number(pid), activity: Number(activity) }] : [];
    });
  }

  /** The first process of each pane of a session. */
  async leaders(session: string): Promise<readonly number[]> {
    const answer = await this.ask('list-panes', '-s', '-t', `=${session}`, '-F', '#{pane_pid}');
    return answer.ok ? answer.value.trim().split('\n').map(Number) : [];
  }

  /** What stands in a pane of tmux, `%3`; null when tmux does not say. */
  async screen(pane: string, ansi: boolean): Promise<TmuxScreen | null> {
    const answer = await this.ask(
      ...['display-message', '-p', '-t', pane, '#{pane_in_mode} #{pane_width}', ';'],
      ...['capture-pane', '-p', ...(ansi ? ['-e'] : []), '-t', pane],
    );
    if (!answer.ok) return null;
    const [head = '', ...rows] = answer.value.split('\n');
    const [inMode, columns] = head.split(' ');
    return { rows, columns: Number(columns), inMode: inMode !== '0' };
  }

  /** Gives text to the program of a pane of tmux, as a paste: nothing of it is taken for a key of tmux. */
  paste(pane: string, text: string): Promise<Result<string, string>> {
    const buffer = `fugue-${randomBytes(6).toString('hex')}`;
    const words = ['load-buffer', '-b', buffer, '-', ';', 'paste-buffer', '-p', '-r', '-d', '-b', buffer];
    return this.ask(...words, '-t', pane, { input: text });
  }

  /** Presses Enter for the program of a pane; not while somebody reads back in it, where it would do that person's. */
  enter(pane: string): Promise<Result<string, string>> {
    return this.ask('if-shell', '-F', '-t', pane, '#{pane_in_mode}', '', `send-keys -t ${pane} Enter`);
  }

  /** Ends a session with all that runs in it. Resolves when it is gone. */
  async end(session: string): Promise<void> {
    const leaders = await this.leaders(session);
    const all = new Set((await Promise.all(leaders.map(processesOfTerminal))).flat());
    await this.ask('kill-session', '-t', `=${session}`);
    for (const { signal, patience } of END_STEPS) {
      const left = [...all].filter(isAlive);
      if (left.length === 0) return;
      signalAll(left, signal);
      for (let waited = 0; waited < patience && left.some(isAlive); waited += LIVENESS_INTERVAL)
        await new Promise((resolve) => setTimeout(resolve, LIVENESS_INTERVAL));
    }
  }

  /** Runs a command of tmux. The failure is what tmux says. */
  async ask(...words: readonly (string | { readonly input: string })[]): Promise<Result<string, string>> {
    const input = words.flatMap((word) => (typeof word === 'string' ? [] : [word.input]))[0];
    const line = [...this.words, ...words.flatMap((word) => (typeof word === 'string' ? [word] : []))];
    const { TMUX: _outer, TMUX_PANE: _place, ...environment } = await this.environment();
    return new Promise((resolve) => {
      const child = execFile(
        'tmux',
        line,
        { timeout: PATIENCE, maxBuffer: OUTPUT_LIMIT, env: environment },
        (error, stdout, stderr) => {
          resolve(error === null ? ok(stdout) : fail(stderr.trim() || error.message));
        },
      );
      // It may have ended without reading all of it.
      child.stdin?.on('error', () => undefined);
      child.stdin?.end(input);
    });
  }
}
