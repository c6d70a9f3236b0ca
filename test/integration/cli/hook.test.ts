// What Claude runs for each event: it never fails, never says anything, and holds nobody up; whatever the app does.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hookScriptText, writeHookScript } from '#electron/claude/install/hook-script';
import { cleanEnvironment } from '#test/helpers/clean-environment';
import { repositoryRoot } from '#test/helpers/root';
import { makeTemporaryDirectory, type TemporaryDirectory } from '#test/helpers/temporary-directory';

const TOKEN = 'a-token-of-a-pane-0123456789';
const cli = path.join(repositoryRoot, 'dist/cli.cjs');

let directory: TemporaryDirectory;
let script: string;
let socket: string;
const servers: net.Server[] = [];
const connections = new Set<net.Socket>();

beforeEach(() => {
  directory = makeTemporaryDirectory();
  directory.folder('run');
  script = path.join(directory.path, 'share/hook');
  socket = path.join(directory.path, 'run/control.sock');
  const written = writeHookScript(script, {
    folder: path.dirname(socket),
    commandFile: path.join(directory.path, 'fugue'),
  });
  if (!written.ok) throw new Error(written.error);
});
afterEach(() => {
  for (const connection of connections) connection.destroy();
  connections.clear();
  for (const server of servers.splice(0)) server.close();
  directory.remove();
});

