/** Bytes that may wait for the terminal before the program is told to stop writing, and when it may go on. */
export const PAUSE_ABOVE = 384 * 1024;
export const RESUME_BELOW = 192 * 1024;
/** Largest message to a terminal. Small enough that the terminal can be fair to its neighbours. */
export const BATCH_BYTES = 64 * 1024;

/**
 * Decides when output goes to a terminal. Idle output goes at once; under load it gathers into batches while
 * earlier ones are unacknowledged, so batches grow with the load and nothing waits for a timer.
 */
export class OutputGate {
  private waiting: Uint8Array[] = [];
  private waitingBytes = 0;
  private inFlight = 0;

  constructor(
    private readonly window: number,
    private readonly send: (batch: Uint8Array) => void,
  ) {}

  /** Bytes that wait and those that are under way. */
  get backlog(): number {
    return this.waitingBytes + this.inFlight;
  }

  push(chunk: Uint8Array): void {
    if (chunk.length === 0) return;
    this.waiting.push(chunk);
    this.waitingBytes += chunk.length;
    this.flush();
  }

  acknowledge(bytes: number): void {
    this.inFlight = Math.max(0, this.inFlight - bytes);
    this.flush();
  }

  private flush(): void {
    while (this.waitingBytes > 0) {
      const room = this.window - this.inFlight;
      const full = this.waitingBytes >= BATCH_BYTES;
      // While something is under way, a batch goes only when it is full.
      if (room <= 0 || (this.inFlight > 0 && !full)) return;
      const batch = this.take(Math.min(BATCH_BYTES, room));
      this.inFlight += batch.length;
      this.send(batch);
    }
  }

  private take(limit: number): Uint8Array {
    const first = this.waiting[0];
    if (first !== undefined && this.waiting.length === 1 && first.length <= limit) {
      this.waiting = [];
      this.waitingBytes = 0;
      return first;
    }
    const parts: Uint8Array[] = [];
    let size = 0;
    let used = 0;
    for (const chunk of this.waiting) {
      const part = chunk.length <= limit - size ? chunk : chunk.subarray(0, limit - size);
      parts.push(part);
      size += part.length;
      if (part.length < chunk.length) {
        this.waiting[used] = chunk.subarray(part.length);
        break;
      }
      used += 1;
      if (size === limit) break;
    }
    this.waiting.splice(0, used);
    this.waitingBytes -= size;
    return Buffer.concat(parts, size);
  }
}
