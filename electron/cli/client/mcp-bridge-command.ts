import { mcpSocketFile } from '../../system/locations';
import type { Locations } from '../../system/locations';
import { readConfigurationFile } from '../../system/configuration-file';
import { PANE_TOKEN_VARIABLE } from '../../system/pane-tokens';
import { systemClock } from '../../system/system-clock';
import { EXIT } from './exit-codes';
import { McpBridge } from './mcp-bridge';

/** `fugue mcp-bridge`: speaks MCP on standard input and output until the input ends. */
export async function mcpBridgeCommand(where: Locations): Promise<number> {
  const settings = () =>
    readConfigurationFile(where.configurationFile, process.env).configuration.claude.communication;
  await McpBridge.run({
    input: process.stdin,
    output: process.stdout,
    socketFile: () => mcpSocketFile(settings().mcp_socket, where.home),
    absence: () =>
      settings().mcp_enabled
        ? 'Fugue is not running: start it with fugue'
        : 'MCP is switched off in Fugue: set claude.communication.mcp_enabled to true',
    token: process.env[PANE_TOKEN_VARIABLE] || null,
    clock: systemClock,
  });
  return EXIT.done;
}
