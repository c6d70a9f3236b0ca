import { TestCore } from '#test/helpers/core';
import { connect } from '#test/helpers/mcp-client';
import { type Row, Tally } from '../row';

const CLIENTS = 20;
const PAUSE = 100;

export const row: Row = {
  number: 10,
  async run({ count, defer, say }) {
    const tally = new Tally();
    const app = await TestCore.start({ config: '[limits]\ncalls-per-minute = 100000\n' });
    defer(() => app.close());
    const times: number[] = [];
    const clients = await Promise.all(
      Array.from({ length: CLIENTS }, (_, number) =>
        connect(app, number % 2 === 0 ? 'http' : 'sse').catch((error: unknown) => {
          tally.check(false, `a client was not taken: ${String(error)}`);
          return null;
        }),
      ),
    );
    await Promise.all(
      clients.map(async (client, number) => {
        if (client === null) return;
        for (let call = 0; call < count / CLIENTS && !tally.hopeless; call += 1) {
          const due = performance.now() + PAUSE;
          // Nobody has a pane of this name, and the answer names it: an answer to somebody else names another.
          const name = `none-${String(number)}-${String(call)}`;
          const began = performance.now();
          await tally.attempt(name, async () => {
            const { content } = await client.callTool({
              name: 'fugue_get_status',
              arguments: { pane_id: name },
            });
            times.push(performance.now() - began);
            if (!JSON.stringify(content).includes(name))
              throw new Error(`was answered ${JSON.stringify(content)}`);
          });
          await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
        }
        await client.close().catch(() => undefined);
      }),
    );
    times.sort((one, other) => one - other);
    const late = times[Math.floor(times.length * 0.99)] ?? 0;
    say(
      `median ${(times[Math.floor(times.length / 2)] ?? 0).toFixed(0)} ms, 99 % within ${late.toFixed(0)} ms`,
    );
    tally.alsoCheck(late < 1000, `99 % only within ${late.toFixed(0)} ms`);
    return tally;
  },
};
