// What pages, strangers and broken clients may send to the port of MCP: none of it reaches a tool, none of it holds
// up the others. Each claim has a twin, in which a weak guard lets it through: it shows that the claim can fail.
import fs from 'node:fs';
import net from 'node:net';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { TestCore } from '#test/helpers/core';
import { connect, paneToken, personToken, transportTo } from '#test/helpers/mcp-client';
import { endpointOver } from '#test/helpers/mcp-endpoint';
import { beginHttp, beginSse, CALL, headersFor, post, strangeChain, STRANGERS } from '#test/helpers/mcp-raw';
import type { RawRequest } from '#test/helpers/raw-http';
import { bytesOf, sendRaw } from '#test/helpers/raw-http';
import { inTime, waitFor } from '#test/helpers/wait';
import { SESSION_LIMIT } from '../../../electron/mcp/client-sessions';
import type { Attack, Target } from './attacks';
import { attacksOn, endlessOn } from './attacks';

const PATIENCE = 12_000;
const CHURN = 1000;

let app: TestCore;
let token: string;
let port: number;
beforeAll(async () => {
  app = await TestCore.start();
  token = personToken(app);
  port = Number(new URL(app.core.mcp.addresses.http!).port);
});
afterAll(async () => {
  await app.close();
});

/** The calls that tools have had. */
const calls = (): number => app.core.dispatcher.records.length;

describe('hostile requests', () => {
  it('run no tool, and are refused or cut off in time, on each path', { timeout: 120_000 }, async () => {
    const http = (await beginHttp(port, headersFor(port, token)))!;
    const sse = await beginSse(port, headersFor(port, token));
    const stream: RawRequest = {
      method: 'GET',
      path: '/sse',
      headers: [...headersFor(port, token), ['Accept', 'text/event-stream']],
      body: '',
    };
    const targets = [http, sse.call!, stream].map((good) => ({ port, token, good }));
    // What is changed below works as it is.
    for (const { good } of targets)
      expect((await sendRaw(port, bytesOf(good))).statuses[0]).toBeLessThan(300);
    await waitFor('both calls', () => calls() === 2);

    const problems: string[] = [];
    const attack = async (target: Target, { name, bytes, ...options }: Attack): Promise<void> => {
      const { statuses, text, milliseconds } = await sendRaw(port, bytes, options);
      const status = statuses.at(-1);
      const refused = status === undefined || (status >= 400 && status < 500);
      const shared = /access-control/i.test(text);
      if (!refused || milliseconds > PATIENCE || shared)
        problems.push(`${target.good.path} ${name}: ${text.slice(0, 200)} after ${String(milliseconds)} ms`);
    };
    const slow = targets.flatMap((target) => endlessOn(target).map((one) => attack(target, one)));
    for (const target of targets) {
      const attacks = attacksOn(target);
      expect(attacks.length).toBeGreaterThanOrEqual(66);
      await Promise.all(attacks.map((one) => attack(target, one)));
    }
    await Promise.all(slow);
    expect(problems).toEqual([]);
    expect(calls()).toBe(2);
    expect((await sendRaw(port, bytesOf(http))).statuses).toEqual([200]);
    sse.socket.destroy();
  });

  it('hold up nobody, though 200 are half open', async () => {
    const client = await connect(app, 'sse', token);
    const halves = Array.from({ length: 200 }, () => {
      const socket = net.connect(port, '127.0.0.1');
      socket.on('error', () => undefined);
      socket.resume();
      socket.write(`POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${String(port)}\r\n`);
      return socket;
    });
    const closed = halves.map(
      (socket) => new Promise<void>((resolve) => socket.on('close', () => resolve())),
    );
    await waitFor('all to be connected', () => halves.every((socket) => !socket.connecting));
    for (let round = 0; round < 10; round += 1) {
      const started = performance.now();
      await client.callTool({ name: 'fugue_list_panes', arguments: {} });
      expect(performance.now() - started).toBeLessThan(500);
    }
    await inTime('the half-open ones to be closed', Promise.all(closed), { timeout: 15_000 });
    await client.close();
  });
});

describe('a page behind a name that leads here', () => {
  async function chain(at: number, stranger: (typeof STRANGERS)[number]): Promise<number> {
    const before = calls();
    for (const begin of ['itself', 'stranger'] as const) await strangeChain(at, token, stranger, begin);
    return calls() - before;
  }

  it.each(STRANGERS)('calls no tool as %s: %s', async (name, value) => {
    expect(await chain(port, [name, value])).toBe(0);
  });

  it('would call tools if nobody judged the heads of requests', async () => {
    const weak = await endpointOver(app, { judge: () => null });
    for (const stranger of STRANGERS) expect(await chain(weak.port, stranger)).toBeGreaterThan(0);
    weak.dispose();
  });
});

