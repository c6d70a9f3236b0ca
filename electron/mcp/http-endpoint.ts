import { randomUUID } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { Clock } from '#shared/base/clock';
import type { Disposable } from '#shared/base/disposable';
import { DisposableStore, toDisposable } from '#shared/base/disposable';
import { errorMessage } from '#shared/base/errors';
import type { Logger } from '../log/logger';
import { bearerToken } from '../system/pane-tokens';
import type { ClientSession, Principal } from './client-sessions';
import { ClientSessions } from './client-sessions';
import { readJson, refusalOf } from './guard';
import type { Clients } from './load-clients';
import { loadClients } from './load-clients';
import type { ClientServer } from './protocol';

const MCP_PATH = '/mcp';
const SSE_PATH = '/sse';
const MESSAGES_PATH = '/messages';
const KEEP_ALIVE = 15_000;

export interface HttpEndpointOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  /** Whom a token stands for; null when it is none. */
  readonly principalOf: (token: string) => Principal | null;
  readonly newClient: (principal: Principal, clients: Clients) => ClientServer;
  /** What is wrong with a request, by its head. */
  readonly judge?: typeof refusalOf;
  /** After so many silent milliseconds a stream tells that it is there: proxies and clients drop silent ones. */
  readonly keepAlive?: number;
}

/** MCP over HTTP on loopback: Streamable HTTP at `/mcp`, HTTP with SSE at `/sse`. */
export class HttpEndpoint implements Disposable {
  private readonly store = new DisposableStore();
  private readonly server: http.Server;
  private readonly sessions: ClientSessions;
  private readonly judge: typeof refusalOf;
  private readonly keepAlive: number;
  private listensOn: number | null = null;

  private constructor(private readonly options: HttpEndpointOptions) {
    this.sessions = this.store.add(new ClientSessions(options.clock));
    this.judge = options.judge ?? refusalOf;
    this.keepAlive = options.keepAlive ?? KEEP_ALIVE;
    this.server = http.createServer(
      {
        maxHeaderSize: 16 * 1024,
        headersTimeout: 5000,
        requestTimeout: 10_000,
        connectionsCheckingInterval: 1000,
        keepAliveTimeout: 60_000,
      },
      (request, response) => {
        this.take(request, response).catch((error: unknown) => {
          options.logger.error('mcp.fault', { reason: errorMessage(error) });
          if (!response.headersSent) answer(response, 500, 'the request failed because of a fault in Fugue');
          else response.destroy();
        });
      },
    );
    this.server.maxConnections = 256;
    this.server.on('error', (error) => {
      options.logger.error('mcp.http-error', { reason: error.message });
    });
  }

  /** Listens on a port of loopback; 0 takes a free one. Rejects with the system's error, as when it is in use. */
  static async listen(port: number, options: HttpEndpointOptions): Promise<HttpEndpoint> {
    const endpoint = new HttpEndpoint(options);
    try {
      await new Promise<void>((resolve, reject) => {
        endpoint.server.once('error', reject);
        endpoint.server.listen(port, '127.0.0.1', () => {
          endpoint.server.off('error', reject);
          resolve();
        });
      });
    } catch (error) {
      endpoint.dispose();
      throw error;
    }
    endpoint.store.add(
      toDisposable(() => {
        endpoint.server.close();
        endpoint.server.closeAllConnections();
      }),
    );
    return endpoint;
  }

  /** Asked of the system once: each request is judged by it. */
  get port(): number {
    this.listensOn ??= (this.server.address() as AddressInfo | null)?.port ?? null;
    return this.listensOn ?? 0;
  }

  /** Clients that are known now. */
  get clients(): number {
    return this.sessions.size;
  }

  url(transport: 'http' | 'sse'): string {
    return `http://127.0.0.1:${String(this.port)}${transport === 'http' ? MCP_PATH : SSE_PATH}`;
  }

  /** The pane's token is worth nothing any more: its clients go. */
  endAllOf(paneId: string): void {
    this.sessions.endAllOf(paneId);
  }

  dispose(): void {
    this.store.dispose();
  }

  private async take(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    response.on('error', () => undefined);
    const refusal = this.judge(request, this.port);
    if (refusal !== null) {
      refuse(response, refusal.status, refusal.reason);
      return;
    }
    const token = bearerToken(request.headers.authorization);
    const principal = token === null ? null : this.options.principalOf(token);
    if (principal === null) {
      refuse(response, 401, 'the token is missing or no longer valid: it is in the file mcp-token of Fugue');
      return;
    }
    const clients = await loadClients();
    // Taken to the letter: a path that only means one of ours after tidying is none.
    const [pathname = '', query = ''] = (request.url ?? '').split('?', 2);
    const route = `${request.method ?? ''} ${pathname}`;
    switch (route) {
      case `POST ${MCP_PATH}`:
        return this.post(request, response, principal, clients);
      case `GET ${MCP_PATH}`:
      case `DELETE ${MCP_PATH}`:
        return this.withSession(request, response, principal, clients);
      case `GET ${SSE_PATH}`:
        return this.openStream(response, principal, clients);
      case `POST ${MESSAGES_PATH}`:
        return this.postMessage(
          request,
          response,
          principal,
          new URLSearchParams(query).get('sessionId') ?? '',
          clients,
        );
      default: {
        const known = [MCP_PATH, SSE_PATH, MESSAGES_PATH].includes(pathname);
        refuse(response, known ? 405 : 404, known ? 'this method is not served here' : 'nothing is here');
      }
    }
  }

