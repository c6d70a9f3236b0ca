import { WebglAddon } from '@xterm/addon-webgl';
import type { Terminal } from '@xterm/xterm';
import type { Disposable } from '#shared/base/disposable';
import type { ContextUser, WebglContexts } from './webgl-contexts';

/** Draws one terminal by WebGL while a context can be had for it; the page's own text is drawn otherwise. */
export class WebglRenderer implements ContextUser, Disposable {
  private addon: WebglAddon | null = null;
  /** A context that could not be had, or was lost once, is not asked for again. */
  private failed = false;

  constructor(
    private readonly terminal: Terminal,
    private readonly contexts: WebglContexts,
    /** Cells of the two ways of drawing differ by parts of a pixel, so the grid may change with the way. */
    private readonly changed: () => void,
  ) {}

  get inUse(): boolean {
    return this.addon !== null;
  }

  /** The terminal is open and in view. */
  show(): void {
    if (!this.failed) this.contexts.want(this);
  }

  hide(): void {
    this.contexts.release(this);
  }

  gainContext(): boolean {
    if (this.failed) return false;
    try {
      const addon = new WebglAddon();
      addon.onContextLoss(() => {
        this.failed = true;
        this.contexts.release(this);
      });
      this.terminal.loadAddon(addon);
      this.addon = addon;
      this.changed();
      return true;
    } catch {
      // No WebGL here: the page draws the text, which always works.
      this.failed = true;
      return false;
    }
  }

  loseContext(): void {
    const { addon } = this;
    this.addon = null;
    if (addon === null) return;
    // Disposing alone leaves the context to the garbage collector, and the page soon has too many of them.
    const used = contextsIn(this.terminal.element);
    addon.dispose();
    for (const context of used) context.getExtension('WEBGL_lose_context')?.loseContext();
    this.changed();
  }

  dispose(): void {
    this.contexts.release(this);
    this.failed = true;
  }
}

/** The WebGL contexts of a terminal; its other canvases are drawn in two dimensions and have none. */
function contextsIn(element: HTMLElement | undefined): readonly WebGL2RenderingContext[] {
  return [...(element?.querySelectorAll('canvas') ?? [])].flatMap(
    (canvas) => canvas.getContext('webgl2') ?? [],
  );
}
