// The built app in a real Electron window, with a home of its own, for end-to-end tests.
import { type ChildProcess, execFile, execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { _electron, type ElectronApplication, type Page } from '@playwright/test';
import { cleanEnvironment } from './clean-environment';
import { tmuxVariables } from './tmux';
import { productRoot, repositoryRoot } from './root';
import { makeTemporaryDirectory, type TemporaryDirectory } from './temporary-directory';
import { inTime, waitFor } from './wait';

export interface ElectronRuntime {
  readonly dist: string;
  readonly executable: string;
  /** The version of the fallback runtime when that is the one in use. */
  readonly fallback?: string;
}

let runtime: ElectronRuntime | undefined;

/** The runtime that the scripts use as well; fetched when it is missing. */
export function electronRuntime(): ElectronRuntime {
  runtime ??= JSON.parse(
    execFileSync(process.execPath, [path.join(repositoryRoot, 'scripts/ensure-electron.mjs'), '--json'], {
      encoding: 'utf8',
    }),
  ) as ElectronRuntime;
  return runtime;
}

export interface CommandOutcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** What the command printed with --json; undefined when it was no JSON, as after a refusal. */
  readonly json: unknown;
}

export type Flags = Readonly<Record<string, string | number | boolean | readonly string[]>>;

/** `{ pane: 'a', focus: true, keys: ['C-c'] }` as command-line arguments; structured values go as JSON. */
export function flagArguments(flags: Flags): string[] {
  return Object.entries(flags).flatMap(([name, value]) => {
    if (value === true) return [`--${name}`];
    if (value === false) return [`--no-${name}`];
    return [`--${name}`, typeof value === 'object' ? JSON.stringify(value) : String(value)];
  });
}

export interface AppOptions {
  /** A home from an earlier start, to see what is kept; it is not removed at the end. */
  readonly directory?: TemporaryDirectory;
  /** Content of fugue.toml, written before the start. */
  readonly config?: string;
  /** More variables, such as those that make claude talk to the scripted model. */
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  readonly size?: { readonly width: number; readonly height: number };
  /** A program with its words that starts it as root of a user namespace, such as one that changes what it sees. */
  readonly through?: readonly string[];
}

/** What went wrong inside the page, for tests that must end without any. */
export interface PageProblem {
  readonly kind: 'console' | 'exception';
  readonly text: string;
}

/** A program that starts what these words say with its own words behind them. */
function starterOf(directory: TemporaryDirectory, words: readonly string[]): string {
  const file = path.join(directory.path, 'start');
  const quoted = words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`);
  fs.writeFileSync(file, `#!/bin/sh\nexec ${quoted.join(' ')} "$@"\n`, { mode: 0o755 });
  return file;
}

export class App {
  readonly problems: PageProblem[] = [];
  #closed = false;
  /** Asked for once: when the app has ended, its handle no longer answers. */
  readonly #child: ChildProcess;

  private constructor(
    readonly electron: ElectronApplication,
    readonly page: Page,
    readonly directory: TemporaryDirectory,
    readonly environment: Readonly<Record<string, string>>,
    private readonly ownsDirectory: boolean,
    private readonly output: readonly string[],
  ) {
    this.#child = electron.process();
  }

  get home(): string {
    return path.join(this.directory.path, 'home');
  }

  get fugueHome(): string {
    return path.join(this.directory.path, 'fugue');
  }

  /** What the app wrote to its terminal so far. */
  log(): string {
    return this.output.join('');
  }

