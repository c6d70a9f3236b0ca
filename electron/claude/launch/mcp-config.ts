import { PANE_TOKEN_VARIABLE } from '../../system/pane-tokens';

/** Where a Claude finds the tools of Fugue; null for a way that is not open. */
export interface McpAddresses {
  readonly http: string | null;
  readonly sse: string | null;
  readonly socket: string | null;
}

/** How Claude's configuration names a server. */
export type McpServerEntry = {
  /** Claude waits for it before the first turn: a prompt that comes at once finds the tools there. */
  readonly alwaysLoad: true;
} & (
  | {
      readonly type: 'http' | 'sse';
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
    }
  | { readonly type: 'stdio'; readonly command: string; readonly args: readonly string[] }
);

/**
 * The entry for Fugue by the way that is asked for, or the one that is open instead. The token stands in the
 * environment, from which Claude fills it in: it is in no file and on no command line.
 */
export function mcpServerEntry(
  transport: 'http' | 'sse' | 'stdio',
  addresses: McpAddresses,
  commandFile: string,
): McpServerEntry | null {
  const url = transport === 'stdio' ? null : addresses[transport];
  if (transport !== 'stdio' && url !== null)
    return {
      alwaysLoad: true,
      type: transport,
      url,
      headers: { Authorization: `Bearer \${${PANE_TOKEN_VARIABLE}}` },
    };
  return addresses.socket === null
    ? null
    : { alwaysLoad: true, type: 'stdio', command: commandFile, args: ['mcp-bridge'] };
}

/** Keeps traffic to loopback away from proxies: they would get the token. */
export function addLoopback(
  added: Record<string, string>,
  environment: Readonly<Record<string, string>>,
): void {
  for (const name of ['NO_PROXY', 'no_proxy']) {
    const hosts = (environment[name] ?? '')
      .split(',')
      .map((host) => host.trim())
      .filter((host) => host !== '');
    if (hosts.includes('*')) continue;
    added[name] = [...new Set([...hosts, '127.0.0.1', 'localhost'])].join(',');
  }
}
