import { randomUUID } from 'node:crypto';
import type http from 'node:http';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js';

/**
 * HTTP with SSE from the side of the server: messages come by requests of their own, and all answers go into one
 * stream. The SDK's own transport does the same with twice the work: it takes each request's address and head apart
 * again, which the endpoint has judged already, and writes each event in four pieces.
 */
export class SseTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly sessionId = randomUUID();

  constructor(
    /** Where the client sends its messages to; the id of the session is added. */
    private readonly path: string,
    private readonly stream: http.ServerResponse,
  ) {}

  async start(): Promise<void> {
    // The stream ends with its connection, so that an event needs no frame of its own: one write each.
    this.stream.removeHeader('transfer-encoding');
    this.stream.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache, no-transform',
      'x-content-type-options': 'nosniff',
    });
    this.stream.write(`event: endpoint\ndata: ${this.path}?sessionId=${this.sessionId}\n\n`);
    this.stream.on('close', () => this.onclose?.());
  }

  /** Takes a message that came by a request of its own, and answers that request. */
  take(message: unknown, response: http.ServerResponse): void {
    if (!isMessage(message)) {
      response.writeHead(400, { 'content-type': 'text/plain' }).end('this is no message of JSON-RPC 2.0');
      return;
    }
    response.writeHead(202, { 'content-length': 0 }).end();
    this.onmessage?.(message);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.stream.writableEnded || this.stream.destroyed) throw new Error('the client has gone');
    this.stream.write(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
  }

  async close(): Promise<void> {
    this.stream.end();
  }
}

/** What is plainly a call is told without the schema, which takes longer than most calls do. */
function isMessage(value: unknown): value is JSONRPCMessage {
  return isPlainCall(value) || JSONRPCMessageSchema.safeParse(value).success;
}

const CALL_FIELDS = new Set(['jsonrpc', 'id', 'method', 'params']);

function isPlainCall(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  for (const field in value) if (!CALL_FIELDS.has(field)) return false;
  const { jsonrpc, id, method, params } = value as Readonly<Record<string, unknown>>;
  if (jsonrpc !== '2.0' || typeof method !== 'string') return false;
  if (typeof id !== 'string' && !Number.isSafeInteger(id)) return false;
  return typeof params === 'object' && params !== null && !Array.isArray(params) && !('_meta' in params);
}
