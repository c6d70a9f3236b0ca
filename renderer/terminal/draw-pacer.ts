import type { Terminal } from '@xterm/xterm';

/** Drawing is what costs during a flood; fifteen pictures a second are enough to see it pass. */
const FLOOD_INTERVAL = 66;
/** A picture that is slow to draw comes less often, so that drawing takes a fifth of the time at the most. */
const COST_FACTOR = 4;
const LONGEST_INTERVAL = 300;

interface RowRenderer {
  refreshRows(start: number, end: number, redrawOnly?: boolean): void;
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

  constructor(private readonly flooded: () => boolean) {}

  /** Called once the terminal is opened. */
  hook(terminal: Terminal): void {
    const service = rowRenderer(terminal);
    if (service === null || this.draw !== null) return;
    const draw = service.refreshRows.bind(service);
    this.draw = draw;
    service.refreshRows = (start, end, redrawOnly) => {
      const wait = this.lastDrawn + this.interval - performance.now();
      if (!this.flooded() || (wait <= 0 && this.held === null)) {
        this.flush();
        this.lastDrawn = performance.now();
        draw(start, end, redrawOnly);
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

  dispose(): void {
    if (this.timer !== null) window.clearTimeout(this.timer);
    this.timer = null;
    this.held = null;
    this.draw = null;
  }

  private flush(): void {
    const { held } = this;
    this.held = null;
    if (held === null || this.draw === null) return;
    this.lastDrawn = performance.now();
    this.draw(held.start, held.end);
    this.measure();
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
