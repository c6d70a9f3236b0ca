// A program in a pseudo-terminal with a screen to look at, without any code of the product.
import headless, { type Terminal } from '@xterm/headless';
import { spawn, type IPty } from 'node-pty';
import { inTime, waitFor, type WaitOptions } from './wait';

export interface TestTerminalOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly columns?: number;
  readonly rows?: number;
}

export class TestTerminal {
  readonly #pty: IPty;
  readonly #screen: Terminal;
  readonly exited: Promise<{ exitCode: number; signal?: number | undefined }>;
  title = '';

  constructor(file: string, args: readonly string[], options: TestTerminalOptions) {
    const { cwd, env, columns: cols = 100, rows = 40 } = options;
    this.#screen = new headless.Terminal({ cols, rows, allowProposedApi: true, scrollback: 5000 });
    this.#pty = spawn(file, [...args], { name: 'xterm-256color', cols, rows, cwd, env });
    this.exited = new Promise((resolve) => this.#pty.onExit(resolve));
    this.#pty.onData((data) => this.#screen.write(data));
    // Answers to what the program asks the terminal.
    this.#screen.onData((data) => this.#pty.write(data));
    this.#screen.onTitleChange((title) => (this.title = title));
  }

  get pid(): number {
    return this.#pty.pid;
  }

  write(data: string): void {
    this.#pty.write(data);
  }

  resize(columns: number, rows: number): void {
    this.#pty.resize(columns, rows);
    this.#screen.resize(columns, rows);
  }

  /** The lines of the screen as text, without blanks at their ends. */
  lines(): string[] {
    const buffer = this.#screen.buffer.active;
    return Array.from(
      { length: this.#screen.rows },
      (_, row) => buffer.getLine(buffer.viewportY + row)?.translateToString(true) ?? '',
    );
  }

  text(): string {
    return this.lines().join('\n');
  }

  async waitForText(wanted: string | RegExp, options: WaitOptions = {}): Promise<void> {
    const fits = () => (typeof wanted === 'string' ? this.text().includes(wanted) : wanted.test(this.text()));
    await waitFor(`${String(wanted)} on the screen`, fits, {
      instead: () => `\n${this.text().trimEnd()}`,
      ...options,
    });
  }

  /** Ends the program, politely first. */
  async end(): Promise<void> {
    this.#pty.kill('SIGTERM');
    await inTime('the program to end', this.exited, { timeout: 5_000 }).catch(async () => {
      this.#pty.kill('SIGKILL');
      await this.exited;
    });
    this.#screen.dispose();
  }
}
