import fs from 'node:fs';
import type { ClaudeCore } from '#test/helpers/claude/claude-core';
import { answer, directed, lastUserText, text, tool } from '#test/helpers/model-server/index';
import { waitFor } from '#test/helpers/wait';
import { delivered, heard, must, send, startClaude, times, typeBlindly } from '../claude';
import { type Row, type RowContext, Tally } from '../row';

/** A message comes so late at most, in milliseconds from the prompt that leads to the dialog. */
const SPREAD = 2000;

const asksEachTime = directed('asks each time', (body) => {
  const said = lastUserText(body);
  const number = /do number (\d+)/.exec(said)?.[1];
  return number === undefined
    ? answer(text('Understood.'))
    : answer(tool('Bash', { command: `touch ran-${number}` }));
});

async function race(
  context: RowContext,
  give: (core: ClaudeCore, pane: string, message: string) => Promise<(() => Promise<void>) | null>,
): Promise<Tally> {
  const tally = new Tally();
  const { core, pane } = await startClaude(context, asksEachTime);
  const ran = (number: number) => fs.readdirSync(core.project).includes(`ran-${String(number)}`);
  for (let number = 0; number < context.count && !tally.hopeless; number += 1)
    await tally.attempt(`round ${String(number)}`, async () => {
      const message = `in round ${String(number)}.`;
      const delay = context.random() * SPREAD;
      await core.prompt(pane, `do number ${String(number)}`);
      const sent = new Promise((resolve) => setTimeout(resolve, delay)).then(() => give(core, pane, message));
      await core.until(pane, 'waiting');
      const arrived = await sent;
      // Time in which what was sent could do harm, had it been typed.
      await new Promise((resolve) => setTimeout(resolve, 300));
      must(!ran(number), 'the command ran');
      await waitFor(
        'the refusal',
        async () => {
          if (core.find(pane).agent?.state !== 'waiting') return true;
          await core.keys(pane, 'Escape');
          return false;
        },
        { timeout: 20_000, every: 700 },
      );
      await arrived?.();
      await core.until(pane, 'complete', 'idle');
      must(!ran(number), 'the command ran after all');
      const heardTimes = times(heard(core), message);
      must(heardTimes === 1, `the message came ${String(heardTimes)} times`);
    });
  return tally;
}

export const row: Row = {
  number: 20,
  run: (context) =>
    race(context, async (core, pane, message) => {
      const id = await send(core, pane, message);
      return () => delivered(core, id);
    }),
  weakened: (context) =>
    race(context, async (core, pane, message) => {
      await typeBlindly(core, pane, message);
      return null;
    }),
};
