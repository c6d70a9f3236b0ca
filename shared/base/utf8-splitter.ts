/**
 * How many bytes of the first `end` ones hold whole UTF-8 characters: the last few are left out when they begin a
 * character that goes on behind them. Bytes that are no UTF-8 count as whole, so nothing is held back for ever.
 */
export function completePrefix(bytes: Uint8Array, end: number = bytes.length): number {
  for (let back = 1; back <= 3 && back <= end; back += 1) {
    const byte = bytes[end - back] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    const length = byte >= 0xf0 && byte < 0xf8 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return byte < 0xf8 && length > back ? end - back : end;
  }
  return end;
}

/**
 * Passes bytes on in pieces that never end inside a character. Terminals decode a character that comes in two
 * pieces wrongly when its second byte is 0x80, so they must never see one.
 */
export class Utf8Splitter {
  private held: Uint8Array | null = null;

  /** Returns what can be passed on now; the very same chunk when nothing was held and nothing has to be. */
  push(chunk: Uint8Array): Uint8Array {
    let bytes = chunk;
    if (this.held !== null) {
      bytes = new Uint8Array(this.held.length + chunk.length);
      bytes.set(this.held);
      bytes.set(chunk, this.held.length);
      this.held = null;
    }
    const end = completePrefix(bytes);
    if (end === bytes.length) return bytes;
    this.held = bytes.slice(end);
    return bytes.subarray(0, end);
  }

  /** Ends the stream: returns a character that never came to its end, or nothing. */
  finish(): Uint8Array {
    const rest = this.held ?? new Uint8Array();
    this.held = null;
    return rest;
  }
}
