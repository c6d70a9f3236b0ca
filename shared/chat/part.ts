import { assertNever } from '../base/assert';
import type { Block, ImageSource } from './blocks';
import { parseContent, resultText } from './blocks';
import type { CallBook } from './call-book';
import { ExpectedPrompts } from './expected-prompts';
import type { JsonRecord } from './json';
import { listOf, recordOf, someText, textOf } from './json';
import type { AssistantLine, AttachmentLine, Line, SystemLine, UserLine } from './message';
import { Partials } from './partials';
import { resultRow } from './result-row';
import { RowList } from './row-list';
import type { LineFate, Row, UserRow } from './rows';
import type { SideView } from './side-lines';
import { commandOutput, jsonFold, viewAttachment, viewOther, viewSystem } from './side-lines';
import { Flow } from './flow';
import { isTaskTool } from './tasks';
import { TextWriter } from './text-writer';
import { readUserText } from './user-text';

interface Origin {
  readonly key: string;
  readonly at: number | null;
  readonly lines: readonly string[];
}

type Saying = Pick<UserLine, 'uuid' | 'meta'>;

const SUMMARY = 'This session is being continued from a previous conversation';

/** What one agent says and does, as rows: Claude itself, or one of its subagents. */
export class Part {
  /** Goes up with each change. */
  version = 0;
  private readonly list = new RowList();
  private readonly partials: Partials;
  private flow = new Flow(this.list);
  /** What was known behind the page of earlier lines that is being added. */
  private later: Flow | null = null;
  private readonly expected: ExpectedPrompts;
  private readonly changedHere = (): void => {
    this.touch();
  };

  constructor(
    private readonly calls: CallBook,
    /** Lines that came already, by any part. */
    private readonly seen: Set<string>,
    private readonly onChange: (part: Part) => void,
  ) {
    this.partials = new Partials(this.list, (id, place) => {
      this.calls.expect(id, { list: this.list, place, changed: this.changedHere });
    });
    this.expected = new ExpectedPrompts(this.list, this.partials);
  }

  get rows(): readonly Row[] {
    return this.list.rows;
  }

  touch(): void {
    this.version += 1;
    this.onChange(this);
  }

  beginPage(): void {
    this.later = this.flow;
    this.flow = new Flow(this.list);
    this.list.beginPage();
  }

  endPage(): void {
    this.list.endPage();
    this.later?.tasks.learn(this.flow.tasks.current);
    this.flow = this.later ?? this.flow;
    this.later = null;
    this.touch();
  }

  /** Shows what came of the block that is being written. */
  flush(): void {
    if (this.partials.empty) return;
    this.partials.flush();
    this.touch();
  }

  /** What was begun will not be finished. */
  end(): void {
    this.partials.end();
    this.touch();
  }

  takeEvent(event: JsonRecord): void {
    this.partials.take(event);
    this.touch();
  }

  /** A prompt has been given that Claude has not told of yet. It is shown until then, and stays where it is. */
  expect(uuid: string, text: string, at: number): void {
    if (this.seen.has(uuid) || this.expected.has(uuid)) return;
    this.expected.add(uuid, text, at);
    this.touch();
  }

  /** It was not given after all. */
  unexpect(uuid: string): void {
    if (this.expected.drop(uuid)) this.touch();
  }

  /** A row that stands for a call which is not known. */
  standIn(starter: string, at: number | null): void {
    const origin: Origin = { key: `subagent:${starter}`, at, lines: [] };
    this.calls.standIn(starter, origin, { list: this.list, changed: this.changedHere });
    this.touch();
  }

  take(line: Line): LineFate {
    switch (line.type) {
      case 'assistant':
        return this.takeAssistant(line);
      case 'user':
        return this.takeUser(line);
      case 'system':
        return this.takeSystem(line);
      case 'result': {
        const row = resultRow(line, this.originOf(line), this.flow);
        this.flow.totalCost = row.totalCost ?? this.flow.totalCost;
        this.flow.shownError = '';
        this.partials.end();
        for (const denial of listOf(line.record['permission_denials']))
          this.calls.refuse(textOf(recordOf(denial)['tool_use_id']));
        this.calls.endAll('interrupted');
        this.expected.addAbove(row);
        return { shown: row.key };
      }
      case 'attachment':
        return line.name === 'queued_command' ? this.takeQueued(line) : this.show(line, viewAttachment(line));
      case 'other':
        return this.show(line, viewOther(line));
      case 'broken':
        return this.show(line, {
          kind: 'fold',
          label:
            line.cut === null
              ? 'A line that can not be read'
              : `A line of ${(line.cut / 1e6).toFixed(1)} MB: its beginning`,
          form: 'plain',
          text: line.text,
        });
      default:
        return assertNever(line, 'line');
    }
  }

