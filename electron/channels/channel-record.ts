import type { Clock } from '#shared/base/clock';
import type { Event } from '#shared/base/emitter';
import { Emitter } from '#shared/base/emitter';
import type { ReceivedLine, ReceivedLineState, SentLine } from '#shared/model/channels';
import { LINE_SHOWN, LINES_SHOWN } from '#shared/model/channels';
import { messageContent } from '#shared/state/messages';
import { plainText } from '#shared/state/shown-text';
import type { InboxLine } from './inbox/inbox-journal';

/** What became of lines that wait. */
export interface LineFate {
  readonly state: ReceivedLineState;
  readonly delivery: string | null;
  readonly reason: string;
}

const WAITS: LineFate = { state: 'waiting', delivery: null, reason: '' };

/** The newest lines of the channels, to be looked at. It is kept nowhere: what waits is known by the inbox. */
export class ChannelRecord {
  private received: ReceivedLine[] = [];
  private sent: SentLine[] = [];
  /** Places of lines that wait, by their number in the inbox. */
  private numbers = new Map<number, number>();
  private count = 0;
  private readonly emitter = new Emitter<null>();

  readonly onChange: Event<null> = this.emitter.event;

  constructor(private readonly clock: Clock) {}

  get lines(): { readonly received: readonly ReceivedLine[]; readonly sent: readonly SentLine[] } {
    return { received: this.received, sent: this.sent };
  }

  /** Lines wait from now on. Of a flood only those are looked at that stay. */
  arrived(lines: readonly InboxLine[]): void {
    for (const { sequence, at, channel, pane, text } of lines.slice(-LINES_SHOWN)) {
      const number = this.receive({ at, channel, pane, text: shown(messageContent(text)), ...WAITS });
      this.numbers.set(sequence, number);
    }
    this.emitter.fire(null);
  }

  /** Lines that waited don't any more. */
  settled(lines: readonly InboxLine[], fate: LineFate): void {
    const numbers = new Set(lines.flatMap(({ sequence }) => this.numbers.get(sequence) ?? []));
    for (const { sequence } of lines) this.numbers.delete(sequence);
    this.received = this.received.map((line) => (numbers.has(line.number) ? { ...line, ...fate } : line));
    this.emitter.fire(null);
  }

  /** A line that nobody gets. */
  refused(channel: string, text: string, reason: string): void {
    const at = this.clock.now();
    this.receive({ at, channel, pane: null, text: shown(text), state: 'refused', delivery: null, reason });
    this.emitter.fire(null);
  }

  /** `problem`: why a line was not written to a channel; null when it was. */
  wrote(channel: string, text: string, problem: string | null): void {
    const line = { number: (this.count += 1), at: this.clock.now(), channel, text: shown(text), problem };
    this.sent = [...this.sent, line].slice(-LINES_SHOWN);
    this.emitter.fire(null);
  }

  private receive(line: Omit<ReceivedLine, 'number'>): number {
    const number = (this.count += 1);
    this.received = [...this.received, { number, ...line }].slice(-LINES_SHOWN);
    const [oldest] = this.received;
    for (const [sequence, known] of this.numbers) {
      if (oldest === undefined || known >= oldest.number) break;
      this.numbers.delete(sequence);
    }
    return number;
  }
}

function shown(text: string): string {
  // Cut first: what is left of a huge line is all that is ever looked at.
  const plain = plainText(text.slice(0, 4 * LINE_SHOWN));
  if (plain.length <= LINE_SHOWN && text.length <= 4 * LINE_SHOWN) return plain;
  return `${plain.slice(0, LINE_SHOWN).replace(/[\ud800-\udbff]$/, '')}…`;
}
