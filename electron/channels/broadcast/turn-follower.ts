import type { Clock } from '#shared/base/clock';
import type { Disposable } from '#shared/base/disposable';
import { DisposableSlot } from '#shared/base/disposable';
import { TranscriptTail } from '../../claude/turns/transcript-tail';
import type { TurnBlock } from '../../claude/turns/turn-reader';
import { TurnReader } from '../../claude/turns/turn-reader';

/** How often a transcript is looked at when nothing tells of it, in milliseconds. */
const LOOK_INTERVAL = 1000;
/** How often, while the end of a turn is awaited. */
const CLOSE_LOOK = 50;
/** After a turn has ended its last lines may still be on their way, for so many milliseconds at most. */
const FLUSH_LIMIT = 2000;
/** A message that looks like the last one of its turn is, when nothing follows for so long. */
const LIKELY_QUIET = 100;
/** When the file alone tells of an end, what tells better may still come; with a note of Claude's, and without. */
const UNTOLD_QUIET = { certain: 1000, likely: 3000 } as const;

export interface TurnFollowerOptions {
  readonly file: string;
  readonly clock: Clock;
  /** Turns that ended before are history, in milliseconds since 1970. */
  readonly since: number;
  /** Until when the conversation was told already, when it was followed before; 0 when it was not. */
  readonly told: number;
  readonly turn: (blocks: readonly TurnBlock[]) => void;
  readonly fault: (error: unknown) => void;
}

/** Tells each turn of one conversation once: when its Claude is said to have ended it, or its file shows so. */
export class TurnFollower implements Disposable {
  private readonly tail: TranscriptTail;
  private readonly timer = new DisposableSlot<Disposable>();
  private reader: TurnReader;
  /** When the turn was said to be over; null while it goes on. */
  private overAt: number | null = null;
  private changedAt: number;
  private reading: 'no' | 'once' | 'again' = 'no';
  private state: 'follows' | 'leaves' | 'ended' = 'follows';

  constructor(private readonly options: TurnFollowerOptions) {
    this.tail = new TranscriptTail(options.file);
    this.reader = new TurnReader(options.since, options.told);
    this.changedAt = options.clock.monotonic();
    this.look();
  }

  /** When the newest block was made that was told, in milliseconds since 1970. */
  get toldUntil(): number {
    return this.reader.toldUntil;
  }

  /** The Claude works, or waits in the middle of its work. */
  goesOn(): void {
    this.overAt = null;
  }

  /** The Claude has ended its turn, in whatever way. */
  isOver(): void {
    this.overAt = this.options.clock.monotonic();
    this.look();
  }

  /** Nothing more will be added: tells what there is, and ends. */
  leave(): void {
    if (this.state !== 'follows') return;
    this.state = 'leaves';
    this.look();
  }

  dispose(): void {
    this.state = 'ended';
    this.timer.dispose();
  }

  private look(): void {
    if (this.state === 'ended') return;
    this.timer.value = undefined;
    // One read after the other; whoever asks meanwhile is served by the next.
    if (this.reading !== 'no') {
      this.reading = 'again';
      return;
    }
    this.reading = 'once';
    void this.read()
      .catch(this.options.fault)
      .then(() => {
        const again = this.reading === 'again';
        this.reading = 'no';
        if (again) this.look();
        else this.decide();
      });
  }

  private async read(): Promise<void> {
    const grown = await this.tail.read(
      (line) => {
        if (line.ok) this.tell(this.reader.take(line.value));
        else this.reader.skipped();
      },
      () => {
        // Written anew: what was told once stands in it again.
        this.reader = new TurnReader(this.options.since, this.reader.toldUntil);
      },
    );
    if (grown) this.changedAt = this.options.clock.monotonic();
  }

  private decide(): void {
    if (this.state === 'ended') return;
    if (this.state === 'leaves') {
      this.finish();
      this.dispose();
      return;
    }
    if (this.isComplete()) this.finish();
    this.timer.value = this.options.clock.after(this.overAt === null ? LOOK_INTERVAL : CLOSE_LOOK, () => {
      this.look();
    });
  }

  private isComplete(): boolean {
    const now = this.options.clock.monotonic();
    const { end, isEmpty } = this.reader;
    const quiet = now - this.changedAt;
    if (this.overAt === null) return !isEmpty && end !== 'none' && quiet >= UNTOLD_QUIET[end];
    if (now - this.overAt >= FLUSH_LIMIT) return true;
    return !isEmpty && (end === 'certain' || (end === 'likely' && quiet >= LIKELY_QUIET));
  }

  private finish(): void {
    this.overAt = null;
    this.tell(this.reader.finish());
  }

  private tell(blocks: readonly TurnBlock[]): void {
    if (blocks.length > 0 && this.state !== 'ended') this.options.turn(blocks);
  }
}
