// What an agent may type into a pane in which a Claude runs: nothing that only the person may.
import { describe, expect, it } from 'vitest';
import type { AgentState } from '#shared/model/agent-state';
import type { CommandContext } from '#electron/commands/context';
import { typeAsAgent } from '#electron/commands/handlers/agent-typing';
import { makePane } from '#test/helpers/state';

interface Typed {
  readonly input?: string;
  readonly keys?: readonly string[];
  readonly submit?: boolean;
}

/** Types, and gives what was refused and all that reached the pane. */
async function type({ input = '', keys = [], submit = false }: Typed, state: AgentState = 'idle') {
  const reached: string[] = [];
  const context = {
    host: { write: (_pane: string, bytes: string) => reached.push(bytes) },
    receivers: {
      readiness: () => ({ type: 'ready' }),
      mark: () => ({}),
      giveInTurn: (_pane: string, _id: string, prompt: string) => {
        reached.push(prompt);
        return Promise.resolve({ type: 'delivered' });
      },
    },
  } as unknown as CommandContext;
  const pane = makePane('p1', 'w', { agent: { state } as never, claude: { sessionId: 's' } as never });
  const result = await typeAsAgent(context, pane, {
    ...{ pane_id: 'p1', input, keys: [...keys], submit },
  } as never);
  return { refused: result.ok ? null : result.error.code, reached };
}

describe('an agent at the pane of a Claude (sec-08)', () => {
  it('gives a whole prompt', async () => {
    expect(await type({ input: 'look\ninto it\n' })).toEqual({ refused: null, reached: ['look\ninto it'] });
    expect(await type({ input: 'look', submit: true })).toEqual({ refused: null, reached: ['look'] });
    expect(await type({ input: 'half a prompt' })).toEqual({ refused: 'invalid', reached: [] });
  });

  it.each(['!rm -rf .', '/permissions', 'first\n  !second', 'first\r/third'])(
    'has no command run by %j',
    async (input) => {
      expect(await type({ input, submit: true })).toEqual({ refused: 'refused', reached: [] });
    },
  );

  it.each(['\u001b[201~', 'a\u0003', '\u009b2J', 'x\u007f'])(
    'sends no control characters: %j',
    async (input) => {
      expect(await type({ input, submit: true })).toEqual({ refused: 'invalid', reached: [] });
    },
  );

  it('stops a turn by Escape alone, and presses nothing else', async () => {
    expect(await type({ keys: ['Escape'] }, 'thinking')).toEqual({ refused: null, reached: ['\u001b'] });
    for (const keys of [['Enter'], ['S-Tab'], ['C-c'], ['Escape', 'Enter']])
      expect(await type({ keys }, 'thinking')).toEqual({ refused: 'refused', reached: [] });
    expect(await type({ keys: ['Escape'], input: 'x', submit: true }, 'thinking')).toMatchObject({
      reached: [],
    });
    expect(await type({ keys: ['Escape'] }, 'idle')).toEqual({ refused: 'refused', reached: [] });
  });

  it('answers nothing that the person is asked', async () => {
    for (const typed of [{ input: 'yes', submit: true }, { keys: ['Enter'] }, { keys: ['Escape'] }])
      expect(await type(typed, 'waiting')).toEqual({ refused: 'refused', reached: [] });
  });
});
