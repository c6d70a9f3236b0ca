import fs from 'node:fs';
import net from 'node:net';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import type { Disposable } from '#shared/base/disposable';
import { DisposableStore, toDisposable } from '#shared/base/disposable';
import { LineReader, parseJsonLine } from '#shared/base/framing';
import type { Logger } from '../log/logger';
import { idOfLongRequest } from '../system/long-message';
import { MESSAGE_LIMIT, TOKEN_REFUSED } from '../system/mcp-socket';
import { listenPrivately } from '../system/local-socket';
import type { Principal } from './client-sessions';
import { isTooDeep } from './guard';
import type { Clients } from './load-clients';
import { loadClients } from './load-clients';
import type { ClientServer } from './protocol';

const CONNECTION_LIMIT = 64;
/** The line with which a client may say first for which pane it speaks. */
const helloSchema = z.object({ fugue: z.object({ token: z.string().max(200) }) });

export interface SocketEndpointOptions {
  readonly logger: Logger;
  readonly principalOf: (token: string) => Principal | null;
  readonly newClient: (principal: Principal, clients: Clients) => ClientServer;
}

/** Serves MCP, one JSON object a line, on a unix socket that only its owner can open. */
export async function serveSocket(file: string, options: SocketEndpointOptions): Promise<SocketEndpoint> {
  const store = new DisposableStore();
  /** Null while what it is served with is loaded. */
  const connections = new Map<net.Socket, Connection | null>();
  const server = net.createServer((socket) => {
    if (connections.size >= CONNECTION_LIMIT) {
      socket.destroy();
      return;
    }
    connections.set(socket, null);
    socket.on('error', () => {
      socket.destroy();
    });
    socket.on('close', () => connections.delete(socket));
    // What it says is not read before.
    void loadClients().then((clients) => {
      if (!socket.destroyed) connections.set(socket, new Connection(socket, options, clients));
    });
  });
  server.on('error', (error) => {
    options.logger.error('mcp.socket-error', { reason: error.message });
  });
  await listenPrivately(server, file);
  store.add(
    toDisposable(() => {
      for (const socket of [...connections.keys()]) socket.destroy();
      server.close();
      fs.rmSync(file, { force: true });
    }),
  );
  return {
    endAllOf: (paneId) => {
      for (const connection of [...connections.values()])
        if (connection?.paneId === paneId) connection.dispose();
    },
    dispose: () => {
      store.dispose();
    },
  };
}

export interface SocketEndpoint extends Disposable {
  readonly endAllOf: (paneId: string) => void;
}

class Connection implements Disposable {
  private client: ClientServer | null = null;
  private principal: Principal = { paneId: null };
  /** Its token was refused. It does not become somebody else by going on. */
  private refused = false;
  private readonly transport: LineTransport;

  constructor(
    private readonly socket: net.Socket,
    private readonly options: SocketEndpointOptions,
    private readonly clients: Clients,
  ) {
    const reader = new LineReader(MESSAGE_LIMIT);
    this.transport = new LineTransport(socket);
    socket.setEncoding('utf8');
    socket.on('close', () => {
      this.client?.dispose();
    });
    socket.on('data', (piece: string) => {
      for (const line of reader.push(piece)) {
        if (!line.ok) this.complain('a message has at most 1 MB', idOfLongRequest(line.error));
        else if (line.value !== '') this.take(line.value);
      }
    });
  }

  get paneId(): string | null {
    return this.principal.paneId;
  }

  dispose(): void {
    this.socket.destroy();
  }

  private take(line: string): void {
    if (this.refused) return;
    const json = parseJsonLine(line);
    if (!json.ok) {
      this.complain('the line is not JSON');
      return;
    }
    if (isTooDeep(json.value)) {
      this.complain('the message is nested too deep', idOf(json.value));
      return;
    }
    if (this.client === null) {
      const hello = helloSchema.safeParse(json.value);
      if (hello.success) {
        const principal = this.options.principalOf(hello.data.fugue.token);
        if (principal === null) {
          this.refused = true;
          this.complain(
            'the token is no longer valid: start the program in its pane again',
            null,
            TOKEN_REFUSED,
          );
          this.socket.end();
          return;
        }
        this.principal = principal;
      }
      this.client = this.options.newClient(this.principal, this.clients);
      void this.client.server.connect(this.transport);
      if (hello.success) return;
    }
    const message = this.clients.JSONRPCMessageSchema.safeParse(json.value);
    if (message.success) this.transport.onmessage?.(message.data);
    else this.complain('the line is no message of JSON-RPC', idOf(json.value));
  }

  private complain(message: string, id: string | number | null = null, code = -32_600): void {
    this.socket.write(`${JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } })}\n`);
  }
}

/** The id of a message that is otherwise none, so that its sender does not wait for the answer. */
function idOf(value: unknown): string | number | null {
  const id = (value as { readonly id?: unknown } | null)?.id;
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}

class LineTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;

  constructor(private readonly socket: net.Socket) {
    socket.on('close', () => this.onclose?.());
  }

  async start(): Promise<void> {
    // The socket is open already.
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.socket.destroyed) throw new Error('the client has gone');
    this.socket.write(`${JSON.stringify(message)}\n`);
  }

  async close(): Promise<void> {
    this.socket.end();
  }
}
