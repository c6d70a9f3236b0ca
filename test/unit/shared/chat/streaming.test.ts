import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Conversation } from '#shared/chat/conversation';
import type { Row } from '#shared/chat/rows';
import { lineOf, messageLines } from '#test/helpers/messages';

const event = (body: Readonly<Record<string, unknown>>, parent: string | null = null): string =>
  JSON.stringify({ type: 'stream_event', event: body, parent_tool_use_id: parent });
const begin = (id: string): string => event({ type: 'message_start', message: { id } });
const block = (index: number, content: unknown): string =>
  event({ type: 'content_block_start', index, content_block: content });
const delta = (index: number, body: unknown): string =>
  event({ type: 'content_block_delta', index, delta: body });
const textDelta = (index: number, text: string): string => delta(index, { type: 'text_delta', text });
const whole = (messageId: string, content: unknown, uuid: string) =>
  lineOf(
    { type: 'assistant', uuid, message: { id: messageId, role: 'assistant', content: [content] } },
    uuid,
  );

const shown = (conversation: Conversation): readonly Row[] => {
  conversation.flush();
  return conversation.rows.filter(({ kind }) => kind !== 'absorbed');
};
const textOf = (rows: readonly Row[]): string =>
  rows.flatMap((row) => (row.kind === 'text' ? [...row.pieces, row.tail] : [])).join('');

/** A long answer with everything that takes several rows. */
const LONG = Array.from(
  { length: 40 },
  (_, index) =>
    `## Part ${String(index)}\n\nSome *text* with \`code\`.\n\n\`\`\`ts\n${'const x = 1;\n'.repeat(12)}\`\`\`\n`,
).join('\n');

describe('what is being written', () => {
  it('is shown as it comes', () => {
    const conversation = new Conversation();
    for (const line of [
      begin('m'),
      block(0, { type: 'text', text: '' }),
      textDelta(0, 'Hel'),
      textDelta(0, 'lo'),
    ])
      conversation.partial(line);
    expect(shown(conversation)).toMatchObject([{ kind: 'text', tail: 'Hello', streaming: true }]);
  });

  it('keeps its rows and their keys when the whole comes', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(LONG.length), { maxLength: 30 }), (cuts) => {
        const conversation = new Conversation();
        conversation.partial(begin('m'));
        conversation.partial(block(0, { type: 'text', text: '' }));
        const at = [0, ...cuts, LONG.length].sort((left, right) => left - right);
        for (const [index, end] of at.slice(1).entries()) {
          conversation.partial(textDelta(0, LONG.slice(at[index], end)));
          conversation.flush();
        }
        const streamed = shown(conversation).map(({ key }) => key);
        conversation.append(whole('m', { type: 'text', text: LONG }, 'u'));
        const rows = shown(conversation);
        expect(rows.map(({ key }) => key)).toEqual(streamed);
        expect(textOf(rows)).toBe(LONG);
        expect(rows.every((row) => row.kind === 'text' && !row.streaming)).toBe(true);
        const fresh = new Conversation();
        fresh.append(whole('m', { type: 'text', text: LONG }, 'u'));
        const pieces = (all: readonly Row[]) => all.map((row) => (row.kind === 'text' ? row.pieces : []));
        expect(pieces(rows)).toEqual(pieces(shown(fresh)));
      }),
      { numRuns: 60 },
    );
  });

  it('gives way to a whole that says something else', () => {
    const conversation = new Conversation();
    conversation.partial(begin('m'));
    conversation.partial(block(0, { type: 'text', text: '' }));
    conversation.partial(textDelta(0, LONG));
    conversation.append(whole('m', { type: 'text', text: 'Short.' }, 'u'));
    expect(textOf(shown(conversation))).toBe('Short.');
    expect(shown(conversation)).toHaveLength(1);
  });

  it('goes when the message is begun again', () => {
    const conversation = new Conversation();
    conversation.partial(begin('one'));
    conversation.partial(block(0, { type: 'text', text: 'lost' }));
    conversation.partial(begin('two'));
    conversation.partial(block(0, { type: 'text', text: 'kept' }));
    expect(textOf(shown(conversation))).toBe('kept');
  });

  it('stays, and is not busy any more, when its Claude ends', () => {
    const conversation = new Conversation();
    conversation.partial(begin('m'));
    conversation.partial(block(0, { type: 'thinking', thinking: 'hm' }));
    conversation.partial(block(1, { type: 'text', text: 'half' }));
    conversation.partial(block(2, { type: 'tool_use', id: 't', name: 'Bash', input: {} }));
    conversation.end();
    expect(shown(conversation)).toMatchObject([
      { kind: 'thinking', streaming: false },
      { kind: 'text', pieces: ['half'], streaming: false },
      { kind: 'tool', call: { state: 'interrupted' } },
    ]);
  });

  it('becomes the card of its call, and then has its result', () => {
    const conversation = new Conversation();
    conversation.partial(begin('m'));
    conversation.partial(block(0, { type: 'tool_use', id: 't', name: 'Bash', input: {} }));
    conversation.partial(delta(0, { type: 'input_json_delta', partial_json: '{"command":' }));
    const [before] = shown(conversation);
    expect(before).toMatchObject({ call: { state: 'preparing', written: 11 } });
    conversation.append(
      whole('m', { type: 'tool_use', id: 't', name: 'Bash', input: { command: 'ls' } }, 'a'),
    );
    expect(shown(conversation)).toMatchObject([
      { key: before?.key, call: { state: 'running', input: { command: 'ls' } } },
    ]);
    const result = { type: 'tool_result', tool_use_id: 't', content: 'x' };
    conversation.append(lineOf({ type: 'user', uuid: 'r', message: { role: 'user', content: [result] } }));
    expect(shown(conversation)).toMatchObject([{ key: before?.key, call: { state: 'done' } }]);
  });

  it('stands below the prompt that it answers, though that is told later', () => {
    const conversation = new Conversation();
    conversation.partial(begin('m'));
    conversation.partial(block(0, { type: 'thinking', thinking: 'hm' }));
    conversation.partial(block(1, { type: 'text', text: 'an' }));
    const prompt = { type: 'user', uuid: 'p', isReplay: true, message: { role: 'user', content: 'What?' } };
    conversation.append(lineOf(prompt));
    conversation.partial(textDelta(1, 'swer'));
    conversation.append(whole('m', { type: 'thinking', thinking: 'hm' }, 'a'));
    conversation.append(whole('m', { type: 'text', text: 'answer' }, 'b'));
    expect(shown(conversation)).toMatchObject([
      { kind: 'user', text: 'What?' },
      { kind: 'thinking', text: 'hm' },
      { kind: 'text', pieces: ['answer'] },
    ]);
  });

  it('reads the recorded sessions in their order', () => {
    const conversation = new Conversation();
    for (const line of messageLines('output-interrupt')) conversation.append(line);
    expect(shown(conversation).map(({ kind }) => kind)).toEqual([
      'user',
      'text',
      'note',
      'result',
      'user',
      'text',
      'result',
    ]);
  });
});

