// The hook as Claude runs it, beside an app that is not as it should be.
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { writeHookScript } from '#electron/claude/install/hook-script';
import { cleanEnvironment } from './clean-environment';
import { productRoot } from './root';
import { makeTemporaryDirectory, type TemporaryDirectory } from './temporary-directory';

export const HOOK_TOKEN = 'a-token-of-a-pane-0123456789';
export const STOP_EVENT = JSON.stringify({ hook_event_name: 'Stop', session_id: 'one' });
export const hookCli = (): string => path.join(productRoot, 'dist/cli.cjs');

export interface HookRun {
  readonly code: number | null;
  readonly said: string;
  readonly milliseconds: number;
}

export interface HookFault {
  readonly name: string;
  readonly input: string | Buffer;
  /** Nobody answers: the hook has to give up by itself. */
  readonly silent: boolean;
  readonly prepare: (world: HookWorld) => Promise<void> | void;
}

export class HookWorld {
  readonly directory: TemporaryDirectory = makeTemporaryDirectory();
  readonly script = path.join(this.directory.path, 'share/hook');
  readonly socket = path.join(this.directory.folder('run'), 'control.sock');
  readonly servers: { close(): unknown }[] = [];
  private readonly connections = new Set<net.Socket>();

  constructor() {
    const written = writeHookScript(this.script, {
      folder: path.dirname(this.socket),
      commandFile: path.join(this.directory.path, 'fugue'),
    });
    if (!written.ok) throw new Error(written.error);
  }

  async listen(connected: (connection: net.Socket) => void): Promise<void> {
    const server = net.createServer((connection) => {
      this.connections.add(connection);
      connection.on('error', () => undefined);
      connected(connection);
    });
    this.servers.push(server);
    await new Promise<void>((resolve) => server.listen(this.socket, resolve));
  }

  /** Runs it as Claude does, with the event on standard input. */
  run(
    command: readonly string[],
    input: string | Buffer,
    environment: Record<string, string> = {},
  ): Promise<HookRun> {
    const [program = '', ...words] = command;
    const start = performance.now();
    return new Promise((resolve) => {
      const child = spawn(program, words, {
        env: cleanEnvironment({
          FUGUE_TOKEN: HOOK_TOKEN,
          CCMUX_RUNTIME_DIR: path.dirname(this.socket),
          HOME: this.directory.path,
          ...environment,
        }),
      });
      let said = '';
      child.stdout.on('data', (piece: Buffer) => (said += piece.toString()));
      child.stderr.on('data', (piece: Buffer) => (said += piece.toString()));
      child.stdin.on('error', () => undefined);
      child.stdin.end(input);
      child.on('close', (code) => resolve({ code, said, milliseconds: performance.now() - start }));
    });
  }

  dispose(): void {
    for (const connection of this.connections) connection.destroy();
    for (const server of this.servers.splice(0)) server.close();
    this.directory.remove();
  }
}

const DEAD_SERVER = `require('net').createServer().listen(process.argv[1], () => process.kill(process.pid, 'SIGTERM'))`;
/** It listens with a queue of one, and never takes anybody from it. */
const FULL_SERVER = `import socket,sys,time\ns=socket.socket(socket.AF_UNIX)\ns.bind(sys.argv[1])\ns.listen(0)\nc=socket.socket(socket.AF_UNIX)\nc.connect(sys.argv[1])\nprint("ready",flush=True)\nsys.stdin.read()`;

const fault = (name: string, prepare: HookFault['prepare'], more: Partial<HookFault> = {}): HookFault => ({
  name,
  input: STOP_EVENT,
  silent: false,
  prepare,
  ...more,
});

export const HOOK_FAULTS: readonly HookFault[] = [
  fault('no socket', () => undefined),
  fault('a dead socket', ({ socket }) => {
    spawnSync(process.execPath, ['-e', DEAD_SERVER, socket], { stdio: 'ignore' });
  }),
  fault('a silent app', (world) => world.listen(() => undefined), { silent: true }),
  fault(
    'an app with a full queue',
    async ({ servers, socket }) => {
      const child = spawn('python3', ['-c', FULL_SERVER, socket]);
      servers.push({ close: () => child.kill() });
      await new Promise((resolve) => child.stdout.once('data', resolve));
    },
    { silent: true },
  ),
  fault('a plain file', ({ socket }) => {
    fs.writeFileSync(socket, 'no socket');
  }),
  fault('an app that hangs up', (world) => world.listen((connection) => connection.destroy())),
  fault(
    '10 MB',
    (world) => world.listen((connection) => connection.resume().end('HTTP/1.1 413 Too large\r\n\r\n')),
    { input: Buffer.alloc(10_000_000, 'x') },
  ),
  fault('no JSON', (world) => world.listen((connection) => connection.end('HTTP/1.1 500 Oops\r\n\r\n')), {
    input: 'no json',
  }),
];
