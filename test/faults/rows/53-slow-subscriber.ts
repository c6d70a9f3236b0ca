import net from 'node:net';
import path from 'node:path';
import { ChannelSockets } from '#electron/channels/sockets/channel-sockets';
import { UNSENT_LIMIT } from '#electron/channels/sockets/subscribers';
import { silentLogger } from '#electron/log/logger';
import { systemClock } from '#electron/system/system-clock';
import { waitFor } from '#test/helpers/wait';
import { type Row, Tally } from '../row';

const MEGABYTE = 1_000_000;
const READERS = 4;

export const row: Row = {
  number: 53,
  async run({ scratch, count, defer }) {
    const tally = new Tally();
    const sockets = new ChannelSockets({
      clock: systemClock,
      logger: silentLogger,
      thinking: () => true,
      http: null,
      changed: () => undefined,
      problem: () => undefined,
    });
    defer(() => sockets.dispose());
    sockets.tend(scratch.path);
    const got = new Array<number>(READERS).fill(0);
    const connect = async () => {
      const socket = await waitFor('output.sock', async () => {
        const one = net.connect(path.join(scratch.path, 'output.sock'));
        await new Promise((resolve, reject) => one.once('connect', resolve).once('error', reject));
        return one;
      });
      socket.on('error', () => undefined);
      defer(() => socket.destroy());
      return socket;
    };
    for (let reader = 0; reader < READERS; reader += 1)
      (await connect()).on('data', ({ length }: Buffer) => (got[reader] = (got[reader] ?? 0) + length));
    const slow = await connect();
    slow.pause();
    await waitFor('all to be known', () => sockets.listeners === READERS + 1);
    const text = 'x'.repeat(MEGABYTE);
    const before = process.memoryUsage().rss;
    let cutAt = 0;
    for (let turn = 1; turn <= count; turn += 1) {
      sockets.broadcast({ session: 'one', blocks: [{ type: 'text', text }] });
      const all = () => got.every((bytes) => bytes >= turn * MEGABYTE);
      await waitFor('the readers', all, { timeout: 3000, every: 1 }).catch(() => undefined);
      tally.check(all(), `turn ${String(turn)} did not come to all: ${got.join()}`);
      if (cutAt === 0 && sockets.listeners === READERS) cutAt = turn;
    }
    const most = Math.ceil(UNSENT_LIMIT / MEGABYTE) + 2;
    tally.alsoCheck(cutAt > 0 && cutAt <= most, `the slow one was let go after ${String(cutAt)} MB`);
    const grown = (process.memoryUsage().rss - before) / MEGABYTE;
    tally.alsoCheck(grown < 150, `memory grew by ${grown.toFixed(0)} MB`);
    return tally;
  },
};
