// The sockets of the channels: many listen, some of them badly, and not everybody who speaks makes sense.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ChannelSockets } from '#electron/channels/sockets/channel-sockets';
import { HookServer, type ReceivedHook } from '#electron/claude/hooks/hook-server';
import { silentLogger } from '#electron/log/logger';
import { PaneTokens } from '#electron/system/pane-tokens';
import { systemClock } from '#electron/system/system-clock';
import { makeTemporaryDirectory, type TemporaryDirectory } from '#test/helpers/temporary-directory';
import { waitFor } from '#test/helpers/wait';

let directory: TemporaryDirectory;
let sockets: ChannelSockets;
let hooks: HookServer;
let tokens: PaneTokens;
let received: ReceivedHook[];
let problems: string[];
let thinking: boolean;
const opened: net.Socket[] = [];

function make(): ChannelSockets {
  return new ChannelSockets({
    clock: systemClock,
    logger: silentLogger,
    thinking: () => thinking,
    http: (socket) => hooks.accept(socket),
    changed: () => undefined,
    problem: (sentence) => problems.push(sentence),
  });
}
const file = (name: string) => `${directory.path}/${name}`;
const served = (name = 'output.sock') => waitFor(name, () => fs.existsSync(file(name)));

/** Of a folder that is made before any socket. */
let usualMode: number;
beforeAll(() => {
  const before = makeTemporaryDirectory();
  usualMode = fs.statSync(before.folder('made')).mode;
  before.remove();
});
beforeEach(async () => {
  directory = makeTemporaryDirectory();
  hooks = await HookServer.listen((tokens = new PaneTokens()), silentLogger);
  received = [];
  hooks.onHook((hook) => received.push(hook));
  problems = [];
  thinking = true;
  sockets = make();
  sockets.tend(directory.path);
  await served('output.sock');
  await served('control.sock');
});
afterEach(() => {
  for (const socket of opened.splice(0)) socket.destroy();
  sockets.dispose();
  hooks.dispose();
  directory.remove();
});

async function connect(name: string): Promise<net.Socket> {
  const socket = net.connect(file(name));
  opened.push(socket);
  await new Promise((resolve, reject) => {
    socket.once('connect', resolve);
    socket.on('error', reject);
  });
  return socket;
}

interface Told {
  readonly ts: number;
  readonly session: string;
  readonly turn: readonly { readonly type: string }[];
}

/** Listens, and gathers what is told. */
async function subscribe() {
  const socket = await connect('output.sock');
  const state = { socket, text: '', bytes: 0 };
  socket.on('data', (piece: Buffer) => {
    state.bytes += piece.length;
    if (state.bytes < 1_000_000) state.text += piece.toString();
  });
  return {
    ...state,
    get bytes() {
      return state.bytes;
    },
    get told() {
      return state.text
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as Told);
    },
  };
}
const text = (said: string) => ({ type: 'text', text: said });

