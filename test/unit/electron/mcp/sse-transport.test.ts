import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { JSONRPCMessageSchema, type JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { afterEach, describe, expect, it } from 'vitest';
import { SseTransport } from '#electron/mcp/sse-transport';

const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'x', arguments: {} } };
/** Everything that is nearly a message, and some that are. */
const NEARLY: readonly unknown[] = [
  call,
  { ...call, id: 'a' },
  { ...call, id: 1.5 },
  { ...call, id: null },
  { ...call, id: undefined },
  { ...call, jsonrpc: '1.0' },
  { ...call, method: 7 },
  { ...call, params: undefined },
  { ...call, params: null },
  { ...call, params: [] },
  { ...call, params: 'x' },
  { ...call, params: { _meta: { progressToken: 1 } } },
  { ...call, params: { _meta: { progressToken: {} } } },
  { ...call, params: { _meta: 7 } },
  { ...call, extra: true },
  { jsonrpc: '2.0', method: 'notifications/initialized' },
  { jsonrpc: '2.0', id: 1, result: {} },
  { jsonrpc: '2.0', id: 1, result: 7 },
  { jsonrpc: '2.0', id: 1, error: { code: 1, message: 'no' } },
  { jsonrpc: '2.0', id: 1, error: 'no' },
  [call],
  {},
  null,
  'call',
  7,
];

describe('the transport of HTTP with SSE', () => {
  let server: http.Server | null = null;
  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
  });

  async function serve(answer: http.RequestListener): Promise<string> {
    const made = (server = http.createServer(answer));
    await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${String((made.address() as AddressInfo).port)}`;
  }

  it('takes what is a message of the protocol, and nothing else', async () => {
    const heard: unknown[] = [];
    let next: unknown = null;
    const url = await serve((_, response) => {
      const transport = new SseTransport('/messages', response);
      transport.onmessage = (message) => heard.push(message);
      transport.take(next, response);
    });
    const taken: unknown[] = [];
    for (next of NEARLY) {
      const { status } = await fetch(url);
      expect([202, 400]).toContain(status);
      if (status === 202) taken.push(next);
    }
    expect(taken).toEqual(NEARLY.filter((one) => JSONRPCMessageSchema.safeParse(one).success));
    expect(heard).toEqual(taken);
  });

  it('tells where to send to, then one event a message, and ends with its connection', async () => {
    let closed = 0;
    const message: JSONRPCMessage = { jsonrpc: '2.0', id: 1, result: { text: 'two\nlines, ünïcode' } };
    let transport: SseTransport | null = null;
    const url = await serve((_, response) => {
      const made = (transport = new SseTransport('/messages', response));
      made.onclose = () => (closed += 1);
      void made
        .start()
        .then(() => made.send(message))
        .then(() => made.close());
    });
    const answer = await fetch(url);
    const text = await answer.text();
    expect(answer.headers.get('content-type')).toBe('text/event-stream');
    expect(text).toBe(
      `event: endpoint\ndata: /messages?sessionId=${String(transport!.sessionId)}\n\n` +
        `event: message\ndata: ${JSON.stringify(message)}\n\n`,
    );
    await expect.poll(() => closed).toBe(1);
    await expect(transport!.send(message)).rejects.toThrow('has gone');
  });
});
