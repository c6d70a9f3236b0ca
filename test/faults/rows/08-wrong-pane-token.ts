import { TestCore } from '#test/helpers/core';
import { paneToken, personToken } from '#test/helpers/mcp-client';
import { beginHttp, beginSse, CALL, headersFor, post } from '#test/helpers/mcp-raw';
import { bytesOf, sendRaw } from '#test/helpers/raw-http';
import { waitFor } from '#test/helpers/wait';
import { type Row, Tally } from '../row';

export const row: Row = {
  number: 8,
  async run({ defer, count, pick }) {
    const tally = new Tally();
    const app = await TestCore.start();
    defer(() => app.close());
    const port = Number(new URL(app.core.mcp.addresses.http!).port);
    const tokens: string[] = [];
    for (const name of ['first', 'second', 'third']) {
      const pane = await app.pane('cat', name);
      await waitFor('its program', () => app.state.panes[pane as never]?.['process']['status'] === 'running');
      tokens.push(await paneToken(app, pane));
    }
    const [own = '', ...others] = tokens;
    const http = (await beginHttp(port, headersFor(port, own)))!;
    const sse = await beginSse(port, headersFor(port, own));
    defer(() => sse.socket.destroy());
    const strangers = [...others, personToken(app), own.slice(1), `${own}x`];
    const calls = () => app.core.dispatcher.records.length;
    const before = calls();
    for (let number = 0; number < count; number += 1) {
      const call = [http, sse.call!][number % 2]!;
      const headers = [...headersFor(port, pick(strangers)), ...call.headers.slice(2)];
      const { statuses } = await sendRaw(port, bytesOf({ ...call, headers }));
      tally.check(
        [401, 404].includes(statuses[0] ?? 0),
        `try ${String(number)} was answered ${String(statuses[0])}`,
      );
    }
    // The session of a stranger made up, too.
    const { statuses } = await sendRaw(
      port,
      bytesOf(post('/mcp', CALL, [...headersFor(port, own), ['Mcp-Session-Id', 'made-up']])),
    );
    tally.check(statuses[0] === 404, 'a session that nobody began is known');
    tally.alsoCheck(calls() === before, `${String(calls() - before)} calls reached a tool`);
    const good = await sendRaw(port, bytesOf(http));
    tally.alsoCheck(good.statuses[0] === 200, 'its own token does not work');
    return tally;
  },
};
