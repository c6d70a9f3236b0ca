import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ChatOutbox } from '#electron/session/chat/chat-outbox';
import type { ChatPortDown } from '#shared/ipc/chat-port';
import { CHAT_WINDOW } from '#shared/ipc/chat-port';

const turn = () => new Promise<void>((resolve) => void setImmediate(resolve));
const lines = (...texts: readonly string[]): ChatPortDown => ({
  type: 'lines',
  lines: texts.map((text) => ({ id: '', text })),
});
const partial = (...texts: readonly string[]): ChatPortDown => ({ type: 'partial', lines: texts });
const textsOf = (message: ChatPortDown): readonly string[] =>
  message.type === 'lines'
    ? message.lines.map(({ text }) => `line ${text}`)
    : message.type === 'partial'
      ? message.lines.map((text) => `partial ${text}`)
      : [message.type];
const unitsOf = (message: ChatPortDown): number =>
  message.type === 'lines'
    ? message.lines.reduce((sum, { text }) => sum + text.length, 0)
    : message.type === 'partial'
      ? message.lines.reduce((sum, text) => sum + text.length, 0)
      : 0;

function open() {
  const posted: ChatPortDown[] = [];
  const full: boolean[] = [];
  const outbox = new ChatOutbox(
    (message) => posted.push(message),
    (on) => full.push(on),
  );
  return { outbox, posted, full };
}

describe('what goes to a view', () => {
  it('goes together when it comes together', async () => {
    const { outbox, posted } = open();
    outbox.push(lines('a'));
    outbox.push(lines('b', 'c'));
    outbox.push(partial('d'));
    outbox.push(partial('e'));
    outbox.push(lines('f'));
    expect(posted).toEqual([]);
    await turn();
    expect(posted.map(textsOf)).toEqual([
      ['line a', 'line b', 'line c'],
      ['partial d', 'partial e'],
      ['line f'],
    ]);
  });

  it('waits while the view is behind, and says when too much waits', async () => {
    const { outbox, posted, full } = open();
    outbox.push(lines('x'.repeat(CHAT_WINDOW)));
    await turn();
    outbox.push(lines('y'.repeat(4 * CHAT_WINDOW)));
    outbox.push(lines('z'));
    await turn();
    expect(posted).toHaveLength(1);
    expect(full).toEqual([true]);
    outbox.acknowledge(CHAT_WINDOW);
    expect(posted).toHaveLength(2);
    expect(full).toEqual([true, false]);
  });

  it('is forgotten when the view begins anew, and so is that it was too much', async () => {
    const { outbox, posted, full } = open();
    outbox.push(lines('x'.repeat(5 * CHAT_WINDOW)));
    outbox.clear();
    await turn();
    expect([posted, full]).toEqual([[], [true, false]]);
    outbox.push(lines('a'));
    await turn();
    expect(posted.map(textsOf)).toEqual([['line a']]);
  });

  it('takes from nobody what it was given', async () => {
    const { outbox } = open();
    const given = lines('a');
    outbox.push(given);
    outbox.push(lines('b'));
    await turn();
    expect(given).toEqual(lines('a'));
  });

  it('comes in order, whole, and no faster than the view takes it', async () => {
    const message = fc
      .tuple(fc.boolean(), fc.array(fc.integer({ min: 1, max: CHAT_WINDOW }), { minLength: 1, maxLength: 3 }))
      .map(([whole, sizes]) => (whole ? lines : partial)(...sizes.map((size) => 'x'.repeat(size))));
    const step = fc.oneof(message, fc.constantFrom('turn' as const, 'acknowledge' as const));
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const { outbox, posted, full } = open();
        const pushed: string[] = [];
        let acknowledged = 0;
        for (const given of steps) {
          const before = posted.length;
          const inFlight = posted.slice(acknowledged).reduce((sum, each) => sum + unitsOf(each), 0);
          if (given === 'turn') await turn();
          else if (given === 'acknowledge') {
            const next = posted[acknowledged];
            if (next === undefined) continue;
            acknowledged += 1;
            outbox.acknowledge(unitsOf(next));
          } else {
            pushed.push(...textsOf(given));
            outbox.push(given);
          }
          if (given === 'turn' && inFlight >= CHAT_WINDOW) expect(posted).toHaveLength(before);
        }
        for (let last = -1; last !== acknowledged;) {
          last = acknowledged;
          await turn();
          for (; acknowledged < posted.length; acknowledged += 1)
            outbox.acknowledge(unitsOf(posted[acknowledged] ?? lines()));
        }
        expect(posted.flatMap(textsOf)).toEqual(pushed);
        expect(full.at(-1) ?? false).toBe(false);
        for (const [index, on] of full.entries()) expect(on).toBe(index % 2 === 0);
      }),
      { numRuns: 60 },
    );
  });

  it('costs the same for each line, however many wait', async () => {
    const { outbox, posted } = open();
    outbox.push(lines('x'.repeat(CHAT_WINDOW)));
    await turn();
    const started = performance.now();
    for (let count = 0; count < 200_000; count += 1) outbox.push(lines('x'));
    expect(performance.now() - started).toBeLessThan(2000);
    outbox.acknowledge(CHAT_WINDOW);
    expect(posted.map((message) => textsOf(message).length)).toEqual([1, 200_000]);
  });
});
