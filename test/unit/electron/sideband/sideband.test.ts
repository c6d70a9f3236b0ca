// Tags that wait for the person: which later ones pass them, and what the end of the app leaves of them.
import fs from 'node:fs';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ClaudeInPane } from '#shared/model/claude-in-pane';
import { asPaneId } from '#shared/model/ids';
import type { AppState } from '#shared/state/state';
import type { Dispatcher, Invocation } from '#electron/commands/dispatcher';
import { silentLogger } from '#electron/log/logger';
import { Sideband } from '#electron/sideband/sideband';
import { WaitingTags } from '#electron/sideband/waiting-tags';
import { FakeClock } from '#test/helpers/fake-clock';
import { stateOf } from '#test/helpers/state';
import { makeTemporaryDirectory, type TemporaryDirectory } from '#test/helpers/temporary-directory';

const claude = { sessionId: null, mcp: false } as ClaudeInPane;

describe('tags behind one that waits for the person', () => {
  let directory: TemporaryDirectory;
  let answers: string[];
  let ran: string[];
  let asked: { readonly title: string; readonly decide: (allowed: boolean) => void }[];
  beforeEach(() => {
    directory = makeTemporaryDirectory();
    answers = [];
    ran = [];
    asked = [];
  });
  afterEach(() => {
    directory.remove();
  });

  const file = () => `${directory.path}/waiting-tags.json`;
  const state: AppState = stateOf(
    { work: { main: 'h(0.5:own,0.5:other)', logs: 'third' } },
    { own: { claude }, other: { name: 'tests' }, third: { name: 'build' } },
  );

  function start(faults: string[] = []): Sideband {
    return new Sideband({
      state: () => state,
      dispatcher: {
        run: ({ name, input }: Invocation) => {
          ran.push(`${name} ${JSON.stringify(Object.values(input))}`);
          return Promise.resolve({ ok: true, value: { output: {}, text: '' } });
        },
      } as unknown as Dispatcher,
      clock: new FakeClock(),
      logger: silentLogger,
      canAsk: () => true,
      ask: (_, title) => new Promise((decide) => asked.push({ title, decide })),
      answer: (_, content) => answers.push(content),
      waiting: new WaitingTags(file(), (reason) => faults.push(reason)),
    });
  }
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
  const say = async (sideband: Sideband, ...tags: readonly string[]) => {
    const text = tags.join('\n');
    sideband.hear('own', { sessionId: 's', messageId: text, index: 0, text, final: true, agentId: null });
    await settled();
  };
  const SPAWN = '<fugue:spawn command="make" name="made" />';
  const INPUT = '<fugue:input pane="tests">make</fugue:input>';
  const CLOSE = '<fugue:control action="close" pane="tests" />';

  it.each([
    ['a pane that is there', SPAWN, '<fugue:focus pane="build" />'],
    ['a pane by its id', SPAWN, '<fugue:read pane="third" />'],
    ['another pane than is typed into', INPUT, '<fugue:read pane="build" />'],
    ['another pane than is closed', CLOSE, '<fugue:control action="rename" pane="build" name="b" />'],
    ['the list, while something is to be typed', INPUT, '<fugue:list />'],
  ])('are done at once: %s', async (_, first, second) => {
    const sideband = start();
    await say(sideband, first, second);
    expect(ran).toHaveLength(1);
    asked[0]!.decide(true);
    await settled();
    expect(ran).toHaveLength(2);
    expect(fs.existsSync(file())).toBe(false);
  });

  it.each([
    ['the pane that is to come', SPAWN, '<fugue:read pane="made" />'],
    ['an index, which a new pane shifts', SPAWN, '<fugue:read pane="1" />'],
    ['the list of panes', SPAWN, '<fugue:list />'],
    ['the pane that is typed into', INPUT, '<fugue:read pane="tests" />'],
    ['the pane that is typed into, by its id', INPUT, '<fugue:focus pane="other" />'],
    ['the pane that is closed', CLOSE, '<fugue:focus pane="tests" />'],
    ['what asks too', INPUT, SPAWN],
  ])('wait: %s', async (_, first, second) => {
    const sideband = start();
    await say(sideband, first, second);
    expect(ran).toEqual([]);
    expect(asked).toHaveLength(1);
    asked[0]!.decide(false);
    await settled();
    asked[1]?.decide(true);
    await settled();
    expect(ran).toHaveLength(1);
    expect(answers[0]).toContain('refused by the person');
  });

  it('are done once each whatever is decided when, the ones for one pane in order', async () => {
    const tag = fc.constantFrom(
      SPAWN,
      INPUT,
      CLOSE,
      ...['tests', 'build', 'other', 'third', '0', 'made'].flatMap((pane) => [
        `<fugue:read pane="${pane}" lines="LINES" />`,
        `<fugue:focus pane="${pane}" />`,
      ]),
      '<fugue:list />',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(tag, { maxLength: 12 }), fc.array(fc.boolean()), async (tags, allow) => {
        ran = [];
        answers = [];
        asked = [];
        const numbered = tags.map((one, index) => one.replace('LINES', String(index + 1)));
        await say(start(), ...numbered);
        let refused = 0;
        for (let number = 0; number < asked.length; number += 1) {
          const allowed = allow[number] ?? true;
          if (!allowed) refused += 1;
          asked[number]!.decide(allowed);
          await settled();
        }
        expect(ran).toHaveLength(tags.length - refused);
        const orderOf = (pane: string) =>
          ran.filter((one) => one.startsWith('read_pane') && one.includes(`"${pane}"`));
        for (const pane of ['tests', 'build', 'third'])
          expect(orderOf(pane)).toEqual(
            numbered.flatMap((one, index) =>
              one.startsWith(`<fugue:read pane="${pane}"`)
                ? [`read_pane ["${pane}",${String(index + 1)}]`]
                : [],
            ),
          );
        expect(fs.existsSync(file())).toBe(false);
      }),
      { seed: 3, numRuns: 60 },
    );
  });

  it('are not run by the next start, which tells their Claude', async () => {
    await say(start(), SPAWN, '<fugue:read pane="made" />');
    expect(asked).toHaveLength(1);
    // Nothing is put away: the app was killed.
    const next = start();
    next.begin();
    await settled();
    expect(ran).toEqual([]);
    expect(answers).toEqual([
      'not done: spawn make. Fugue ended before the person had decided: ask again if it is still needed.',
      'not done: read pane made. Fugue ended before the person had decided: ask again if it is still needed.',
    ]);
    start().begin();
    expect(answers).toHaveLength(2);
  });

  it('that were being done when the app ended are not called undone', () => {
    const waiting = new WaitingTags(file(), () => undefined);
    waiting.begin(waiting.add(asPaneId('own'), 'spawn make'));
    waiting.add(asPaneId('gone'), 'spawn make');
    start().begin();
    expect(answers).toEqual([
      'may not be done: spawn make. Fugue ended meanwhile: look before you ask again.',
    ]);
  });

  it('go on when they can not be noted, and a damaged note is none', async () => {
    fs.writeFileSync(file(), '{"version":1,"tags":[{}]}');
    start().begin();
    expect(answers).toEqual([]);
    fs.mkdirSync(file());
    const faults: string[] = [];
    await say(start(faults), SPAWN);
    asked[0]!.decide(true);
    await settled();
    expect(ran).toHaveLength(1);
    expect(faults.length).toBeGreaterThan(0);
  });
});
