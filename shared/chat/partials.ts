import type { JsonRecord } from './json';
import { recordOf, someNumber, someText, textOf } from './json';
import type { Place, RowList } from './row-list';
import type { Row } from './rows';
import type { AssistantLine } from './message';
import type { Block } from './blocks';
import type { TextOrigin } from './text-writer';
import { TextWriter } from './text-writer';
import { newCall } from './tool-call';

type Partial =
  | { readonly type: 'text'; readonly writer: TextWriter }
  | { readonly type: 'thinking'; place: Place }
  | { readonly type: 'tool-use'; place: Place; readonly id: string };

/** What Claude is writing just now, block by block. A block goes when its whole has come. */
export class Partials {
  private messageId: string | null = null;
  private readonly blocks = new Map<number, Partial>();

  constructor(
    private readonly list: RowList,
    /** A tool is going to be called; it has a row already. */
    private readonly onCall: (id: string, place: Place) => void,
  ) {}

  get empty(): boolean {
    return this.blocks.size === 0;
  }

  /** Takes an event of the stream. */
  take(event: JsonRecord): void {
    switch (event['type']) {
      case 'message_start':
        // A message that was begun and is begun again came to nothing the first time.
        this.drop();
        this.messageId = someText(recordOf(event['message'])['id']);
        break;
      case 'content_block_start':
        this.begin(event);
        break;
      case 'content_block_delta':
        this.goOn(event);
        break;
      default:
    }
  }

  /**
   * Puts a row above all that is being written: a prompt is told only when the first part of its answer is complete.
   * Null when that is not at the end.
   */
  insertAbove(row: Row): Place | null {
    const blocks = [...this.blocks.values()];
    const places = blocks.flatMap((block) => (block.type === 'text' ? block.writer.rows : [block.place]));
    if (places.length === 0 || !this.list.isTail(places)) return null;
    const first = Math.min(...places) as Place;
    this.list.insert(first, row);
    for (const block of blocks) {
      if (block.type === 'text') {
        block.writer.moveDown();
        continue;
      }
      block.place = (block.place + 1) as Place;
      if (block.type === 'tool-use') this.onCall(block.id, block.place);
    }
    return first;
  }

  flush(): void {
    for (const block of this.blocks.values()) if (block.type === 'text') block.writer.flush();
  }

  /**
   * The whole of a block has come. Gives what was shown of it: the place of its row, or the writer of its rows, which
   * are to show the whole from now on. Null when nothing was.
   */
  claim(line: AssistantLine, block: Block): Partial | null {
    if (this.messageId !== null && line.messageId !== this.messageId) return null;
    for (const [index, partial] of this.blocks) {
      if (partial.type !== block.type) continue;
      if (partial.type === 'tool-use' && block.type === 'tool-use' && partial.id !== block.id) continue;
      this.blocks.delete(index);
      return partial;
    }
    return null;
  }

  /** What was begun will not be finished; it stays as it is. */
  end(): void {
    for (const block of this.blocks.values()) {
      if (block.type === 'text') {
        block.writer.finish();
        continue;
      }
      const row = this.list.get(block.place);
      if (row.kind === 'thinking') this.list.set(block.place, { ...row, streaming: false });
      if (row.kind === 'tool')
        this.list.set(block.place, { ...row, call: { ...row.call, state: 'interrupted' } });
    }
    this.blocks.clear();
  }

  private drop(): void {
    for (const block of this.blocks.values()) {
      if (block.type === 'text') block.writer.drop();
      else this.list.absorb(block.place);
    }
    this.blocks.clear();
  }

  private begin(event: JsonRecord): void {
    const index = someNumber(event['index']) ?? 0;
    const block = recordOf(event['content_block']);
    const origin = this.originOf(index);
    switch (block['type']) {
      case 'text': {
        const writer = new TextWriter(this.list, origin);
        writer.push(textOf(block['text']));
        this.blocks.set(index, { type: 'text', writer });
        break;
      }
      case 'thinking': {
        const text = textOf(block['thinking']);
        const place = this.list.add({ kind: 'thinking', ...origin, text, redacted: false, streaming: true });
        this.blocks.set(index, { type: 'thinking', place });
        break;
      }
      case 'tool_use': {
        const id = textOf(block['id']);
        const call = { ...newCall(id, textOf(block['name']), {}, null), state: 'preparing' as const };
        const place = this.list.add({ kind: 'tool', ...origin, call, subagent: null });
        this.blocks.set(index, { type: 'tool-use', place, id });
        this.onCall(id, place);
        break;
      }
      default:
      // Its whole is shown when it comes.
    }
  }

  private goOn(event: JsonRecord): void {
    const index = someNumber(event['index']) ?? 0;
    const delta = recordOf(event['delta']);
    let block = this.blocks.get(index);
    if (block === undefined) {
      // The beginning was not seen; what is left of the text is better than nothing.
      if (delta['type'] !== 'text_delta') return;
      block = { type: 'text', writer: new TextWriter(this.list, this.originOf(index)) };
      this.blocks.set(index, block);
    }
    if (block.type === 'text') {
      block.writer.push(textOf(delta['text']));
      return;
    }
    const row = this.list.get(block.place);
    if (row.kind === 'thinking')
      this.list.set(block.place, { ...row, text: row.text + textOf(delta['thinking']) });
    if (row.kind === 'tool') {
      const written = row.call.written + textOf(delta['partial_json']).length;
      this.list.set(block.place, { ...row, call: { ...row.call, written } });
    }
  }

  private originOf(index: number): TextOrigin {
    this.begun += 1;
    return {
      key: `partial:${this.messageId ?? ''}:${String(index)}:${String(this.begun)}`,
      at: null,
      lines: [],
    };
  }

  private begun = 0;
}
