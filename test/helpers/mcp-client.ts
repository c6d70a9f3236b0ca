// Real MCP clients, made with the official SDK.
import fs from 'node:fs';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { TestCore } from './core';
import { waitFor } from './wait';

export type HttpTransport = 'http' | 'sse';

/** The person's token, as a script reads it. */
export function personToken(app: TestCore): string {
  return fs.readFileSync(path.join(app.home, '.fugue/mcp-token'), 'utf8').trim();
}

/** The token that the programs of a pane have in their environment. */
export function paneToken(app: TestCore, paneId: string): Promise<string> {
  return waitFor('the token of the pane', () => {
    const pane = Object.values(app.state.panes).find(({ id }) => id === paneId);
    if (pane?.process.status !== 'running') return undefined;
    // Right after it was made a process still has the environment of the one that made it.
    const variables = fs.readFileSync(`/proc/${String(pane.process.pid)}/environ`, 'utf8').split('\0');
    return variables.find((variable) => variable.startsWith('FUGUE_TOKEN='))?.slice('FUGUE_TOKEN='.length);
  });
}

export function transportTo(app: TestCore, kind: HttpTransport, token: string): Transport {
  const address = app.core.mcp.addresses[kind];
  if (address === null) throw new Error('MCP is not served');
  const options = { requestInit: { headers: { authorization: `Bearer ${token}` } } };
  return kind === 'http'
    ? new StreamableHTTPClientTransport(new URL(address), options)
    : new SSEClientTransport(new URL(address), {
        ...options,
        eventSourceInit: {
          fetch: (url, init) =>
            fetch(url, { ...init, headers: { ...init.headers, authorization: `Bearer ${token}` } }),
        },
      });
}

/** A client that is connected. Its calls throw for errors of the protocol, not for refusals of a tool. */
export async function connect(
  app: TestCore,
  kind: HttpTransport,
  token: string = personToken(app),
): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transportTo(app, kind, token));
  return client;
}
