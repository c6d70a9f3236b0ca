// The floor of MCP: the SDK's own server with one tool that gives back what it gets, over both transports.
import { randomUUID } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { z } from 'zod';

const streamable = new Map<string, StreamableHTTPServerTransport>();
const streams = new Map<string, SSEServerTransport>();

function echoServer(): McpServer {
  const server = new McpServer({ name: 'echo', version: '1' });
  server.registerTool('echo', { inputSchema: { text: z.string() } }, ({ text }) => ({
    content: [{ type: 'text', text }],
  }));
  return server;
}

async function answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  if (url.pathname === '/sse') {
    const transport = new SSEServerTransport('/messages', response);
    streams.set(transport.sessionId, transport);
    await echoServer().connect(transport);
  } else if (url.pathname === '/messages') {
    await streams.get(url.searchParams.get('sessionId') ?? '')?.handlePostMessage(request, response);
  } else {
    const id = request.headers['mcp-session-id'];
    let transport = typeof id === 'string' ? streamable.get(id) : undefined;
    if (transport === undefined) {
      const made = new StreamableHTTPServerTransport({
        sessionIdGenerator: randomUUID,
        onsessioninitialized: (begun) => {
          streamable.set(begun, made);
        },
      });
      await echoServer().connect(made);
      transport = made;
    }
    await transport.handleRequest(request, response);
  }
}

const server = http.createServer((request, response) => {
  void answer(request, response);
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
});
