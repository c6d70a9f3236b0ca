/** How urgent a pane's output is: what the person looks at or has just asked for comes first. */
export type FeedClass = 'urgent' | 'visible' | 'hidden';

/** A pane with output that waits to be parsed. */
export interface FeedEntry {
  readonly key: string;
  readonly class: FeedClass;
  /** Number of the turn in which it was last served; smaller is longer ago. */
  readonly lastServed: number;
}

const ORDER: readonly FeedClass[] = ['urgent', 'visible', 'hidden'];
/** Every so many turns the one that waited longest is served, so that nobody starves behind a flood. */
const FAIR_TURN = 6;

/** Bytes of one slice: small enough that a key's echo never waits long behind it. */
export const SLICE_BYTES: Readonly<Record<FeedClass, number>> = {
  urgent: 48 * 1024,
  visible: 24 * 1024,
  hidden: 16 * 1024,
};

/** Which pane is served in this turn. */
export function chooseNext(entries: readonly FeedEntry[], turn: number): FeedEntry | null {
  const longest = (candidates: readonly FeedEntry[]): FeedEntry | null =>
    candidates.reduce<FeedEntry | null>(
      (found, entry) => (found === null || entry.lastServed < found.lastServed ? entry : found),
      null,
    );
  if (turn % FAIR_TURN === 0) return longest(entries);
  for (const wanted of ORDER) {
    const found = longest(entries.filter((entry) => entry.class === wanted));
    if (found !== null) return found;
  }
  return null;
}

/** What a pane has received lately decides whether it counts as quiet: an echo is, a flood is not. */
export class QuietMeter {
  private windowStart = 0;
  private bytes = 0;
  private before = 0;

  constructor(
    private readonly now: () => number,
    private readonly windowMilliseconds = 250,
    private readonly quietBytes = 16 * 1024,
  ) {}

  add(bytes: number): void {
    this.roll();
    this.bytes += bytes;
  }

  get quiet(): boolean {
    return this.recent <= this.quietBytes;
  }

  /** Bytes of the present window and the one before. */
  get recent(): number {
    this.roll();
    return this.bytes + this.before;
  }

  private roll(): void {
    const now = this.now();
    const passed = now - this.windowStart;
    if (passed < this.windowMilliseconds) return;
    this.before = passed < 2 * this.windowMilliseconds ? this.bytes : 0;
    this.bytes = 0;
    this.windowStart = now;
  }
}

/** Output that waits, cut into slices without copying. */
export class ChunkQueue {
  private chunks: Uint8Array[] = [];
  private total = 0;

  get size(): number {
    return this.total;
  }

  push(chunk: Uint8Array): void {
    if (chunk.length === 0) return;
    this.chunks.push(chunk);
    this.total += chunk.length;
  }

  /** Takes up to so many bytes, in order. */
  take(limit: number): readonly Uint8Array[] {
    const taken: Uint8Array[] = [];
    let room = limit;
    let used = 0;
    while (room > 0) {
      const chunk = this.chunks[used];
      if (chunk === undefined) break;
      if (chunk.length <= room) {
        taken.push(chunk);
        room -= chunk.length;
        used += 1;
      } else {
        taken.push(chunk.subarray(0, room));
        this.chunks[used] = chunk.subarray(room);
        room = 0;
      }
    }
    this.chunks.splice(0, used);
    this.total -= limit - room;
    return taken;
  }

  clear(): void {
    this.chunks = [];
    this.total = 0;
  }
}
