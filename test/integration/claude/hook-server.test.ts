// Whoever reaches the port of the hooks without the token of a living pane changes nothing.
import http from 'node:http';
import net from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HookServer, type ReceivedHook } from '#electron/claude/hooks/hook-server';
import { silentLogger } from '#electron/log/logger';
import { PaneTokens } from '#electron/system/pane-tokens';
import { waitFor } from '#test/helpers/wait';

const stop = JSON.stringify({ hook_event_name: 'Stop', session_id: 'one' });

describe('the server of hooks', () => {
  let server: HookServer;
  let tokens: PaneTokens;
  let TOKEN: string;
  let received: ReceivedHook[];

  beforeEach(async () => {
    server = await HookServer.listen((tokens = new PaneTokens()), silentLogger);
    received = [];
    server.onHook((hook) => received.push(hook));
    TOKEN = tokens.issue('p1');
  });
  afterEach(() => {
    server.dispose();
  });

  interface Request {
    readonly token?: string | null;
    /** Leaves so many characters of it out. */
    readonly cut?: number;
    readonly scheme?: string;
    readonly method?: string;
    readonly path?: string;
    readonly body?: string | Buffer;
    readonly headers?: Readonly<Record<string, string>>;
  }

  /** The status of the answer, or the code of the error that the connection ended with. */
  function send({
    token = TOKEN,
    cut = 0,
    scheme = 'Bearer',
    method = 'POST',
    path = '/hook/Stop',
    body = stop,
    headers = {},
  }: Request = {}) {
    const { port } = new URL(server.url);
    return new Promise<{ status: number | string; text: string }>((resolve) => {
      const request = http.request(
        {
          host: '127.0.0.1',
          port,
          method,
          path,
          agent: false,
          headers: {
            ...(token === null ? {} : { authorization: `${scheme} ${token.slice(0, token.length - cut)}` }),
            ...headers,
          },
        },
        (response) => {
          let text = '';
          response.on('data', (piece: Buffer) => (text += piece.toString()));
          response.on('end', () => {
            resolve({ status: response.statusCode ?? 0, text });
          });
          response.on('error', () => undefined);
        },
      );
      request.on('error', (error: NodeJS.ErrnoException) => {
        resolve({ status: error.code ?? 'error', text: '' });
      });
      request.end(body);
    });
  }

  it('takes a hook of a pane, and has no opinion', async () => {
    expect(await send()).toEqual({ status: 200, text: '{}' });
    expect(received).toMatchObject([{ paneId: 'p1', event: { kind: 'turn-ended', sessionId: 'one' } }]);
  });

  it.each<[string, Request, number]>([
    ['no token', { token: null }, 401],
    ['a wrong token', { token: 'another-token-0123456789' }, 401],
    ['a token that is cut', { cut: 1 }, 401],
    ['a token of another kind', { scheme: 'Basic' }, 401],
    ['the name of another host', { headers: { host: 'rebound.example:80' } }, 403],
    ['the name localhost', { headers: { host: 'localhost' } }, 403],
    ['an origin', { headers: { origin: 'http://127.0.0.1' } }, 403],
    ['an empty origin', { headers: { origin: 'null' } }, 403],
    ['GET', { method: 'GET' }, 405],
    ['OPTIONS', { method: 'OPTIONS' }, 405],
    ['another path', { path: '/' }, 404],
    ['a path that goes up', { path: '/hook/../Stop' }, 404],
    ['a path with more behind it', { path: '/hook/Stop?x=1' }, 404],
  ])('turns away %s', async (_name, request, status) => {
    expect((await send(request)).status).toBe(status);
    expect(received).toEqual([]);
  });

  it('knows a token no longer when its pane is closed, or has a newer one', async () => {
    const newer = tokens.issue('p1');
    expect((await send()).status).toBe(401);
    expect((await send({ token: newer })).status).toBe(200);
    tokens.revoke('p1');
    expect((await send({ token: newer })).status).toBe(401);
    expect(received).toHaveLength(1);
  });

  it('does not read a body of 9 MB, and goes on', async () => {
    const body = Buffer.alloc(9 * 1024 * 1024, 'x');
    expect([413, 'ECONNRESET', 'EPIPE']).toContain((await send({ body })).status);
    expect(received).toEqual([]);
    expect((await send()).status).toBe(200);
  });

  it('takes a body of 7 MB', async () => {
    const body = JSON.stringify({ hook_event_name: 'Stop', session_id: 'one', more: 'x'.repeat(7_000_000) });
    expect((await send({ body })).status).toBe(200);
    expect(received).toHaveLength(1);
  });

  it.each([
    ['nothing', ''],
    ['no JSON', '{"hook_event_name":'],
    ['a list', '[]'],
    ['null', 'null'],
    ['an event without a conversation', '{"hook_event_name":"Stop"}'],
    ['an event that nobody knows', '{"hook_event_name":"Later","session_id":"one"}'],
  ])('has no opinion about %s, and tells nothing', async (_name, body) => {
    expect(await send({ body })).toEqual({ status: 200, text: '{}' });
    expect(received).toEqual([]);
  });

  it('tells nothing of a body that is cut', async () => {
    const socket = net.connect(Number(new URL(server.url).port), '127.0.0.1');
    const { host } = new URL(server.url);
    let closed = false;
    socket.on('close', () => (closed = true));
    socket.on('error', () => undefined);
    socket.write(
      `POST /hook/Stop HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${TOKEN}\r\nContent-Length: ${String(stop.length)}\r\n\r\n${stop.slice(0, 10)}`,
      () => socket.destroy(),
    );
    await waitFor('the end of the connection', () => closed);
    expect((await send()).status).toBe(200);
    expect(received).toHaveLength(1);
  });

  it('tells of each of many at once', async () => {
    const many = Array.from({ length: 20 }, (_, pane) => tokens.issue(`q${String(pane)}`));
    const answers = await Promise.all(
      Array.from({ length: 400 }, (_, number) => send({ token: many[number % 20]! })),
    );
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(received).toHaveLength(400);
    for (let pane = 0; pane < 20; pane += 1)
      expect(received.filter(({ paneId }) => paneId === `q${String(pane)}`)).toHaveLength(20);
  });
});
