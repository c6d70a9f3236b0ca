import type { Terminal } from '@xterm/xterm';

/** Drawing is what costs during a flood; fifteen pictures a second are enough to see it pass. */
const FLOOD_INTERVAL = 66;
/** A picture that is slow to draw comes less often, so that drawing takes a fifth of the time at the most. */
const COST_FACTOR = 4;
const LONGEST_INTERVAL = 500;

interface RowRenderer {
  refreshRows(start: number, end: number, redrawOnly?: boolean): void;
  handleSelectionChanged?(start: unknown, end: unknown, columns: boolean): void;
}

/** The part of the terminal that asks for rows to be drawn; it has no public name. */
function rowRenderer(terminal: Terminal): RowRenderer | null {
  const { _core: core } = terminal as unknown as { _core?: { _renderService?: Partial<RowRenderer> } };
  const service = core?._renderService;
  return typeof service?.refreshRows === 'function' ? (service as RowRenderer) : null;
}

/** Draws a terminal less often while it is flooded. Without the part it hooks into, everything is drawn as ever. */
export class DrawPacer {
  private held: { start: number; end: number } | null = null;
  private timer: number | null = null;
  private lastDrawn = 0;
  private interval = FLOOD_INTERVAL;
  private measuring = false;
  private draw: RowRenderer['refreshRows'] | null = null;
  private selection: (() => void) | null = null;

  constructor(private readonly flooded: () => boolean) {}

  /** Called once the terminal is opened. */
  hook(terminal: Terminal): void {
    const service = rowRenderer(terminal);
    if (service === null || this.draw !== null) return;
    const draw = service.refreshRows.bind(service);
    this.draw = draw;
    this.hookSelection(terminal, service);
    service.refreshRows = (start, end, redrawOnly) => {
      const wait = this.lastDrawn + this.interval - performance.now();
      if (!this.flooded() || (wait <= 0 && this.held === null)) {
        this.flush();
        this.drawNow(start, end, redrawOnly);
        return;
      }
      this.held = {
        start: Math.min(start, this.held?.start ?? start),
        end: Math.max(end, this.held?.end ?? end),
      };
      this.timer ??= window.setTimeout(() => {
        this.timer = null;
        this.flush();
      }, wait);
    };
  }

  /**
   * Each frame in which lines scrolled, the terminal draws its selection anew and with it all rows at once, also
   * when nothing is selected. Nothing selected before and after needs no drawing; the rest is paced like rows.
   */
  private hookSelection(terminal: Terminal, service: RowRenderer): void {
    const select = service.handleSelectionChanged?.bind(service);
    if (select === undefined) return;
    let shown = false;
    service.handleSelectionChanged = (start, end, columns) => {
      const some = Boolean(start && end);
      if (!some && !shown) return;
      shown = some;
      this.selection = () => {
        select(start, end, columns);
      };
      if (this.flooded()) service.refreshRows(0, terminal.rows - 1);
      else this.showSelection();
    };
  }

  private showSelection(): void {
    const { selection } = this;
    this.selection = null;
    selection?.();
  }

  dispose(): void {
    if (this.timer !== null) window.clearTimeout(this.timer);
    this.timer = null;
    this.held = null;
    this.draw = null;
  }

  private flush(): void {
    const { held } = this;
    this.held = null;
    if (held !== null) this.drawNow(held.start, held.end);
  }

  private drawNow(start: number, end: number, redrawOnly?: boolean): void {
    this.showSelection();
    this.lastDrawn = performance.now();
    // Before the terminal asks for its frame: what it does in there, forced layouts included, is part of the cost.
    if (this.flooded()) this.measure();
    this.draw?.(start, end, redrawOnly);
  }

  /** Takes the time of the picture that has just been asked for, layout and painting included. */
  private measure(): void {
    if (this.measuring) return;
    this.measuring = true;
    window.requestAnimationFrame(() => {
      const started = performance.now();
      const { port1, port2 } = new MessageChannel();
      // The first task after the frame: what lies between is what the frame cost this thread.
      port1.onmessage = () => {
        this.measuring = false;
        const cost = performance.now() - started;
        this.interval = Math.min(LONGEST_INTERVAL, Math.max(FLOOD_INTERVAL, cost * COST_FACTOR));
        this.lastDrawn = performance.now();
      };
      port2.postMessage(null);
    });
  }
}
