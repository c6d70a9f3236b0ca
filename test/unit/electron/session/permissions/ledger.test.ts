import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { asPaneId } from '#shared/model/ids';
import { ASK_LIMIT } from '#shared/model/permission';
import { LedgerWorld, PANES } from './support';

let world: LedgerWorld;
beforeEach(() => {
  world = new LedgerWorld();
});
afterEach(() => {
  world.dispose();
});
const told = (id: string) => world.outcomes.get(id);
const logged = () => world.log.newest(100).map(({ tool, end, by, rule }) => ({ tool, end, by, rule }));

describe('a request', () => {
  it('waits for the person, and is told once what they say', () => {
    const id = world.ask();
    expect(told(id)).toEqual([]);
    expect(world.store.state.asks).toMatchObject([
      { id, deferred: false, until: world.clock.now() + ASK_LIMIT },
    ]);
    expect(world.ledger.answer(id, { type: 'allow' }).ok).toBe(true);
    const outcome = { type: 'allowed', input: { command: 'ls' }, permissions: [] };
    expect(told(id)).toEqual([outcome]);
    expect(world.store.state.asks).toEqual([]);
    expect(world.ledger.answer(id, { type: 'deny', message: 'no' })).toEqual({
      ok: false,
      error: 'it is answered already, or Claude has taken it back',
    });
    world.ledger.withdraw(id);
    world.clock.advance(2 * ASK_LIMIT);
    expect(told(id)).toEqual([outcome]);
    expect(logged()).toEqual([{ tool: 'Bash', end: 'allowed', by: 'person', rule: null }]);
  });

  it('is given what the person made of it', () => {
    const id = world.ask({ kind: 'question', tool: 'AskUserQuestion' });
    world.ledger.answer(id, { type: 'allow', input: { answers: 1 }, mode: 'plan' });
    expect(told(id)).toEqual([
      {
        type: 'allowed',
        input: { answers: 1 },
        permissions: [{ type: 'setMode', mode: 'plan', destination: 'session' }],
      },
    ]);
    expect(logged()).toMatchObject([{ end: 'answered' }]);
  });

  it('that is refused hears why', () => {
    const id = world.ask();
    world.ledger.answer(id, { type: 'deny', message: 'use git mv', interrupt: true });
    expect(told(id)).toEqual([{ type: 'denied', message: 'use git mv', interrupt: true }]);
    expect(world.log.newest(1)).toMatchObject([{ end: 'denied', by: 'person', message: 'use git mv' }]);
  });

  it('lapses after five minutes: it is denied, or goes back to a dialog of Claude’s own', () => {
    const stream = world.ask();
    const hook = world.ask({ way: 'hook', command: 'pwd' });
    world.clock.advance(ASK_LIMIT - 1);
    expect([told(stream), told(hook)]).toEqual([[], []]);
    world.clock.advance(1);
    expect(told(stream)).toMatchObject([{ type: 'denied', interrupt: false }]);
    expect(told(hook)).toEqual([{ type: 'none' }]);
    expect(logged().map(({ end, by }) => [end, by])).toEqual([
      ['handed-back', 'time'],
      ['timed-out', 'time'],
    ]);
  });

  it('that is put off still lapses', () => {
    const id = world.ask();
    world.ledger.defer(id, true);
    expect(world.store.state.asks).toMatchObject([{ id, deferred: true }]);
    world.clock.advance(ASK_LIMIT);
    expect(told(id)).toHaveLength(1);
    expect(world.ledger.defer(id, false).ok).toBe(false);
  });

  it('of a pane that is closed is taken back', () => {
    const id = world.ask();
    world.store.dispatch({ type: 'pane/removed', paneId: asPaneId('b') });
    expect(told(id)).toEqual([]);
    world.closeWindowOf();
    expect(told(id)).toEqual([{ type: 'none' }]);
    expect(logged()).toMatchObject([{ end: 'withdrawn', by: 'claude' }]);
  });

  it('is refused, and that is kept, when too many wait', () => {
    for (let count = 0; count < 200; count += 1) world.ask({ command: `echo ${String(count)}` });
    const id = world.ask({ command: 'one more' });
    expect(told(id)).toMatchObject([{ type: 'denied' }]);
    expect(logged()).toMatchObject([{ end: 'denied', by: 'rule', rule: null }]);
    expect(told(world.ask({ paneId: asPaneId('b') }))).toEqual([]);
  });

  it('is told nothing at the end, nor behind it', () => {
    const id = world.ask();
    let late: string | null = null;
    const other = world.ask({ command: 'pwd' }, () => {
      late = world.ask({ command: 'late' });
    });
    world.ledger.dispose();
    expect([told(id), told(other), told(late ?? '')]).toEqual([
      [{ type: 'none' }],
      [{ type: 'none' }],
      [{ type: 'none' }],
    ]);
    expect(told(world.ask())).toEqual([{ type: 'none' }]);
    world.ledger.dispose();
    expect(told(id)).toHaveLength(1);
  });

  it('has ended also when whoever hears of it throws', () => {
    const id = world.ask({}, () => {
      throw new Error('broken');
    });
    expect(() => world.ledger.answer(id, { type: 'allow' })).toThrow('broken');
    expect(world.store.state.asks).toEqual([]);
    expect(world.ledger.waiting).toEqual([]);
  });
});

