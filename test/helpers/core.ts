// The real core without a window: real terminal host, real programs, a home of its own.
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { CommandCall, CommandName, CommandOutput } from '#shared/commands/catalog';
import type { Failure } from '#shared/base/errors';
import type { Result } from '#shared/base/result';
import type { Origin } from '#shared/commands/define-command';
import type { Core } from '../../electron/bootstrap';
import { startCore } from '../../electron/bootstrap';
import { createLogger, silentLogger } from '../../electron/log/logger';
import { forkedHostLauncher } from '../../electron/pty/host-process';
import { locations, prepareLocations } from '../../electron/system/locations';
import { systemClock } from '../../electron/system/system-clock';
import { cleanEnvironment } from './clean-environment';
import { productRoot } from './root';
import { tmuxVariables } from './tmux';
import { makeTemporaryDirectory, type TemporaryDirectory } from './temporary-directory';

export interface TestCoreOptions {
  /** A home of an earlier core, which is then kept at the end. */
  readonly directory?: TemporaryDirectory;
  readonly config?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

export const person: Origin = { kind: 'window', paneId: null };

export class TestCore {
  private constructor(
    readonly core: Core,
    readonly directory: TemporaryDirectory,
    readonly home: string,
    private readonly owns: boolean,
  ) {}

  static async start(options: TestCoreOptions = {}): Promise<TestCore> {
    const directory = options.directory ?? makeTemporaryDirectory();
    const home = path.join(directory.path, 'home');
    const fugueHome = path.join(home, '.fugue');
    fs.mkdirSync(home, { recursive: true });
    const where = locations({ FUGUE_HOME: fugueHome });
    const prepared = prepareLocations(where);
    if (!prepared.ok) throw new Error(prepared.error);
    if (options.config !== undefined) fs.writeFileSync(where.configurationFile, options.config);
    const core = await startCore({
      locations: where,
      launchHost: forkedHostLauncher(path.join(productRoot, 'dist/pty-host.cjs')),
      historyWorker: path.join(productRoot, 'dist/history-worker.cjs'),
      clock: systemClock,
      logger: silentLogger,
      openLog: (file) => createLogger(file, { alsoStandardError: false }),
      newId: randomUUID,
      version: '0.0.0-test',
      electron: null,
      fallbackRuntime: null,
      environment: {
        ...cleanEnvironment(),
        HOME: home,
        SHELL: '/bin/bash',
        PS1: '$ ',
        // Several cores run side by side: each takes a free port.
        CCMUX_MCP_PORT: '0',
        CCMUX_RUNTIME_DIR: path.join(directory.path, 'ccmux'),
        ...tmuxVariables(directory.path),
        ...options.environment,
      },
      startScreen: false,
      firstDirectory: home,
      commandTool: { runtime: process.execPath, script: path.join(productRoot, 'dist/cli.cjs') },
      isWindowFocused: () => false,
      prefersDark: () => true,
    });
    return new TestCore(core, directory, home, options.directory === undefined);
  }

  get state() {
    return this.core.store.state;
  }

  /** Runs a command and gives its result, whatever it is. */
  async attempt<Name extends CommandName>(
    name: Name,
    input: CommandCall<Name>,
    origin: Origin = person,
  ): Promise<Result<CommandOutput<Name>, Failure>> {
    const result = await this.core.dispatcher.run({ name, input, origin });
    return result.ok ? { ok: true, value: result.value.output as CommandOutput<Name> } : result;
  }

  /** Runs a command that has to succeed. */
  async run<Name extends CommandName>(
    name: Name,
    input: CommandCall<Name>,
    origin?: Origin,
  ): Promise<CommandOutput<Name>> {
    const result = await this.attempt(name, input, origin);
    if (!result.ok) throw new Error(`${name}: ${result.error.message}`);
    return result.value;
  }

  /** A new pane that runs a command line; its window stays as large as it needs to be. */
  async pane(command: string, name?: string): Promise<string> {
    const made = await this.run('create_window', { command, ...(name === undefined ? {} : { name }) });
    return made.pane.id;
  }

  async text(paneId: string): Promise<string> {
    return (await this.run('read_pane', { pane_id: paneId, from: 'scrollback', lines: 2000 })).text;
  }

  async close(): Promise<void> {
    await this.core.close();
    if (this.owns) this.directory.remove();
  }
}
