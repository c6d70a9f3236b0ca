import net from 'node:net';
import { LineReader, parseJsonLine } from '#shared/base/framing';
import type { CommandReply } from '#shared/ipc/channels';
import type { SocketProgress, SocketRequest, SocketResponse } from '../socket-protocol';

export type ClientOutcome =
  { readonly kind: 'response'; readonly response: SocketResponse } | { readonly kind: 'not-running' };

/** Sends one command to the running app and waits for its answer; what it tells meanwhile is passed on at once. */
export function requestCommand(
  socketFile: string,
  request: SocketRequest,
  progress: (reply: CommandReply) => void = () => undefined,
): Promise<ClientOutcome> {
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
        const answer = parsed.value as SocketResponse | SocketProgress;
        if ('progress' in answer) {
          progress(answer.progress);
          continue;
        }
        socket.destroy();
        resolve({ kind: 'response', response: answer });
      }
    });
    const missing = (): void => {
      resolve({ kind: 'not-running' });
    };
    socket.on('error', missing);
    socket.on('close', missing);
  });
}