describe('rules of the person', () => {
  it.each([
    [{ allow: ['Bash(git *)'] }, 'git status', 'allowed', 'Bash(git *)'],
    [{ deny: ['Bash(git *)'] }, 'git status', 'denied', 'Bash(git *)'],
    [{ allow: ['Bash'], deny: ['Bash(rm *)'] }, 'ls; rm -rf x', 'denied', 'Bash(rm *)'],
    [{ allow: ['Bash'], deny: ['Bash(rm *)'], ask: ['Bash'] }, 'rm x', 'denied', 'Bash(rm *)'],
    [{ allow: ['Bash'], ask: ['Bash(git push*)'] }, 'git push', null, null],
    [{ allow: ['Bash(git *)'] }, 'git log; ls', null, null],
    [{ allow: ['(no rule'] }, 'ls', null, null],
  ] as const)('%j about %j: %s', (permissions, command, type, rule) => {
    world.configure(permissions);
    const id = world.ask({ command });
    expect(told(id)?.map((outcome) => outcome.type)).toEqual(type === null ? [] : [type]);
    expect(logged()).toEqual(type === null ? [] : [{ tool: 'Bash', end: type, by: 'rule', rule }]);
  });

  it('answer no questions', () => {
    world.configure({ allow: ['AskUserQuestion', 'ExitPlanMode'] });
    expect(told(world.ask({ kind: 'question', tool: 'AskUserQuestion' }))).toEqual([]);
    expect(told(world.ask({ kind: 'plan', tool: 'ExitPlanMode' }))).toEqual([]);
  });
});

describe('"always"', () => {
  it('also counts for what waits already, and from then on, in this conversation', () => {
    const [first, alike, other] = [world.ask(), world.ask(), world.ask({ command: 'pwd' })];
    const elsewhere = world.ask({ paneId: asPaneId('b') });
    world.ledger.answer(first, { type: 'allow', always: true });
    expect(told(first)).toMatchObject([
      {
        type: 'allowed',
        permissions: [
          {
            type: 'addRules',
            rules: [{ toolName: 'Bash', ruleContent: 'ls' }],
            behavior: 'allow',
            destination: 'session',
          },
        ],
      },
    ]);
    expect(told(alike)).toMatchObject([{ type: 'allowed', permissions: [] }]);
    expect([told(other), told(elsewhere)]).toEqual([[], []]);
    expect(told(world.ask())).toMatchObject([{ type: 'allowed' }]);
    expect(told(world.ask({ command: 'ls -a' }))).toEqual([]);
    expect(told(world.ask({ paneId: asPaneId('b') }))).toEqual([]);
  });

  it('about a command with a star is about exactly that one', () => {
    const id = world.ask({ command: 'rm *.log' });
    world.ledger.answer(id, { type: 'allow', always: true });
    expect(told(id)).toMatchObject([{ type: 'allowed', permissions: [] }]);
    expect(told(world.ask({ command: 'rm *.log' }))).toMatchObject([{ type: 'allowed' }]);
    expect(told(world.ask({ command: 'rm -rf / --x.log' }))).toEqual([]);
  });

  it('about the use of another tool is about the same input, in any order, but for its description', () => {
    const use = { tool: 'Task', input: { a: 1, b: { d: [1, 2], c: 2 }, description: 'one' } };
    world.ledger.answer(world.ask(use), { type: 'deny', message: 'never', always: true });
    const same = { tool: 'Task', input: { description: 'two', b: { c: 2, d: [1, 2] }, a: 1 } };
    expect(told(world.ask(same))).toEqual([{ type: 'denied', message: 'never', interrupt: false }]);
    expect(told(world.ask({ tool: 'Task', input: { a: 1, b: { c: 2, d: [2, 1] } } }))).toEqual([]);
    expect(told(world.ask({ tool: 'Skill', input: same.input }))).toEqual([]);
  });

  it('of a denial stands over one that allows, and over rules', () => {
    world.configure({ allow: ['Bash'] });
    world.configure({});
    const first = world.ask();
    world.ledger.answer(first, { type: 'deny', message: 'no', always: true });
    world.configure({ allow: ['Bash'] });
    expect(told(world.ask())).toMatchObject([{ type: 'denied', message: 'no' }]);
    expect(
      world.ledger.ruling({ paneId: asPaneId('a'), tool: 'Bash', input: { command: 'ls' } }),
    ).toMatchObject({
      effect: 'deny',
    });
    expect(world.ledger.ruling({ paneId: asPaneId('b'), tool: 'Bash', input: { command: 'ls' } })).toBeNull();
  });

  it('settles nothing twice when what it settles ends another one', () => {
    const [first, second] = [world.ask(), world.ask({}, () => world.ledger.withdraw(third))];
    const third = world.ask();
    world.ledger.answer(first, { type: 'allow', always: true });
    expect(told(second)).toHaveLength(1);
    expect(told(third)).toEqual([{ type: 'none' }]);
    expect(logged()).toHaveLength(3);
  });
});

