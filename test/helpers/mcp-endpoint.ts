// An endpoint of MCP over the tools of a core that is not as it should be, for tests that have to fail on it.
import { Emitter } from '#shared/base/emitter';
import { silentLogger } from '../../electron/log/logger';
import type { HttpEndpointOptions } from '../../electron/mcp/http-endpoint';
import { HttpEndpoint } from '../../electron/mcp/http-endpoint';
import { ClientServer } from '../../electron/mcp/protocol';
import { systemClock } from '../../electron/system/system-clock';
import type { TestCore } from './core';
import { personToken } from './mcp-client';

export function endpointOver(app: TestCore, options: Partial<HttpEndpointOptions>): Promise<HttpEndpoint> {
  const token = personToken(app);
  const core = {
    dispatcher: app.core.dispatcher,
    clock: systemClock,
    logger: silentLogger,
    version: '0.0.0-test',
    state: () => app.state,
    onPanesChanged: new Emitter<null>().event,
    watchScreen: () => ({ dispose: () => undefined }),
  };
  return HttpEndpoint.listen(0, {
    clock: systemClock,
    logger: silentLogger,
    principalOf: (given) => (given === token ? { paneId: null } : null),
    newClient: ({ paneId }) => new ClientServer(core, { kind: 'agent', via: 'mcp', paneId }),
    ...options,
  });
}
