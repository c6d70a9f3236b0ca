import type { ChatLine, ChatPortDown } from '#shared/ipc/chat-port';
import { CHAT_WINDOW } from '#shared/ipc/chat-port';

/** What may wait for a view before its Claude is told to wait, and when it may go on, in UTF-16 units. */
const PAUSE_ABOVE = 4 * CHAT_WINDOW;
const RESUME_BELOW = CHAT_WINDOW;

/** Grows while it waits. */
type Waiting =
  | { readonly type: 'lines'; readonly lines: ChatLine[] }
  | { readonly type: 'partial'; readonly lines: string[] }
  | Exclude<ChatPortDown, { type: 'lines' | 'partial' }>;

/**
 * What goes to one view, in order and no faster than the view takes it. Lines that wait are sent together; while the
 * view is behind, more of them gather in each message.
 */
export class ChatOutbox {
  private readonly waiting: Waiting[] = [];
  private waitingUnits = 0;
  private inFlight = 0;
  private scheduled = false;
  private behind = false;

  constructor(
    private readonly post: (message: ChatPortDown) => void,
    /** Tells that so much waits that more must not come, and when it may again. */
    private readonly full: (on: boolean) => void,
  ) {}

  push(message: ChatPortDown): void {
    const last = this.waiting.at(-1);
    if (message.type === 'lines') {
      if (last?.type === 'lines') for (const line of message.lines) last.lines.push(line);
      else this.waiting.push({ type: 'lines', lines: [...message.lines] });
    } else if (message.type === 'partial') {
      if (last?.type === 'partial') for (const line of message.lines) last.lines.push(line);
      else this.waiting.push({ type: 'partial', lines: [...message.lines] });
    } else this.waiting.push(message);
    this.waitingUnits += unitsOf(message);
    this.check();
    if (this.scheduled) return;
    this.scheduled = true;
    // What one read of a pipe brings goes as one message.
    setImmediate(() => {
      this.scheduled = false;
      this.flush();
    });
  }

  acknowledge(units: number): void {
    this.inFlight = Math.max(0, this.inFlight - units);
    this.flush();
  }

  /** Forgets all that waits: the view begins anew. */
  clear(): void {
    this.waiting.length = 0;
    this.waitingUnits = 0;
    this.check();
  }

  private flush(): void {
    while (this.inFlight < CHAT_WINDOW) {
      const next = this.waiting.shift();
      if (next === undefined) break;
      const units = unitsOf(next);
      this.waitingUnits -= units;
      this.inFlight += units;
      this.post(next);
    }
    this.check();
  }

  private check(): void {
    const behind = this.behind ? this.waitingUnits > RESUME_BELOW : this.waitingUnits > PAUSE_ABOVE;
    if (behind === this.behind) return;
    this.behind = behind;
    this.full(behind);
  }
}

/** The size that a view acknowledges. */
function unitsOf(message: ChatPortDown): number {
  switch (message.type) {
    case 'lines':
    case 'earlier':
      return message.lines.reduce((sum, { text }) => sum + text.length, 0);
    case 'partial':
      return message.lines.reduce((sum, text) => sum + text.length, 0);
    default:
      return 0;
  }
}