type Step =
  | {
      readonly do: 'ask';
      readonly pane: number;
      readonly command: number;
      readonly hook: boolean;
      readonly nested: boolean;
    }
  | { readonly do: 'answer'; readonly which: number; readonly allow: boolean; readonly always: boolean }
  | { readonly do: 'withdraw' | 'defer'; readonly which: number }
  | { readonly do: 'advance'; readonly share: number }
  | { readonly do: 'close'; readonly pane: number }
  | { readonly do: 'dispose' };
const which = fc.nat(12);
const pane = fc.nat(PANES.length - 1);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('ask' as const),
      pane,
      command: fc.nat(2),
      hook: fc.boolean(),
      nested: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('answer' as const),
      which,
      allow: fc.boolean(),
      always: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('withdraw' as const, 'defer' as const), which }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('advance' as const),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('close' as const), pane }) },
  { weight: 1, arbitrary: fc.constant({ do: 'dispose' as const }) },
);

/** Whatever the step, a request that is told of its end may have another one end, or ask anew. */
function take(one: LedgerWorld, ids: string[], given: Step): void {
  const id = (index: number): string => ids[index % Math.max(1, ids.length)] ?? 'none';
  switch (given.do) {
    case 'ask': {
      const more = {
        paneId: asPaneId(PANES[given.pane] ?? 'a'),
        way: given.hook ? ('hook' as const) : ('stream' as const),
        command: `echo ${String(given.command)}`,
      };
      const then = given.nested
        ? () => {
            one.ledger.withdraw(ids.at(-1) ?? '');
            ids.push(one.ask({ ...more, command: 'nested' }));
          }
        : undefined;
      ids.push(one.ask(more, then));
      return;
    }
    case 'answer': {
      const { always } = given;
      one.ledger.answer(
        id(given.which),
        given.allow ? { type: 'allow', always } : { type: 'deny', message: 'no', always },
      );
      return;
    }
    case 'withdraw':
      one.ledger.withdraw(id(given.which));
      return;
    case 'defer':
      one.ledger.defer(id(given.which), true);
      return;
    case 'advance':
      one.clock.advance(given.share * ASK_LIMIT);
      return;
    case 'close':
      one.store.dispatch({ type: 'pane/removed', paneId: asPaneId(PANES[given.pane] ?? 'a') });
      return;
    case 'dispose':
      one.ledger.dispose();
  }
}

describe('every request', () => {
  it('ends exactly once, however answers, withdrawals, time, closed panes and "always" come together', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const one = new LedgerWorld();
        const ids: string[] = [];
        let disposed = false;
        for (const given of steps) {
          take(one, ids, given);
          disposed ||= given.do === 'dispose';
          const open = one.ledger.waiting.map(({ id }) => id);
          for (const [id, outcomes] of one.outcomes) expect(outcomes).toHaveLength(open.includes(id) ? 0 : 1);
          if (disposed) continue;
          expect(one.store.state.asks.map(({ id }) => id)).toEqual(open);
          expect(one.log.newest(1000)).toHaveLength(one.outcomes.size - open.length);
        }
        // What ends now may ask once more.
        one.clock.advance(ASK_LIMIT);
        one.clock.advance(ASK_LIMIT);
        for (const outcomes of one.outcomes.values()) expect(outcomes).toHaveLength(1);
        expect(one.ledger.waiting).toEqual([]);
        expect(one.faults).toEqual([]);
        one.dispose();
      }),
      { numRuns: 150 },
    );
  });
});
