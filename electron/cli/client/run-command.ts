import net from 'node:net';
import { LineReader, parseJsonLine } from '#shared/base/framing';
import type { SocketRequest, SocketResponse } from '../socket-protocol';

export type ClientOutcome =
  { readonly kind: 'response'; readonly response: SocketResponse } | { readonly kind: 'not-running' };

/** Sends one command to the running app and waits for its answer. */
export function requestCommand(socketFile: string, request: SocketRequest): Promise<ClientOutcome> {
  return new Promise((resolve) => {
    const socket = net.connect(socketFile);
    const reader = new LineReader(Number.POSITIVE_INFINITY);
    socket.setEncoding('utf8');
    socket.on('connect', () => {
      socket.write(`${JSON.stringify(request)}\n`);
    });
    socket.on('data', (piece: string) => {
      for (const line of reader.push(piece)) {
        const parsed = line.ok ? parseJsonLine(line.value) : line;
        if (!parsed.ok) continue;
        socket.destroy();
        resolve({ kind: 'response', response: parsed.value as SocketResponse });
      }
    });
    const missing = (): void => {
      resolve({ kind: 'not-running' });
    };
    socket.on('error', missing);
    socket.on('close', missing);
  });
}
