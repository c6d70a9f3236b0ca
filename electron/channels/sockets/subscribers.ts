import type net from 'node:net';

/** A subscriber that lets more than so many bytes wait is cut off: it would grow without end. */
export const UNSENT_LIMIT = 8 * 1024 * 1024;

/** Those who listen on `output.sock`. None of them can hold up another, or the app. */
export class Subscribers {
  private readonly sockets = new Set<net.Socket>();

  /** `dropped`: somebody did not keep up. */
  constructor(private readonly dropped: () => void) {}

  get size(): number {
    return this.sockets.size;
  }

  add(socket: net.Socket): void {
    this.sockets.add(socket);
    socket.on('close', () => this.sockets.delete(socket));
    // Nothing is expected from there; what comes is let go.
    socket.resume();
  }

  /** Sends a line to everybody. */
  send(line: string): void {
    const bytes = Buffer.from(`${line}\n`);
    for (const socket of this.sockets) {
      // Whoever has taken everything so far gets a line of any length.
      if (socket.writableLength > 0 && socket.writableLength + bytes.length > UNSENT_LIMIT) {
        this.sockets.delete(socket);
        socket.destroy();
        this.dropped();
      } else socket.write(bytes);
    }
  }
}
