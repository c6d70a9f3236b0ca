import { parseJsonLine } from '#shared/base/framing';

/** A part of what Claude did: `thinking`, `text`, `tool_use`, `tool_result`, and whatever later versions add. */
export interface TurnBlock {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** How much of a turn is kept, in UTF-16 units of its lines; what is more is left out, and that is told. */
const TURN_LIMIT = 32 * 1024 * 1024;
/** Lines of other types say nothing about turns, and some of them are large. */
const TELLS_OF_TURNS = /"type":\s*"(?:user|assistant|system)"/;
/** How Claude notes that the person stopped it. */
const INTERRUPTION = '[Request interrupted by user';
/** What Claude notes once its hooks have heard of the end of a turn. */
const END_NOTES: readonly unknown[] = ['turn_duration', 'stop_hook_summary'];
/** Reasons for which a message ends, and its turn goes on. */
const GOES_ON: readonly unknown[] = [null, undefined, 'tool_use', 'pause_turn'];

interface Pending {
  readonly block: TurnBlock;
  /** Milliseconds since 1970; when a line tells none, it counts as new. */
  readonly at: number;
}

/**
 * Reads the lines of a transcript, and gathers what Claude did since the person's last message or the last turn that
 * was taken from here. Turns of which nothing is as new as `since` are history, and so is each block that is not newer
 * than `begin`; both in milliseconds since 1970.
 */
export class TurnReader {
  private pending: Pending[] = [];
  /** How many of those stand before a note that a turn is over. */
  private closed = 0;
  private length = 0;
  private omitted = 0;
  private told: number;
  /** Whether the file says that the turn is over: `certain` by a note of Claude's, `likely` by its last message. */
  end: 'none' | 'likely' | 'certain' = 'none';

  constructor(
    private readonly since: number,
    private readonly begin = 0,
  ) {
    this.told = begin;
  }

  get isEmpty(): boolean {
    return this.pending.length === 0;
  }

  /** When the newest block was made that was taken from here. */
  get toldUntil(): number {
    return this.told;
  }

  /** Takes a line; gives the turn before when the line is the person's next message. */
  take(line: string): readonly TurnBlock[] {
    if (!TELLS_OF_TURNS.test(line)) return [];
    const parsed = parseJsonLine(line);
    if (!parsed.ok || typeof parsed.value !== 'object' || parsed.value === null) return [];
    const record = parsed.value as Readonly<Record<string, unknown>>;
    // What subagents do stands elsewhere, or is marked: their result comes to the one that called them.
    if (record['isSidechain'] === true) return [];
    const at = timeOf(record['timestamp']);
    switch (record['type']) {
      case 'assistant':
        return this.answer(record, at, line.length);
      case 'user':
        return this.user(record, at, line.length);
      case 'system':
        if (END_NOTES.includes(record['subtype']) && !this.isEmpty) this.over('certain');
        return [];
      default:
        return [];
    }
  }

  /** A line that was too long to be read. */
  skipped(): void {
    this.omitted += 1;
  }

  /** Ends the turn here: gives what there is of it. */
  finish(): readonly TurnBlock[] {
    return this.cut(this.pending.splice(0));
  }

  private answer(
    record: Readonly<Record<string, unknown>>,
    at: number,
    length: number,
  ): readonly TurnBlock[] {
    const message = record['message'] as { content?: unknown; stop_reason?: unknown } | undefined;
    const blocks = blocksOf(message?.content);
    for (const block of blocks) this.add(block, at, length / blocks.length);
    if (record['isApiErrorMessage'] === true) this.over('certain');
    else this.end = GOES_ON.includes(message?.stop_reason) ? 'none' : 'likely';
    return [];
  }

  private user(record: Readonly<Record<string, unknown>>, at: number, length: number): readonly TurnBlock[] {
    const blocks = blocksOf((record['message'] as { content?: unknown } | undefined)?.content);
    const results = blocks.filter(({ type }) => type === 'tool_result');
    for (const block of results) this.add(block, at, length / results.length);
    if (results.length > 0) {
      this.end = 'none';
      return [];
    }
    if (blocks.some(({ text }) => typeof text === 'string' && text.startsWith(INTERRUPTION))) {
      this.over('certain');
      return [];
    }
    // Summaries and what Claude puts in by itself are no messages of the person.
    const byItself = ['isMeta', 'isCompactSummary', 'isVisibleInTranscriptOnly'];
    if (byItself.some((flag) => record[flag] === true)) return [];
    return this.prompt(at);
  }

  /** What was done before the message was the turn before; 2.1.197 writes an answer even before its message. */
  private prompt(at: number): readonly TurnBlock[] {
    const over = this.pending.slice(0, this.closed);
    const open = this.pending.slice(this.closed);
    this.pending = open.filter((entry) => entry.at > at);
    if (this.pending.length === 0) this.end = 'none';
    return this.cut([...over, ...open.filter((entry) => entry.at <= at)]);
  }

  private over(end: 'certain'): void {
    this.end = end;
    this.closed = this.pending.length;
  }

  private add(block: TurnBlock, at: number, length: number): void {
    if (at <= this.begin) return;
    this.length += length;
    if (this.length > TURN_LIMIT) this.omitted += 1;
    else this.pending.push({ block, at });
  }

  private cut(entries: readonly Pending[]): readonly TurnBlock[] {
    this.closed = 0;
    const omitted = this.omitted;
    if (this.pending.length === 0) this.length = this.omitted = 0;
    for (const { at } of entries) if (Number.isFinite(at)) this.told = Math.max(this.told, at);
    if (!entries.some(({ at }) => at >= this.since)) return [];
    const blocks = entries.map(({ block }) => block);
    return omitted === 0 ? blocks : [...blocks, { type: 'omitted', blocks: omitted }];
  }
}

function blocksOf(content: unknown): readonly TurnBlock[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }];
  if (!Array.isArray(content)) return [];
  return content.flatMap((block: unknown): readonly TurnBlock[] => {
    if (typeof block !== 'object' || block === null) return [];
    // The signature of thinking is long, and means something to the model alone.
    const { signature: _, ...rest } = block as Record<string, unknown>;
    return typeof rest['type'] === 'string' ? [rest as unknown as TurnBlock] : [];
  });
}

function timeOf(timestamp: unknown): number {
  const at = typeof timestamp === 'string' ? Date.parse(timestamp) : Number.NaN;
  return Number.isNaN(at) ? Number.POSITIVE_INFINITY : at;
}
