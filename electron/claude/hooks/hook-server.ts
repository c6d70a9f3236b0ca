import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import path from 'node:path';
import type { Disposable } from '#shared/base/disposable';
import { Emitter } from '#shared/base/emitter';
import type { Event } from '#shared/base/emitter';
import { errorMessage } from '#shared/base/errors';
import type { Logger } from '../../log/logger';
import type { PaneTokens } from '../../system/pane-tokens';
import { bearerToken } from '../../system/pane-tokens';
import { writeAtomicallyAtOnce } from '../../system/atomic-write';
import type { HookEvent } from '../detect/hooks';
import { parseHookPayload } from '../detect/hooks';

/** Results of tools come along, so payloads can be large; what is larger still is not read. */
const BODY_LIMIT = 8 * 1024 * 1024;
/** A sender that stalls is cut off, in milliseconds. */
const REQUEST_TIMEOUT = 10_000;

export interface ReceivedHook {
  readonly paneId: string;
  readonly event: HookEvent;
}

/** Says what is to be shown in place of a part of a message; null leaves it as it is. */
export type DisplayFilter = (hook: ReceivedHook) => string | null;

/**
 * Says what is answered to an event. `payload`: as Claude sent it. `gone` tells that Claude waits no longer. A failure
 * counts as no opinion.
 */
export type HookDecider = (
  paneId: string,
  payload: Readonly<Record<string, unknown>>,
  gone: AbortSignal,
) => Promise<Readonly<Record<string, unknown>>>;

/**
 * Takes what Claude's hooks send, over loopback, each with the token of its pane. The answer is "no opinion", at once,
 * but for what is shown of a message and for events that somebody decides: no Claude waits for Fugue otherwise.
 */
export class HookServer implements Disposable {
  private readonly emitter = new Emitter<ReceivedHook>();
  private readonly server: http.Server;
  /** Speaks on connections that come by another way than the port. */
  private readonly handed: http.Server;
  private address: AddressInfo | null = null;
  private filter: DisplayFilter = () => null;
  private deciders: Readonly<Record<string, HookDecider>> = {};

  readonly onHook: Event<ReceivedHook> = this.emitter.event;

  private constructor(
    private readonly tokens: PaneTokens,
    private readonly logger: Logger,
  ) {
    this.server = http.createServer((request, response) => {
      const host = request.headers.host ?? '';
      // A page in a browser may reach loopback by a name of its own, and always sends where it comes from.
      const isOurs = host === `127.0.0.1:${String(this.address?.port ?? 0)}`;
      if (isOurs) this.take(request, response);
      else refuse(request, response, 403);
    });
    this.handed = http.createServer((request, response) => {
      this.take(request, response);
    });
    this.handed.keepAliveTimeout = 1;
    this.server.requestTimeout = REQUEST_TIMEOUT;
    this.server.headersTimeout = REQUEST_TIMEOUT;
    this.server.on('error', (error) => {
      logger.error('hook-server.error', { reason: error.message });
    });
  }

  /**
   * Listens on loopback: on the port that the file names, so that a Claude that outlived an earlier Fugue finds this
   * one, or on a free one, which the file names from then on. Rejects with the system's error.
   */
  static async listen(
    tokens: PaneTokens,
    logger: Logger,
    portFile: string | null = null,
  ): Promise<HookServer> {
    const hooks = new HookServer(tokens, logger);
    const open = (port: number) =>
      new Promise<void>((resolve, reject) => {
        hooks.server.once('error', reject);
        hooks.server.listen(port, '127.0.0.1', () => {
          hooks.server.off('error', reject);
          resolve();
        });
      });
    const before = portFile === null ? 0 : keptPort(portFile);
    await (before === 0 ? open(0) : open(before).catch(() => open(0)));
    hooks.address = hooks.server.address() as AddressInfo;
    if (portFile !== null && hooks.address.port !== before) {
      fs.mkdirSync(path.dirname(portFile), { recursive: true, mode: 0o700 });
      writeAtomicallyAtOnce(portFile, String(hooks.address.port));
    }
    return hooks;
  }

  get url(): string {
    return `http://127.0.0.1:${String(this.address?.port ?? 0)}/hook`;
  }

  /** Speaks HTTP on a connection of a private socket, as on the port. */
  accept(socket: Socket): void {
    // A server that listens nowhere watches no times.
    const limit = setTimeout(() => socket.destroy(), REQUEST_TIMEOUT);
    socket.on('close', () => {
      clearTimeout(limit);
    });
    this.handed.emit('connection', socket);
  }

  dispose(): void {
    this.emitter.dispose();
    for (const server of [this.server, this.handed]) {
      server.close();
      server.closeAllConnections();
    }
  }

