import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { ChannelRecord } from '#electron/channels/channel-record';
import { ChannelFolder } from '#electron/channels/fifo/channel-folder';
import { writeFifoLine } from '#electron/channels/fifo/fifo';
import { ChannelInbox } from '#electron/channels/inbox/channel-inbox';
import { InboxJournal } from '#electron/channels/inbox/inbox-journal';
import { ChannelSockets } from '#electron/channels/sockets/channel-sockets';
import { silentLogger } from '#electron/log/logger';
import { systemClock } from '#electron/system/system-clock';
import { makeTemporaryDirectory } from '#test/helpers/temporary-directory';
import { waitFor } from '#test/helpers/wait';
import type { BenchOptions } from '../options';
import type { BenchResult } from '../report';
import { atMost, result } from '../report';
import { percentile } from '../statistics';

const RAW = 'a bare reader';
const { O_RDWR, O_NONBLOCK } = fs.constants;

/** Each of so many processes writes to its share of the FIFOs, line by line, as fast as they are taken. */
const WRITER = `const fs = require('fs');
const [count, size, ...files] = process.argv.slice(1);
const open = files.map((file) => fs.openSync(file, 'w'));
for (let number = 0; number < Number(count); number += 1)
  open.forEach((descriptor, index) => {
    const head = files[index].split('.').pop() + ' ' + number + ' ';
    fs.writeSync(descriptor, head + 'x'.repeat(Number(size) - head.length - 1) + '\\n');
  });`;

interface Flood {
  readonly seconds: number;
  readonly wrong: number;
  readonly lag: number;
}

/** Writes lines to many FIFOs at once; `take` makes a reader that calls back for each line. */
async function flood(
  fifos: number,
  count: number,
  read: (folder: string, line: (text: string) => void) => { dispose(): void },
): Promise<Flood> {
  const directory = makeTemporaryDirectory();
  const folder = directory.folder('run');
  fs.chmodSync(folder, 0o700);
  const names = Array.from({ length: fifos }, (_, number) => path.join(folder, `in.c${String(number)}`));
  execFileSync('mkfifo', ['-m', '600', ...names]);
  const next = new Map<string, number>();
  let wrong = 0;
  let seen = 0;
  const reader = read(folder, (text) => {
    seen += 1;
    const [channel = '', number = '', filler = ''] = text.split(' ');
    const expected = next.get(channel) ?? 0;
    next.set(channel, expected + 1);
    if (Number(number) !== expected || !/^x+$/.test(filler)) wrong += 1;
  });
  let lag = 0;
  let last = performance.now();
  const pulse = setInterval(() => {
    const now = performance.now();
    lag = Math.max(lag, now - last - 5);
    last = now;
  }, 5);
  const began = performance.now();
  const writers = [0, 1, 2, 3].map((share) =>
    spawn(
      process.execPath,
      ['-e', WRITER, String(count), '400', ...names.filter((_, index) => index % 4 === share)],
      { stdio: 'inherit' },
    ),
  );
  await Promise.all(writers.map((writer) => once(writer, 'exit')));
  await waitFor('all lines', () => seen >= fifos * count, { timeout: 60_000, instead: () => String(seen) });
  const seconds = (performance.now() - began) / 1000;
  clearInterval(pulse);
  reader.dispose();
  directory.remove();
  return { seconds, wrong: wrong + (fifos * count - seen), lag };
}

function fugueReader(journal: string) {
  return (folder: string, line: (text: string) => void) => {
    const inbox = new ChannelInbox({
      journal: new InboxJournal(path.join(folder, journal)),
      record: new ChannelRecord(systemClock),
      clock: systemClock,
      newId: () => 'none',
      defaultPane: () => null,
      readiness: () => ({ type: 'wait', reason: 'measured', until: null }),
      isOccupied: () => true,
      send: () => ({ ok: false, error: 'measured' }),
      wasSent: () => false,
      fault: (reason) => {
        throw new Error(reason);
      },
      read: () => undefined,
    });
    const watched = new ChannelFolder(folder, systemClock, {
      looked: () => undefined,
      changed: () => undefined,
      problem: (sentence) => {
        throw new Error(sentence);
      },
      line: (channel, text) => {
        inbox.take({ at: 0, channel: channel ?? 'in', pane: null, text });
        line(text);
      },
    });
    return {
      dispose: () => {
        watched.dispose();
        inbox.dispose();
      },
    };
  };
}

