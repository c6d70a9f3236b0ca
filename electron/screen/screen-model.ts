import { SerializeAddon } from '@xterm/addon-serialize';
import { Terminal } from '@xterm/headless';
import type { Disposable } from '#shared/base/disposable';
import { DisposableStore } from '#shared/base/disposable';
import type { Event } from '#shared/base/emitter';
import { Emitter } from '#shared/base/emitter';
import { completePrefix, Utf8Splitter } from '#shared/base/utf8-splitter';
import { LinePacker } from '#shared/terminal/line-packer';
import { UnicodeGraphemesAddon } from './graphemes';
import type { LogicalLine } from './logical-lines';
import { logicalLines } from './logical-lines';

export interface ScreenModelOptions {
  readonly columns: number;
  readonly rows: number;
  readonly scrollbackLines: number;
}

export interface ScreenColors {
  readonly foreground: string;
  readonly background: string;
  readonly cursor: string;
}

/** Bytes that are parsed in one go, well under a millisecond. */
const SLICE_BYTES = 16 * 1024;
/** Longest time of parsing without a pause, in milliseconds, so that no key waits for a flood in another pane. */
const BURST = 3;

/** Bytes that a terminal may answer queries with in one second; more is a program that plays with us. */
const REPLY_BYTES_PER_SECOND = 4096;

/**
 * What a pane shows, without a window: bytes go in, text, titles and answers to terminal queries come out. It
 * may lag behind the bytes under load and catches up.
 */
export class ScreenModel implements Disposable {
  private readonly store = new DisposableStore();
  private readonly terminal: Terminal;
  private readonly serializer = new SerializeAddon();
  private readonly packer: LinePacker;
  private readonly replyEmitter = this.store.add(new Emitter<string>());
  private readonly titleEmitter = this.store.add(new Emitter<string>());
  private readonly bellEmitter = this.store.add(new Emitter<null>());
  private replyBudget = { second: 0, bytes: 0 };
  private colors: ScreenColors | null = null;
  private unparsed = 0;
  private queue: {
    readonly bytes: Uint8Array | string;
    readonly size: number;
    readonly parsed: (() => void) | undefined;
  }[] = [];
  private parsing = false;
  private burstStart = 0;
  private readonly splitter = new Utf8Splitter();

  /** Answers to the program's queries, to be typed back. */
  readonly onReply: Event<string> = this.replyEmitter.event;
  readonly onTitle: Event<string> = this.titleEmitter.event;
  readonly onBell: Event<null> = this.bellEmitter.event;

  constructor(
    options: ScreenModelOptions,
    private readonly now: () => number,
  ) {
    this.terminal = new Terminal({
      allowProposedApi: true,
      cols: options.columns,
      rows: options.rows,
      scrollback: options.scrollbackLines,
      // Of all that can be asked of a window, only its size in cells is answered: the rest could repeat input.
      windowOptions: { getWinSizeChars: true },
    });
    this.store.add(this.terminal);
    this.packer = this.store.add(new LinePacker(this.terminal, afterUnref));
    this.terminal.loadAddon(this.serializer);
    this.terminal.loadAddon(new UnicodeGraphemesAddon());
    this.store.add(
      this.terminal.onData((data) => {
        this.reply(data);
      }),
    );
    this.store.add(
      this.terminal.onTitleChange((title) => {
        this.titleEmitter.fire(title);
      }),
    );
    this.store.add(
      this.terminal.onBell(() => {
        this.bellEmitter.fire(null);
      }),
    );
    this.answerColorQueries();
    this.answerIdentityQueries();
  }

  get columns(): number {
    return this.terminal.cols;
  }

  get rows(): number {
    return this.terminal.rows;
  }

  /** Bytes taken and not yet parsed. */
  get lag(): number {
    return this.unparsed;
  }

  get bracketedPaste(): boolean {
    return this.terminal.modes.bracketedPasteMode;
  }

  get applicationCursorKeys(): boolean {
    return this.terminal.modes.applicationCursorKeysMode;
  }

  get isAlternateScreen(): boolean {
    return this.terminal.buffer.active.type === 'alternate';
  }

  /** Whether the program is inside a synchronized update, so that what shows is half of a frame. */
  get isSynchronized(): boolean {
    return this.terminal.modes.synchronizedOutputMode;
  }

  setColors(colors: ScreenColors): void {
    this.colors = colors;
  }

  /** Takes bytes; `parsed` is called once they are on the screen. */
  write(bytes: Uint8Array | string, parsed?: () => void): void {
    if (this.store.isDisposed) return;
    this.unparsed += bytes.length;
    this.queue.push({
      bytes: typeof bytes === 'string' ? bytes : this.splitter.push(bytes),
      size: bytes.length,
      parsed,
    });
    if (!this.parsing) this.parseNext();
  }

