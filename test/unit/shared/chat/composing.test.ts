import { describe, expect, it } from 'vitest';
import {
  caretLine,
  insertWords,
  matchCommands,
  mention,
  NOT_RECALLING,
  recall,
  slashQuery,
} from '#shared/chat/composing';

describe('mentions of files', () => {
  it('are quoted where a blank would end them', () => {
    expect(mention('/a/b.ts')).toBe('@/a/b.ts');
    expect(mention('/a b/c"d.ts')).toBe('@"/a b/c\\"d.ts"');
  });

  it('have blanks around them', () => {
    expect(insertWords('look', { start: 4, end: 4 }, '@a')).toEqual({ text: 'look @a ', caret: 8 });
    expect(insertWords('look  now', { start: 5, end: 5 }, '@a')).toEqual({ text: 'look @a now', caret: 7 });
  });
});

describe('commands behind a slash', () => {
  const commands = ['compact', 'context', 'recompact'].map((name) => ({
    name,
    description: '',
    argumentHint: '',
  }));

  it('are looked for only at the very start', () => {
    expect(slashQuery('/co', 3)).toBe('co');
    expect(slashQuery('/', 1)).toBe('');
    expect(slashQuery('a /co', 5)).toBeNull();
    expect(slashQuery('/compact now', 12)).toBeNull();
    expect(slashQuery('/compact', 4)).toBeNull();
  });

  it('come with those first that begin so', () => {
    expect(matchCommands(commands, 'comp').map(({ name }) => name)).toEqual(['compact', 'recompact']);
    expect(matchCommands(commands, 'none')).toEqual([]);
  });
});

describe('prompts of before', () => {
  it('come back one by one, and so does what was being written', () => {
    const prompts = ['one', 'two'];
    const first = recall(NOT_RECALLING, prompts, 'draft', -1)!;
    expect(first.text).toBe('two');
    const second = recall(first.state, prompts, first.text, -1)!;
    expect(second.text).toBe('one');
    expect(recall(second.state, prompts, second.text, -1)).toBeNull();
    const back = recall(recall(second.state, prompts, 'one', 1)!.state, prompts, 'two', 1)!;
    expect(back).toEqual({ state: { step: 0, draft: 'draft' }, text: 'draft' });
    expect(recall(NOT_RECALLING, prompts, 'draft', 1)).toBeNull();
  });

  it('wait for the caret to be in the first or the last line', () => {
    expect(caretLine('a\nb', 0)).toEqual({ first: true, last: false });
    expect(caretLine('a\nb', 3)).toEqual({ first: false, last: true });
  });
});