  static async start(options: AppOptions = {}): Promise<App> {
    const { executable: electronFile, fallback } = electronRuntime();
    const directory = options.directory ?? makeTemporaryDirectory();
    const executable =
      options.through === undefined ? electronFile : starterOf(directory, [...options.through, electronFile]);
    const home = directory.folder('home');
    const fugueHome = directory.folder('fugue');
    fs.chmodSync(fugueHome, 0o700);
    if (options.config !== undefined) directory.file('fugue/config/fugue.toml', options.config);
    const environment = cleanEnvironment({
      HOME: home,
      FUGUE_HOME: fugueHome,
      CCMUX_RUNTIME_DIR: path.join(directory.path, 'channels'),
      CCMUX_LOG_FILE: path.join(directory.path, 'fugue.log'),
      SHELL: '/bin/bash',
      FUGUE_FIRST_PANE: 'shell',
      LANG: 'C.UTF-8',
      ...(fallback === undefined ? {} : { FUGUE_ELECTRON_FALLBACK: fallback }),
      ...tmuxVariables(directory.path),
      ...options.env,
    });
    const flags = ['--disable-gpu', '--ozone-platform=x11'];
    const isRoot = process.getuid?.() === 0 || options.through !== undefined;
    if (isRoot) flags.push('--no-sandbox');
    const electron = await _electron.launch({
      executablePath: executable,
      args: [productRoot, ...flags, ...(options.args ?? [])],
      cwd: home,
      env: environment,
      chromiumSandbox: !isRoot,
      timeout: 60_000,
    });
    const output: string[] = [];
    electron.process().stdout?.on('data', (chunk: Buffer) => output.push(chunk.toString()));
    electron.process().stderr?.on('data', (chunk: Buffer) => output.push(chunk.toString()));
    try {
      const page = await electron.firstWindow({ timeout: 60_000 });
      const app = new App(electron, page, directory, environment, options.directory === undefined, output);
      page.on('pageerror', (error) =>
        app.problems.push({ kind: 'exception', text: error.stack ?? error.message }),
      );
      page.on('console', (message) => {
        if (message.type() === 'error') app.problems.push({ kind: 'console', text: message.text() });
      });
      await page.waitForLoadState('domcontentloaded');
      if (options.size) await app.resize(options.size.width, options.size.height);
      return app;
    } catch (error) {
      electron.process().kill('SIGKILL');
      const said = output.join('').trimEnd().split('\n').slice(-20).join('\n');
      throw new Error(`the app opened no window; it said:\n${said}`, { cause: error });
    }
  }

  async resize(width: number, height: number): Promise<void> {
    const size = { width, height };
    await waitFor(
      `a window of ${String(width)} by ${String(height)}`,
      async () => {
        // Asked for again: a window manager that is still about to show the window forgets what came before.
        await this.electron.evaluate(
          ({ BrowserWindow }, wanted) =>
            BrowserWindow.getAllWindows()[0]?.setContentSize(wanted.width, wanted.height),
          size,
        );
        return this.page.evaluate(
          (wanted) =>
            Math.abs(window.innerWidth - wanted.width) <= 1 &&
            Math.abs(window.innerHeight - wanted.height) <= 1,
          size,
        );
      },
      { timeout: 30_000, every: 200 },
    );
  }

  /** Runs `fugue run NAME --flag … --json` against this app, as a person or a script would. */
  async runCommand(name: string, flags: Flags = {}): Promise<CommandOutcome> {
    return this.fugue('run', name, ...flagArguments(flags), '--json');
  }

  /** Runs the `fugue` command with any arguments against this app. */
  fugue(...args: readonly string[]): Promise<CommandOutcome> {
    return runFugue(args, this.environment);
  }

  /** Quits as a person does, and waits until the process is gone. Returns its exit code. */
  async close(): Promise<number | null> {
    const child = this.#child;
    if (!this.#closed) {
      this.#closed = true;
      const ended = new Promise<void>((resolve) => {
        if (child.exitCode !== null || child.signalCode !== null) resolve();
        else child.once('exit', () => resolve());
      });
      try {
        // The answer to this call may never come: the app is leaving.
        await this.electron.evaluate(({ app }) => app.quit()).catch(() => undefined);
        await inTime('the app to quit', ended, {
          timeout: 20_000,
          instead: () => `still running; it said:\n${this.log().trimEnd().split('\n').slice(-20).join('\n')}`,
        });
      } catch (error) {
        child.kill('SIGKILL');
        throw error;
      } finally {
        if (this.ownsDirectory) this.directory.remove();
      }
    }
    return child.exitCode;
  }

  /** Ends the main process at once, as a crash would. The directory stays. */
  async kill(): Promise<void> {
    const child = this.#child;
    this.#closed = true;
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    child.kill('SIGKILL');
    await inTime('the killed app to end', ended);
  }
}

/** Runs the built `fugue` command. */
export function runFugue(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  cwd?: string,
): Promise<CommandOutcome> {
  return new Promise((resolve, reject) => {
    const client = path.join(productRoot, 'dist/cli.cjs');
    const options = { env: environment, timeout: 60_000, maxBuffer: 64 * 1024 * 1024, cwd };
    const child = execFile(process.execPath, [client, ...args], options, (error, stdout, stderr) => {
      // A number is the exit code; anything else means that the command could not run at all.
      if (error && typeof error.code !== 'number') {
        return reject(new Error(`fugue ${args.join(' ')} did not run`, { cause: error }));
      }
      const code = typeof error?.code === 'number' ? error.code : 0;
      resolve({ code, stdout, stderr, json: parsed(stdout) });
    });
    child.stdin?.end();
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined; // Not JSON: the caller looks at the exit code.
  }
}
