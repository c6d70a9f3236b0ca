import type { IPty } from 'node-pty';
import { spawn } from 'node-pty';
import os from 'node:os';
import { Utf8Splitter } from '#shared/base/utf8-splitter';
import { FrameSettler } from '../../screen/frame-settler';
import { ScreenModel } from '../../screen/screen-model';
import { SequenceLimiter } from '../../screen/sequence-limiter';
import { PAUSE_ABOVE, RESUME_BELOW } from '../flow-control';
import type { FromHost, SpawnRequest, TerminalColors } from '../host-protocol';
import { foregroundProgram, isAlive, processesOfTerminal, signalAll } from '../process-tree';
import { readRestAtEnd } from './read-rest';
import { Expectations } from './expectations';
import type { BytePort } from './subscriber';
import { Subscriber } from './subscriber';

/** Bytes that the screen model may lag behind. More would delay a program that is interrupted: it has to catch up first. */
const MODEL_LAG_LIMIT = 1024 * 1024;
/** How long after output or typing the foreground program is looked at, and looked at again: it may start late and say nothing. */
const PROGRAM_CHECK_DELAY = 200;
const PROGRAM_RECHECK_DELAY = 1500;
const PROGRAM_RECHECKS = 2;
/** How often typing is told of, at most. */
const TYPED_INTERVAL = 250;
/** Steps of ending a pane: hang up, ask, force; each gets so many milliseconds. */
const END_STEPS: readonly { readonly signal: NodeJS.Signals; readonly patience: number }[] = [
  { signal: 'SIGHUP', patience: 700 },
  { signal: 'SIGTERM', patience: 1000 },
  { signal: 'SIGKILL', patience: 1000 },
];
const LIVENESS_INTERVAL = 25;

type Tell = (message: FromHost) => void;

/** One pane in the terminal host: its program, its screen, and the window's terminal when one is attached. */
export class HostedPane {
  private readonly model: ScreenModel;
  private readonly expectations: Expectations;
  private limiter = new SequenceLimiter();
  /** Every consumer gets whole characters, wherever a read ended and a viewer joined. */
  private splitter = new Utf8Splitter();
  private pty: IPty | null = null;
  private subscriber: Subscriber | null = null;
  private paused = false;
  private changed = false;
  private exit: { readonly exitCode: number | null; readonly signal: string | null } | null = null;
  private ending: Promise<void> | null = null;
  private programTimer: NodeJS.Timeout | null = null;
  private shownProgram = '';
  private rechecks = 0;
  private lastTyped = 0;
  private gone = false;
  /** Present while somebody wants the settled screens. */
  private settler: FrameSettler | null = null;

  constructor(
    readonly paneId: string,
    request: SpawnRequest,
    private readonly tell: Tell,
    colors: TerminalColors | null,
  ) {
    this.model = new ScreenModel(request, Date.now);
    if (colors !== null) this.model.setColors(colors);
    this.expectations = new Expectations(this.model);
    this.model.onReply((data) => this.pty?.write(data));
    this.model.onTitle((title) => {
      tell({ type: 'title', paneId, title });
    });
    this.model.onBell(() => {
      tell({ type: 'bell', paneId });
    });
    if (request.restored !== null) {
      // The old text ends where it ends; what comes next starts on a line of its own.
      this.model.write(`${request.restored}\x1b[0m\r\n`);
    }
  }

  get screen(): ScreenModel {
    return this.model;
  }

  get waits(): Expectations {
    return this.expectations;
  }

  setColors(colors: TerminalColors): void {
    this.model.setColors(colors);
  }

  /** Starts the program. A pane that has run before keeps its screen and goes on below. */
  start(request: SpawnRequest, again: boolean): void {
    if (again) {
      this.show(Buffer.from(this.afterOldProgram()));
      this.subscriber?.post({ type: 'restarted' });
    }
    if (request.emptyScreen) this.show(Buffer.from(moveScreenUp(this.model.rows)));
    this.exit = null;
    this.ending = null;
    this.limiter = new SequenceLimiter();
    this.splitter = new Utf8Splitter();
    try {
      this.pty = spawn(request.file, [...request.args], {
        name: 'xterm-256color',
        cwd: request.cwd,
        env: { ...request.environment },
        cols: this.model.columns,
        rows: this.model.rows,
        encoding: null,
      });
    } catch (error) {
      this.pty = null;
      const reason = error instanceof Error ? error.message : 'unknown fault';
      this.tell({ type: 'failed', paneId: this.paneId, reason });
      return;
    }
    const pty = this.pty;
    // With encoding null node-pty gives buffers; its types say strings.
    pty.onData((data: unknown) => {
      this.output(data as Buffer);
    });
    readRestAtEnd(pty, (data) => {
      this.output(data);
    });
    pty.onExit(({ exitCode, signal }) => {
      this.exited(pty, exitCode, signal ?? 0);
    });
    this.tell({ type: 'spawned', paneId: this.paneId, pid: pty.pid });
    this.watchProgram();
  }

