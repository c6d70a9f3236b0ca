import type { Clock } from '#shared/base/clock';
import type { DisposableStore } from '#shared/base/disposable';
import { Emitter } from '#shared/base/emitter';
import type { Dispatcher } from '../commands/dispatcher';
import type { Logger } from '../log/logger';
import { McpService } from '../mcp/mcp-service';
import type { PtyHostClient } from '../pty/pty-host-client';
import type { SessionService } from '../session/session-service';
import type { Store } from '../session/store';
import type { Locations } from '../system/locations';
import { mcpSocketFile } from '../system/locations';
import type { PaneTokens } from '../system/pane-tokens';

export interface McpParts {
  readonly locations: Locations;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly version: string;
  readonly dispatcher: Dispatcher;
  readonly store: Store;
  readonly service: SessionService;
  readonly host: PtyHostClient;
  readonly tokens: PaneTokens;
}

/** Serves MCP as the settings say, from now on and whenever they change. */
export async function startMcp(parts: McpParts, disposables: DisposableStore): Promise<McpService> {
  const { store, service, host, locations, clock, logger, version, dispatcher } = parts;
  const panesChanged = disposables.add(new Emitter<null>());
  const settings = () => {
    const { communication } = store.state.configuration.claude;
    return {
      enabled: communication.mcp_enabled,
      port: communication.mcp_port,
      socketFile: mcpSocketFile(communication.mcp_socket, locations.home),
    };
  };
  const mcp = await McpService.start({
    core: {
      dispatcher,
      clock,
      logger,
      version,
      state: () => store.state,
      onPanesChanged: panesChanged.event,
      watchScreen: (paneId, changed) => host.onScreen(paneId, changed),
    },
    tokens: parts.tokens,
    tokenFile: locations.mcpToken,
    settings: settings(),
    problem: (title, detail) => {
      service.addNotice('warning', title, [detail]);
    },
    logger,
  });
  let panes = Object.keys(store.state.panes).join();
  disposables.add(
    store.onAction(({ action }) => {
      if (action.type === 'configuration/changed') void mcp.apply(settings());
      const now = Object.keys(store.state.panes).join();
      if (now === panes) return;
      panes = now;
      panesChanged.fire(null);
    }),
  );
  return mcp;
}
