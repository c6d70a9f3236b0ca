import type { ClaudeCore } from '#test/helpers/claude/claude-core';
import { waitFor } from '#test/helpers/wait';
import { delivered, heard, must, send, startClaude, times, typeBlindly } from '../claude';
import { type Row, type RowContext, Tally } from '../row';

async function inject(
  context: RowContext,
  give: (core: ClaudeCore, pane: string, message: string) => Promise<void>,
): Promise<Tally> {
  const tally = new Tally();
  const { core, pane } = await startClaude(context);
  for (let number = 0; number < context.count && !tally.hopeless; number += 1)
    await tally.attempt(`message ${String(number)}`, async () => {
      const message = `message number ${String(number)}.`;
      await give(core, pane, message);
      await waitFor('the model to hear it', () => heard(core).includes(message), { timeout: 10_000 });
      await core.until(pane, 'complete', 'idle');
      must(times(heard(core), message) === 1, `it came ${String(times(heard(core), message))} times`);
    });
  return tally;
}

export const row: Row = {
  number: 21,
  run: (context) =>
    inject(context, async (core, pane, message) => delivered(core, await send(core, pane, message))),
  // As whoever takes silence for a loss, and says it again.
  weakened: (context) =>
    inject({ ...context, count: 4 }, async (core, pane, message) => {
      await typeBlindly(core, pane, message);
      if (!heard(core).includes(message)) await typeBlindly(core, pane, message);
      await core.until(pane, 'complete', 'idle');
    }),
};
