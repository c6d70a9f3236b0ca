import fs from 'node:fs';
import { SESSION_LIMIT } from '#electron/mcp/client-sessions';
import { TestCore } from '#test/helpers/core';
import { personToken } from '#test/helpers/mcp-client';
import { beginHttp, beginSse, headersFor } from '#test/helpers/mcp-raw';
import { bytesOf, sendRaw } from '#test/helpers/raw-http';
import { waitFor } from '#test/helpers/wait';
import { type Row, Tally } from '../row';

const MEGABYTE = 1024 * 1024;
/** So many come and go before memory counts: what is made once is no leak. */
const WARM_UP = 200;

export const row: Row = {
  number: 11,
  async run({ count, defer, say }) {
    const tally = new Tally();
    const app = await TestCore.start({ config: '[limits]\ncalls-per-minute = 100000\n' });
    defer(() => app.close());
    const port = Number(new URL(app.core.mcp.addresses.http!).port);
    const headers = headersFor(port, personToken(app));
    const descriptors = () => fs.readdirSync('/proc/self/fd').length;
    let [fds, memory] = [0, 0];
    for (let number = -WARM_UP; number < count; number += 1) {
      if (number === 0) {
        globalThis.gc?.();
        [fds, memory] = [descriptors(), process.memoryUsage().rss];
      }
      let right: boolean;
      if (number % 2 === 0) {
        const http = await beginHttp(port, headers);
        right = http !== null && (await sendRaw(port, bytesOf(http))).statuses[0] === 200;
      } else {
        const sse = await beginSse(port, headers);
        right = sse.call !== null && (await sendRaw(port, bytesOf(sse.call))).statuses[0] === 202;
        sse.socket.destroy();
      }
      if (number % 500 === 0) {
        globalThis.gc?.();
        say(`${String(number)}: ${JSON.stringify(process.memoryUsage())}`);
      }
      if (number < 0) continue;
      const known = app.core.mcp.clients;
      tally.check(right && known <= SESSION_LIMIT, `client ${String(number)}: ${String(known)} are known`);
      if (tally.hopeless) break;
    }
    await waitFor('the descriptors', () => descriptors() <= fds + 2, { timeout: 5000 }).catch(
      () => undefined,
    );
    tally.alsoCheck(descriptors() <= fds + 2, `${String(descriptors() - fds)} descriptors are left`);
    globalThis.gc?.();
    const grown = (process.memoryUsage().rss - memory) / MEGABYTE;
    tally.alsoCheck(grown <= 30, `memory grew by ${grown.toFixed(0)} MB`);
    return tally;
  },
};
