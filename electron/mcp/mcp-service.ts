import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import type { Disposable } from '#shared/base/disposable';
import { DisposableStore } from '#shared/base/disposable';
import { errorMessage } from '#shared/base/errors';
import type { Logger } from '../log/logger';
import { refuseSecondServer } from '../system/local-socket';
import type { PaneTokens } from '../system/pane-tokens';
import { secretCheck } from '../system/pane-tokens';
import type { Principal } from './client-sessions';
import { HttpEndpoint } from './http-endpoint';
import type { Clients } from './load-clients';
import type { McpCore } from './protocol';
import type { SocketEndpoint } from './socket-endpoint';
import { serveSocket } from './socket-endpoint';

export interface McpSettings {
  readonly enabled: boolean;
  readonly port: number;
  readonly socketFile: string;
}

export interface McpServiceOptions {
  readonly core: McpCore;
  readonly tokens: PaneTokens;
  readonly tokenFile: string;
  readonly settings: McpSettings;
  /** Tells the person what is not as it was asked for. */
  readonly problem: (title: string, detail: string) => void;
  readonly logger: Logger;
}

/** Where MCP is served now; null for what could not be opened. */
export interface McpAddresses {
  readonly http: string | null;
  readonly sse: string | null;
  readonly socket: string | null;
}

type Endpoint = Parameters<typeof HttpEndpoint.listen>[1];

/** Serves MCP on all its endpoints, as the settings say, and again whenever they change. */
export class McpService implements Disposable {
  private http: HttpEndpoint | null = null;
  private socket: SocketEndpoint | null = null;
  private readonly store = new DisposableStore();
  /** New with each start of the app: whoever read an old one has nothing. */
  private readonly personToken = randomBytes(32).toString('base64url');
  private readonly isPersonToken = secretCheck(this.personToken);
  private settings: McpSettings;
  private turn: Promise<void> = Promise.resolve();

  private constructor(private readonly options: McpServiceOptions) {
    this.settings = options.settings;
    this.store.add(
      options.tokens.onRevoked((paneId) => {
        // Whoever closes its own pane still gets the answer, which follows in the same breath.
        setImmediate(() => {
          this.http?.endAllOf(paneId);
          this.socket?.endAllOf(paneId);
        });
      }),
    );
  }

  static async start(options: McpServiceOptions): Promise<McpService> {
    const service = new McpService(options);
    await service.open();
    return service;
  }

  get addresses(): McpAddresses {
    return {
      http: this.http?.url('http') ?? null,
      sse: this.http?.url('sse') ?? null,
      socket: this.socket === null ? null : this.settings.socketFile,
    };
  }

  /** Clients of the HTTP endpoints. */
  get clients(): number {
    return this.http?.clients ?? 0;
  }

  /** Takes settings that have changed; resolves when they are in force. */
  apply(settings: McpSettings): Promise<void> {
    this.turn = this.turn.then(async () => {
      const before = this.settings;
      this.settings = settings;
      if (this.store.isDisposed) return;
      // What has not changed stays: running Claudes know it by its address.
      const { enabled } = settings;
      if (enabled !== before.enabled || settings.port !== before.port) this.closeHttp();
      if (enabled !== before.enabled || settings.socketFile !== before.socketFile) this.closeSocket();
      await this.open();
    });
    return this.turn;
  }

  dispose(): void {
    this.close();
    this.store.dispose();
  }

  private close(): void {
    this.closeHttp();
    this.closeSocket();
  }

  private closeHttp(): void {
    this.http?.dispose();
    this.http = null;
    fs.rmSync(this.options.tokenFile, { force: true });
  }

  private closeSocket(): void {
    this.socket?.dispose();
    this.socket = null;
  }

  /** Opens what the settings ask for and is not open yet. */
  private async open(): Promise<void> {
    const { options, settings } = this;
    if (!settings.enabled) return;
    const endpoint = {
      clock: options.core.clock,
      logger: options.logger,
      principalOf: (token: string) => this.principalOf(token),
      newClient: (principal: Principal, clients: Clients) =>
        new clients.ClientServer(options.core, { kind: 'agent', via: 'mcp', paneId: principal.paneId }),
    };
    if (this.http === null) await this.openHttp(endpoint);
    if (this.socket === null) await this.openSocket(endpoint);
    if (this.store.isDisposed) this.close();
  }

  private async openHttp(endpoint: Endpoint): Promise<void> {
    const { tokenFile, logger } = this.options;
    this.http = await this.listen(this.settings.port, endpoint);
    if (this.http === null) return;
    // Written once the server listens, so that nobody sends it to whoever has the port.
    fs.writeFileSync(tokenFile, `${this.personToken}\n`, { mode: 0o600 });
    fs.chmodSync(tokenFile, 0o600);
    logger.info('mcp.listening', { port: this.http.port });
  }

  private async openSocket(endpoint: Endpoint): Promise<void> {
    const { problem, logger } = this.options;
    const { socketFile } = this.settings;
    try {
      await refuseSecondServer(socketFile);
      this.socket = await serveSocket(socketFile, endpoint);
    } catch (error) {
      problem('MCP has no socket', `${socketFile}: ${errorMessage(error)}`);
      logger.error('mcp.socket-unavailable', { reason: errorMessage(error) });
    }
  }

  private async listen(port: number, endpoint: Endpoint): Promise<HttpEndpoint | null> {
    try {
      return await HttpEndpoint.listen(port, endpoint);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || port === 0) {
        this.options.problem('MCP is not served over HTTP', errorMessage(error));
        return null;
      }
    }
    const other = await HttpEndpoint.listen(0, endpoint).catch(() => null);
    if (other === null) this.options.problem('MCP is not served over HTTP', `no port of loopback is free`);
    else
      this.options.problem(
        `Port ${String(port)} of MCP is in use`,
        `MCP is served on port ${String(other.port)}; Claudes that Fugue starts know it already.`,
      );
    return other;
  }

  private principalOf(token: string): Principal | null {
    if (this.isPersonToken(token)) return { paneId: null };
    const paneId = this.options.tokens.paneOf(token);
    return paneId === null ? null : { paneId };
  }
}
