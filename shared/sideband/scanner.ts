import { MarkdownContext } from './markdown-context';
import { TagReader, type TagEnd } from './tag-reader';
import { judgeTag, type SidebandTag } from './tags';

export type SidebandPiece =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'tag'; readonly tag: SidebandTag; readonly source: string }
  /** A tag that is not right: `problem` says why in a sentence. It is never run; `source` is its text. */
  | { readonly type: 'malformed'; readonly source: string; readonly problem: string };

export interface SidebandScannerOptions {
  /** A secret that each tag has to carry as attribute `nonce`, so that only who was told it can write one. */
  readonly nonce?: string;
}

/**
 * Finds the tags in the text of a message that comes in arbitrary pieces; `grammar.md` says what is one. Joined
 * in order, the texts and sources of the pieces are the input, and the pieces are the same for every way of
 * cutting it, but for where text is parted. The work grows with the input alone; no more than one unfinished tag
 * is held back. One scanner reads one message: fences and the like do not reach into the next.
 */
export class SidebandScanner {
  private readonly markdown = new MarkdownContext();
  private readonly nonce: string | null;
  private reader: TagReader | null = null;
  private pieces: SidebandPiece[] = [];
  private text = '';

  constructor(options: SidebandScannerOptions = {}) {
    this.nonce = options.nonce ?? null;
  }

  /** Takes the next part of the message; returns what is certain now. */
  push(text: string): SidebandPiece[] {
    this.feed(text);
    return this.take();
  }

  /** Ends the message: returns what was held back. */
  end(): SidebandPiece[] {
    while (this.reader !== null) this.close(this.reader, this.reader.finish());
    return this.take();
  }

  private feed(text: string): void {
    let start = 0;
    for (let index = 0; index < text.length; index += 1) {
      const unit = text.charAt(index);
      if (this.reader !== null) {
        const end = this.reader.push(unit);
        // A fresh start for what follows: `close` feeds again what does not belong to the tag.
        if (end !== null) this.close(this.reader, end);
        start = index + 1;
      } else if (unit === '<' && mayBeginTag(text, index) && this.markdown.meansTags) {
        this.text += text.slice(start, index);
        this.reader = new TagReader();
        this.reader.push(unit);
        start = index + 1;
      } else {
        this.markdown.advance(unit);
      }
    }
    this.text += text.slice(start);
  }

  /** Takes in a tag that ended, and reads again what was read beyond it: never more than one tag is long. */
  private close(reader: TagReader, end: TagEnd): void {
    this.reader = null;
    const source = reader.source(0, end.length);
    if (end.kind === 'text') {
      this.text += source;
      this.markdown.advance(source);
    } else {
      this.markdown.skipTag();
      if (end.kind === 'malformed') {
        this.add({ type: 'malformed', source, problem: end.problem });
      } else {
        const tag = judgeTag(end.raw, this.nonce);
        this.add(
          tag.ok
            ? { type: 'tag', tag: tag.value, source }
            : { type: 'malformed', source, problem: tag.error },
        );
      }
    }
    this.feed(reader.source(end.length));
  }

  private add(piece: SidebandPiece): void {
    this.flush();
    this.pieces.push(piece);
  }

  private flush(): void {
    if (this.text !== '') this.pieces.push({ type: 'text', text: this.text });
    this.text = '';
  }

  private take(): SidebandPiece[] {
    this.flush();
    const { pieces } = this;
    this.pieces = [];
    return pieces;
  }
}

/** Most less-thans are seen at once to begin no tag, and need no reader. */
function mayBeginTag(text: string, index: number): boolean {
  const following = text.charAt(index + 1);
  return following === 'f' || following === '/' || following === '';
}
