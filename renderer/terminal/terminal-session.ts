import { FitAddon } from '@xterm/addon-fit';
import { SearchAddon } from '@xterm/addon-search';
import type { Terminal } from '@xterm/xterm';
import { DisposableStore } from '#shared/base/disposable';
import { Utf8Splitter } from '#shared/base/utf8-splitter';
import { Emitter } from '#shared/base/emitter';
import type { BytePortDown } from '#shared/ipc/byte-port';
import type { PaneId } from '#shared/model/ids';
import { LinePacker } from '#shared/terminal/line-packer';
import type { TerminalPort } from '../bridge/bridge';
import type { TerminalSurroundings } from './create-terminal';
import { createTerminal } from './create-terminal';
import { DrawPacer } from './draw-pacer';
import type { FeedClass } from './feed-choice';
import { ChunkQueue, QuietMeter } from './feed-choice';
import { Ligatures } from './ligatures';
import { ResizePacer, windowTimer } from './resize-pacer';
import { SelectionKeeper } from './selection-keeper';
import { SharedColors } from './shared-colors';
import type { TerminalLook } from './terminal-options';
import { WebglRenderer } from './webgl-renderer';

/** So much waiting output, or so much within the last half second, is a flood. */
const FLOOD_BACKLOG = 32 * 1024;
const FLOOD_RECENT = 64 * 1024;
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
  private readonly packer: LinePacker;
  private readonly drawPacer: DrawPacer;
  private readonly selection: SelectionKeeper;
  private readonly webgl: WebglRenderer;
  private readonly ligatures: Ligatures;
  private readonly colors: SharedColors;
  private readonly belowEmitter = this.store.add(new Emitter<boolean>());
  private port: TerminalPort | null = null;
  private snapshot: Extract<BytePortDown, { type: 'snapshot' }> | null = null;
  /** Slices may end inside a character, and the terminal must not see that. */
  private readonly splitter = new Utf8Splitter();
  private replaying = false;
  private earlyInput = '';
  private visible = false;
  /** The page has laid it out where it can be seen. */
  private inView = false;
  private focusWanted = false;
  private below = false;

  /** Output has come below what the person looks at. */
  readonly onOutputBelow = this.belowEmitter.event;

  constructor(
    readonly paneId: PaneId,
    private readonly around: TerminalSurroundings,
  ) {
    this.element.className = 'terminal-element';
    const terminal = createTerminal(around);
    this.terminal = terminal;
    this.ligatures = new Ligatures(terminal, this.element);
    this.ligatures.set(around.options.ligatures);
    this.store.add(terminal);
    this.packer = this.store.add(new LinePacker(terminal, (wait, call) => windowTimer.after(wait, call)));
    this.colors = this.store.add(new SharedColors(terminal));
    // Ends before the terminal does, so that its context is given back.
    this.webgl = this.store.add(
      new WebglRenderer(terminal, around.contexts, () => {
        this.colors.share();
        this.fit();
      }),
    );
    terminal.loadAddon(this.fitter);
    terminal.loadAddon(this.search);
    this.selection = new SelectionKeeper(terminal);
    this.store.add(this.selection.disposables);
    this.store.add(
      terminal.parser.registerOscHandler(52, (data) => {
        if (this.visible && !this.replaying) around.clipboard(data);
        return true;
      }),
    );
    this.pacer = this.store.add(
      new ResizePacer(({ columns, rows }) => {
        const selected = terminal.getSelection();
        terminal.resize(columns, rows);
        // Lines that wrap anew move away under a selection: better none than one of other text.
        if (selected !== '' && terminal.getSelection() !== selected) terminal.clearSelection();
        this.port?.post({ type: 'resize', columns, rows });
      }, windowTimer),
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

  /** Somebody has looked at it, so what it shows is kept from then on. */
  get wasShown(): boolean {
    return this.terminal.element !== undefined;
  }

  get renderer(): 'webgl' | 'dom' {
    return this.webgl.inUse ? 'webgl' : 'dom';
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
        this.observeView();
        this.colors.share();
        this.ligatures.apply();
        this.drawPacer.hook(this.terminal);
        if (this.focusWanted) this.terminal.focus();
      }
      this.around.shown();
      this.webgl.show();
      this.fit();
    } else this.webgl.hide();
  }

  connect(port: TerminalPort): void {
    this.port?.close();
    this.port = port;
    this.queue.clear();
    port.listen((message) => {
      this.receive(message);
    });
  }

  configure({ options, ligatures }: TerminalLook): void {
    Object.assign(this.terminal.options, options);
    this.ligatures.set(ligatures);
    this.fit();
  }

  /** A font has come that may have what was drawn without it. */
  drawAgain(): void {
    this.terminal.clearTextureAtlas();
    this.terminal.refresh(0, this.terminal.rows - 1);
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

  dispose(): void {
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

  /**
   * A terminal that was hidden does not draw before the page has found it in view, and until then it scrolls by the size
   * in which it was drawn last: a new size would throw it away from its end. It looks for the page's word itself, before
   * this does.
   */
  private observeView(): void {
    // One that was never drawn has nothing to be thrown away from, and starts in its size.
    this.inView = true;
    const observer = new IntersectionObserver((entries) => {
      this.inView = entries.at(-1)?.isIntersecting ?? false;
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
    for (const chunk of chunks.slice(0, -1)) terminal.write(this.splitter.push(chunk));
    terminal.write(this.splitter.push(chunks.at(-1) ?? new Uint8Array()), () => {
      port?.post({ type: 'acknowledge', bytes });
      this.selection.afterParse();
      this.packer.changed();
      if (!this.atBottom) this.setBelow(true);
      done();
    });
  }

  private replay(snapshot: Extract<BytePortDown, { type: 'snapshot' }>, done: () => void): void {
    const { terminal } = this;
    this.replaying = true;
    this.splitter.finish();
    terminal.reset();
    terminal.resize(snapshot.columns, snapshot.rows);
    terminal.write(snapshot.data, () => {
      this.replaying = false;
      this.packer.changed();
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
    if (!this.visible || !this.inView || this.replaying || this.snapshot !== null || this.store.isDisposed)
      return;
    const proposed = this.fitter.proposeDimensions();
    if (proposed === undefined || !(proposed.cols >= 2) || !(proposed.rows >= 1)) return;
    this.pacer.request({ columns: proposed.cols, rows: proposed.rows });
  }
}
