import type { Partials } from './partials';
import type { Place, RowList } from './row-list';
import type { CommandRow, Row, UserRow } from './rows';

/** Prompts that have been given and that Claude has not told of yet, by the uuid that their line will have. */
export class ExpectedPrompts {
  private readonly places = new Map<string, Place>();

  constructor(
    private readonly list: RowList,
    private readonly partials: Partials,
  ) {}

  has(uuid: string): boolean {
    return this.places.has(uuid);
  }

  /** Shows it until its line comes, which stays where it is. */
  add(uuid: string, text: string, at: number): void {
    const origin = { key: uuid, at, lines: [] };
    const row: Row = /^\/[\w:-]+(?:\s|$)/.test(text)
      ? { kind: 'command', ...origin, command: text, output: '', failed: false }
      : { kind: 'user', ...origin, text, images: [], queued: false };
    this.places.set(uuid, this.partials.insertAbove(row) ?? this.list.add(row));
  }

  /** It was not given after all; false when nobody expected it. */
  drop(uuid: string): boolean {
    const place = this.places.get(uuid);
    if (place === undefined) return false;
    this.places.delete(uuid);
    this.list.absorb(place);
    return true;
  }

  /** Puts what its line says where it stands; false when nobody expected it. */
  take(uuid: string | null, row: UserRow | CommandRow): boolean {
    const place = uuid === null ? undefined : this.places.get(uuid);
    if (place === undefined || uuid === null) return false;
    this.places.delete(uuid);
    const shown = this.list.get(place);
    // What a command printed may have come before the command itself.
    const printed =
      shown.kind === 'command' && row.kind === 'command'
        ? { output: shown.output, failed: shown.failed, lines: [...row.lines, ...shown.lines] }
        : {};
    this.list.set(place, { ...row, ...printed });
    return true;
  }

  /** Adds what ends a turn, which stands above the prompts that were given for the next one. */
  addAbove(row: Row): void {
    // What a command of Claude's own prints comes below it, and so does the end of its turn.
    const ids = [...this.places].flatMap(([id, at]) => (this.list.get(at).kind === 'user' ? [id] : []));
    const moved = this.list.addAbove(
      ids.flatMap((id) => this.places.get(id) ?? []),
      row,
    );
    if (moved === null) this.list.add(row);
    else
      for (const [index, id] of ids.entries()) {
        const place = moved[index];
        if (place !== undefined) this.places.set(id, place);
      }
  }
}