  private takeAssistant(line: AssistantLine): LineFate {
    let shown: string | null = null;
    for (const [index, block] of line.blocks.entries())
      shown = this.takeBlock(line, block, this.originOf(line, index)) ?? shown;
    return shown === null ? { hidden: 'it says nothing' } : { shown };
  }

  /** Null when there is nothing to show. */
  private takeBlock(line: AssistantLine, block: Block, origin: Origin): string | null {
    const begun = this.partials.claim(line, block);
    switch (block.type) {
      case 'text': {
        const empty = block.text.trim() === '' || block.text === '(no content)';
        const idle = line.model === '<synthetic>' && block.text === 'No response requested.';
        if (empty || idle || line.error !== null) {
          if (begun?.type === 'text') begun.writer.drop();
          if (line.error === null) return null;
          this.flow.shownError = block.text.trim();
          const text = empty ? `Claude could not answer: ${line.error}` : block.text;
          return this.place({ kind: 'note', ...origin, sign: 'error', tone: 'error', text });
        }
        const writer = begun?.type === 'text' ? begun.writer : new TextWriter(this.list, origin);
        writer.replace(block.text, origin);
        return writer.key;
      }
      case 'thinking': {
        const place = begun?.type === 'thinking' ? begun.place : null;
        if (block.text.trim() === '' && !block.redacted) {
          if (place !== null) this.list.absorb(place);
          return null;
        }
        const { text, redacted } = block;
        const key = place === null ? origin.key : this.list.get(place).key;
        const row: Row = { kind: 'thinking', ...origin, key, text, redacted, streaming: false };
        if (place === null) this.list.add(row);
        else this.list.set(place, row);
        return key;
      }
      case 'tool-use':
        if (isTaskTool(block.name)) {
          const spot = this.calls.release(block.id);
          return this.flow.tasks.takeCall(block, origin, spot?.place ?? null);
        }
        return this.calls.takeCall(block, origin, { list: this.list, changed: this.changedHere });
      case 'tool-result':
        return this.takeResult(block, undefined, origin);
      case 'image':
        return this.place({ kind: 'picture', ...origin, image: block.image });
      case 'unknown':
        return this.takeStrange(block, origin);
      default:
        return assertNever(block, 'block');
    }
  }

  /** A part that is not known, or not in such a message. */
  private takeStrange(block: Block, origin: Origin): string {
    const fold =
      block.type === 'unknown'
        ? jsonFold(`Part of a message: ${block.name}`, block.raw)
        : jsonFold(block.type, block);
    return this.place({ ...fold, ...origin });
  }

  private takeResult(
    block: Extract<Block, { type: 'tool-result' }>,
    details: unknown,
    origin: Origin,
  ): string {
    return (
      this.flow.tasks.takeResult(block, details, origin.lines) ??
      this.calls.takeResult(block, details, origin, { list: this.list, changed: this.changedHere })
    );
  }

  private takeUser(line: UserLine): LineFate {
    let shown: string | null = null;
    const said: string[] = [];
    const images: ImageSource[] = [];
    const results = line.blocks.filter(({ type }) => type === 'tool-result');
    for (const [index, block] of line.blocks.entries()) {
      const origin = this.originOf(line, index);
      switch (block.type) {
        case 'text':
          if (line.summary || block.text.startsWith(SUMMARY)) {
            const label = 'Summary of what came before';
            shown = this.place({ kind: 'fold', ...origin, label, form: 'markdown', text: block.text });
          } else if (block.text.trim() !== '') shown = this.takeSaid(block.text, line, origin, said) ?? shown;
          break;
        case 'image':
          images.push(block.image);
          break;
        case 'tool-result':
          // With several results in one line nobody could say whose the details are.
          shown = this.takeResult(block, results.length === 1 ? line.details : undefined, origin);
          break;
        default:
          shown = this.takeStrange(block, origin);
      }
    }
    if (said.length > 0 || images.length > 0) {
      const text = said.join('\n\n');
      shown = this.placeSaid({ kind: 'user', ...this.originOf(line), text, images, queued: false }, line);
    }
    return shown === null ? { hidden: 'it says nothing' } : { shown };
  }

  private takeSaid(text: string, { uuid, meta }: Saying, origin: Origin, said: string[]): string | null {
    const read = readUserText(text);
    switch (read.kind) {
      case 'interrupted':
        this.partials.end();
        this.calls.endAll('interrupted');
        this.flow.shownError = 'interrupted';
        return this.place({
          kind: 'note',
          ...origin,
          sign: 'interrupted',
          tone: 'warning',
          text: 'Interrupted',
        });
      case 'command':
        return this.takeCommand(read.command, uuid, origin);
      case 'output':
        return this.takeOutput(commandOutput(read.text), read.failed, origin);
      case 'context':
        return this.place({ kind: 'fold', ...origin, label: read.label, form: 'plain', text: read.text });
      case 'said':
        if (meta) {
          const label = 'Claude Code tells Claude';
          return this.place({ kind: 'fold', ...origin, label, form: 'plain', text: read.text });
        }
        said.push(read.text);
        return null;
      default:
        return assertNever(read, 'text');
    }
  }