  private take(request: http.IncomingMessage, response: http.ServerResponse): void {
    const refusal = refusalOf(request);
    if (refusal !== null) {
      refuse(request, response, refusal);
      return;
    }
    const paneId = this.paneOf(request.headers.authorization);
    if (paneId === null) {
      refuse(request, response, 401);
      return;
    }
    const pieces: Buffer[] = [];
    let size = 0;
    request.on('data', (piece: Buffer) => {
      size += piece.length;
      if (size > BODY_LIMIT) {
        response.writeHead(413, { connection: 'close' }).end();
        request.destroy();
      } else pieces.push(piece);
    });
    request.on('error', () => undefined);
    request.on('end', () => {
      if (response.writableEnded) return;
      const reply = (value: unknown): void => {
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
      };
      if (request.url?.endsWith('/MessageDisplay') === true) {
        const hook = this.read(paneId, Buffer.concat(pieces));
        reply(hook === null ? {} : this.displayOf(hook));
        if (hook !== null) this.emitter.fire(hook);
        return;
      }
      const event = /[A-Za-z]+$/.exec(request.url ?? '')?.[0] ?? '';
      const decider = Object.hasOwn(this.deciders, event) ? this.deciders[event] : undefined;
      if (decider !== undefined) {
        this.decideLater(paneId, Buffer.concat(pieces), decider, response, reply);
        return;
      }
      // Answered first: Claude waits for it.
      reply({});
      const hook = this.read(paneId, Buffer.concat(pieces));
      if (hook !== null) this.emitter.fire(hook);
    });
  }

  /** From now on these decide what is answered to the events of their names. */
  decide(deciders: Readonly<Record<string, HookDecider>>): void {
    this.deciders = deciders;
  }

  private decideLater(
    paneId: string,
    body: Buffer,
    decider: HookDecider,
    response: http.ServerResponse,
    reply: (value: unknown) => void,
  ): void {
    const gone = new AbortController();
    response.on('close', () => {
      if (!response.writableEnded) gone.abort();
    });
    // What is known of the pane is told first: what the person sees is never older than what they are asked.
    const payload = this.parse(paneId, body);
    const hook = payload === null ? null : this.hookOf(paneId, payload);
    if (hook !== null) this.emitter.fire(hook);
    const decided =
      hook === null || payload === null ? Promise.resolve({}) : decider(paneId, payload, gone.signal);
    void decided
      .catch((error: unknown) => {
        this.logger.error('hook.decider-fault', { reason: errorMessage(error) });
        return {};
      })
      .then((output) => {
        if (!response.writableEnded && !response.destroyed) reply(output);
      });
  }

  /** From now on decides what is shown of what Claudes say. */
  filterDisplay(filter: DisplayFilter): void {
    this.filter = filter;
  }

  private displayOf(hook: ReceivedHook): Record<string, unknown> {
    try {
      const displayContent = this.filter(hook);
      return displayContent === null
        ? {}
        : { hookSpecificOutput: { hookEventName: 'MessageDisplay', displayContent } };
    } catch (error) {
      this.logger.error('hook.display-fault', { reason: errorMessage(error) });
      return {};
    }
  }

  private read(paneId: string, body: Buffer): ReceivedHook | null {
    const payload = this.parse(paneId, body);
    return payload === null ? null : this.hookOf(paneId, payload);
  }

  private parse(paneId: string, body: Buffer): Readonly<Record<string, unknown>> | null {
    try {
      return JSON.parse(body.toString('utf8')) as Readonly<Record<string, unknown>>;
    } catch (error) {
      this.logger.warn('hook.not-json', { paneId, reason: errorMessage(error) });
      return null;
    }
  }

  private hookOf(paneId: string, payload: unknown): ReceivedHook | null {
    const parsed = parseHookPayload(payload);
    if (!parsed.ok) this.logger.warn('hook.unexpected', { paneId, reason: parsed.error });
    return parsed.ok && parsed.value !== null ? { paneId, event: parsed.value } : null;
  }

  private paneOf(authorization: string | undefined): string | null {
    const token = bearerToken(authorization);
    return token === null ? null : this.tokens.paneOf(token);
  }
}

/** The port of an earlier run; 0 when none is known. */
function keptPort(file: string): number {
  try {
    const port = Number(fs.readFileSync(file, 'utf8'));
    return Number.isInteger(port) && port > 1023 && port < 65_536 ? port : 0;
  } catch {
    return 0;
  }
}

/** The status with which a request is turned away before its token is looked at. */
function refusalOf(request: http.IncomingMessage): number | null {
  if (request.headers.origin !== undefined) return 403;
  if (request.method !== 'POST') return 405;
  if (!/^\/hook\/[A-Za-z]{1,40}$/.test(request.url ?? '')) return 404;
  return null;
}

function refuse(request: http.IncomingMessage, response: http.ServerResponse, status: number): void {
  response.writeHead(status, { connection: 'close' }).end();
  request.resume();
}
