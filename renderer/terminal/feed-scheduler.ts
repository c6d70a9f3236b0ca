import type { Disposable } from '#shared/base/disposable';
import { toDisposable } from '#shared/base/disposable';
import type { FeedClass } from './feed-choice';
import { chooseNext, SLICE_BYTES } from './feed-choice';

/** A pane as the scheduler sees it. */
export interface Feed {
  readonly key: string;
  readonly class: () => FeedClass;
  /** Whether something waits. */
  readonly pending: () => boolean;
  /** Parses a slice of up to so many bytes and calls back when it is on the screen. */
  readonly serve: (bytes: number, done: () => void) => void;
}

/**
 * How long slices follow each other without a pause, in milliseconds. A terminal that gets its next slice from within
 * the end of the last one goes on at once; otherwise it waits for a timer, which the browser holds back by four
 * milliseconds. Short enough that a key pressed meanwhile is not late.
 */
const BURST = 8;

/**
 * All terminals of a page share its one thread. This feeds them in small slices, one at a time, so that a flood
 * in one is not felt in another.
 */
export class FeedScheduler {
  private readonly feeds = new Map<string, { readonly feed: Feed; lastServed: number }>();
  private readonly channel = new MessageChannel();
  private turn = 0;
  private serving: Feed | null = null;
  private scheduled = false;
  private burstStart = 0;

  constructor() {
    // A message is the quickest way to the next task: nested timers are held back by the browser.
    this.channel.port1.onmessage = () => {
      this.scheduled = false;
      this.burstStart = performance.now();
      this.next();
    };
  }

  add(feed: Feed): Disposable {
    this.feeds.set(feed.key, { feed, lastServed: 0 });
    return toDisposable(() => {
      this.feeds.delete(feed.key);
      // Its terminal is gone and will not call back.
      if (this.serving === feed) this.finished(feed);
    });
  }

  /** Something came for a pane. */
  wake(): void {
    if (this.serving !== null || this.scheduled) return;
    this.burstStart = performance.now();
    this.next();
  }

  private next(): void {
    if (this.serving !== null) return;
    const waiting = [...this.feeds.values()].filter(({ feed }) => feed.pending());
    this.turn += 1;
    const chosen = chooseNext(
      waiting.map(({ feed, lastServed }) => ({ key: feed.key, class: feed.class(), lastServed })),
      this.turn,
    );
    const entry = chosen === null ? undefined : this.feeds.get(chosen.key);
    if (entry === undefined || chosen === null) return;
    entry.lastServed = this.turn;
    const { feed } = entry;
    this.serving = feed;
    feed.serve(SLICE_BYTES[chosen.class], () => {
      this.finished(feed);
    });
  }

  private finished(feed: Feed): void {
    if (this.serving !== feed) return;
    this.serving = null;
    if (this.scheduled) return;
    if (performance.now() - this.burstStart < BURST) {
      this.next();
      return;
    }
    this.scheduled = true;
    this.channel.port2.postMessage(null);
  }
}