  /** Parses what waits in small slices, with room between bursts for everything else that this process does. */
  private parseNext(): void {
    const entry = this.queue[0];
    if (entry === undefined || this.store.isDisposed) {
      this.parsing = false;
      return;
    }
    if (!this.parsing) this.burstStart = performance.now();
    this.parsing = true;
    const { bytes } = entry;
    if (typeof bytes !== 'string' && bytes.length > SLICE_BYTES) {
      const end = completePrefix(bytes, SLICE_BYTES);
      this.queue[0] = { ...entry, bytes: bytes.subarray(end) };
      this.terminal.write(bytes.subarray(0, end), () => {
        this.goOn();
      });
      return;
    }
    this.queue.shift();
    this.terminal.write(bytes, () => {
      this.unparsed -= entry.size;
      this.packer.changed();
      entry.parsed?.();
      this.goOn();
    });
  }

  /** Within a burst the next slice follows at once; a write from anywhere else waits for a timer. */
  private goOn(): void {
    if (performance.now() - this.burstStart < BURST) {
      this.parseNext();
      return;
    }
    setImmediate(() => {
      this.parsing = false;
      this.parseNext();
    });
  }

  resize(columns: number, rows: number): void {
    if (!this.store.isDisposed) this.terminal.resize(columns, rows);
  }

  /** Lines of text as the program wrote them, wrapped rows joined; `screen` leaves the scrollback out. */
  lines(from: 'screen' | 'scrollback'): readonly LogicalLine[] {
    const buffer = this.terminal.buffer.active;
    return logicalLines(buffer, from === 'screen' ? buffer.baseY : 0);
  }

  /** The visible rows from top to bottom, as they are drawn: without blanks at their ends, empty ones included. */
  visibleRows(): readonly string[] {
    const buffer = this.terminal.buffer.active;
    return Array.from(
      { length: this.terminal.rows },
      (_, row) => buffer.getLine(buffer.baseY + row)?.translateToString(true) ?? '',
    );
  }

  /** Row (counted from the start of the buffer) on which the next output will land. */
  get cursorRow(): number {
    return this.terminal.buffer.active.baseY + this.terminal.buffer.active.cursorY;
  }

  get cursor(): { readonly column: number; readonly row: number } {
    return { column: this.terminal.buffer.active.cursorX, row: this.terminal.buffer.active.cursorY };
  }

  /** Rows as escape sequences with their colours. */
  rowsWithColors(firstRow: number, lastRow: number): string {
    return this.serializer.serialize({ range: { start: firstRow, end: lastRow }, excludeModes: true });
  }

  /** The whole screen with its modes, for a viewer that joins now. */
  snapshot(): string {
    return this.serializer.serialize();
  }

  /** The newest lines without modes and without a full-screen program, for keeping over a restart. */
  tail(scrollbackLines: number): string {
    return this.serializer.serialize({
      scrollback: scrollbackLines,
      excludeAltBuffer: true,
      excludeModes: true,
    });
  }

  dispose(): void {
    this.store.dispose();
  }

  private reply(data: string): void {
    const second = Math.floor(this.now() / 1000);
    if (this.replyBudget.second !== second) this.replyBudget = { second, bytes: 0 };
    this.replyBudget.bytes += data.length;
    if (this.replyBudget.bytes <= REPLY_BYTES_PER_SECOND) this.replyEmitter.fire(data);
  }

  /** What the core of the terminal leaves to its host: its name. */
  private answerIdentityQueries(): void {
    this.store.add(
      this.terminal.parser.registerCsiHandler({ prefix: '>', final: 'q' }, () => {
        // Programs look for this name to know that synchronized output works here.
        this.reply('\x1bP>|xterm.js(6.0.0)\x1b\\');
        return true;
      }),
    );
  }

  private answerColorQueries(): void {
    const answer = (code: number, pick: (colors: ScreenColors) => string): void => {
      this.store.add(
        this.terminal.parser.registerOscHandler(code, (data) => {
          if (data === '?' && this.colors !== null) {
            this.reply(`\x1b]${String(code)};${colorReply(pick(this.colors))}\x1b\\`);
          }
          return true;
        }),
      );
    };
    answer(10, (colors) => colors.foreground);
    answer(11, (colors) => colors.background);
    answer(12, (colors) => colors.cursor);
  }
}

/** A timer that keeps no process alive. */
function afterUnref(milliseconds: number, call: () => void): () => void {
  const timer = setTimeout(call, milliseconds).unref();
  return () => {
    clearTimeout(timer);
  };
}

/** `#rrggbb` in the form in which terminals tell colours. */
function colorReply(color: string): string {
  const parts = [1, 3, 5].map((start) => color.slice(start, start + 2).repeat(2));
  return `rgb:${parts.join('/')}`;
}
