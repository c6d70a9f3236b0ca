import type { IPty } from 'node-pty';
import fs from 'node:fs';

/** Size of one read from a terminal; the system gives 4 KB at the most. */
const READ_BYTES = 64 * 1024;

/**
 * Reads what a terminal still holds when its stream says that it has ended. The event loop takes a hang-up after a
 * short read for the end of the stream, and terminals give short reads only, so without this the last kilobytes of
 * a program that exits at once are lost.
 */
export function readRestAtEnd(pty: IPty, take: (data: Buffer) => void): void {
  const { _socket: socket, fd } = pty as unknown as {
    readonly _socket?: NodeJS.EventEmitter;
    readonly fd?: number;
  };
  if (socket === undefined || fd === undefined) return;
  socket.prependOnceListener('end', () => {
    for (;;) {
      const buffer = Buffer.allocUnsafe(READ_BYTES);
      let size = 0;
      try {
        size = fs.readSync(fd, buffer);
      } catch {
        return; // Nothing is left: the system says so with an error (EIO, EAGAIN).
      }
      if (size === 0) return;
      take(buffer.subarray(0, size));
    }
  });
}
