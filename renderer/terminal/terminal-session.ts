import { FitAddon } from '@xterm/addon-fit';
import { SearchAddon } from '@xterm/addon-search';
import { UnicodeGraphemesAddon } from '@xterm/addon-unicode-graphemes';
import { WebLinksAddon } from '@xterm/addon-web-links';
import { WebglAddon } from '@xterm/addon-webgl';
import type { ITerminalOptions } from '@xterm/xterm';
import { Terminal } from '@xterm/xterm';
import { DisposableStore } from '#shared/base/disposable';
import { Emitter } from '#shared/base/emitter';
import type { BytePortDown } from '#shared/ipc/byte-port';
import type { PaneId } from '#shared/model/ids';
import type { TerminalPort } from '../bridge/bridge';
import { DrawPacer } from './draw-pacer';
import type { FeedClass } from './feed-choice';
import { ChunkQueue, QuietMeter } from './feed-choice';
import type { FeedScheduler } from './feed-scheduler';
import { ResizePacer } from './resize-pacer';
import { SelectionKeeper } from './selection-keeper';
import { silenceQueries } from './silence-queries';
import { FIXED_OPTIONS } from './terminal-options';
import type { WebglContexts } from './webgl-contexts';

/** What a terminal needs from around it. */
export interface TerminalSurroundings {
  readonly scheduler: FeedScheduler;
  readonly contexts: WebglContexts;
  readonly options: ITerminalOptions;
  readonly columns: number;
  readonly rows: number;
  readonly focused: () => boolean;
  readonly keyEvent: (event: KeyboardEvent) => boolean;
  readonly link: (text: string) => void;
  readonly clipboard: (data: string) => void;
  readonly pasted: (text: string) => void;
  readonly selected: (text: string) => void;
}

/** So much waiting output, or so much within the last half second, is a flood. */
const FLOOD_BACKLOG = 96 * 1024;
const FLOOD_RECENT = 512 * 1024;
/** Typing before the program is connected is kept up to this length. */
const EARLY_INPUT = 4096;

/**
 * One pane's terminal in the window: lives as long as the pane, whatever views come and go. Its element is made
 * once and put into the page once.
 */
export class TerminalSession {
  readonly element = document.createElement('div');
  readonly terminal: Terminal;
  readonly search = new SearchAddon({ highlightLimit: 2000 });
  private readonly store = new DisposableStore();
  private readonly fitter = new FitAddon();
  private readonly queue = new ChunkQueue();
  private readonly meter = new QuietMeter(() => performance.now());
  private readonly pacer: ResizePacer;
  private readonly drawPacer: DrawPacer;
  private readonly selection: SelectionKeeper;
  private readonly belowEmitter = this.store.add(new Emitter<boolean>());
  private port: TerminalPort | null = null;
  private snapshot: Extract<BytePortDown, { type: 'snapshot' }> | null = null;
  private replaying = false;
  private earlyInput = '';
  private webgl: WebglAddon | null = null;
  private contextFailed = false;
  private visible = false;
  private focusWanted = false;
  private below = false;

  /** Output has come below what the person looks at. */
  readonly onOutputBelow = this.belowEmitter.event;

