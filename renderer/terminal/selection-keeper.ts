import type { IBufferRange, Terminal } from '@xterm/xterm';
import { DisposableStore } from '#shared/base/disposable';

const MOUSE_MODES = new Set([9, 1000, 1002, 1003]);

/**
 * A program that turns its mouse mode on or off makes the terminal drop the selection, and full-screen programs
 * do so with every redraw. What a person selected stays until the person lets go of it.
 */
export class SelectionKeeper {
  readonly disposables = new DisposableStore();
  private kept: IBufferRange | null = null;

  constructor(private readonly terminal: Terminal) {
    for (const final of ['h', 'l']) {
      this.disposables.add(
        terminal.parser.registerCsiHandler({ prefix: '?', final }, (parameters) => {
          if (parameters.some((mode) => typeof mode === 'number' && MOUSE_MODES.has(mode))) {
            this.kept ??= terminal.getSelectionPosition() ?? null;
          }
          return false;
        }),
      );
    }
  }

  /** To be called when what was written is parsed. */
  afterParse(): void {
    const { kept, terminal } = this;
    this.kept = null;
    if (kept === null || terminal.hasSelection()) return;
    const length = (kept.end.y - kept.start.y) * terminal.cols + kept.end.x - kept.start.x;
    terminal.select(kept.start.x, kept.start.y, length);
  }
}
