import fs from 'node:fs';
import net from 'node:net';
import { z } from 'zod';
import type { Disposable } from '#shared/base/disposable';
import { DisposableStore, toDisposable } from '#shared/base/disposable';
import { failure } from '#shared/base/errors';
import { LineReader, parseJsonLine } from '#shared/base/framing';
import type { Dispatcher } from '../commands/dispatcher';
import type { Logger } from '../log/logger';
import type { PaneTokens } from '../system/pane-tokens';
import { listenPrivately, refuseSecondServer } from '../system/local-socket';
import type { SocketProgress, SocketResponse } from './socket-protocol';

const requestSchema = z.object({
  command: z.string().max(200),
  input: z.record(z.string(), z.unknown()),
  token: z.string().max(200).nullable(),
  workingDirectory: z.string().max(4096),
});

/** A longer line is no command. */
const REQUEST_LIMIT = 1024 * 1024;
const CONNECTION_LIMIT = 64;

/**
 * Serves commands on a local socket that only its owner can open. A socket that a killed Fugue left is replaced;
 * one that a living Fugue answers is not: then this rejects.
 */
export async function serveCommandSocket(
  file: string,
  dispatcher: Dispatcher,
  tokens: PaneTokens,
  logger: Logger,
): Promise<Disposable> {
  await refuseSecondServer(file);
  const store = new DisposableStore();
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    if (sockets.size >= CONNECTION_LIMIT) {
      socket.destroy();
      return;
    }
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    serve(socket, dispatcher, tokens);
  });
  server.on('error', (error) => {
    logger.error('command-socket.error', { reason: error.message });
  });
  await listenPrivately(server, file);
  store.add(
    toDisposable(() => {
      for (const socket of sockets) socket.destroy();
      server.close();
      fs.rmSync(file, { force: true });
    }),
  );
  return store;
}

function serve(socket: net.Socket, dispatcher: Dispatcher, tokens: PaneTokens): void {
  const reader = new LineReader(REQUEST_LIMIT);
  const gone = new AbortController();
  socket.setEncoding('utf8');
  socket.on('error', () => {
    socket.destroy();
  });
  socket.on('close', () => {
    gone.abort();
  });
  socket.on('data', (piece: string) => {
    for (const line of reader.push(piece)) {
      if (line.ok) void answer(socket, dispatcher, tokens, line.value, gone.signal);
      else send(socket, failure('invalid', 'the request is too long: at most 1 MB'));
    }
  });
}

async function answer(
  socket: net.Socket,
  dispatcher: Dispatcher,
  tokens: PaneTokens,
  line: string,
  signal: AbortSignal,
): Promise<void> {
  const json = parseJsonLine(line);
  const request = json.ok ? requestSchema.safeParse(json.value) : null;
  if (request === null || !request.success) {
    send(
      socket,
      failure('invalid', 'the request is not of the form {command, input, token, workingDirectory}'),
    );
    return;
  }
  const { command, input, token, workingDirectory } = request.data;
  send(
    socket,
    await dispatcher.run({
      name: command,
      input,
      // A pane is believed for its token alone; without one it is somebody at another terminal.
      origin: { kind: 'cli', paneId: token === null ? null : tokens.paneOf(token) },
      signal,
      workingDirectory,
      progress: (progress) => {
        send(socket, { progress });
      },
    }),
  );
}

function send(socket: net.Socket, response: SocketResponse | SocketProgress): void {
  if (!socket.destroyed) socket.write(`${JSON.stringify(response)}\n`);
}