  /** Passes what a person or a command types on to the program. */
  input(data: string | Buffer): void {
    if (this.pty === null) return;
    this.pty.write(data);
    this.watchProgram();
  }

  resize(columns: number, rows: number): void {
    const width = Math.min(1000, Math.max(2, Math.floor(columns)));
    const height = Math.min(1000, Math.max(1, Math.floor(rows)));
    if (this.gone || (width === this.model.columns && height === this.model.rows)) return;
    this.model.resize(width, height);
    this.settler?.changed();
    try {
      this.pty?.resize(width, height);
    } catch {
      // The program has just ended and its terminal is closed: there is nothing to resize.
    }
    this.tell({ type: 'resized', paneId: this.paneId, columns: width, rows: height });
  }

  attach(port: BytePort): void {
    this.subscriber?.dispose();
    const subscriber = new Subscriber(port, {
      input: (data) => {
        this.typed(data);
        this.input(data);
      },
      resize: (columns, rows) => {
        this.resize(columns, rows);
      },
      drained: () => {
        this.regulate();
      },
      closed: () => {
        if (this.subscriber === subscriber) this.subscriber = null;
        this.regulate();
      },
    });
    this.subscriber = subscriber;
    // Everything written so far is parsed before this call comes back; everything later goes to the port.
    this.model.write('', () => {
      subscriber.begin(this.model.snapshot(), this.model.columns, this.model.rows);
    });
  }

  serialize(lines: number): { data: string; columns: number; rows: number } {
    this.changed = false;
    return { data: this.model.tail(lines), columns: this.model.columns, rows: this.model.rows };
  }

  /** From now on tells of each settled screen, beginning with the present one. */
  watchFrames(on: boolean): void {
    if (on === (this.settler !== null) || this.gone) return;
    this.settler?.dispose();
    this.settler = null;
    if (!on) return;
    const settler = new FrameSettler({
      now: () => performance.now(),
      after: (milliseconds, call) => {
        const timer = setTimeout(call, milliseconds);
        return () => {
          clearTimeout(timer);
        };
      },
      isSynchronized: () => this.model.isSynchronized,
      take: () => {
        this.tell({
          type: 'frame',
          paneId: this.paneId,
          rows: this.model.visibleRows(),
          columns: this.model.columns,
        });
      },
    });
    this.settler = settler;
    settler.changed();
  }

  /** Ends the program with everything that belongs to the pane. Resolves when all of it is gone. */
  async end(): Promise<void> {
    this.ending ??= this.endProgram();
    await this.ending;
  }

  /** Ends the program if need be and lets go of everything. */
  async forget(): Promise<void> {
    await this.end();
    this.gone = true;
    if (this.programTimer !== null) clearTimeout(this.programTimer);
    this.settler?.dispose();
    this.subscriber?.dispose();
    this.expectations.dispose();
    this.model.dispose();
  }

  private output(raw: Buffer): void {
    if (this.gone) return;
    this.show(this.splitter.push(this.limiter.filter(raw)));
  }

  private show(data: Uint8Array): void {
    this.subscriber?.push(data);
    this.model.write(data, () => {
      this.parsed();
    });
    if (!this.changed) {
      this.changed = true;
      this.tell({ type: 'changed', paneId: this.paneId });
    }
    this.watchProgram();
    this.regulate();
  }

  private parsed(): void {
    this.expectations.look();
    this.settler?.changed();
    this.regulate();
  }

  /** Stops the program from writing while its output can't be taken, and lets it go on afterwards. */
  private regulate(): void {
    const pty = this.pty;
    if (pty === null) return;
    const backlog = this.subscriber?.backlog ?? 0;
    const lag = this.model.lag;
    if (!this.paused && (backlog > PAUSE_ABOVE || lag > MODEL_LAG_LIMIT)) {
      this.paused = true;
      pty.pause();
    } else if (this.paused && backlog < RESUME_BELOW && lag < MODEL_LAG_LIMIT / 2) {
      this.paused = false;
      pty.resume();
    }
  }

