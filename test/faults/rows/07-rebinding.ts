import { TestCore } from '#test/helpers/core';
import { personToken } from '#test/helpers/mcp-client';
import { strangeChain, STRANGERS } from '#test/helpers/mcp-raw';
import { type Row, Tally } from '../row';

export const row: Row = {
  number: 7,
  async run({ defer }) {
    const tally = new Tally();
    const app = await TestCore.start();
    defer(() => app.close());
    const port = Number(new URL(app.core.mcp.addresses.http!).port);
    const calls = () => app.core.dispatcher.records.length;
    for (const stranger of STRANGERS)
      for (const begin of ['itself', 'stranger'] as const) {
        const before = calls();
        await strangeChain(port, personToken(app), stranger, begin);
        tally.check(calls() === before, `${stranger.join(': ')}, begun as ${begin}, called a tool`);
      }
    return tally;
  },
};
