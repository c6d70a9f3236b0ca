import net from 'node:net';
import { LineReader, parseJsonLine } from '#shared/base/framing';
import type { CommandReply } from '#shared/ipc/channels';
import type { SocketProgress, SocketRequest, SocketResponse } from '../socket-protocol';

export type ClientOutcome =
  | { readonly kind: 'response'; readonly response: SocketResponse }
  | { readonly kind: 'not-running' }
  /** An app took the call and hung up without an answer: it ended, or serves too many callers. */
  | { readonly kind: 'hung-up' };

/**
 * Sends one command to the running app and waits for its answer; what it tells meanwhile is passed on at once.
 * With a patience, in milliseconds, it gives up when nothing comes for so long.
 */
export function requestCommand(
  socketFile: string,
  request: SocketRequest,
  progress: (reply: CommandReply) => void = () => undefined,
  patience = 0,
): Promise<ClientOutcome> {
  return new Promise((resolve) => {
    const socket = net.connect(socketFile);
    const reader = new LineReader(Number.POSITIVE_INFINITY);
    let connected = false;
    socket.setEncoding('utf8');
    socket.setTimeout(patience, () => {
      socket.destroy();
    });
    socket.on('connect', () => {
      connected = true;
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
      resolve({ kind: connected ? 'hung-up' : 'not-running' });
    };
    socket.on('error', missing);
    socket.on('close', missing);
  });
}
