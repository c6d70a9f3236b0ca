// Clients of MCP that do little themselves, so that what is measured is the server.
import http from 'node:http';

export const MCP_TRANSPORTS = ['http', 'sse'] as const;
export type McpTransport = (typeof MCP_TRANSPORTS)[number];

export interface McpTarget {
  readonly port: number;
  readonly token: string;
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
}

const INITIALIZE = {
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '1' } },
};

/** One client with connections of its own, which asks for one thing after the other. */
export class LoadClient {
  private readonly agent = new http.Agent({ keepAlive: true, maxSockets: 2 });
  private session: string | null = null;
  private stream: http.IncomingMessage | null = null;
  private endpoint = '/mcp';
  private heard = '';
  private answered: (text: string) => void = () => undefined;
  private id = 0;

  private constructor(private readonly target: McpTarget) {}

  static async connect(transport: McpTransport, target: McpTarget): Promise<LoadClient> {
    const client = new LoadClient(target);
    if (transport === 'sse') await client.openStream();
    await client.ask(INITIALIZE);
    await client.post({ jsonrpc: '2.0', method: 'notifications/initialized' });
    return client;
  }

  /** Milliseconds from the call of the tool to its whole result. */
  async call(): Promise<number> {
    const { tool, input } = this.target;
    const started = performance.now();
    const text = await this.ask({ method: 'tools/call', params: { name: tool, arguments: input } });
    const took = performance.now() - started;
    if (!text.includes('"result"') || text.includes('"isError":true')) throw new Error(text.slice(0, 500));
    return took;
  }

  close(): void {
    this.stream?.destroy();
    this.agent.destroy();
  }

  private async ask(message: Readonly<Record<string, unknown>>): Promise<string> {
    this.id += 1;
    const whole = { jsonrpc: '2.0', id: this.id, ...message };
    if (this.stream === null) return this.post(whole);
    const answer = new Promise<string>((resolve) => {
      this.answered = resolve;
    });
    await this.post(whole);
    return answer;
  }

  private post(message: Readonly<Record<string, unknown>>): Promise<string> {
    return new Promise((resolve, reject) => {
      const body = JSON.stringify(message);
      const request = http.request(
        {
          ...this.head('POST', this.endpoint),
          headers: {
            authorization: `Bearer ${this.target.token}`,
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(body),
            accept: 'application/json, text/event-stream',
            ...(this.session === null ? {} : { 'mcp-session-id': this.session }),
          },
        },
        (response) => {
          const { 'mcp-session-id': session } = response.headers;
          if (typeof session === 'string') this.session = session;
          let text = '';
          response.setEncoding('utf8');
          response.on('data', (piece: string) => (text += piece));
          response.on('end', () => {
            if ((response.statusCode ?? 500) < 300) resolve(text);
            else reject(new Error(`${String(response.statusCode)} ${text}`));
          });
        },
      );
      request.on('error', reject);
      request.end(body);
    });
  }

  private openStream(): Promise<void> {
    return new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${this.target.token}`, accept: 'text/event-stream' };
      const request = http.get({ ...this.head('GET', '/sse'), agent: false, headers }, (response) => {
        this.stream = response;
        response.setEncoding('utf8');
        response.on('error', () => undefined);
        response.on('data', (piece: string) => {
          this.heard += piece;
          for (;;) {
            const end = this.heard.indexOf('\n\n');
            if (end < 0) break;
            const event = this.heard.slice(0, end);
            this.heard = this.heard.slice(end + 2);
            const endpoint = /^event: endpoint\ndata: (\S+)$/.exec(event)?.[1];
            if (endpoint !== undefined) {
              this.endpoint = endpoint;
              resolve();
            } else if (event.includes('"id"')) this.answered(event);
          }
        });
      });
      request.on('error', reject);
    });
  }

  private head(method: string, path: string): http.RequestOptions {
    return { host: '127.0.0.1', port: this.target.port, method, path, agent: this.agent };
  }
}