  private placeSaid(row: UserRow, line: UserLine): string {
    if (
      !this.expected.take(line.uuid, row) &&
      (line.record['isReplay'] !== true || this.partials.insertAbove(row) === null)
    )
      this.list.add(row);
    return row.key;
  }

  private takeCommand(command: string, uuid: string | null, origin: Origin): string {
    const row = { kind: 'command', ...origin, command, output: '', failed: false } as const;
    return this.expected.take(uuid, row) ? row.key : this.place(row);
  }

  /** What a command printed belongs to the command, when that stands right above. */
  private takeOutput(text: string, failed: boolean, origin: Origin): string {
    const last = this.list.lastShown();
    const row = last === null ? null : this.list.get(last);
    if (last !== null && row?.kind === 'command') {
      const output = [row.output, text].filter((part) => part !== '').join('\n');
      const lines = [...row.lines, ...origin.lines];
      this.list.set(last, { ...row, output, failed: row.failed || failed, lines });
      return row.key;
    }
    return this.place({ kind: 'command', ...origin, command: '', output: text, failed });
  }

  private takeQueued(line: AttachmentLine): LineFate {
    const { attachment } = line;
    const source = someText(attachment['source_uuid']);
    if (source !== null) {
      if (this.seen.has(source)) return { hidden: 'it came already' };
      this.seen.add(source);
    }
    const blocks = parseContent(attachment['prompt']);
    const images = blocks.flatMap((block) => (block.type === 'image' ? [block.image] : []));
    const text = resultText(blocks.flatMap((block) => (block.type === 'text' ? [block] : [])));
    const read = readUserText(text);
    if (read.kind === 'context')
      return this.add({ kind: 'fold', ...this.originOf(line), label: read.label, form: 'plain', text });
    return this.add({ kind: 'user', ...this.originOf(line), text, images, queued: true });
  }

  private takeSystem(line: SystemLine): LineFate {
    const { record, subtype } = line;
    if (subtype === 'init' || subtype === 'status') {
      const told = this.flow.takeSetting(line);
      if (told !== null) return this.add({ kind: 'note', ...this.originOf(line), tone: 'plain', ...told });
      if (subtype === 'init') return { hidden: 'what Claude starts with, shown below the conversation' };
    }
    if (subtype === 'local_command') {
      // The same as in a message of the person's; all else is what a command printed.
      const text = textOf(record['content']);
      const origin = this.originOf(line);
      const said = this.takeSaid(text, { ...line, meta: false }, origin, []);
      return { shown: said ?? this.takeOutput(text, false, origin) };
    }
    if (subtype.startsWith('task_')) {
      const name = this.calls.callOf(textOf(record['tool_use_id']))?.name;
      const ofAgent = name === 'Agent' || name === 'Task';
      const key = subtype === 'task_notification' && !ofAgent ? null : this.calls.takeProgress(record);
      if (key !== null) return { shown: key };
      if (subtype !== 'task_notification') return { hidden: 'its end is shown' };
    }
    return this.show(line, viewSystem(line));
  }

  private show(line: Line, view: SideView): LineFate {
    const origin = this.originOf(line);
    switch (view.kind) {
      case 'hidden':
        return { hidden: view.why };
      case 'output':
        return { shown: this.takeOutput(view.text, view.failed, origin) };
      case 'note': {
        const last = this.list.lastShown();
        const row = last === null ? null : this.list.get(last);
        // One try after the other is one thing that happens.
        if (last !== null && view.sign === 'retry' && row?.kind === 'note' && row.sign === 'retry') {
          this.list.set(last, { ...row, text: view.text, lines: [...row.lines, line.id] });
          return { shown: row.key };
        }
        return this.add({ ...view, ...origin });
      }
      case 'fold':
        return this.add({ ...view, ...origin });
      default:
        return assertNever(view, 'view');
    }
  }

  private add(row: Row): LineFate {
    return { shown: this.place(row) };
  }

  private place(row: Row): string {
    this.list.add(row);
    return row.key;
  }

  private originOf(line: Line, index = 0): Origin {
    const name = line.uuid ?? line.id;
    return { key: index === 0 ? name : `${name}:${String(index)}`, at: line.at, lines: [line.id] };
  }
}
