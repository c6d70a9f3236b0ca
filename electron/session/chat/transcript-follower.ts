import fs from 'node:fs';
import type { Clock } from '#shared/base/clock';
import type { Disposable } from '#shared/base/disposable';
import { DisposableSlot } from '#shared/base/disposable';
import type { PageLine } from '../../claude/stream/line-pages';
import { endOfLines, readLinesAfter } from '../../claude/stream/line-pages';

/** How often a transcript is looked at when the system tells nothing of it, in milliseconds. */
const LOOK_INTERVAL = 1000;
/** Between the system's word and a look, so that lines that come together are read together. */
const SOON = 25;

export interface TranscriptFollowerOptions {
  readonly file: string;
  readonly clock: Clock;
  readonly lines: (lines: readonly PageLine[]) => void;
  /** The file was written anew: what was told is not in it any more. */
  readonly restarted: () => void;
}

/** Tells what Claude adds to a transcript, line by line. */
export class TranscriptFollower implements Disposable {
  private readonly timer = new DisposableSlot<Disposable>();
  private watcher: fs.FSWatcher | null = null;
  private position: number | null = null;
  private reading = false;
  private again = false;
  private ended = false;

  constructor(private readonly options: TranscriptFollowerOptions) {}

  /** Begins behind what the file holds now; comes back with where that is, in bytes. */
  async begin(): Promise<number> {
    const end = await endOfLines(this.options.file);
    this.position = end;
    this.plan(SOON);
    return end;
  }

  dispose(): void {
    this.ended = true;
    this.timer.dispose();
    this.watcher?.close();
  }

  private plan(delay: number): void {
    if (this.ended) return;
    this.timer.value = this.options.clock.after(delay, () => {
      this.look();
    });
  }

  private look(): void {
    if (this.ended) return;
    if (this.reading) {
      this.again = true;
      return;
    }
    this.watch();
    this.reading = true;
    void this.read()
      .catch(() => undefined) // It was removed between two looks; the next one begins anew.
      .then(() => {
        this.reading = false;
        this.plan(this.again ? SOON : LOOK_INTERVAL);
        this.again = false;
      });
  }

  private async read(): Promise<void> {
    const position = this.position ?? 0;
    const added = await readLinesAfter(this.options.file, position);
    if (this.ended) return;
    if (added === null) {
      this.position = 0;
      this.again = true;
      this.options.restarted();
      return;
    }
    this.position = added.end;
    if (added.lines.length > 0) this.options.lines(added.lines);
  }

  private watch(): void {
    if (this.watcher !== null) return;
    try {
      this.watcher = fs.watch(this.options.file, () => {
        this.plan(SOON);
      });
      this.watcher.on('error', () => {
        this.watcher?.close();
        this.watcher = null;
      });
    } catch {
      // It is not there yet, or the system has no watches left: it is looked at all the same.
    }
  }
}
