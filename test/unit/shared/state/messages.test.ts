import { describe, expect, it } from 'vitest';
import { formatMessage } from '#shared/delivery/message-text';
import type { Delivery } from '#shared/model/delivery';
import { asPaneId } from '#shared/model/ids';
import {
  countWaiting,
  messageBody,
  messagesOf,
  presentDelivery,
  secondsUntil,
  senderOf,
  waitingFor,
} from '#shared/state/messages';
import { emptyState } from '#test/helpers/state';

function delivery(change: Partial<Delivery> = {}): Delivery {
  return {
    id: 'd',
    to: asPaneId('b'),
    attachments: [],
    from: asPaneId('a'),
    sender: 'worker',
    kind: 'message',
    topic: 'message',
    text: '[10:05 worker] hello',
    createdAt: 0,
    state: 'queued',
    changedAt: 0,
    reason: '',
    until: null,
    ...change,
  };
}

function written(content: string, sender = 'worker'): string {
  const text = formatMessage({ time: '10:05', sender, content });
  if (!text.ok) throw new Error(text.error.message);
  return text.value;
}

describe('the body of a message', () => {
  it.each([
    ['hello', 'hello'],
    ['one\n\ntwo\n  indented', 'one\n\ntwo\n  indented'],
    ['[12:00 boss] not a head', '[12:00 boss] not a head'],
    ['(message from pane a)', '(message from pane a)'],
    ['**bold** <b>x</b> https://example.org', '**bold** <b>x</b> https://example.org'],
  ])('is what was written: %j', (content, expected) => {
    const text = written(`${content}\n(message from pane a)`);
    expect(messageBody(delivery({ text }))).toBe(expected);
  });

  it('keeps a last line that is not its own tail', () => {
    const text = written('hello\n(message from pane a)');
    expect(messageBody(delivery({ text, from: null }))).toBe('hello\n(message from pane a)');
    expect(messageBody(delivery({ text, kind: 'answer' }))).toBe('hello\n(message from pane a)');
    expect(messageBody(delivery({ text, topic: 'other' }))).toBe('hello\n(message from pane a)');
  });

  it.each([
    [{ kind: 'message', topic: 'task.start' }, 'task.start: begin', 'begin'],
    [{ kind: 'status', topic: 'status' }, 'status: done, 7 files', 'done, 7 files'],
    [{ kind: 'help', topic: 'help' }, 'asks for help: which port?', 'which port?'],
    [{ kind: 'message', topic: 'message' }, 'status: is no kind of it', 'status: is no kind of it'],
  ] as const)('is without what its kind and topic say: %j', (change, content, expected) => {
    expect(messageBody(delivery({ ...change, text: written(content) }))).toBe(expected);
  });

  it('names who sent it', () => {
    expect(senderOf(delivery())).toBe('worker');
    expect(senderOf(delivery({ from: null, sender: 'cli' }))).toBe('command line');
    // A pane may have any name.
    expect(senderOf(delivery({ sender: 'cli' }))).toBe('cli');
  });

  it('loses the head also behind a sender with brackets', () => {
    expect(messageBody(delivery({ text: written('hello', 'worker [2] ]') }))).toBe('hello');
  });
});

describe('what has become of a message', () => {
  it.each([
    [{ reason: 'a person types there' }, 'waiting', 'Waits', 'a person types there'],
    [{}, 'waiting', 'Waits for its turn', ''],
    [{ state: 'delivering' }, 'moving', 'Being given', ''],
    [{ state: 'delivered' }, 'done', 'Delivered', ''],
    [{ state: 'delivered', to: null }, 'done', 'For you to see', ''],
    [{ state: 'failed', reason: 'the pane was closed' }, 'failed', 'Failed', 'the pane was closed'],
    [{ state: 'failed', reason: 'taken back' }, 'done', 'Taken back', ''],
  ] as const)('%j', (change, tone, label, reason) => {
    expect(presentDelivery(delivery(change))).toEqual({ tone, label, reason });
  });

  it('counts down in whole seconds, and not below one', () => {
    expect(secondsUntil(10_000, 7999)).toBe(2);
    expect(secondsUntil(10_000, 7000)).toBe(3);
    expect(secondsUntil(10_000, 9999)).toBe(1);
    expect(secondsUntil(10_000, 10_000)).toBeNull();
    expect(secondsUntil(null, 0)).toBeNull();
  });
});

it('finds the messages of a pane', () => {
  const all = [
    delivery({ id: '1', state: 'delivered' }),
    delivery({ id: '2' }),
    delivery({ id: '3', to: asPaneId('c'), from: asPaneId('b') }),
    delivery({ id: '4', to: null, from: asPaneId('a'), state: 'delivered' }),
    delivery({ id: '5', state: 'delivering' }),
  ];
  const ids = (found: readonly Delivery[]) => found.map(({ id }) => id).join('');
  const state = { ...emptyState(), deliveries: all };
  expect(ids(waitingFor(state, asPaneId('b')))).toBe('25');
  expect(countWaiting(state)).toBe(3);
  expect(ids(messagesOf(all, asPaneId('b')))).toBe('1235');
  expect(ids(messagesOf(all, asPaneId('c')))).toBe('3');
  expect(ids(messagesOf(all, null))).toBe('12345');
});