describe('a prompt that is on its way', () => {
  it('is shown at once, and once', () => {
    const conversation = new Conversation();
    conversation.expect('p', 'What?', 1);
    expect(shown(conversation)).toMatchObject([{ kind: 'user', key: 'p', text: 'What?' }]);
    conversation.append(
      lineOf({ type: 'user', uuid: 'p', isReplay: true, message: { content: 'What?' } }, 'x'),
    );
    expect(shown(conversation)).toMatchObject([{ kind: 'user', key: 'p', text: 'What?', lines: ['x'] }]);
    conversation.expect('p', 'What?', 1);
    expect(shown(conversation)).toHaveLength(1);
  });

  it('goes when it is taken back', () => {
    const conversation = new Conversation();
    conversation.expect('p', 'What?', 1);
    conversation.unexpect('p');
    expect(shown(conversation)).toEqual([]);
  });

  it('stands below the end of the turn before, which may be told later', () => {
    const conversation = new Conversation();
    conversation.append(whole('m', { type: 'text', text: 'Done.' }, 'a'));
    conversation.expect('p', 'And now?', 1);
    conversation.append(lineOf({ type: 'result', subtype: 'success', result: 'Done.', uuid: 'r' }, 'r'));
    expect(shown(conversation).map(({ kind }) => kind)).toEqual(['text', 'result', 'user']);
    const echo = { type: 'user', uuid: 'p', isReplay: true, message: { content: 'And now?' } };
    conversation.append(lineOf(echo, 'x'));
    conversation.append(whole('n', { type: 'text', text: 'More.' }, 'b'));
    expect(shown(conversation).map(({ kind }) => kind)).toEqual(['text', 'result', 'user', 'text']);
  });

  it('of Claude Code itself gathers what it prints', () => {
    const conversation = new Conversation();
    conversation.expect('p', '/cost', 1);
    const output = '<local-command-stdout>Total: $1</local-command-stdout>';
    conversation.append(lineOf({ type: 'user', uuid: 'o', isReplay: true, message: { content: output } }));
    expect(shown(conversation)).toMatchObject([{ kind: 'command', command: '/cost', output: 'Total: $1' }]);
    // Its own line comes behind what it printed.
    const command = '<command-name>/cost</command-name>\n<command-args></command-args>';
    conversation.append(
      lineOf({ type: 'user', uuid: 'p', isReplay: true, message: { content: command } }, 'x'),
    );
    expect(shown(conversation)).toMatchObject([
      { kind: 'command', key: 'p', command: '/cost', output: 'Total: $1' },
    ]);
  });

  it('of Claude Code itself stands once, above what it does', () => {
    const conversation = new Conversation();
    conversation.expect('p', '/compact', 1);
    conversation.append(lineOf({ type: 'system', subtype: 'compact_boundary', uuid: 'b' }));
    const command = '<command-name>/compact</command-name>\n<command-args></command-args>';
    conversation.append(lineOf({ type: 'user', uuid: 'p', isReplay: true, message: { content: command } }));
    expect(shown(conversation)).toMatchObject([{ kind: 'command', command: '/compact' }, { kind: 'note' }]);
  });

  it('stands below the end of the turn before, which may be told later', () => {
    const conversation = new Conversation();
    conversation.expect('p', 'Next?', 1);
    conversation.expect('q', 'And then?', 1);
    conversation.append(lineOf({ type: 'result', subtype: 'success', uuid: 'r', num_turns: 1 }));
    expect(shown(conversation).map(({ kind }) => kind)).toEqual(['result', 'user', 'user']);
    conversation.append(lineOf({ type: 'user', uuid: 'q', message: { content: 'And then?' } }, 'x'));
    expect(shown(conversation)).toMatchObject([
      { kind: 'result' },
      { key: 'p' },
      { key: 'q', text: 'And then?', lines: ['x'] },
    ]);
  });
});
