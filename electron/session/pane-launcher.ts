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

export interface LauncherOptions {
  readonly home: string;
  readonly version: string;
  /** The app's own environment. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly logger: Logger;
  readonly tokens: PaneTokens;
}

/** A program that is not simply a command line for the shell. An empty file stands for the login shell. */
export type SpecialProgram = (environment: Readonly<Record<string, string>>) => Promise<{
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

  async request(
    pane: Pane,
    session: Session,
    configuration: { readonly shell: string; readonly scrollbackLines: number },
    restored: string | null,
    special: SpecialProgram | null,
    runs: boolean,
  ): Promise<SpawnRequest> {
    const shell = resolveShell(configuration.shell, this.options.environment);
    const base = await (this.resolved ?? Promise.resolve({}));
    const environment = paneEnvironment({
      base: { ...this.options.environment, ...base, SHELL: shell },
      layers: [session.environment, pane.environment],
      identity: {
        paneId: pane.id,
        sessionId: session.id,
        depth: pane.depth,
        parentPane: pane.parentPane,
        home: this.options.home,
        token: runs ? this.options.tokens.issue(pane.id) : null,
      },
      version: this.options.version,
      platform: process.platform,
    });
    const program = special === null ? null : await special(environment);
    return {
      paneId: pane.id,
      file: program === null || program.file === '' ? shell : program.file,
      args: program?.args ?? (pane.command === null ? ['-l'] : ['-c', pane.command]),
      cwd: existingDirectory(program?.directory ?? pane.currentDirectory),
      environment: { ...environment, ...program?.environment },
      columns: pane.columns,
      rows: pane.rows,
      scrollbackLines: configuration.scrollbackLines,
      restored,
      // What a Claude that was killed has left must not be drawn over, nor be read as the new one's.
      emptyScreen: program !== null,
    };
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
