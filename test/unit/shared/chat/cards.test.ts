import { describe, expect, it } from 'vitest';
import { cardOf, fieldsOf, languageOf, withoutLineNumbers } from '#shared/chat/card';
import { chipped, CHIP_MARK } from '#shared/chat/chips';
import { countChanges, linesOfChange, linesOfPatch } from '#shared/chat/diff-lines';
import { findRows, rowText } from '#shared/chat/row-text';
import { Conversation } from '#shared/chat/conversation';
import { newCall, toolDetails, withResult } from '#shared/chat/tool-call';
import { messageLines } from '#test/helpers/messages';

const card = (name: string, input: Readonly<Record<string, unknown>>) =>
  cardOf(newCall('t', name, input, null));

describe('cards', () => {
  it.each([
    ['Bash', { command: 'ls', description: 'List' }, { title: 'Run', subject: 'List' }],
    ['Edit', { file_path: '/a.ts', old_string: 'a', new_string: 'b' }, { title: 'Edit', subject: '/a.ts' }],
    ['Read', { file_path: '/a.ts', offset: 10, limit: 5 }, { title: 'Read', aside: 'lines 10–14' }],
    ['Grep', { pattern: 'x', path: 'src' }, { title: 'Search', subject: 'x', aside: 'in src' }],
    ['Agent', { description: 'Look', subagent_type: 'Explore' }, { title: 'Agent', aside: 'Explore' }],
    ['mcp__harbour__read_gauge', {}, { title: 'harbour › read_gauge', body: { kind: 'fields' } }],
    ['NobodyKnows', {}, { title: 'NobodyKnows', body: { kind: 'fields' } }],
    // What it is given need not be what it should be.
    ['Bash', { command: 5 }, { title: 'Run', body: { kind: 'command', command: '' } }],
    ['AskUserQuestion', { questions: 'no list' }, { title: 'Question', body: { questions: [] } }],
  ])('%s', (name, input, expected) => {
    expect(card(name, input)).toMatchObject(expected);
  });

  it('say how a call ended', () => {
    const call = newCall('t', 'Bash', {}, 1);
    const ended = (text: string, isError: boolean) =>
      withResult(call, { parts: [{ type: 'text', text }], isError, details: toolDetails(undefined) }, 2)
        .state;
    expect(ended('ok', false)).toBe('done');
    expect(ended('exit 1', true)).toBe('failed');
    expect(ended("The user doesn't want to proceed with this tool use.", true)).toBe('refused');
  });

  it('show values of any form', () => {
    expect(fieldsOf({ a: 'x', b: { c: 1 } })).toEqual([
      { name: 'a', value: 'x' },
      { name: 'b', value: '{\n  "c": 1\n}' },
    ]);
  });

  it('know languages by endings, and take away the numbers of lines', () => {
    expect(languageOf('/a/b.test.TS')).toBe('typescript');
    expect(languageOf('Makefile')).toBe('');
    expect(withoutLineNumbers('    9\ta\n   10\t b')).toBe('a\n b');
    expect(withoutLineNumbers('9 a\nplain')).toBe('9 a\nplain');
  });
});

describe('changes', () => {
  it('have the numbers of their lines where these are known', () => {
    const lines = linesOfPatch([
      { oldStart: 9, newStart: 9, lines: [' a', '-b', '+c', '+d', '\\ No newline'] },
    ]);
    expect(lines.map(({ kind, before, after }) => [kind, before, after])).toEqual([
      ['same', 9, 9],
      ['removed', 10, null],
      ['added', null, 10],
      ['added', null, 11],
    ]);
    expect(countChanges(lines)).toEqual({ added: 2, removed: 1 });
  });

  it('are found between two texts, however long', () => {
    expect(countChanges(linesOfChange('a\nb\n', 'a\nc\n'))).toEqual({ added: 1, removed: 1 });
    expect(countChanges(linesOfChange('', 'a\nb'))).toEqual({ added: 2, removed: 0 });
    const long = 'line\n'.repeat(50_000);
    expect(countChanges(linesOfChange(long, `${long}more`)).added).toBeGreaterThan(0);
  });
});

describe('chips', () => {
  it('stand in the place of tags that ran, and only there', () => {
    expect(chipped('a <fugue:list /> b')).toBe(`a \`${CHIP_MARK}⧉ fugue list\` b`);
    expect(chipped(`\`${CHIP_MARK}forged\``)).toBe('`forged`');
  });
});

describe('words', () => {
  it('are found in whatever row holds them, whatever the case', () => {
    const conversation = new Conversation();
    for (const line of messageLines('handmade-subagents')) conversation.append(line);
    conversation.flush();
    const { rows } = conversation;
    expect(findRows(rows, 'TIDE2').map((index) => rows[index]?.kind)).toEqual(['tool']);
    expect(findRows(rows, 'nothing deeper')).toHaveLength(1);
    expect(findRows(rows, '')).toEqual([]);
    expect(rows.map(rowText).join('')).toContain('Ask two helpers.');
  });
});