  private async post(
    request: http.IncomingMessage,
    response: http.ServerResponse,
    principal: Principal,
    clients: Clients,
  ): Promise<void> {
    const body = await readJson(request);
    if (body === null) return;
    if ('status' in body) {
      refuse(response, body.status, body.reason);
      return;
    }
    if (Array.isArray(body.value)) {
      refuse(response, 400, 'send one message at a time');
      return;
    }
    if (clients.isInitializeRequest(body.value) && request.headers['mcp-session-id'] === undefined) {
      await this.begin(request, response, principal, body.value, clients);
      return;
    }
    const session = this.sessionOf(request, response, principal, clients);
    if (session === null) return;
    const transport = session.transport as StreamableHTTPServerTransport;
    await transport.handleRequest(request, response, body.value);
  }

  private async begin(
    request: http.IncomingMessage,
    response: http.ServerResponse,
    principal: Principal,
    body: unknown,
    clients: Clients,
  ): Promise<void> {
    if (!this.sessions.makeRoom()) {
      refuse(response, 503, 'too many clients are connected: close one and try again');
      return;
    }
    const client = this.options.newClient(principal, clients);
    let session: ClientSession | null = null;
    const transport = new clients.StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      keepAliveMs: this.keepAlive,
      onsessioninitialized: (id) => {
        session = this.sessions.begin({ id, principal, client, transport }, response);
      },
    });
    await client.server.connect(transport);
    // Set after connecting, so that the protocol's own clean-up runs too.
    const closed = transport.onclose;
    transport.onclose = () => {
      closed?.();
      if (session !== null) this.sessions.end(session);
    };
    await transport.handleRequest(request, response, body);
    if (session === null) client.dispose();
  }

  /** A stream or the end of a session, which the transport deals with. */
  private async withSession(
    request: http.IncomingMessage,
    response: http.ServerResponse,
    principal: Principal,
    clients: Clients,
  ): Promise<void> {
    const session = this.sessionOf(request, response, principal, clients);
    if (session === null) return;
    await (session.transport as StreamableHTTPServerTransport).handleRequest(request, response);
  }

  /** The session that a request names. Answers 404 for one that is not there, on which clients begin a new one. */
  private sessionOf(
    request: http.IncomingMessage,
    response: http.ServerResponse,
    principal: Principal,
    clients: Clients,
  ): ClientSession | null {
    const id = request.headers['mcp-session-id'];
    if (typeof id !== 'string') {
      refuse(response, 400, 'begin with an initialize request, then send its Mcp-Session-Id along');
      return null;
    }
    const session = this.sessions.find(id, principal);
    if (session === null || session.transport instanceof clients.SseTransport) {
      refuse(response, 404, 'this session is not known (any more): begin a new one with initialize');
      return null;
    }
    this.sessions.hold(session, response);
    return session;
  }

  private async openStream(
    response: http.ServerResponse,
    principal: Principal,
    clients: Clients,
  ): Promise<void> {
    if (!this.sessions.makeRoom()) {
      refuse(response, 503, 'too many clients are connected: close one and try again');
      return;
    }
    const client = this.options.newClient(principal, clients);
    const transport = new clients.SseTransport(MESSAGES_PATH, response);
    const session = this.sessions.begin({ id: transport.sessionId, principal, client, transport }, response);
    const timer = setInterval(() => {
      response.write(': keep-alive\n\n');
    }, this.keepAlive);
    response.on('close', () => {
      clearInterval(timer);
      this.sessions.end(session);
    });
    await client.server.connect(transport);
  }

  private async postMessage(
    request: http.IncomingMessage,
    response: http.ServerResponse,
    principal: Principal,
    id: string,
    clients: Clients,
  ): Promise<void> {
    const session = this.sessions.find(id, principal);
    if (!(session?.transport instanceof clients.SseTransport)) {
      refuse(response, 404, 'this session is not known (any more): open /sse again');
      return;
    }
    const body = await readJson(request);
    if (body === null) return;
    if ('status' in body) {
      refuse(response, body.status, body.reason);
      return;
    }
    session.transport.take(body.value, response);
  }
}

function answer(response: http.ServerResponse, status: number, message: string): void {
  response
    .writeHead(status, { 'content-type': 'application/json', 'x-content-type-options': 'nosniff' })
    .end(JSON.stringify({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null }));
}

/** Turns a request away. Nothing more of it is read: whoever sends without end is cut off. */
function refuse(response: http.ServerResponse, status: number, message: string): void {
  if (response.destroyed) return;
  response.setHeader('connection', 'close');
  if (status === 405) response.setHeader('allow', 'GET, POST, DELETE');
  answer(response, status, message);
}