  constructor(
    readonly paneId: PaneId,
    private readonly around: TerminalSurroundings,
  ) {
    this.element.className = 'terminal-element';
    const terminal = new Terminal({
      ...FIXED_OPTIONS,
      ...around.options,
      cols: around.columns,
      rows: around.rows,
      linkHandler: {
        activate: (_event, text) => {
          around.link(text);
        },
      },
    });
    this.terminal = terminal;
    this.store.add(terminal);
    terminal.loadAddon(this.fitter);
    terminal.loadAddon(this.search);
    terminal.loadAddon(new UnicodeGraphemesAddon());
    terminal.loadAddon(
      new WebLinksAddon((_event, text) => {
        around.link(text);
      }),
    );
    this.selection = new SelectionKeeper(terminal);
    this.store.add(this.selection.disposables);
    this.store.add(silenceQueries(terminal));
    this.store.add(
      terminal.parser.registerOscHandler(52, (data) => {
        if (this.visible && !this.replaying) around.clipboard(data);
        return true;
      }),
    );
    this.pacer = this.store.add(
      new ResizePacer(
        ({ columns, rows }) => {
          const selected = terminal.getSelection();
          terminal.resize(columns, rows);
          // Lines that wrap anew move away under a selection: better none than one of other text.
          if (selected !== '' && terminal.getSelection() !== selected) terminal.clearSelection();
          this.port?.post({ type: 'resize', columns, rows });
        },
        {
          now: () => performance.now(),
          after: (milliseconds, call) => {
            const timer = window.setTimeout(call, milliseconds);
            return () => {
              window.clearTimeout(timer);
            };
          },
        },
      ),
    );
    this.drawPacer = new DrawPacer(() => this.queue.size > FLOOD_BACKLOG || this.meter.recent > FLOOD_RECENT);
    this.store.add(this.drawPacer);
    this.listen();
    this.observeSize();
    this.store.add(
      around.scheduler.add({
        key: paneId,
        class: () => this.feedClass(),
        pending: () => this.snapshot !== null || this.queue.size > 0,
        serve: (bytes, done) => {
          this.serve(bytes, done);
        },
      }),
    );
  }

  get outputBelow(): boolean {
    return this.below;
  }

  get renderer(): 'webgl' | 'dom' {
    return this.webgl === null ? 'dom' : 'webgl';
  }

  /** Puts the terminal into its place in the page; only the first call does something. */
  mount(host: HTMLElement): void {
    if (this.element.parentElement === null) host.appendChild(this.element);
  }

  /** A hidden terminal parses and does not draw. It is opened when it is first seen. */
  setVisible(visible: boolean): void {
    if (this.visible === visible || this.store.isDisposed) return;
    this.visible = visible;
    if (visible) {
      if (this.terminal.element === undefined) {
        this.terminal.open(this.element);
        this.drawPacer.hook(this.terminal);
        if (this.focusWanted) this.terminal.focus();
      }
      if (!this.contextFailed) this.around.contexts.want(this);
      this.fit();
    } else this.around.contexts.release(this);
  }

  connect(port: TerminalPort): void {
    this.port?.close();
    this.port = port;
    this.queue.clear();
    port.listen((message) => {
      this.receive(message);
    });
  }

  configure(options: ITerminalOptions): void {
    Object.assign(this.terminal.options, options);
    this.fit();
  }

  focus(): void {
    // Before it is first seen a terminal can't take the keyboard; it does so then.
    this.focusWanted = this.terminal.element === undefined;
    this.terminal.focus();
  }

  /** Sends as if the person had typed it. */
  type(data: string): void {
    this.terminal.input(data, true);
  }

  scrollToBottom(): void {
    this.terminal.scrollToBottom();
  }

  gainContext(): boolean {
    if (this.store.isDisposed || this.contextFailed) return false;
    try {
      const addon = new WebglAddon();
      addon.onContextLoss(() => {
        // The pane goes on with plain text: a context that was lost once is likely to be lost again.
        this.contextFailed = true;
        this.around.contexts.release(this);
      });
      this.terminal.loadAddon(addon);
      this.webgl = addon;
      return true;
    } catch {
      // No WebGL here: the page draws the text, which always works.
      this.contextFailed = true;
      return false;
    }
  }

  loseContext(): void {
    const addon = this.webgl;
    this.webgl = null;
    addon?.dispose();
  }

  dispose(): void {
    this.around.contexts.release(this);
    this.port?.close();
    this.port = null;
    this.store.dispose();
    this.element.remove();
  }

