import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { StreamEnd, StreamLine, StreamPrompt } from '#electron/claude/stream/stream-client';
import type { ChatSessions } from '#electron/session/chat/chat-sessions';
import { ChatReceiver } from '#electron/session/delivery/chat-receiver';
import type { Injector } from '#electron/session/delivery/injector';
import { Receivers } from '#electron/session/delivery/receivers';
import type { SessionService } from '#electron/session/session-service';
import { Emitter } from '#shared/base/emitter';
import { asPaneId } from '#shared/model/ids';
import type { Pane } from '#shared/model/pane';
import { stateOf } from '#test/helpers/state';
import { makeTemporaryDirectory, type TemporaryDirectory } from '#test/helpers/temporary-directory';
import { waitFor } from '#test/helpers/wait';

const a = asPaneId('a');
const agent = (state: string) =>
  ({ state, reason: 'asks', since: 0, waitingFor: null }) as unknown as Pane['agent'];

let directory: TemporaryDirectory;
let lines: Emitter<StreamLine>;
let ends: Emitter<StreamEnd>;
let prompts: StreamPrompt[];
let isOpen: boolean;
beforeEach(() => {
  directory = makeTemporaryDirectory();
  lines = new Emitter();
  ends = new Emitter();
  prompts = [];
  isOpen = true;
});
afterEach(() => {
  expect([lines.listenerCount, ends.listenerCount]).toEqual([0, 0]);
  directory.remove();
});

function receiver(pane: Partial<Pane> = {}, runs = true): ChatReceiver {
  const state = stateOf(
    { work: { main: 'a' } },
    { a: { kind: 'claude', face: 'chat', agent: agent('idle'), ...pane } },
  );
  const client = {
    onLine: lines.event,
    onEnd: ends.event,
    get isOpen() {
      return isOpen;
    },
    prompt: (prompt: StreamPrompt) => prompts.push(prompt) > 0 && isOpen,
  };
  return new ChatReceiver(
    { state } as unknown as SessionService,
    { of: () => ({ client: runs ? client : null }) } as unknown as ChatSessions,
  );
}
const mark = () => ({ file: `${directory.path}/transcript`, offset: 0 });
const line = (record: Record<string, unknown>): void => {
  lines.fire({ text: JSON.stringify(record), record });
};
/** Gives a message; what has become of it is known when the test looks. */
async function give(to: ChatReceiver, text = 'hello', files: readonly string[] = []) {
  const result: { given?: unknown } = {};
  const giving = to.giveText(a, 'id', text, mark(), files).then((given) => (result.given = given));
  await waitFor('the prompt', () => prompts.length > 0 || result.given !== undefined);
  const settled = async () => {
    await new Promise<void>((resolve) => void setImmediate(resolve));
    return result.given;
  };
  return { giving, settled };
}

