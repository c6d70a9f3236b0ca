import fs from 'node:fs/promises';
import type { Result } from '#shared/base/result';
import type { LongLine } from '#shared/base/framing';
import { LineReader } from '#shared/base/framing';

/** How far from its end a file that is there already is read, in bytes. */
const FIRST_BYTES = 8 * 1024 * 1024;
/** How much is read before others get their turn, in bytes. */
const PIECE = 256 * 1024;
/** Longest line, in UTF-16 units: pictures stand whole in them. */
const LINE_LIMIT = 32 * 1024 * 1024;

/** Reads what is added to a file, line by line, whatever the writes and reads cut. */
export class TranscriptTail {
  private offset: number | null = null;
  private lines = new LineReader(LINE_LIMIT);
  private text = new TextDecoder('utf-8', { ignoreBOM: true });
  /** The read began in the middle of a line. */
  private inside = false;

  constructor(readonly file: string) {}

  /**
   * Passes on each line that is whole by now; false when nothing has been added. `restarted` is called before the
   * first line when the file was written anew. A file that is not there has no lines.
   */
  async read(line: (line: Result<string, LongLine>) => void, restarted: () => void): Promise<boolean> {
    let handle: fs.FileHandle;
    try {
      handle = await fs.open(this.file, 'r');
    } catch {
      // When it comes, all of it is new.
      this.offset ??= 0;
      return false;
    }
    try {
      const { size } = await handle.stat();
      if (this.offset === null) {
        this.offset = Math.max(0, size - FIRST_BYTES);
        this.inside = this.offset > 0;
      } else if (size < this.offset) {
        this.offset = 0;
        this.inside = false;
        this.lines = new LineReader(LINE_LIMIT);
        this.text = new TextDecoder('utf-8', { ignoreBOM: true });
        restarted();
      }
      const start = this.offset;
      const piece = Buffer.alloc(Math.min(PIECE, size - start));
      while (this.offset < size) {
        const { bytesRead } = await handle.read(piece, 0, Math.min(PIECE, size - this.offset), this.offset);
        if (bytesRead === 0) break;
        this.offset += bytesRead;
        for (const next of this.lines.push(
          this.text.decode(piece.subarray(0, bytesRead), { stream: true }),
        )) {
          if (this.inside) this.inside = false;
          else line(next);
        }
      }
      return this.offset > start;
    } finally {
      await handle.close();
    }
  }
}
