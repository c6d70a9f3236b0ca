import type http from 'node:http';
import type { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { Clock } from '#shared/base/clock';
import type { Disposable } from '#shared/base/disposable';
import { DisposableSlot } from '#shared/base/disposable';
import type { ClientServer } from './protocol';
import type { SseTransport } from './sse-transport';

/** For whom a client speaks: a pane's programs, or the person whose token it has. */
export interface Principal {
  /** Null for the person. */
  readonly paneId: string | null;
}

export interface ClientSession {
  readonly id: string;
  readonly principal: Principal;
  readonly client: ClientServer;
  readonly transport: StreamableHTTPServerTransport | SseTransport;
  /** Streams that are open to the client, and calls that are being answered. */
  readonly open: Set<http.ServerResponse>;
  lastUsed: number;
}

/** Most clients at once. */
export const SESSION_LIMIT = 64;
/** A client that has no stream open and asks nothing for so long has gone, in milliseconds. */
const IDLE_LIMIT = 30 * 60_000;
const LOOK_INTERVAL = 60_000;
/** A client that takes nothing of what it asked for is cut off at so many bytes. */
const UNREAD_LIMIT = 8 * 1024 * 1024;

/** The clients of the HTTP endpoints. None stays longer than it is there, and there are never too many. */
export class ClientSessions implements Disposable {
  private readonly sessions = new Map<string, ClientSession>();
  private readonly look = new DisposableSlot();

  constructor(private readonly clock: Clock) {
    this.lookLater();
  }

  get size(): number {
    return this.sessions.size;
  }

  /** Makes room for one more: the client that has been silent longest goes. False when all have streams open. */
  makeRoom(): boolean {
    if (this.sessions.size < SESSION_LIMIT) return true;
    const [oldest] = [...this.sessions.values()]
      .filter(({ open }) => open.size === 0)
      .sort((left, right) => left.lastUsed - right.lastUsed);
    if (oldest === undefined) return false;
    this.end(oldest);
    return true;
  }

  /** Begins a session, whose first answer goes to this response. */
  begin(
    facts: Pick<ClientSession, 'id' | 'principal' | 'client' | 'transport'>,
    response: http.ServerResponse,
  ): ClientSession {
    const session = { ...facts, open: new Set<http.ServerResponse>(), lastUsed: this.clock.monotonic() };
    this.sessions.set(session.id, session);
    this.hold(session, response);
    return session;
  }

  /** The session of this id, for the one that began it; to everybody else there is none. */
  find(id: string, principal: Principal): ClientSession | null {
    const session = this.sessions.get(id);
    if (session?.principal.paneId !== principal.paneId) return null;
    session.lastUsed = this.clock.monotonic();
    return session;
  }

  /** Notes that the session answers on this response until it is closed. */
  hold(session: ClientSession, response: http.ServerResponse): void {
    session.open.add(response);
    response.on('close', () => {
      session.open.delete(response);
      session.lastUsed = this.clock.monotonic();
    });
  }

  end(session: ClientSession): void {
    if (!this.sessions.delete(session.id)) return;
    session.client.dispose();
    void session.transport.close().catch(() => undefined);
    // What has no head yet is answered by the transport: the request that ends the session is among them.
    for (const response of session.open) if (response.headersSent) response.end();
  }

  endAllOf(paneId: string): void {
    for (const session of [...this.sessions.values()])
      if (session.principal.paneId === paneId) this.end(session);
  }

  dispose(): void {
    this.look.dispose();
    for (const session of [...this.sessions.values()]) this.end(session);
  }

  private lookLater(): void {
    this.look.value = this.clock.after(LOOK_INTERVAL, () => {
      const now = this.clock.monotonic();
      for (const session of [...this.sessions.values()]) {
        for (const response of session.open) if (response.writableLength > UNREAD_LIMIT) response.destroy();
        if (session.open.size === 0 && now - session.lastUsed > IDLE_LIMIT) this.end(session);
      }
      this.lookLater();
    });
  }
}