describe('sessions', () => {
  it('are for the pane that began them and for no other', async () => {
    const tokens: string[] = [];
    for (const name of ['first', 'second']) {
      const pane = await app.pane('cat', name);
      await waitFor('its program', () => app.state.panes[pane as never]?.['process']['status'] === 'running');
      tokens.push(await paneToken(app, pane));
    }
    const [first = '', second = ''] = tokens;
    const http = (await beginHttp(port, headersFor(port, first)))!;
    const sse = await beginSse(port, headersFor(port, first));
    const before = calls();
    const asked = [http, sse.call!];
    for (let round = 0; round < 50; round += 1) {
      const call = asked[round % 2]!;
      const headers = [...headersFor(port, round % 4 < 2 ? second : token), ...call.headers.slice(2)];
      expect((await sendRaw(port, bytesOf({ ...call, headers }))).statuses).toEqual([404]);
    }
    expect(calls()).toBe(before);
    for (const call of asked) expect((await sendRaw(port, bytesOf(call))).statuses[0]).toBeLessThan(300);
    await waitFor('the calls of their own', () => calls() === before + 2);
    sse.socket.destroy();
  });

  it('that nobody began are not known (mcp-02)', async () => {
    const strange = '00000000-0000-4000-8000-000000000000';
    const headers = headersFor(port, token);
    for (const request of [
      post(`/messages?sessionId=${strange}`, CALL, headers),
      post('/messages', CALL, headers),
      post('/messages?sessionId=', CALL, headers),
      post('/mcp', CALL, [...headers, ['Mcp-Session-Id', strange]]),
      { ...post('/mcp', '', [...headers, ['Mcp-Session-Id', strange]]), method: 'GET' },
      { ...post('/mcp', '', [...headers, ['Mcp-Session-Id', strange]]), method: 'DELETE' },
    ])
      expect((await sendRaw(port, bytesOf(request))).statuses).toEqual([404]);
    expect((await sendRaw(port, bytesOf(post('/mcp', CALL, headers)))).statuses).toEqual([400]);
  });

  it('end when their client says so, with an answer', async () => {
    const complaints = vi.spyOn(console, 'error');
    const headers = headersFor(port, token);
    const http = (await beginHttp(port, headers))!;
    const ended = await sendRaw(port, bytesOf({ ...http, method: 'DELETE', body: '' }));
    expect(ended.statuses).toEqual([200]);
    expect((await sendRaw(port, bytesOf(http))).statuses).toEqual([404]);
    const client = new Client({ name: 'one that ends well', version: '1' });
    const transport = transportTo(app, 'http', token) as StreamableHTTPClientTransport;
    await client.connect(transport);
    const clients = app.core.mcp.clients;
    await transport.terminateSession();
    expect(app.core.mcp.clients).toBe(clients - 1);
    await client.close();
    expect(complaints).not.toHaveBeenCalled();
  });

  it('go one by one: a client that comes does not end the one before (mcp-01)', async () => {
    const clients: Client[] = [];
    for (const kind of ['sse', 'http', 'sse', 'http'] as const) clients.push(await connect(app, kind, token));
    const ended: number[] = [];
    clients.forEach((client, index) => (client.onclose = () => ended.push(index)));
    for (const client of clients) expect((await client.listTools()).tools.length).toBeGreaterThan(30);
    expect(ended).toEqual([]);
    for (const client of clients) await client.close();
  });

  it('that are left behind stay few, and leave no connections', { timeout: 120_000 }, async () => {
    const descriptors = () => fs.readdirSync('/proc/self/fd').length;
    const before = descriptors();
    for (let round = 0; round < CHURN; round += 1) {
      const http = (await beginHttp(port, headersFor(port, token)))!;
      expect((await sendRaw(port, bytesOf(http))).statuses).toEqual([200]);
      const sse = await beginSse(port, headersFor(port, token));
      await sendRaw(port, bytesOf(sse.call!));
      sse.socket.destroy();
      expect(app.core.mcp.clients).toBeLessThanOrEqual(SESSION_LIMIT);
    }
    await waitFor('the connections to be closed', () => descriptors() <= before + 5, {
      instead: () => `${String(descriptors())} instead of ${String(before)}`,
    });
    const client = await connect(app, 'http', token);
    expect((await client.listTools()).tools.length).toBeGreaterThan(30);
    await client.close();
  });

  it('are refused, not lost, when all that there may be have a stream open', async () => {
    const streams = [];
    while (app.core.mcp.clients < SESSION_LIMIT || streams.length < SESSION_LIMIT)
      streams.push(await beginSse(port, headersFor(port, token)));
    expect(await beginHttp(port, headersFor(port, token))).toBeNull();
    const client = new Client({ name: 'one too many', version: '1' });
    await expect(client.connect(transportTo(app, 'http', token))).rejects.toThrow('too many clients');
    expect((await sendRaw(port, bytesOf(streams[0]!.call!))).statuses).toEqual([202]);
    for (const { socket } of streams) socket.destroy();
    await waitFor('all to be freed', () => app.core.mcp.clients === 0);
  });
});

describe('streams on which nothing happens', () => {
  it('tell that they are there (mcp-03)', async () => {
    const endpoint = await endpointOver(app, { keepAlive: 30 });
    const headers = headersFor(endpoint.port, token);
    const sse = await beginSse(endpoint.port, headers);
    const comments = () => sse.text().match(/^: keep-alive$/gm)?.length ?? 0;
    await waitFor('three signs of life over SSE', () => comments() >= 3);
    const http = (await beginHttp(endpoint.port, headers))!;
    const socket = net.connect(endpoint.port, '127.0.0.1');
    let text = '';
    socket.on('data', (piece: Buffer) => (text += piece.toString('latin1')));
    socket.write(bytesOf({ ...http, method: 'GET', body: '' }));
    await waitFor('three signs of life over HTTP', () => (text.match(/^: keepalive$/gm)?.length ?? 0) >= 3);
    socket.destroy();
    sse.socket.destroy();
    endpoint.dispose();
  });
});
