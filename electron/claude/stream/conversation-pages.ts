import { CHAT_LINE } from '#shared/ipc/chat-port';
import type { ChatLine } from '#shared/ipc/chat-port';
import type { PageLine } from './line-pages';
import { readLineAt, readLinesBefore } from './line-pages';

/** A file that holds a part of a conversation, up to a place where a line ends, in bytes. */
export interface Segment {
  readonly file: string;
  readonly end: number;
}

/** The longest line that is given whole, in bytes. */
const WHOLE_LIMIT = 64 * 1024 * 1024;

/** Reads a conversation from its end to its beginning, for one view. It stands in one file after the other. */
export class ConversationPages {
  private segment: number;
  private end: number;

  constructor(private readonly segments: readonly Segment[]) {
    this.segment = segments.length - 1;
    this.end = segments.at(-1)?.end ?? 0;
  }

  /** About so many bytes of lines that stand before those that were read; none once `more` is false. */
  async earlier(bytes: number): Promise<{ readonly lines: readonly ChatLine[]; readonly more: boolean }> {
    while (this.segment >= 0) {
      const { segment } = this;
      const file = this.segments[segment]?.file ?? '';
      const page = this.end === 0 ? null : await readLinesBefore(file, this.end, bytes).catch(() => null);
      if (page === null || page.start === 0) {
        this.segment -= 1;
        this.end = this.segments[this.segment]?.end ?? 0;
      } else this.end = page.start;
      if (page !== null && page.lines.length > 0)
        return { lines: page.lines.map((line) => chatLine(segment, line)), more: this.hasMore };
    }
    return { lines: [], more: false };
  }

  private get hasMore(): boolean {
    return this.segments.some(({ end }, index) =>
      index === this.segment ? this.end > 0 : index < this.segment && end > 0,
    );
  }
}

/** A line as a view gets it, under an id that `readChatLine` understands. */
export function chatLine(segment: number, { offset, text, cut }: PageLine): ChatLine {
  const line = { id: `${String(segment)}:${String(offset)}`, text };
  return cut === undefined ? line : { ...line, cut };
}

/** A line that was not read from a file, cut when it is too long. */
export function liveLine(segment: number, offset: number, text: string, bytes: number): ChatLine {
  return bytes > CHAT_LINE
    ? chatLine(segment, { offset, text: text.slice(0, CHAT_LINE / 4), cut: bytes })
    : chatLine(segment, { offset, text });
}

/** The whole of a line; null when it can't be read any more. */
export async function readChatLine(segments: readonly Segment[], id: string): Promise<string | null> {
  const [segment, offset] = id.split(':').map(Number);
  const file = segments[segment ?? -1]?.file;
  if (file === undefined || offset === undefined || !Number.isSafeInteger(offset) || offset < 0) return null;
  return readLineAt(file, offset, WHOLE_LIMIT).catch(() => null);
}