  private listen(): void {
    const { terminal, around } = this;
    this.store.add(
      terminal.onData((data) => {
        // What a replayed mode makes the terminal say is no news to the program.
        if (this.replaying && (data === '\u001b[I' || data === '\u001b[O')) return;
        if (this.port === null) this.earlyInput = (this.earlyInput + data).slice(0, EARLY_INPUT);
        else this.port.post({ type: 'input', data });
      }),
    );
    this.store.add(
      terminal.onBinary((data) => {
        const bytes = Uint8Array.from(data, (character) => character.charCodeAt(0));
        this.port?.post({ type: 'binary', data: bytes });
      }),
    );
    this.store.add(
      terminal.onSelectionChange(() => {
        if (terminal.hasSelection()) around.selected(terminal.getSelection());
      }),
    );
    this.store.add(
      terminal.onScroll(() => {
        if (this.atBottom) this.setBelow(false);
      }),
    );
    terminal.attachCustomKeyEventHandler(around.keyEvent);
    terminal.attachCustomWheelEventHandler((event) => scrollWithoutTicks(terminal, event));
    // Taken before the terminal sees it: the text is made safe first, and several lines are asked about.
    this.element.addEventListener(
      'paste',
      (event) => {
        event.preventDefault();
        event.stopPropagation();
        around.pasted(event.clipboardData?.getData('text/plain') ?? '');
      },
      { capture: true },
    );
  }

  private observeSize(): void {
    const observer = new ResizeObserver(() => {
      this.fit();
    });
    observer.observe(this.element);
    this.store.defer(() => {
      observer.disconnect();
    });
  }

  private get atBottom(): boolean {
    const { active } = this.terminal.buffer;
    return active.viewportY >= active.baseY;
  }

  private setBelow(below: boolean): void {
    if (below === this.below) return;
    this.below = below;
    this.belowEmitter.fire(below);
  }

  private feedClass(): FeedClass {
    if (!this.visible) return 'hidden';
    return this.around.focused() || this.meter.quiet ? 'urgent' : 'visible';
  }

  private receive(message: BytePortDown): void {
    switch (message.type) {
      case 'snapshot':
        this.queue.clear();
        this.snapshot = message;
        break;
      case 'data':
        this.meter.add(message.data.length);
        this.queue.push(message.data);
        break;
      case 'restarted':
        // The bytes that follow reset the modes; an old mark of found text would point at nothing.
        this.search.clearDecorations();
        break;
    }
    this.around.scheduler.wake();
  }

  private serve(limit: number, done: () => void): void {
    const { snapshot, terminal } = this;
    if (snapshot !== null) {
      this.snapshot = null;
      this.replay(snapshot, done);
      return;
    }
    const chunks = this.queue.take(limit);
    const port = this.port;
    const bytes = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
    for (const chunk of chunks.slice(0, -1)) terminal.write(chunk);
    terminal.write(chunks.at(-1) ?? '', () => {
      port?.post({ type: 'acknowledge', bytes });
      this.selection.afterParse();
      if (!this.atBottom) this.setBelow(true);
      done();
    });
  }

  private replay(snapshot: Extract<BytePortDown, { type: 'snapshot' }>, done: () => void): void {
    const { terminal } = this;
    this.replaying = true;
    terminal.reset();
    terminal.resize(snapshot.columns, snapshot.rows);
    terminal.write(snapshot.data, () => {
      this.replaying = false;
      this.setBelow(false);
      this.pacer.forget();
      this.fit();
      if (this.earlyInput !== '') this.port?.post({ type: 'input', data: this.earlyInput });
      this.earlyInput = '';
      done();
    });
  }

  private fit(): void {
    // While the screen is replayed its size is that of the snapshot; afterwards it is fitted anyway.
    if (!this.visible || this.replaying || this.snapshot !== null || this.store.isDisposed) return;
    const proposed = this.fitter.proposeDimensions();
    if (proposed === undefined || !(proposed.cols >= 2) || !(proposed.rows >= 1)) return;
    this.pacer.request({ columns: proposed.cols, rows: proposed.rows });
  }
}

/**
 * Wheels are counted in ticks; some devices and remote displays send a distance and no ticks, which the terminal
 * takes for no movement. False: the event is dealt with.
 */
function scrollWithoutTicks(terminal: Terminal, event: WheelEvent): boolean {
  const { wheelDeltaY } = event as WheelEvent & { readonly wheelDeltaY?: number };
  const history = terminal.buffer.active.type === 'normal';
  if (event.defaultPrevented || wheelDeltaY !== 0 || event.deltaY === 0 || !history) return true;
  const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY : event.deltaY / 40;
  terminal.scrollLines(Math.sign(lines) * Math.max(1, Math.round(Math.abs(lines))));
  event.preventDefault();
  return false;
}
