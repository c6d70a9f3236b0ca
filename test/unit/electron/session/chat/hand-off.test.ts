import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HandOff } from '#electron/session/chat/hand-off';
import type { SessionService } from '#electron/session/session-service';
import { Store } from '#electron/session/store';
import { asPaneId } from '#shared/model/ids';
import type { Pane } from '#shared/model/pane';
import { silentLogger } from '#electron/log/logger';
import { FakeClock } from '#test/helpers/fake-clock';
import { stateOf } from '#test/helpers/state';

const a = asPaneId('a');
const agent = (state: string) => ({ state, since: 0, reason: '' }) as unknown as Pane['agent'];
const claude = (driver: 'terminal' | 'stream') => ({ driver }) as unknown as Pane['claude'];

let store: Store;
let handOff: HandOff;
let clock: FakeClock;
/** What was done, in order. */
let done: string[];
let hindrance: () => Promise<string | null>;
const turns = async () => {
  for (let count = 0; count < 20; count += 1) await Promise.resolve();
};

function start(pane: Partial<Pane> = {}): void {
  store = new Store(
    stateOf(
      { work: { main: 'a' } },
      { a: { kind: 'claude', agent: agent('idle'), claude: claude('terminal'), ...pane } },
    ),
  );
  const service = {
    get state() {
      return store.state;
    },
    onAction: store.onAction,
    endProgram: async () => {
      done.push('end');
      await Promise.resolve();
    },
    restart: () => done.push(`start ${store.state.panes[a]?.face ?? ''}`),
  };
  handOff = new HandOff({
    service: service as unknown as SessionService,
    hindrance: () => hindrance(),
    logger: silentLogger,
    clock,
  });
  handOff.onReason(() => done.push(handOff.reason(a) ?? 'nothing'));
}
const face = (next: 'chat' | 'terminal') => {
  store.dispatch({ type: 'pane/face-changed', paneId: a, face: next });
};
const becomes = (state: string) => {
  store.dispatch({ type: 'pane/agent-changed', paneId: a, agent: agent(state) });
};

beforeEach(() => {
  done = [];
  clock = new FakeClock();
  hindrance = () => Promise.resolve(null);
});
afterEach(() => {
  handOff.dispose();
});

describe('a conversation whose face changes', () => {
  it('waits while a draft stands in the terminal, and goes on when that is gone, which nothing tells of', async () => {
    start();
    hindrance = () => Promise.resolve('a draft stands in its prompt box');
    face('chat');
    await turns();
    expect(done).toEqual(['a draft stands in its prompt box']);
    hindrance = () => Promise.resolve(null);
    clock.advance(1000);
    await turns();
    expect(done.slice(1)).toEqual(['it changes hands', 'end', 'start chat', 'nothing']);
  });

  it('changes hands at once when nothing is under way: one ends before the other begins', async () => {
    start();
    face('chat');
    await turns();
    expect(done).toEqual(['it changes hands', 'end', 'start chat', 'nothing']);
  });

  it.each([
    ['thinking', 'it is in the middle of a turn'],
    ['tool', 'it is in the middle of a turn'],
    ['waiting', 'it asks you something first'],
  ])('waits while its Claude is %s, and says why', async (state, reason) => {
    start({ agent: agent(state) });
    face('chat');
    await turns();
    expect(done).toEqual([reason]);
    becomes('complete');
    await turns();
    expect(done).toEqual([reason, 'it changes hands', 'end', 'start chat', 'nothing']);
  });

  it('does not change when the face is the old one again', async () => {
    start({ agent: agent('tool') });
    face('chat');
    face('terminal');
    becomes('idle');
    await turns();
    expect(done).toEqual(['it is in the middle of a turn', 'nothing']);
  });

  it('waits behind a draft, and looks again when something changes', async () => {
    start();
    hindrance = () => Promise.resolve('there is a draft');
    face('chat');
    await turns();
    expect(done).toEqual(['there is a draft']);
    hindrance = () => Promise.resolve(null);
    becomes('complete');
    await turns();
    expect(done.slice(1)).toEqual(['it changes hands', 'end', 'start chat', 'nothing']);
  });

  it('asks its terminal once at a time, and judges what is true after the answer', async () => {
    start();
    let answer: (reason: string | null) => void = () => undefined;
    let asked = 0;
    hindrance = () => {
      asked += 1;
      return new Promise((resolve) => (answer = resolve));
    };
    face('chat');
    becomes('complete');
    expect(asked).toBe(1);
    becomes('thinking');
    answer(null);
    await turns();
    expect(done).toEqual(['it is in the middle of a turn']);
    face('terminal');
    await turns();
    expect(handOff.reason(a)).toBeNull();
  });

  it('goes back to the terminal without asking it, there is none', async () => {
    start({ face: 'chat', claude: claude('stream') });
    hindrance = () => Promise.reject(new Error('there is no terminal'));
    face('terminal');
    await turns();
    expect(done).toEqual(['it changes hands', 'end', 'start terminal', 'nothing']);
  });

  it('changes hands by force whatever is under way, and not without need', async () => {
    start({ agent: agent('waiting') });
    await handOff.force(a);
    expect(done).toEqual([]);
    face('chat');
    await handOff.force(a);
    expect(done).toContain('start chat');
    await handOff.force(asPaneId('x'));
  });

  it.each<[string, Partial<Pane>]>([
    ['in tmux', { tmux: { server: 'own', session: 's' } }],
    ['that has ended', { process: { status: 'waiting', reason: '' } }],
    ['in a shell', { kind: 'terminal' }],
  ])('does not change hands %s', async (_, pane) => {
    start(pane);
    face('chat');
    await turns();
    expect(done).toEqual([]);
  });
});