function rawReader(folder: string, line: (text: string) => void) {
  const sockets = fs
    .readdirSync(folder)
    .filter((name) => name.startsWith('in.'))
    .map((name) => {
      const fd = fs.openSync(path.join(folder, name), O_RDWR | O_NONBLOCK);
      const socket = new net.Socket({ fd, readable: true, writable: false });
      let rest = '';
      socket.on('data', (piece: Buffer) => {
        const lines = (rest + piece.toString()).split('\n');
        rest = lines.pop() ?? '';
        lines.forEach(line);
      });
      return socket;
    });
  return {
    dispose: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}

async function latency(
  times: number,
  read: (folder: string, line: (text: string) => void) => { dispose(): void },
): Promise<readonly number[]> {
  const directory = makeTemporaryDirectory();
  const folder = directory.folder('run');
  fs.chmodSync(folder, 0o700);
  const file = path.join(folder, 'in.one');
  execFileSync('mkfifo', ['-m', '600', file]);
  let arrived: () => void = () => undefined;
  const reader = read(folder, () => {
    arrived();
  });
  const descriptor = fs.openSync(file, O_RDWR | O_NONBLOCK);
  const found: number[] = [];
  for (let time = 0; time < times; time += 1) {
    const came = new Promise<void>((resolve) => (arrived = resolve));
    const began = performance.now();
    fs.writeSync(descriptor, `line ${String(time)}\n`);
    await came;
    found.push(performance.now() - began);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  fs.closeSync(descriptor);
  reader.dispose();
  directory.remove();
  return found;
}

/** Milliseconds until everybody who listens has a turn, while one listener never reads. */
async function broadcast(listeners: number, turns: number): Promise<readonly number[]> {
  const directory = makeTemporaryDirectory();
  const sockets = new ChannelSockets({
    clock: systemClock,
    logger: silentLogger,
    thinking: () => true,
    http: null,
    changed: () => undefined,
    problem: (sentence) => {
      throw new Error(sentence);
    },
  });
  sockets.tend(directory.path);
  const file = `${directory.path}/output.sock`;
  await waitFor('output.sock', () => fs.existsSync(file));
  let heard = 0;
  const open: net.Socket[] = [];
  // One after the other: a queue of the system's holds only so many that want to connect.
  for (let listener = 0; listener < listeners; listener += 1) {
    const socket = net.connect(file);
    await once(socket, 'connect');
    open.push(socket);
  }
  for (const socket of open)
    socket.on('data', (piece: Buffer) => (heard += piece.filter((byte) => byte === 10).length));
  const stuck = net.connect(file);
  await once(stuck, 'connect');
  stuck.pause();
  const found: number[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    heard = 0;
    const began = performance.now();
    sockets.broadcast({
      session: 'bench',
      blocks: [{ type: 'text', text: 'x'.repeat(2000) }],
    });
    await waitFor('everybody to hear', () => heard === listeners, { every: 1 });
    found.push(performance.now() - began);
  }
  for (const socket of [...open, stuck]) socket.destroy();
  sockets.dispose();
  directory.remove();
  return found;
}

/** Milliseconds until a line that nobody can take is refused: no FIFO, no reader, a full pipe. */
function refusals(times: number): readonly number[] {
  const directory = makeTemporaryDirectory();
  const [lonely, full] = ['out.lonely', 'out.full'].map((name) => path.join(directory.path, name));
  execFileSync('mkfifo', ['-m', '600', lonely ?? '', full ?? '']);
  const stuck = fs.openSync(full ?? '', O_RDWR | O_NONBLOCK);
  for (const size of [4000, 1]) while (writeFifoLine(full ?? '', 'x'.repeat(size)).ok);
  const found: number[] = [];
  for (let time = 0; time < times; time += 1)
    for (const file of [path.join(directory.path, 'out.none'), lonely ?? '', full ?? '']) {
      const began = performance.now();
      if (writeFifoLine(file, 'a line').ok) throw new Error('a line was taken that nobody reads');
      found.push(performance.now() - began);
    }
  fs.closeSync(stuck);
  directory.remove();
  return found;
}

export async function channelsSuite(
  options: BenchOptions,
  say: (text: string) => void,
): Promise<readonly BenchResult[]> {
  const [fifos, count] = options.quick ? [100, 20] : [500, 100];
  say(`channels: ${String(fifos)} FIFOs, ${String(count)} lines each`);
  const raw = options.alone ? null : await flood(fifos, count, rawReader);
  const ours = await flood(fifos, count, fugueReader('journal.jsonl'));
  const times = options.quick ? 100 : 500;
  say('channels: one line at a time, a thousand listeners, lines that nobody takes');
  const rawLatency = options.alone ? null : await latency(times, rawReader);
  const ownLatency = await latency(times, fugueReader('journal.jsonl'));
  const heard = await broadcast(1000, options.quick ? 5 : 20);
  const refused = refusals(times);
  return [
    result({
      name: 'channels, lines lost, torn or out of order',
      value: ours.wrong,
      unit: '',
      targets: [atMost(0)],
    }),
    result({
      name: 'channels, lines a second, kept on disk',
      value: (fifos * count) / ours.seconds,
      unit: '1/s',
      references: { [RAW]: raw === null ? undefined : (fifos * count) / raw.seconds },
    }),
    result({
      name: 'channels, longest pause meanwhile',
      value: ours.lag,
      unit: 'ms',
      targets: [atMost(500)],
    }),
    result({
      name: 'channels, a line from FIFO to inbox, p50',
      value: percentile(ownLatency, 0.5),
      unit: 'ms',
      references: { [RAW]: rawLatency === null ? undefined : percentile(rawLatency, 0.5) },
      targets: [atMost(2, RAW)],
    }),
    result({
      name: 'channels, a turn to 1,000 listeners, one of them stuck, p50',
      value: percentile(heard, 0.5),
      unit: 'ms',
    }),
    result({
      name: 'channels, a line that nobody takes is refused, p99',
      value: percentile(refused, 0.99),
      unit: 'ms',
      targets: [atMost(50)],
    }),
  ];
}