  private typed(data: string | Buffer): void {
    // Focus reports come from the window without anybody typing.
    if (typeof data === 'string' && /^(?:\x1b\[[IO])+$/.test(data)) return;
    const now = Date.now();
    if (now - this.lastTyped < TYPED_INTERVAL) return;
    this.lastTyped = now;
    this.tell({ type: 'typed', paneId: this.paneId });
  }

  private exited(pty: IPty, exitCode: number, signal: number): void {
    if (this.pty !== pty) return;
    this.pty = null;
    this.paused = false;
    this.exit = {
      exitCode: signal > 0 ? null : exitCode,
      signal: signal > 0 ? (signalName(signal) ?? `signal ${String(signal)}`) : null,
    };
    const { exit } = this;
    this.show(this.splitter.finish());
    // The news comes after the last output is on the screen, so that nobody reads a screen that lacks it.
    this.model.write('', () => {
      this.settler?.flush();
      // Told first: who is woken by the end of the program finds it in the state.
      this.tell({ type: 'exited', paneId: this.paneId, ...exit });
      this.expectations.programEnded();
    });
  }

  /** Undoes what the old program left behind, and puts the cursor below everything that it has shown. */
  private afterOldProgram(): string {
    // Leave a full-screen program's screen, show the cursor, end mouse, paste and focus modes, plain colours.
    const modes =
      '\x1b[?1049l\x1b[r\x1b[?25h\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l\x1b[?2004l\x1b[?1004l\x1b[?2026l\x1b[?1l\x1b>\x1b[0m';
    // Leaving its own screen puts the cursor back where it was before; otherwise it may be anywhere.
    if (this.model.isAlternateScreen) return `${modes}\r\n`;
    const rows = this.model.visibleRows();
    const used = rows.length - [...rows].reverse().findIndex((row) => row !== '');
    return `${modes}\x1b[${String(Math.min(used, rows.length))};1H\r\n`;
  }

  private watchProgram(): void {
    if (this.programTimer !== null && this.rechecks < PROGRAM_RECHECKS) {
      clearTimeout(this.programTimer);
      this.programTimer = null;
    }
    this.rechecks = PROGRAM_RECHECKS;
    this.planProgramCheck(PROGRAM_CHECK_DELAY);
  }

  private planProgramCheck(delay: number): void {
    if (this.programTimer !== null || this.pty === null) return;
    this.programTimer = setTimeout(() => {
      this.programTimer = null;
      const pty = this.pty;
      if (pty === null || this.gone) return;
      if (this.rechecks > 0) {
        this.rechecks -= 1;
        this.planProgramCheck(PROGRAM_RECHECK_DELAY);
      }
      const found = foregroundProgram(pty.pid) ?? { program: pty.process, directory: null, pid: pty.pid };
      const key = `${found.program}\0${String(found.pid)}\0${found.directory ?? ''}`;
      if (key === this.shownProgram) return;
      this.shownProgram = key;
      this.tell({ type: 'program', paneId: this.paneId, ...found });
    }, delay);
  }

  private async endProgram(): Promise<void> {
    const pty = this.pty;
    if (pty === null) return;
    // A paused terminal would keep the program from ending on its own.
    if (this.paused) pty.resume();
    const doomed = new Set(await processesOfTerminal(pty.pid));
    for (const { signal, patience } of END_STEPS) {
      // Programs may have started others since: look again before each step.
      for (const pid of await processesOfTerminal(pty.pid)) if (this.pty === pty) doomed.add(pid);
      const living = [...doomed].filter(isAlive);
      if (living.length === 0) break;
      signalAll(living, signal);
      // A stopped program can only end once it is continued.
      if (signal !== 'SIGKILL') signalAll(living, 'SIGCONT');
      if (await allGone(living, patience)) break;
    }
    await new Promise<void>((resolve) => {
      if (this.pty !== pty) resolve();
      else
        pty.onExit(() => {
          resolve();
        });
    });
  }
}

/** Moves all rows of the screen up into the scrollback, and the cursor to the top. */
function moveScreenUp(rows: number): string {
  return `\x1b[${String(rows)};1H${'\r\n'.repeat(rows)}\x1b[H`;
}

/** Polls because a process that is not our child sends no event when it ends. */
async function allGone(pids: readonly number[], patience: number): Promise<boolean> {
  const deadline = Date.now() + patience;
  for (;;) {
    if (!pids.some(isAlive)) return true;
    if (Date.now() >= deadline) return false;
    await new Promise((resolve) => setTimeout(resolve, LIVENESS_INTERVAL));
  }
}

function signalName(number: number): string | undefined {
  return Object.entries(os.constants.signals).find(([, value]) => value === number)?.[0];
}
