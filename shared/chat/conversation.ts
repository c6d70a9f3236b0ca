import type { ChatLine } from '../ipc/chat-port';
import { CallBook } from './call-book';
import { recordOf } from './json';
import type { Line, SubagentMark } from './message';
import { parseLine } from './message';
import { Part } from './part';
import type { LineFate, Row } from './rows';

interface Subagent {
  readonly part: Part;
  /** The call that started it; until that is known, a name that stands for it. */
  starter: string;
}

/**
 * A conversation as rows, from the lines that Claude writes. Each line costs the same, however long the conversation
 * is. No line is lost: for each it is told which row shows it, or why none does.
 */
export class Conversation {
  private readonly calls = new CallBook((agentId, starter) => {
    this.adopt(agentId, starter);
  });
  /** The file and the output of Claude tell the same lines. */
  private readonly seen = new Set<string>();
  private readonly own = new Part(this.calls, this.seen, () => undefined);
  private readonly subagents = new Map<string, Subagent>();
  /** Subagents whose rows changed since they were shown in the rows of their calls. */
  private readonly changed = new Set<Subagent>();
  /** Parts to which a page of earlier lines is being added. */
  private paging: Set<Part> | null = null;

  /** Another array after earlier lines came; the same one, changed, in between. */
  get rows(): readonly Row[] {
    return this.own.rows;
  }

  /** Goes up with each change. */
  get version(): number {
    return this.own.version;
  }

  /**
   * Takes a line that stands behind all others. `arrivedAt`: when it came, in milliseconds since 1970, for lines that
   * do not say when they were written; null when that says nothing.
   */
  append(line: ChatLine, arrivedAt: number | null = null): LineFate {
    const parsed = parseLine(line);
    return this.take(parsed.at === null ? { ...parsed, at: arrivedAt } : parsed);
  }

  /** Takes a page of lines that stand before all others. */
  prepend(lines: readonly ChatLine[]): readonly LineFate[] {
    this.paging = new Set([this.own]);
    this.own.beginPage();
    const fates = lines.map((line) => this.take(parseLine(line)));
    for (const part of this.paging) part.endPage();
    this.paging = null;
    return fates;
  }

  /** Takes what Claude is writing just now: a line of type `stream_event`. It is seen after `flush`. */
  partial(text: string): void {
    const line = parseLine({ id: '', text });
    if (line.type === 'other' && line.name === 'stream_event')
      this.partOf(line.subagent, line).takeEvent(recordOf(line.record['event']));
  }

  /** A prompt has been given that Claude has not told of yet; its line will have this uuid. */
  expect(uuid: string, text: string, at: number): void {
    this.own.expect(uuid, text, at);
  }

  /** It was not given after all. */
  unexpect(uuid: string): void {
    this.own.unexpect(uuid);
  }

  /** Brings the rows up to date with what came. */
  flush(): void {
    this.own.flush();
    // Showing one in the row of its call changes the part above, which then stands behind it in the set.
    for (const subagent of this.changed) {
      subagent.part.flush();
      this.changed.delete(subagent);
      const { rows, version } = subagent.part;
      this.calls.showSubagent(subagent.starter, { rows, version, count: rows.length });
    }
  }

  /** The Claude is gone: what it had begun will not be finished. */
  end(): void {
    this.own.end();
    for (const { part } of this.subagents.values()) part.end();
    this.calls.endAll('interrupted');
  }

  private take(line: Line): LineFate {
    if (line.type === 'other' && line.name === 'stream_event') {
      this.partOf(line.subagent, line).takeEvent(recordOf(line.record['event']));
      return { hidden: 'what Claude was writing; the whole is a line of its own' };
    }
    if (line.uuid !== null) {
      if (this.seen.has(line.uuid)) return { hidden: 'it came already' };
      this.seen.add(line.uuid);
    }
    const part = this.partOf(line.subagent, line);
    const fate = part.take(line);
    part.touch();
    return fate;
  }

  /** Whose line it is. The part of a subagent is made when the first of its lines comes. */
  private partOf(mark: SubagentMark | null, line: Line): Part {
    if (mark === null) return this.own;
    const { toolUseId, agentId } = mark;
    const starter =
      toolUseId ?? (agentId === null ? null : this.calls.starterOf(agentId)) ?? `agent:${agentId ?? ''}`;
    let subagent = this.subagents.get(starter);
    if (subagent === undefined) {
      const made: Subagent = {
        starter,
        part: new Part(this.calls, this.seen, () => this.changed.add(made)),
      };
      subagent = made;
      this.subagents.set(starter, made);
      if (!this.calls.has(starter)) this.own.standIn(starter, line.at);
    }
    if (this.paging !== null && !this.paging.has(subagent.part)) {
      this.paging.add(subagent.part);
      subagent.part.beginPage();
    }
    return subagent.part;
  }

  /** A subagent that was known by its own name alone belongs to a call. */
  private adopt(agentId: string, starter: string): void {
    const alone = `agent:${agentId}`;
    const subagent = this.subagents.get(alone);
    if (subagent === undefined || this.subagents.has(starter)) return;
    subagent.starter = starter;
    this.subagents.delete(alone);
    this.subagents.set(starter, subagent);
    this.calls.dismiss(alone);
    this.changed.add(subagent);
  }
}
