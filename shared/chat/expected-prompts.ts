import type { Place, RowList } from './row-list';
import type { Row } from './rows';

const COMMAND = /^\/[\w:-]+(?:\s|$)/;

/** Prompts that Claude has not told of yet, by the uuid that their line will have. */
export class ExpectedPrompts {
  private readonly places = new Map<string, Place>();

  constructor(private readonly list: RowList) {}

  has(uuid: string): boolean {
    return this.places.has(uuid);
  }

  /** Shows one; `insert` finds its place where that is not the end, or comes back with null. */
  add(uuid: string, text: string, at: number, insert: (row: Row) => Place | null): void {
    const origin = { key: uuid, at, lines: [] };
    const row: Row = COMMAND.test(text)
      ? { kind: 'command', ...origin, command: text, output: '', failed: false }
      : { kind: 'user', ...origin, text, images: [], queued: false };
    this.places.set(uuid, insert(row) ?? this.list.add(row));
  }

  /** Gives the place of one that is expected no longer; null when it was not. */
  claim(uuid: string): Place | null {
    const place = this.places.get(uuid) ?? null;
    this.places.delete(uuid);
    return place;
  }

  /** Puts a row above all that stand at the end; false, with nothing changed, when other rows do. */
  addAbove(row: Row): boolean {
    // What a command of Claude's own prints comes below it, and so does the end of its turn.
    const ids = [...this.places].flatMap(([id, at]) => (this.list.get(at).kind === 'user' ? [id] : []));
    const moved = this.list.addAbove(
      ids.flatMap((id) => this.places.get(id) ?? []),
      row,
    );
    if (moved === null) return false;
    for (const [index, id] of ids.entries()) {
      const place = moved[index];
      if (place !== undefined) this.places.set(id, place);
    }
    return true;
  }
}