describe('output.sock', () => {
  it('tells each turn to a thousand who listen, also to one that ended its own side', async () => {
    const all: Awaited<ReturnType<typeof subscribe>>[] = [];
    // More at once than the system lets wait would be turned away by it.
    while (all.length < 1000) {
      all.push(...(await Promise.all(Array.from({ length: 250 }, subscribe))));
      await waitFor('all to be known', () => {
        sockets.broadcast({ session: 'probe', blocks: [text('probe')] });
        return all.every(({ told }) => told.length > 0);
      });
      all[0]?.socket.end();
    }
    for (let turn = 0; turn < 3; turn += 1)
      sockets.broadcast({
        session: 'one',
        blocks: [{ type: 'thinking', thinking: 'hm' }, text(String(turn))],
      });
    await waitFor('three turns at each', () =>
      all.every(({ told }) => told.filter(({ session }) => session === 'one').length === 3),
    );
    for (const { told } of all)
      expect(told.at(-1)?.turn).toEqual([{ type: 'thinking', thinking: 'hm' }, text('2')]);
    const last = all[0]?.told.at(-1);
    expect(Object.keys(last ?? {})).toEqual(['ts', 'session', 'turn']);
    expect(Math.abs((last?.ts ?? 0) - Date.now() / 1000)).toBeLessThan(10);
  });

  it('leaves thinking out when it is told to', async () => {
    const listener = await subscribe();
    thinking = false;
    await waitFor('the turn', () => {
      sockets.broadcast({ session: 'one', blocks: [{ type: 'thinking', thinking: 'hm' }, text('a')] });
      return listener.told.length > 0;
    });
    expect(listener.told[0]?.turn).toEqual([text('a')]);
    sockets.broadcast({ session: 'none', blocks: [{ type: 'redacted_thinking', data: 'x' }] });
    sockets.broadcast({ session: 'two', blocks: [text('b')] });
    await waitFor('the next', () => listener.told.at(-1)?.session === 'two');
    expect(listener.told.some(({ session }) => session === 'none')).toBe(false);
  });

  it('cuts off who never reads, and nobody else', async () => {
    const readers = await Promise.all(Array.from({ length: 4 }, subscribe));
    const stuck = await connect('output.sock');
    let cut = false;
    stuck.pause();
    stuck.on('close', () => (cut = true));
    await waitFor('all to be known', () => {
      sockets.broadcast({ session: 'probe', blocks: [text('probe')] });
      return readers.every(({ told }) => told.length > 0);
    });
    const before = readers.map(({ bytes }) => bytes);
    const megabyte = 'x'.repeat(1_000_000);
    for (let turn = 1; turn <= 200; turn += 1) {
      sockets.broadcast({ session: 'one', blocks: [text(megabyte)] });
      await waitFor(
        'the readers to have it',
        () => readers.every(({ bytes }, index) => bytes - (before[index] ?? 0) >= turn * 1_000_000),
        { every: 1 },
      );
    }
    stuck.resume();
    await waitFor('the stuck one to be cut off', () => cut);
  });

  it('is for its owner alone, made again when it is removed, and never taken from a living owner', async () => {
    expect(fs.statSync(file('output.sock')).mode & 0o777).toBe(0o600);
    expect(fs.statSync(file('control.sock')).mode & 0o777).toBe(0o600);
    // Two that began at the same time have left the process as it was.
    expect(fs.statSync(directory.folder('made')).mode).toBe(usualMode);
    fs.rmSync(file('output.sock'));
    sockets.tend(directory.path);
    await served();
    await subscribe();
    const second = make();
    second.tend(directory.path);
    await waitFor('a sentence for each', () => problems.length === 2);
    expect(problems[0]).toMatch(/output\.sock can't be served: another process serves it/);
    const listener = await subscribe();
    await waitFor('the first one to be heard', () => {
      sockets.broadcast({ session: 'one', blocks: [text('still here')] });
      return listener.told.length > 0;
    });
    // What a killed one left behind is replaced.
    sockets.dispose();
    const dead = spawn(process.execPath, [
      '-e',
      `require('net').createServer().listen(process.argv[1], () => process.kill(process.pid, 'SIGKILL'))`,
      file('output.sock'),
    ]);
    await new Promise((resolve) => dead.on('exit', resolve));
    expect(fs.existsSync(file('output.sock'))).toBe(true);
    second.tend(directory.path);
    await waitFor('the second one to serve', async () => {
      await subscribe();
      return true;
    });
    second.dispose();
  });

  it('with a path that is too long is refused with a sentence, and stands nowhere else', async () => {
    for (const length of [90, 101, 108, 120, 200]) {
      const folder = directory.folder('x'.repeat(length - directory.path.length));
      const long = make();
      long.tend(folder);
      const all = Buffer.byteLength(`${folder}/output.sock`);
      await waitFor('a sentence', () => problems.some((it) => it.includes(`has ${String(all)} bytes`)));
      expect(fs.readdirSync(folder)).toEqual([]);
      long.dispose();
    }
  });
});

describe('control.sock', () => {
  const ask = async (...lines: readonly (string | Buffer)[]) => {
    const socket = await connect('control.sock');
    let answered = '';
    socket.on('data', (piece: Buffer) => (answered += piece.toString()));
    for (const line of lines) socket.write(line);
    socket.end();
    await new Promise((resolve) => socket.on('close', resolve));
    return answered;
  };

  it('passes on turns that a hook has gathered, however they are cut', async () => {
    const listener = await subscribe();
    const line = JSON.stringify({
      type: 'broadcast',
      session: 'abc123',
      turn: [text('häl🦊o'), { type: 'tool_use', name: 'x', input: {} }],
    });
    const bytes = Buffer.from(line);
    expect(await ask(...Array.from(bytes, (byte) => Buffer.from([byte])))).toBe('{"ok":true}\n');
    expect(await ask(`${line}\n${line}\n`)).toBe('{"ok":true}\n{"ok":true}\n');
    await waitFor('three turns', () => listener.told.length === 3);
    expect(listener.told[0]).toMatchObject({
      session: 'abc123',
      turn: [text('häl🦊o'), { type: 'tool_use' }],
    });
  });

  it.each([
    ['no JSON', '{"type": broadcast}', /not JSON/],
    ['another type', '{"type":"shutdown"}', /expected/],
    ['no session', '{"type":"broadcast","turn":[{"type":"text"}]}', /session/],
    ['no turn', '{"type":"broadcast","session":"a"}', /turn/],
    ['an empty turn', '{"type":"broadcast","session":"a","turn":[]}', /turn/],
    ['blocks without a type', '{"type":"broadcast","session":"a","turn":[{"text":"x"}]}', /turn\.0\.type/],
    ['a list', '[1]', /expected/],
    ['too much', `{"type":"broadcast","session":"a","turn":[{"type":"${'x'.repeat(9_000_000)}"}]}`, /8 MB/],
  ])('refuses %s with a sentence', async (_name, line, sentence) => {
    const listener = await subscribe();
    const answered = JSON.parse(await ask(`${line}\n`)) as { ok: boolean; error: string };
    expect(answered.ok).toBe(false);
    expect(answered.error).toMatch(sentence);
    expect(listener.told).toEqual([]);
  });

  const post = (path: string, token: string | null, body: string, method = 'POST') =>
    new Promise<number | string>((resolve) => {
      const request = http.request(
        {
          socketPath: file('control.sock'),
          method,
          path,
          agent: false,
          headers: token === null ? {} : { authorization: `Bearer ${token}` },
        },
        (response) => {
          response.resume();
          response.on('end', () => resolve(response.statusCode ?? 0));
        },
      );
      request.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
      request.end(body);
    });

  it('takes what hooks send over HTTP, with the token of a pane alone', async () => {
    const token = tokens.issue('p1');
    const stop = JSON.stringify({ hook_event_name: 'Stop', session_id: 'one' });
    expect(await post('/hook/Stop', token, stop)).toBe(200);
    expect(await post('/hook/Stop', `${token}x`, stop)).toBe(401);
    expect(await post('/hook/Stop', null, stop)).toBe(401);
    expect(await post('/hook/../Stop', token, stop)).toBe(404);
    expect(await post('/hook/Stop', token, stop, 'GET')).toBe(405);
    expect([413, 'EPIPE', 'ECONNRESET']).toContain(await post('/hook/Stop', token, 'x'.repeat(9_000_000)));
    expect(await post('/hook/Stop', token, 'no json')).toBe(200);
    await waitFor('the hook', () => received.length === 1);
    expect(received[0]).toMatchObject({ paneId: 'p1', event: { kind: 'turn-ended' } });
    tokens.revoke('p1');
    expect(await post('/hook/Stop', token, stop)).toBe(401);
  });

  it('keeps order under a flood, some of it forged', async () => {
    const panes = Array.from({ length: 20 }, (_, number) => ({
      pane: `p${String(number)}`,
      token: tokens.issue(`p${String(number)}`),
    }));
    await Promise.all(
      panes.map(async ({ token }, writer) => {
        for (let number = 0; number < 50; number += 1) {
          const session = `${String(writer)}-${String(number)}`;
          expect(
            await post('/hook/Stop', token, JSON.stringify({ hook_event_name: 'Stop', session_id: session })),
          ).toBe(200);
          if (number % 10 === 0) expect(await post('/hook/Stop', 'f'.repeat(43), '{}')).toBe(401);
        }
      }),
    );
    await waitFor('all', () => received.length === 1000);
    for (const [writer, { pane }] of panes.entries())
      expect(received.filter(({ paneId }) => paneId === pane).map(({ event }) => event.sessionId)).toEqual(
        Array.from({ length: 50 }, (_, number) => `${String(writer)}-${String(number)}`),
      );
  });
});
