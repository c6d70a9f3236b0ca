import type { Terminal } from '@xterm/xterm';

/** Drawing is what costs during a flood; fifteen pictures a second are enough to see it pass. */
const FLOOD_INTERVAL = 66;

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
  private draw: RowRenderer['refreshRows'] | null = null;

  constructor(private readonly flooded: () => boolean) {}

  /** Called once the terminal is opened. */
  hook(terminal: Terminal): void {
    const service = rowRenderer(terminal);
    if (service === null || this.draw !== null) return;
    const draw = service.refreshRows.bind(service);
    this.draw = draw;
    service.refreshRows = (start, end, redrawOnly) => {
      const wait = this.lastDrawn + FLOOD_INTERVAL - performance.now();
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
  }
}
