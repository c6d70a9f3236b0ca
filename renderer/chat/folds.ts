/** Which folded parts of a conversation are open. Ids of parts begin with the key of their row and a bar. */
export class Folds {
  private readonly chosen = new Map<string, boolean>();
  /** The row whose parts are all open, because something in it was looked for. */
  private revealed: string | null = null;
  private readonly listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  };

  isOpen(id: string, initially: boolean): boolean {
    const chosen = this.chosen.get(id);
    if (chosen !== undefined) return chosen;
    return initially || (this.revealed !== null && id.startsWith(`${this.revealed}|`));
  }

  set(id: string, open: boolean): void {
    this.chosen.set(id, open);
    this.tell();
  }

  /** Opens everything in a row, also what the person had closed; what was opened in another row so far closes. */
  reveal(key: string | null): void {
    if (this.revealed === key) return;
    this.revealed = key;
    if (key !== null)
      for (const [id, open] of this.chosen) if (!open && id.startsWith(`${key}|`)) this.chosen.delete(id);
    this.tell();
  }

  private tell(): void {
    for (const listener of [...this.listeners]) listener();
  }
}
