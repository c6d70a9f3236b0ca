import { describe, expect, it } from 'vitest';
import type { StreamObservation } from '#electron/claude/detect/stream';
import { StreamTurn } from '#electron/claude/detect/stream-turn';

type Told = StreamObservation extends infer Each
  ? Each extends unknown
    ? Omit<Each, 'sessionId'>
    : never
  : never;

function after(...events: readonly Told[]): StreamTurn {
  const turn = new StreamTurn();
  for (const event of events) turn.take({ sessionId: null, ...event }, 0);
  return turn;
}
const running: Told = { kind: 'state', state: 'running' };
const idle: Told = { kind: 'state', state: 'idle' };
const tool: Told = { kind: 'tool-starts', toolUseId: 't', summary: 'Bash: ls' };
const done: Told = { kind: 'result', outcome: 'done', message: '' };

describe('a turn over the protocol', () => {
  it.each<[string, readonly Told[], string | undefined]>([
    ['nothing', [], undefined],
    ['that it runs', [running], 'thinking'],
    ['a text', [running, { kind: 'text' }], 'streaming'],
    ['a tool', [running, { kind: 'text' }, tool], 'tool'],
    ['the end of the tool', [tool, { kind: 'tools-ended', toolUseIds: ['t'] }], 'thinking'],
    ['the end of another tool', [tool, { kind: 'tools-ended', toolUseIds: ['u'] }], 'tool'],
    [
      'that it asks',
      [tool, { kind: 'asks', requestId: 'r', toolUseId: 't', tool: 'Bash', summary: 'ls' }],
      'waiting',
    ],
    [
      'that it asks no more',
      [
        tool,
        { kind: 'state', state: 'requires-action' },
        { kind: 'asks', requestId: 'r', toolUseId: 't', tool: 'Bash', summary: 'ls' },
        { kind: 'ask-ended', requestId: 'r' },
      ],
      'tool',
    ],
    ['its end', [tool, done], undefined],
    ['that it rests', [tool, idle], undefined],
  ])('after %s is judged', (_, events, state) => {
    expect(after(...events).running?.state).toBe(state);
  });

  it.each<[string, readonly Told[]]>([
    ['a result', [done]],
    ['a result and rest', [done, idle]],
    ['rest alone', [idle]],
    ['an interruption', [{ kind: 'result', outcome: 'interrupted', message: '' }]],
  ])('begins with thinking after %s, not with what the last one did', (_, end) => {
    for (const last of [{ kind: 'text' } as const, tool, { kind: 'compacting' } as const]) {
      const next = after(running, last, ...end, running);
      expect(next.running).toMatchObject({ state: 'thinking', reason: 'is working' });
      expect(next.end).toBeNull();
    }
  });
});