describe('a message to a Claude that Fugue talks to', () => {
  it('is delivered when Claude repeats it, and by no other line', async () => {
    const { giving, settled } = await give(receiver());
    expect(prompts).toEqual([{ uuid: 'id', content: 'hello' }]);
    line({ type: 'stream_event', uuid: 'id' });
    line({ type: 'user', uuid: 'other' });
    line({ type: 'assistant', uuid: 'id' });
    lines.fire({ text: 'no JSON', record: null });
    expect(await settled()).toBeUndefined();
    line({ type: 'user', uuid: 'id' });
    expect(await giving).toEqual({ type: 'delivered' });
  });

  it('that is a command without an echo is delivered when its turn ends', async () => {
    const { giving } = await give(receiver(), '/cost');
    line({ type: 'result' });
    expect(await giving).toEqual({ type: 'delivered' });
  });

  it('that is rushed into a turn is not delivered by the end of that turn', async () => {
    const { giving, settled } = await give(receiver({ agent: agent('tool') }));
    line({ type: 'result' });
    expect(await settled()).toBeUndefined();
    line({ type: 'user', uuid: 'id' });
    expect(await giving).toEqual({ type: 'delivered' });
  });

  it('is interrupted by the death of its Claude, unless it stands in the transcript', async () => {
    const end = { exitCode: 1, signal: null, said: '' };
    const first = await give(receiver());
    ends.fire(end);
    expect(await first.giving).toMatchObject({ type: 'interrupted' });
    prompts = [];
    const second = await give(receiver());
    directory.file('transcript', `${JSON.stringify({ type: 'user', message: { content: 'hello' } })}\n`);
    ends.fire(end);
    expect(await second.giving).toEqual({ type: 'delivered' });
  });

  it('is not typed where no Claude runs, or where it has ended', async () => {
    expect(await receiver({}, false).giveText(a, 'id', 'x', mark())).toMatchObject({ type: 'not-typed' });
    isOpen = false;
    expect(await receiver().giveText(a, 'id', 'x', mark())).toMatchObject({ type: 'not-typed' });
    expect(prompts).toEqual([]);
  });

  it('goes with its pictures, also without a text', async () => {
    const files = [directory.file('a.JPG', 'one'), directory.file('b.unknown', 'two')];
    const picture = (type: string, text: string) => ({
      type: 'image',
      source: { type: 'base64', media_type: type, data: Buffer.from(text).toString('base64') },
    });
    const pictures = [picture('image/jpeg', 'one'), picture('image/png', 'two')];
    for (const text of ['look', ' ']) {
      prompts = [];
      const { giving } = await give(receiver(), text, files);
      expect(prompts[0]?.content).toEqual(text === 'look' ? [...pictures, { type: 'text', text }] : pictures);
      line({ type: 'user', uuid: 'id' });
      await giving;
    }
  });

  it('fails for good when a picture is gone', async () => {
    const given = await receiver().giveText(a, 'id', 'x', mark(), [`${directory.path}/gone.png`]);
    expect(given).toMatchObject({
      type: 'failed',
      reason: expect.stringContaining("can't be read") as unknown,
    });
  });
});

describe('when a message may be given', () => {
  it.each([
    ['idle', 'ready', 'ready'],
    ['complete', 'ready', 'ready'],
    ['limited', 'ready', 'ready'],
    ['thinking', 'wait', 'ready'],
    ['tool', 'wait', 'ready'],
    ['streaming', 'wait', 'ready'],
    ['waiting', 'wait', 'wait'],
    ['unknown', 'wait', 'wait'],
  ])('to one that is %s: %s, rushed: %s', (state, unhurried, rushed) => {
    const one = receiver({ agent: agent(state) });
    expect([one.readiness(a).type, one.readiness(a, true).type]).toEqual([unhurried, rushed]);
  });

  it('never to a pane that is gone, later to one that starts or rests', () => {
    expect(receiver().readiness(asPaneId('x')).type).toBe('gone');
    expect(receiver({ agent: null }).readiness(a)).toMatchObject({ reason: 'its Claude is starting' });
    expect(receiver({ process: { status: 'starting' } }).readiness(a).type).toBe('wait');
  });

  it.each([
    ['chat', 'stream', 'chat'],
    ['terminal', 'terminal', 'terminal'],
    ['chat', 'terminal', 'wait'],
    ['terminal', 'stream', 'wait'],
  ] as const)('with the face %s and the driver %s is asked of: %s', (face, driver, expected) => {
    const state = stateOf(
      { work: { main: 'a' } },
      { a: { kind: 'claude', face, claude: { driver } as never } },
    );
    const by = (name: string) => ({ readiness: () => ({ type: 'wait', reason: name, until: null }) });
    const receivers = new Receivers(
      { state } as unknown as SessionService,
      by('terminal') as unknown as Injector,
      by('chat') as unknown as ChatReceiver,
    );
    const reason = expected === 'wait' ? 'its conversation is about to change hands' : expected;
    expect(receivers.readiness(a)).toMatchObject({ reason });
  });
});
