import { describe, expect, it } from 'vitest';
import { ok } from '#shared/base/result';
import type { ChatLine, ChatPortDown, ChatPortUp } from '#shared/ipc/chat-port';
import { lineOf } from '#test/helpers/messages';
import { ChatSession } from '../../../../renderer/chat/chat-session';

const said = (text: string): ChatLine =>
  lineOf({ type: 'assistant', uuid: text, message: { id: text, content: [{ type: 'text', text }] } }, text);

/** A session whose frames the test draws. */
async function openSession() {
  const sent: ChatPortUp[] = [];
  const frames: (() => void)[] = [];
  let tell: (message: ChatPortDown) => void = () => undefined;
  let closed = false;
  const session = new ChatSession(
    { kind: 'transcript', path: '/t' },
    () =>
      Promise.resolve(
        ok({
          post: (message: ChatPortUp) => sent.push(message),
          listen: (listener: (message: ChatPortDown) => void) => {
            tell = listener;
          },
          close: () => {
            closed = true;
          },
        }),
      ),
    (callback) => {
      frames.push(callback);
      return () => undefined;
    },
  );
  await Promise.resolve();
  const snapshots: ReturnType<ChatSession['getSnapshot']>[] = [];
  session.subscribe(() => snapshots.push(session.getSnapshot()));
  return {
    session,
    sent,
    snapshots,
    down: (...messages: readonly ChatPortDown[]) => {
      messages.forEach((message) => tell(message));
    },
    frame: () => frames.shift()?.(),
    frames,
    isClosed: () => closed,
  };
}

describe('a session of a chat', () => {
  it('takes what comes within a frame together, and acknowledges it', async () => {
    const { session, down, frame, frames, sent, snapshots } = await openSession();
    down(
      { type: 'reset', sessionId: null },
      { type: 'lines', lines: [said('one')] },
      { type: 'lines', lines: [said('two')] },
    );
    expect(frames).toHaveLength(1);
    frame();
    expect(snapshots).toHaveLength(1);
    expect(session.getSnapshot()).toMatchObject({ status: 'ready', appended: 2, shifted: false });
    const units = said('one').text.length + said('two').text.length;
    expect(sent).toEqual([{ type: 'acknowledge', units }]);
  });

  it('draws what came before a page of earlier lines first, and the page alone', async () => {
    const { session, down, frame, snapshots } = await openSession();
    down(
      { type: 'reset', sessionId: null },
      { type: 'lines', lines: [said('two')] },
      { type: 'earlier', lines: [said('one')], more: true },
      { type: 'lines', lines: [said('three')] },
    );
    frame();
    frame();
    frame();
    expect(snapshots.map(({ shifted, appended }) => [shifted, appended])).toEqual([
      [false, 1],
      [true, 1],
      [false, 2],
    ]);
    expect(session.getSnapshot().rows.map(({ key }) => key)).toEqual(['one', 'two', 'three']);
  });

  it('asks for earlier lines once at a time, and not when there are none', async () => {
    const { session, down, frame, sent } = await openSession();
    session.loadEarlier();
    down({ type: 'reset', sessionId: null }, { type: 'lines', lines: [] });
    frame();
    session.loadEarlier();
    session.loadEarlier();
    expect(sent.filter(({ type }) => type === 'earlier')).toHaveLength(1);
    down({ type: 'earlier', lines: [], more: false });
    frame();
    session.loadEarlier();
    expect(sent.filter(({ type }) => type === 'earlier')).toHaveLength(1);
  });

  it('shows another conversation with nothing of the one before', async () => {
    const { session, down, frame } = await openSession();
    down({ type: 'reset', sessionId: 'a' }, { type: 'lines', lines: [said('old')] });
    frame();
    down({ type: 'reset', sessionId: 'b' }, { type: 'lines', lines: [said('new')] });
    frame();
    expect(session.getSnapshot().rows.map(({ key }) => key)).toEqual(['new']);
    expect(session.getSnapshot().epoch).toBe(2);
  });

  it('answers readers, also when it ends', async () => {
    const { session, down, frame, sent, isClosed } = await openSession();
    const both = Promise.all([session.readLine('x'), session.readLine('x')]);
    expect(sent).toEqual([{ type: 'read', id: 'x' }]);
    down({ type: 'line', id: 'x', text: 'whole' });
    frame();
    expect(await both).toEqual(['whole', 'whole']);
    const never = session.readLine('y');
    session.dispose();
    expect(await never).toBeNull();
    expect(isClosed()).toBe(true);
  });
});
