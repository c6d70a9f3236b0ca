const ESC = 0x1b;
const BEL = 0x07;
const CAN = 0x18;
const SUB = 0x1a;
const BACKSLASH = 0x5c;
/** Second bytes of the sequences that carry a string: DCS, SOS, OSC, PM, APC. */
const STRING_STARTS = new Set([0x50, 0x58, 0x5d, 0x5e, 0x5f]);

/** Longest string that an escape sequence may carry, in bytes. Titles, links and clipboard text are far below. */
export const SEQUENCE_STRING_LIMIT = 64 * 1024;

/**
 * Cuts escape sequences whose string never ends, before a terminal keeps megabytes of it in memory. A string over
 * the limit is cancelled (CAN) and the rest of it dropped. The result is the same for every way of cutting the input.
 */
export class SequenceLimiter {
  private mode: 'text' | 'escape' | 'string' | 'string-escape' | 'dropping' | 'dropping-escape' = 'text';
  private length = 0;

  constructor(private readonly limit: number = SEQUENCE_STRING_LIMIT) {}

  /** Returns the chunk itself when there is nothing to cut, which is nearly always. */
  filter(chunk: Uint8Array): Uint8Array {
    let kept: Uint8Array[] | null = null;
    let start = 0;
    let index = 0;
    while (index < chunk.length) {
      if (this.mode === 'text') {
        index = chunk.indexOf(ESC, index);
        if (index < 0) break;
        this.mode = 'escape';
        index += 1;
        continue;
      }
      const byte = chunk[index] ?? 0;
      index += 1;
      switch (this.mode) {
        case 'escape':
          if (STRING_STARTS.has(byte)) {
            this.mode = 'string';
            this.length = 0;
          } else if (byte !== ESC) this.mode = 'text';
          break;
        case 'string':
          if (byte === ESC) this.mode = 'string-escape';
          else if (byte === BEL || byte === CAN || byte === SUB) this.mode = 'text';
          else {
            this.length += 1;
            if (this.length > this.limit) {
              kept ??= [];
              kept.push(chunk.subarray(start, index - 1), Uint8Array.of(CAN));
              this.mode = 'dropping';
              start = chunk.length;
            }
          }
          break;
        case 'string-escape':
          if (byte === BACKSLASH) this.mode = 'text';
          else if (STRING_STARTS.has(byte)) {
            this.mode = 'string';
            this.length = 0;
          } else if (byte !== ESC) this.mode = 'text';
          break;
        case 'dropping':
          if (byte === ESC) this.mode = 'dropping-escape';
          else if (byte === BEL || byte === CAN || byte === SUB) {
            this.mode = 'text';
            start = index;
          }
          break;
        case 'dropping-escape':
          // An escape ends the string: what follows is a sequence of its own, so it is passed on whole.
          if (byte === BACKSLASH) {
            this.mode = 'text';
            start = index;
          } else {
            kept ??= [];
            kept.push(Uint8Array.of(ESC));
            start = index - 1;
            index -= 1;
            this.mode = 'escape';
          }
          break;
      }
    }
    if (kept === null && start === 0) return this.isDropping() && chunk.length > 0 ? new Uint8Array() : chunk;
    kept ??= [];
    if (!this.isDropping()) kept.push(chunk.subarray(start));
    return Buffer.concat(kept);
  }

  private isDropping(): boolean {
    return this.mode === 'dropping' || this.mode === 'dropping-escape';
  }
}
