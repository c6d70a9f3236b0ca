import type { BytePortDown, BytePortUp } from '#shared/ipc/byte-port';
import { BYTE_WINDOW } from '#shared/ipc/byte-port';
import { OutputGate } from '../flow-control';

/** The end of a message port, as the host sees it. */
export interface BytePort {
  post(message: BytePortDown): void;
  onMessage(listener: (message: BytePortUp) => void): void;
  onClose(listener: () => void): void;
  close(): void;
}

export interface SubscriberEvents {
  input(data: string | Buffer): void;
  resize(columns: number, rows: number): void;
  drained(): void;
  closed(): void;
}

/** Largest single input from a window: a paste of 16 MB is a slip, not a text. */
const INPUT_LIMIT = 16 * 1024 * 1024;

/** The terminal in the window that watches a pane. */
export class Subscriber {
  private readonly gate: OutputGate;
  private begun = false;
  private early: Uint8Array[] = [];
  private ended = false;

  constructor(
    private readonly port: BytePort,
    events: SubscriberEvents,
  ) {
    this.gate = new OutputGate(BYTE_WINDOW, (data) => {
      port.post({ type: 'data', data });
    });
    port.onMessage((message) => {
      if (this.ended) return;
      switch (message.type) {
        case 'acknowledge':
          this.gate.acknowledge(message.bytes);
          events.drained();
          break;
        case 'input':
          if (message.data.length <= INPUT_LIMIT) events.input(message.data);
          break;
        case 'binary':
          if (message.data.length <= INPUT_LIMIT) events.input(Buffer.from(message.data));
          break;
        case 'resize':
          events.resize(message.columns, message.rows);
          break;
      }
    });
    port.onClose(() => {
      if (this.ended) return;
      this.ended = true;
      events.closed();
    });
  }

  /** Bytes that wait for this terminal. */
  get backlog(): number {
    return this.ended ? 0 : this.gate.backlog + this.early.reduce((sum, chunk) => sum + chunk.length, 0);
  }

  /** Sends the screen as it is, then what came since the terminal asked for it. */
  begin(data: string, columns: number, rows: number): void {
    if (this.ended || this.begun) return;
    this.begun = true;
    this.post({ type: 'snapshot', data, columns, rows });
    for (const chunk of this.early) this.gate.push(chunk);
    this.early = [];
  }

  push(chunk: Uint8Array): void {
    if (this.ended) return;
    if (this.begun) this.gate.push(chunk);
    else this.early.push(chunk);
  }

  post(message: BytePortDown): void {
    if (!this.ended) this.port.post(message);
  }

  dispose(): void {
    if (this.ended) return;
    this.ended = true;
    this.port.close();
  }
}
