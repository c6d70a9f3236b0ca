import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { cleanEnvironment } from '#test/helpers/clean-environment';
import { repositoryRoot } from '#test/helpers/root';
import { waitFor } from '#test/helpers/wait';
import type { McpTarget, McpTransport } from '../mcp-load';
import { LoadClient, MCP_TRANSPORTS } from '../mcp-load';
import type { BenchOptions } from '../options';
import type { BenchResult } from '../report';
import { atMost, result } from '../report';
import { percentile } from '../statistics';
import { CACHE, Workspace } from '../workspace';

const FLOOR = "the SDK's echo server";
const CLIENTS = [1, 8, 32] as const;
/** Milliseconds of calls before those that count, and of those. */
const WARM_UP = 300;

interface Server extends Disposable {
  readonly label: string;
  readonly target: McpTarget;
}

interface Disposable {
  dispose(): void;
}

async function freePort(): Promise<number> {
  const server = net.createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as net.AddressInfo;
  server.close();
  return port;
}

function node(script: string, environment: Record<string, string>): ChildProcess {
  return spawn(process.execPath, [script], { env: environment, stdio: ['ignore', 'pipe', 'ignore'] });
}

/** The built app without its window: the same server in the same kind of process as the floor. */
async function startFugue(): Promise<Server> {
  const workspace = new Workspace();
  const home = path.join(workspace.directory.path, 'fugue');
  const port = await freePort();
  const child = node(
    path.join(repositoryRoot, 'dist/headless.cjs'),
    cleanEnvironment({
      HOME: workspace.home,
      FUGUE_HOME: home,
      CCMUX_MCP_PORT: String(port),
      SHELL: '/bin/bash',
    }),
  );
  const tokenFile = path.join(home, 'mcp-token');
  await waitFor('Fugue to serve MCP', () => fs.existsSync(tokenFile), { timeout: 30_000 });
  const token = fs.readFileSync(tokenFile, 'utf8').trim();
  return {
    label: 'Fugue',
    target: { port, token, tool: 'fugue_get_status', input: { pane_id: '0' } },
    dispose: () => {
      child.on('exit', () => {
        workspace.remove();
      });
      child.kill();
    },
  };
}

async function startFloor(): Promise<Server> {
  const child = node(path.join(CACHE, 'floor-mcp.cjs'), cleanEnvironment());
  const [line] = (await once(child.stdout!, 'data')) as [Buffer];
  return {
    label: FLOOR,
    target: { port: Number(line.toString()), token: 'x'.repeat(43), tool: 'echo', input: { text: 'hello' } },
    dispose: () => {
      child.kill();
    },
  };
}

/** Milliseconds of each call of so many clients, each of which calls without a pause. */
async function load(server: Server, transport: McpTransport, count: number, span: number): Promise<number[]> {
  const clients = await Promise.all(
    Array.from({ length: count }, () => LoadClient.connect(transport, server.target)),
  );
  const times: number[] = [];
  const counted = performance.now() + WARM_UP;
  const work = async (client: LoadClient): Promise<void> => {
    while (performance.now() < counted + span) {
      const began = performance.now();
      const took = await client.call();
      if (began >= counted) times.push(took);
    }
  };
  await Promise.all(clients.map(work));
  for (const client of clients) client.close();
  return times;
}

export async function mcpSuite(
  options: BenchOptions,
  say: (text: string) => void,
): Promise<readonly BenchResult[]> {
  const rounds = options.quick ? 3 : 7;
  const span = options.quick ? 500 : 1000;
  const servers: Server[] = [await startFugue()];
  if (!options.alone) servers.push(await startFloor());
  const results: BenchResult[] = [];
  try {
    for (const transport of MCP_TRANSPORTS) {
      for (const count of CLIENTS) {
        const times = new Map<string, number[]>(servers.map(({ label }) => [label, []]));
        for (let round = 0; round < rounds; round += 1) {
          // In turns, and each of them first as often: the machine's mood is for both.
          const turn = round % 2 === 0 ? servers : [...servers].reverse();
          for (const server of turn)
            times.get(server.label)?.push(...(await load(server, transport, count, span)));
        }
        for (const [share, factor] of [
          [0.5, 1.5],
          [0.99, 2],
        ] as const) {
          const of = (label: string): number => percentile(times.get(label) ?? [], share);
          results.push(
            result({
              name: `MCP tool call over ${transport}, ${count} at once, p${share * 100}`,
              value: of('Fugue'),
              unit: 'ms',
              references: options.alone ? {} : { [FLOOR]: of(FLOOR) },
              targets: [atMost(factor, FLOOR)],
            }),
          );
          say(`mcp ${transport}, ${count} clients: ${JSON.stringify(results.at(-1)?.ratios)}`);
        }
      }
    }
  } finally {
    for (const server of servers) server.dispose();
  }
  return results;
}
