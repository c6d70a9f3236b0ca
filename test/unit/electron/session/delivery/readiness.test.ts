// When a message may be given, as far as the state of the pane tells.
import { expect, it } from 'vitest';
import { Injector } from '#electron/session/delivery/injector';
import type { SessionService } from '#electron/session/session-service';
import type { PaneId } from '#shared/model/ids';
import { FakeClock } from '#test/helpers/fake-clock';
import { stateOf } from '#test/helpers/state';

const claude = { sessionId: 's', transcriptPath: '/none', directory: '/', configDirectory: '/' } as never;

function readiness(agent: Record<string, unknown>, hold = 0) {
  const clock = new FakeClock();
  const since = clock.now();
  clock.advance(1000);
  const state = stateOf({ work: { main: 'one' } }, { one: { claude, agent: { since, ...agent } as never } });
  const service = { state, typing: { hold: () => hold } } as unknown as SessionService;
  const injector = new Injector({ service, clock, host: null as never, tmux: null as never });
  return { since, found: injector.readiness('one' as PaneId) };
}

it('is at once when a hook or the registry says that Claude is ready', () => {
  expect(readiness({ state: 'idle', source: 'hook' }).found).toEqual({ type: 'ready' });
  expect(readiness({ state: 'complete', source: 'registry' }).found).toEqual({ type: 'ready' });
});

it('is after so many seconds of silence when only the screen says so', () => {
  const { since, found } = readiness({ state: 'idle', source: 'screen' });
  expect(found).toEqual({
    type: 'wait',
    reason: 'only its screen says that it is ready',
    until: since + 3000,
  });
});

it('is not while Claude works or asks, nor while a person types', () => {
  expect(readiness({ state: 'thinking', source: 'hook' }).found).toMatchObject({ reason: 'it is working' });
  expect(readiness({ state: 'waiting', source: 'hook', waitingFor: 'a plan' }).found).toMatchObject({
    reason: 'it asks the person something (a plan)',
  });
  expect(readiness({ state: 'idle', source: 'hook' }, 4).found).toMatchObject({
    reason: 'a person types there',
  });
});
