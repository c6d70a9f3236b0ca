import type { PaneId } from '#shared/model/ids';

/** Where the keyboard goes in panes that are shown as chats. */
class Composers {
  private readonly focusOf = new Map<PaneId, () => void>();

  /** Ends by the function that comes back. */
  register(paneId: PaneId, focus: () => void): () => void {
    this.focusOf.set(paneId, focus);
    return () => {
      if (this.focusOf.get(paneId) === focus) this.focusOf.delete(paneId);
    };
  }

  /** False when the pane is not shown as a chat. */
  focus(paneId: PaneId): boolean {
    const focus = this.focusOf.get(paneId);
    focus?.();
    return focus !== undefined;
  }
}

export const composers = new Composers();
