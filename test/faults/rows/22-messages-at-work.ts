import { answer, directed, text } from '#test/helpers/model-server/index';
import { delivered, deliveryOf, heard, send, startClaude, times } from '../claude';
import { type Row, Tally } from '../row';

const CHANNELS = ['a', 'b', 'c'];
/** Of these, so many come in each burst: many turns follow one another without a break. */
const BURST = 5;

export const row: Row = {
  number: 22,
  async run(context) {
    const tally = new Tally();
    const story = directed('works', () => answer(text('Understood, and done.')).slowly(30));
    const { core, pane } = await startClaude(context, story);
    const sent: { readonly channel: string; readonly words: string; readonly id: string }[] = [];
    while (sent.length < context.count) {
      // The next ones come while it works on those before.
      const one = sent[sent.length - BURST + context.below(BURST)];
      if (one !== undefined) await delivered(core, one.id, 15_000).catch(() => undefined);
      for (let number = 0; number < BURST && sent.length < context.count; number += 1) {
        const channel = context.pick(CHANNELS);
        const words = `${channel} says ${String(sent.length)}.`;
        sent.push({ channel, words, id: await send(core, pane, words) });
      }
    }
    const last = sent.at(-1)!;
    await delivered(core, last.id, 60_000).catch(() => undefined);
    await core.until(pane, 'complete', 'idle');
    const all = heard(core);
    const places = new Map<string, number>();
    for (const { channel, words, id } of sent) {
      const place = all.indexOf(words);
      const inOrder = place > (places.get(channel) ?? -1);
      places.set(channel, place);
      const count = times(all, words);
      tally.check(
        count === 1 && inOrder && deliveryOf(core, id)?.state === 'delivered',
        `${words} came ${String(count)} times${inOrder ? '' : ', and not in order'}`,
      );
    }
    const turns = core.server.turns.length;
    tally.alsoCheck(turns >= context.count / 5, `only ${String(turns)} turns`);
    return tally;
  },
};
