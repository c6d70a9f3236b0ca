import { SESSION_LIMIT } from '#electron/mcp/client-sessions';
import { TestCore } from '#test/helpers/core';
import { personToken } from '#test/helpers/mcp-client';
import { beginHttp, beginSse, headersFor } from '#test/helpers/mcp-raw';
import { bytesOf, type RawRequest, sendRaw } from '#test/helpers/raw-http';
import { waitFor } from '#test/helpers/wait';
import { type Attack, attacksOn, endlessOn, type Target } from '../../integration/mcp/attacks';
import { type Row, Tally } from '../row';

const PATIENCE = 12_000;
const MEGABYTE = 1024 * 1024;

export const row: Row = {
  number: 6,
  async run({ defer }) {
    const tally = new Tally();
    const app = await TestCore.start();
    defer(() => app.close());
    const token = personToken(app);
    const port = Number(new URL(app.core.mcp.addresses.http!).port);
    const calls = () => app.core.dispatcher.records.length;
    const headers = headersFor(port, token);
    const http = (await beginHttp(port, headers))!;
    const sse = await beginSse(port, headers);
    defer(() => sse.socket.destroy());
    const accept: [string, string] = ['Accept', 'text/event-stream'];
    const stream: RawRequest = { method: 'GET', path: '/sse', headers: [...headers, accept], body: '' };
    const targets = [http, sse.call!, stream].map((good): Target => ({ port, token, good }));
    for (const { good } of targets)
      tally.alsoCheck(
        ((await sendRaw(port, bytesOf(good))).statuses[0] ?? 500) < 300,
        'a good one is refused',
      );
    await waitFor('the good calls', () => calls() === 2);
    globalThis.gc?.();
    const before = process.memoryUsage().rss;
    const attack = async (target: Target, { name, bytes, ...options }: Attack): Promise<void> => {
      const { statuses, text, milliseconds } = await sendRaw(port, bytes, options);
      const status = statuses.at(-1);
      const refused = status === undefined || (status >= 400 && status < 500);
      tally.check(
        refused && milliseconds <= PATIENCE && !/access-control/i.test(text),
        `${target.good.path} ${name}: ${text.slice(0, 100)} after ${String(Math.round(milliseconds))} ms`,
      );
    };
    const slow = targets.flatMap((target) => endlessOn(target).map((one) => attack(target, one)));
    // A good many at once, and no more than may be connected.
    for (const target of targets) {
      const attacks = attacksOn(target);
      for (let from = 0; from < attacks.length; from += SESSION_LIMIT)
        await Promise.all(attacks.slice(from, from + SESSION_LIMIT).map((one) => attack(target, one)));
    }
    await Promise.all(slow);
    globalThis.gc?.();
    const grown = (process.memoryUsage().rss - before) / MEGABYTE;
    tally.alsoCheck(calls() === 2, `${String(calls() - 2)} calls reached a tool`);
    tally.alsoCheck(grown <= 50, `memory grew by ${grown.toFixed(0)} MB`);
    tally.alsoCheck(
      (await sendRaw(port, bytesOf(http))).statuses[0] === 200,
      'the good one is refused at the end',
    );
    return tally;
  },
};
