import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Failure } from '#shared/base/errors';
import { failure } from '#shared/base/errors';
import type { Result } from '#shared/base/result';
import { ok } from '#shared/base/result';
import type { Pane } from '#shared/model/pane';
import type { Session } from '#shared/model/session';
import type { Logger } from '../log/logger';
import { paneEnvironment } from '../pty/environment';
import type { SpawnRequest } from '../pty/host-protocol';
import { readShellEnvironment, resolveShell } from '../pty/login-shell';
import type { PaneTokens } from '../system/pane-tokens';
import { PANE_TOKEN_VARIABLE } from '../system/pane-tokens';
import type { InnerProgram, TmuxPanes } from './tmux-panes';

export interface LauncherOptions {
  readonly home: string;
  readonly version: string;
  /** The app's own environment. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly logger: Logger;
  readonly tokens: PaneTokens;
  readonly tmux: () => TmuxPanes;
}

/** A program that is not simply a command line for the shell. An empty file stands for the login shell. */
export type SpecialProgram = (
  environment: Readonly<Record<string, string>>,
  /** It runs already, in the tmux of its pane. */
  livesOn: boolean,
) => Promise<{
  readonly file: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly directory: string;
} | null>;

/** Knows how the program of a pane is started: shell, folder, environment. */
export class PaneLauncher {
  private resolved: Promise<Readonly<Record<string, string>>> | null = null;
  private shellOfResolved = '';

  constructor(private readonly options: LauncherOptions) {}

  /**
   * Asks the login shell for its environment, once per shell. Says why when that failed.
   * Panes wait for it, so it is asked for early.
   */
  prepare(configuredShell: string, problem: (sentence: string) => void): void {
    const shell = resolveShell(configuredShell, this.options.environment);
    if (this.resolved !== null && this.shellOfResolved === shell) return;
    this.shellOfResolved = shell;
    this.resolved = readShellEnvironment(shell, this.options.environment).then((result) => {
      if (result.problem !== null) {
        this.options.logger.warn('shell-environment.failed', { problem: result.problem });
        problem(result.problem);
      }
      return result.variables;
    });
  }

  /** The variables that programs of the person have, once they are known. */
  async environment(): Promise<Readonly<Record<string, string | undefined>>> {
    return { ...this.options.environment, ...(await (this.resolved ?? Promise.resolve({}))) };
  }

  async request(
    pane: Pane,
    session: Session,
    configuration: { readonly shell: string; readonly scrollbackLines: number },
    restored: string | null,
    special: SpecialProgram | null,
    runs: boolean,
  ): Promise<SpawnRequest> {
    const shell = resolveShell(configuration.shell, this.options.environment);
    const livesOn = runs && pane.tmux !== null && (await this.options.tmux().isAlive(pane.tmux));
    const environment = paneEnvironment({
      base: { ...(await this.environment()), SHELL: shell },
      layers: [session.environment, pane.environment],
      identity: {
        paneId: pane.id,
        sessionId: session.id,
        depth: pane.depth,
        parentPane: pane.parentPane,
        home: this.options.home,
        // What lives on in tmux keeps the token that it was started with.
        token: runs && !livesOn ? this.options.tokens.issue(pane.id, pane.tmux !== null) : null,
      },
      version: this.options.version,
      platform: process.platform,
    });
    const program = special === null ? null : await special(environment, livesOn);
    const inner = {
      file: program === null || program.file === '' ? shell : program.file,
      args: program?.args ?? (pane.command === null ? ['-l'] : ['-c', pane.command]),
      directory: existingDirectory(program?.directory ?? pane.currentDirectory),
      environment: { ...environment, ...program?.environment },
    };
    const { directory, ...started } = runs ? this.inTmux(pane, inner, livesOn) : inner;
    return {
      paneId: pane.id,
      ...started,
      cwd: directory,
      columns: pane.columns,
      rows: pane.rows,
      scrollbackLines: configuration.scrollbackLines,
      restored,
      // What a Claude that was killed has left must not be drawn over, nor be read as the new one's.
      emptyScreen: program !== null,
    };
  }

  /** What the terminal of a pane runs: its program itself, or tmux with the program in it. */
  private inTmux(pane: Pane, inner: InnerProgram, livesOn: boolean): InnerProgram {
    if (pane.tmux === null) return inner;
    const tmux = this.options.tmux();
    const { [PANE_TOKEN_VARIABLE]: _secret, ...environment } = inner.environment;
    const shown = livesOn ? tmux.viewer(pane, pane.tmux) : tmux.create(pane, pane.tmux, inner);
    return { ...shown, environment, directory: inner.directory };
  }
}

/** The folder that a caller asked for, as an absolute path. */
export function resolveDirectory(asked: string | undefined, base: string): Result<string, Failure> {
  if (asked === undefined) return ok(existingDirectory(base));
  const expanded =
    asked === '~' || asked.startsWith('~/')
      ? path.join(os.homedir(), asked.slice(1))
      : path.resolve(base, asked);
  try {
    if (fs.statSync(expanded).isDirectory()) return ok(expanded);
    return failure('invalid', `${expanded} is not a folder: name one that exists`);
  } catch {
    return failure('not-found', `the folder ${expanded} does not exist: create it or name another one`);
  }
}

/** The nearest folder that exists, so that a removed one does not keep a shell from starting. */
export function existingDirectory(directory: string): string {
  for (let current = directory; ; current = path.dirname(current)) {
    try {
      if (fs.statSync(current).isDirectory()) return current;
    } catch {
      // Try its parent.
    }
    if (current === path.dirname(current)) return os.homedir();
  }
}
