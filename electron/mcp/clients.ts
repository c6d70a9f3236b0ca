import { webcrypto } from 'node:crypto';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { isInitializeRequest, JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js';
import { ClientServer } from './protocol';
import { SseTransport } from './sse-transport';

// The SDK takes it from the global scope, where the oldest runtime has none.
(globalThis as { crypto?: unknown }).crypto ??= webcrypto;

/** What clients of MCP are served with. */
export {
  ClientServer,
  isInitializeRequest,
  JSONRPCMessageSchema,
  SseTransport,
  StreamableHTTPServerTransport,
};
