// The built app without a window, in a process of its own.
import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { type Flags, flagArguments, runFugue } from './app';
import { cleanEnvironment } from './clean-environment';
import { productRoot } from './root';
import type { TemporaryDirectory } from './temporary-directory';
import { tmuxVariables } from './tmux';
import { inTime, waitFor } from './wait';

export const headlessFile = (): string => path.join(productRoot, 'dist/headless.cjs');

/** An environment in which it touches nothing outside of the folder. */
export function headlessEnvironment(
  directory: TemporaryDirectory,
  more: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const home = directory.folder('home');
  return cleanEnvironment({
    ...tmuxVariables(directory.path),
    HOME: home,
    FUGUE_HOME: path.join(home, '.fugue'),
    SHELL: '/bin/bash',
    CCMUX_MCP_PORT: '0',
    CCMUX_RUNTIME_DIR: path.join(directory.path, 'run'),
    CCMUX_LOG_FILE: path.join(directory.path, 'channels.log'),
    ...more,
  });
}

export interface HeadlessOptions {
  readonly directory: TemporaryDirectory;
  readonly environment?: Readonly<Record<string, string>>;
  readonly config?: string;
  /** A program with its words that starts it, such as one that changes what it sees of the machine. */
  readonly through?: readonly string[];
  /** The Node that it runs on; without it that of the tests. */
  readonly node?: string;
}

/** The app without a window: commands go to it as a script sends them. */
export class HeadlessApp {
  private said = '';

  private constructor(
    readonly process: ChildProcess,
    readonly directory: TemporaryDirectory,
    readonly environment: Readonly<Record<string, string>>,
  ) {
    for (const stream of [process.stdout, process.stderr])
      stream?.on('data', (piece: Buffer) => (this.said = (this.said + piece.toString()).slice(-20_000)));
  }

  /** Starts it, and does not wait for it. */
  static launch(options: HeadlessOptions): HeadlessApp {
    const { directory, environment = {}, config, through = [], node = process.execPath } = options;
    if (config !== undefined) directory.file('home/.fugue/config/fugue.toml', config);
    const variables = headlessEnvironment(directory, environment);
    const [program = '', ...words] = [...through, node, headlessFile()];
    const child = spawn(program, words, {
      env: variables,
      cwd: directory.folder('home'),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return new HeadlessApp(child, directory, variables);
  }

  /** Starts it, and waits until it takes commands. */
  static async start(options: HeadlessOptions): Promise<HeadlessApp> {
    const app = HeadlessApp.launch(options);
    await waitFor('the app to take commands', () => app.said.includes('commands go to') || app.hasEnded, {
      instead: () => app.output,
      every: 5,
    });
    if (app.hasEnded) throw new Error(`the app ended: ${app.output}`);
    return app;
  }

  get output(): string {
    return this.said;
  }

  get hasEnded(): boolean {
    return this.process.exitCode !== null || this.process.signalCode !== null;
  }

  /** Runs a command that has to succeed; gives its result. */
  async run<Result>(name: string, flags: Flags = {}): Promise<Result> {
    const { code, stdout, stderr, json } = await runFugue(
      ['run', name, ...flagArguments(flags), '--json'],
      this.environment,
    );
    if (code !== 0) throw new Error(`${name} ended with ${String(code)}: ${stderr}${stdout}`);
    return json as Result;
  }

  /** A pane whose program lives in tmux, in a window of its own. Gives its id. */
  async keptPane(command: string): Promise<string> {
    const { pane: beside } = await this.run<{ pane: { id: string } }>('create_window', { command: 'cat' });
    const { pane } = await this.run<{ pane: { id: string } }>('create_pane', {
      pane_id: beside.id,
      command,
      keep_alive: true,
    });
    await this.run('close_pane', { pane_id: beside.id });
    return pane.id;
  }

  /** Ends it by a signal, and waits for its end. */
  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    if (this.hasEnded) return;
    const ended = new Promise((resolve) => this.process.once('exit', resolve));
    this.process.kill(signal);
    await inTime('the app to end', ended, { instead: () => this.output });
  }
}