async function listen(connected: (connection: net.Socket) => void): Promise<void> {
  const server = net.createServer((connection) => {
    connections.add(connection);
    connection.on('error', () => undefined);
    connected(connection);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(socket, resolve));
}

interface Ran {
  readonly code: number | null;
  readonly said: string;
  readonly milliseconds: number;
}

/** Runs it as Claude does, with the event on standard input. */
function run(
  command: readonly string[],
  input: string | Buffer,
  environment: Record<string, string> = {},
): Promise<Ran> {
  const [program = '', ...words] = command;
  const start = performance.now();
  return new Promise((resolve) => {
    const child = spawn(program, words, {
      env: cleanEnvironment({
        FUGUE_TOKEN: TOKEN,
        CCMUX_RUNTIME_DIR: path.dirname(socket),
        HOME: directory.path,
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
const stop = JSON.stringify({ hook_event_name: 'Stop', session_id: 'one' });

const faults: readonly (readonly [string, string | Buffer, () => Promise<void> | void])[] = [
  ['no socket', stop, () => undefined],
  [
    'a dead socket',
    stop,
    () => {
      spawnSync(
        process.execPath,
        [
          '-e',
          `require('net').createServer().listen(process.argv[1], () => process.kill(process.pid, 'SIGTERM'))`,
          socket,
        ],
        { stdio: 'ignore' },
      );
    },
  ],
  ['a silent app', stop, () => listen(() => undefined)],
  [
    'an app with a full queue',
    stop,
    async () => {
      // It listens with a queue of one, and never takes anybody from it.
      const child = spawn('python3', [
        '-c',
        `import socket,sys,time\ns=socket.socket(socket.AF_UNIX)\ns.bind(sys.argv[1])\ns.listen(0)\nc=socket.socket(socket.AF_UNIX)\nc.connect(sys.argv[1])\nprint("ready",flush=True)\nsys.stdin.read()`,
        socket,
      ]);
      servers.push({ close: () => child.kill() } as unknown as net.Server);
      await new Promise((resolve) => child.stdout.once('data', resolve));
    },
  ],
  ['a plain file', stop, () => fs.writeFileSync(socket, 'no socket')],
  ['an app that hangs up', stop, () => listen((connection) => connection.destroy())],
  [
    '10 MB',
    Buffer.alloc(10_000_000, 'x'),
    () => listen((connection) => connection.resume().end('HTTP/1.1 413 Too large\r\n\r\n')),
  ],
  ['no JSON', 'no json', () => listen((connection) => connection.end('HTTP/1.1 500 Oops\r\n\r\n'))],
];

describe('the hook', () => {
  const commands: readonly [string, (event: string) => readonly string[], number][] = [
    ['script', (event) => [script, event], 25],
    ['command', (event) => [process.execPath, cli, 'hook', event], 2],
  ];
  it.each(
    commands.flatMap(([name, command, times]) =>
      faults.map((fault) => ({ name, fault: fault[0], command, times, input: fault[1], prepare: fault[2] })),
    ),
  )('as a $name bears $fault', async ({ command, times, input, prepare }) => {
    await prepare();
    const all: Ran[] = [];
    for (let left = times; left > 0; left -= 13)
      all.push(
        ...(await Promise.all(Array.from({ length: Math.min(13, left) }, () => run(command('Stop'), input)))),
      );
    expect(all.map(({ code, said }) => ({ code, said }))).toEqual(all.map(() => ({ code: 0, said: '' })));
    for (const { milliseconds } of all) expect(milliseconds).toBeLessThan(2600);
  });

  it.each(commands)('as a %s sends the event, its token on no command line', async (_name, command) => {
    const got: { url: string; body: string; token: string }[] = [];
    const lines = new Set<string>();
    const server = http.createServer((request, response) => {
      const pieces: Buffer[] = [];
      request.on('data', (piece: Buffer) => pieces.push(piece));
      request.on('end', () => {
        got.push({
          url: request.url ?? '',
          body: Buffer.concat(pieces).toString(),
          token: request.headers.authorization ?? '',
        });
        // All that runs for it is there now.
        for (const pid of fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
          try {
            lines.add(fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
          } catch {
            // It has ended.
          }
        }
        response.end('{}');
      });
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(socket, resolve));
    const large = JSON.stringify({ hook_event_name: 'Stop', text: 'ä🦊"\\'.repeat(300_000) });
    for (const input of [stop, large]) expect((await run(command('Stop'), input)).code).toBe(0);
    expect(got.map(({ url, token }) => `${url} ${token}`)).toEqual(
      Array(2).fill(`/hook/Stop Bearer ${TOKEN}`),
    );
    expect(got.map(({ body }, index) => body === [stop, large][index])).toEqual([true, true]);
    expect([...lines].some((line) => line.includes(socket) || line.includes('hook'))).toBe(true);
    expect([...lines].some((line) => line.includes(TOKEN))).toBe(false);
  });

  it.each([
    ['a Claude that is none of ours', { FUGUE_TOKEN: '' }, 'Stop'],
    ['a Claude that has hooks by its settings', { FUGUE_HOOKS: 'settings' }, 'Stop'],
    ['an event that is none', {}, 'Stop/../../x'],
  ])('stays silent in %s', async (_name, environment, event) => {
    let connected = 0;
    await listen((connection) => {
      connected += 1;
      connection.destroy();
    });
    for (const [, command] of commands) {
      const { code, said, milliseconds } = await run(command(event), stop, environment);
      expect({ code, said }).toEqual({ code: 0, said: '' });
      expect(milliseconds).toBeLessThan(1400);
    }
    expect(connected).toBe(0);
  });

  it('runs the command where there is no curl', async () => {
    const tools = directory.folder('tools');
    const ran = `${directory.path}/ran`;
    directory.file('fugue', `#!/bin/sh\necho "$@" > ${ran}\ncat >> ${ran}\n`);
    fs.chmodSync(path.join(directory.path, 'fugue'), 0o755);
    fs.symlinkSync('/bin/cat', path.join(tools, 'cat'));
    await listen(() => undefined);
    expect((await run([script, 'Stop'], stop, { PATH: tools })).code).toBe(0);
    expect(fs.readFileSync(ran, 'utf8')).toBe(`hook Stop\n${stop}`);
  });

  it('bears folders with any name', () => {
    const text = hookScriptText({ folder: `/tmp/it's "so" $HOME`, commandFile: `/x y/'fugue` });
    expect(execFileSync('/bin/sh', ['-n'], { input: text }).toString()).toBe('');
    const assigned = /^\[ -n "\$folder" \].*$/m.exec(text)?.[0] ?? '';
    expect(execFileSync('/bin/sh', ['-c', `folder=; ${assigned}; printf %s "$folder"`]).toString()).toBe(
      `/tmp/it's "so" $HOME`,
    );
  });
});
