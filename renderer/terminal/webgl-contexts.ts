import type { Configuration } from '#shared/config/schema';

/** Renderers that draw on the processor: slower than the page's own text. */
const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i;

let realGpu: boolean | null = null;

/** Whether WebGL is drawn by a real GPU. Looked at once; the context for it is given back at once. */
function hasRealGpu(): boolean {
  if (realGpu !== null) return realGpu;
  const context = document.createElement('canvas').getContext('webgl2');
  const details = context?.getExtension('WEBGL_debug_renderer_info');
  const name: unknown =
    context && details ? context.getParameter(details.UNMASKED_RENDERER_WEBGL) : 'software';
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  realGpu = typeof name === 'string' && !SOFTWARE.test(name);
  return realGpu;
}

/** A terminal that would like to be drawn by WebGL. */
export interface ContextUser {
  gainContext(): boolean;
  loseContext(): void;
}

/**
 * Browsers keep sixteen contexts at the most and take the oldest away without asking. So a limited number is
 * lent to terminals that are in view, and each comes back when its terminal is hidden or ends.
 */
export class WebglContexts {
  private readonly holders = new Set<ContextUser>();
  private readonly waiting = new Set<ContextUser>();
  private capacity = 0;

  configure(terminal: Configuration['terminal']): void {
    const wanted = terminal.renderer === 'webgl' || (terminal.renderer === 'auto' && hasRealGpu());
    this.capacity = wanted ? terminal['webgl-contexts'] : 0;
    for (const holder of [...this.holders].slice(this.capacity)) {
      this.holders.delete(holder);
      this.waiting.add(holder);
      holder.loseContext();
    }
    this.serve();
  }

  get count(): number {
    return this.holders.size;
  }

  /** The terminal is in view. */
  want(user: ContextUser): void {
    if (this.holders.has(user)) return;
    this.waiting.add(user);
    this.serve();
  }

  /** The terminal is hidden, ends, or its context was taken away by the system. */
  release(user: ContextUser): void {
    this.waiting.delete(user);
    if (!this.holders.delete(user)) return;
    user.loseContext();
    this.serve();
  }

  private serve(): void {
    for (const user of this.waiting) {
      if (this.holders.size >= this.capacity) return;
      this.waiting.delete(user);
      if (user.gainContext()) this.holders.add(user);
    }
  }
}
