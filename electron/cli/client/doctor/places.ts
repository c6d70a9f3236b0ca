import fs from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import path from 'node:path';
import type { Configuration } from '#shared/config/schema';
import { identify } from '../../../channels/fifo/runtime-directory';
import { eventsThatName, INSTALLED_EVENTS } from '../../../claude/install/hook-entries';
import { stateOfHookScript } from '../../../claude/install/hook-script';
import { answers, SOCKET_PATH_LIMIT } from '../../../system/local-socket';
import type { Locations } from '../../../system/locations';
import { mcpSocketFile } from '../../../system/locations';
import { hookOf, settingsFile } from '../install-command';
import type { Finding } from '../../../system/requirements/finding';
import { ok, problem, warning } from '../../../system/requirements/finding';

/** How long somebody may take to answer on loopback, in milliseconds. */
const PATIENCE = 2000;

export async function checkPlaces(
  where: Locations,
  configuration: Configuration,
): Promise<readonly Finding[]> {
  const runs = await answers(where.commandSocket);
  return [
    runs ? ok('app', `Fugue runs, and answers on ${where.commandSocket}`) : ok('app', 'Fugue does not run'),
    checkRuntimeFolder(configuration.channels, runs),
    await checkSockets(where, configuration, runs),
    await checkPort(configuration, runs),
    checkHooks(where),
  ];
}

function checkRuntimeFolder(channels: Configuration['channels'], runs: boolean): Finding {
  const folder = channels['runtime-dir'];
  if (fs.lstatSync(folder, { throwIfNoEntry: false }) === undefined) {
    const says = `${folder} does not exist${channels.enabled ? '' : '; channels are switched off'}`;
    return channels.enabled && runs
      ? problem('runtime-folder', says, 'look into the log of the channels for why it could not be made')
      : ok('runtime-folder', says);
  }
  const identity = identify(folder);
  if (identity.ok) return ok('runtime-folder', `${folder} is yours alone`);
  const [says, ...mend] = identity.error.split(': ');
  const found = channels.enabled ? problem : warning;
  return found('runtime-folder', says ?? '', mend.join(': '));
}

async function checkSockets(
  where: Locations,
  { channels, claude }: Configuration,
  runs: boolean,
): Promise<Finding> {
  const files = [
    where.commandSocket,
    ...(claude.communication.mcp_enabled ? [mcpSocketFile(claude.communication.mcp_socket, where.home)] : []),
    ...(channels.enabled
      ? ['output.sock', 'control.sock'].map((name) => path.join(channels['runtime-dir'], name))
      : []),
  ];
  const long = files.find((file) => Buffer.byteLength(file) > SOCKET_PATH_LIMIT);
  if (long !== undefined)
    return problem(
      'sockets',
      `the path ${long} is too long for a socket`,
      'set FUGUE_HOME or CCMUX_RUNTIME_DIR to a shorter folder',
    );
  if (!runs) return ok('sockets', 'nothing is served while Fugue does not run');
  const silent: string[] = [];
  for (const file of files) if (!(await answers(file))) silent.push(file);
  return silent.length === 0
    ? ok('sockets', files.join(', '))
    : problem(
        'sockets',
        `nobody answers on ${silent.join(', ')}`,
        'look into the notices of the app and its log, and start it again',
      );
}

async function checkPort({ claude }: Configuration, runs: boolean): Promise<Finding> {
  const { mcp_enabled: enabled, mcp_port: port } = claude.communication;
  if (!enabled) return ok('mcp-port', 'MCP is switched off');
  if (port === 0) return ok('mcp-port', 'any free port is taken');
  if (!(await isTaken(port)))
    return runs
      ? warning(
          'mcp-port',
          `nobody serves port ${String(port)}, though Fugue runs`,
          'start Fugue again: it was taken when it started',
        )
      : ok('mcp-port', `${String(port)} is free`);
  if (await isFugue(port)) return ok('mcp-port', `a Fugue serves ${String(port)}`);
  return warning(
    'mcp-port',
    `another program serves ${String(port)}`,
    'end it, or set mcp_port: until then Fugue takes a free port',
  );
}

function isTaken(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1');
    socket.setTimeout(PATIENCE, () => socket.destroy());
    socket.on('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      resolve(false);
    });
  });
}

/** Asks without the token, which a stranger must never see: a Fugue refuses, and says where the token is. */
function isFugue(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const request = http.get(
      { host: '127.0.0.1', port, path: '/mcp', agent: false, timeout: PATIENCE },
      (response) => {
        let text = '';
        response.on('data', (piece: Buffer) => {
          text = (text + piece.toString('latin1')).slice(0, 1000);
        });
        response.on('close', () => {
          resolve(response.statusCode === 401 && text.includes('of Fugue'));
        });
      },
    );
    request.on('timeout', () => {
      request.destroy();
    });
    request.on('error', () => {
      resolve(false);
    });
  });
}

function checkHooks(where: Locations): Finding {
  const { file, script, enabled } = hookOf(where);
  const settings = settingsFile();
  let named: readonly string[];
  try {
    named = eventsThatName(fs.readFileSync(settings, 'utf8'), file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') named = [];
    else return problem('hooks', `${settings} is not valid JSON, so Claude ignores it`, 'mend it');
  }
  const state = stateOfHookScript(file, script);
  if (named.length === 0)
    return ok('hooks', 'no hook is installed; fugue install does it, for a claude that you type in a pane');
  switch (state) {
    case 'missing':
      return problem(
        'hooks',
        `${settings} names ${file}, which is not there`,
        'run fugue install, or fugue uninstall',
      );
    case 'foreign':
      return problem(
        'hooks',
        `${settings} names ${file}, which is none of Fugue's`,
        'move it, and run fugue install',
      );
    case 'outdated':
      return warning('hooks', `${file} is from other settings or an older Fugue`, 'run fugue install');
    case 'current':
  }
  if (named.length < INSTALLED_EVENTS.length)
    return warning('hooks', `${settings} names the hook for ${named.join(', ')} only`, 'run fugue install');
  return enabled
    ? ok('hooks', `installed: ${file}`)
    : warning(
        'hooks',
        'installed, but channels are switched off, so they tell nobody',
        'set enabled in [channels]',
      );
}
