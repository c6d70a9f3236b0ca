// MCP spoken as raw HTTP, for requests that no client would send.
import net from 'node:net';
import type { RawRequest } from './raw-http';
import { bytesOf, sendRaw } from './raw-http';

export const INITIALIZE = JSON.stringify({
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
});
/** Calls a tool that changes nothing. */
export const CALL = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'fugue_list_panes', arguments: {} },
});

export function headersFor(at: number, who: string): [string, string][] {
  return [
    ['Host', `127.0.0.1:${String(at)}`],
    ['Authorization', `Bearer ${who}`],
  ];
}

export function post(path: string, body: string, headers: RawRequest['headers']): RawRequest {
  const types: [string, string][] = [
    ['Content-Type', 'application/json'],
    ['Accept', 'application/json, text/event-stream'],
  ];
  return { method: 'POST', path, headers: [...headers, ...types], body };
}

/** Begins a session of Streamable HTTP, and gives the request that calls a tool in it; null when it is refused. */
export async function beginHttp(at: number, headers: RawRequest['headers']): Promise<RawRequest | null> {
  const { text } = await sendRaw(at, bytesOf(post('/mcp', INITIALIZE, headers)));
  const id = /^mcp-session-id: (\S+)/im.exec(text)?.[1];
  return id === undefined ? null : post('/mcp', CALL, [...headers, ['Mcp-Session-Id', id]]);
}

/** Opens a stream, and gives the request that calls a tool on it; null when it is refused. */
export function beginSse(
  at: number,
  headers: RawRequest['headers'],
): Promise<{ call: RawRequest | null; socket: net.Socket; text: () => string }> {
  const socket = net.connect(at, '127.0.0.1');
  let text = '';
  const accept: [string, string] = ['Accept', 'text/event-stream'];
  socket.write(bytesOf({ method: 'GET', path: '/sse', headers: [...headers, accept], body: '' }));
  return new Promise((resolve) => {
    const settle = (): void => {
      const path = /data: (\/messages\S+)/.exec(text)?.[1];
      if (path === undefined && !socket.destroyed) return;
      resolve({ call: path === undefined ? null : post(path, CALL, headers), socket, text: () => text });
    };
    socket.on('error', () => undefined);
    socket.on('close', settle);
    socket.on('data', (piece: Buffer) => {
      text += piece.toString('latin1');
      settle();
    });
  });
}

/** Who a page behind a foreign name, or of another origin, says that it is. */
export const STRANGERS: readonly (readonly [string, string])[] = [
  ['Host', 'evil.com'],
  ['Host', `evil.com:9876`],
  ['Host', 'localhost'],
  ['Origin', 'http://evil.com'],
  ['Origin', 'null'],
];

/** Starts as itself or under a false name, then calls a tool, all with a token that is right. */
export async function strangeChain(
  at: number,
  token: string,
  [name, value]: readonly [string, string],
  begin: 'itself' | 'stranger',
): Promise<void> {
  const good = headersFor(at, token);
  const strange = [...good.filter(([other]) => other !== name), [name, value] as const];
  const headers = begin === 'itself' ? good : strange;
  const http = await beginHttp(at, headers);
  const sse = await beginSse(at, headers);
  for (const call of [http, sse.call])
    if (call !== null)
      await sendRaw(at, bytesOf({ ...call, headers: [...strange, ...call.headers.slice(headers.length)] }));
  sse.socket.destroy();
}
