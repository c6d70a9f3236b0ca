import { describe, expect, it } from 'vitest';
import { GuardedPattern } from '../../../../electron/screen/guarded-pattern';

function search(pattern: string, lines: readonly string[], ignoreCase = false) {
  const compiled = GuardedPattern.compile(pattern, ignoreCase);
  if (!compiled.ok) throw new Error(compiled.error);
  return compiled.value.search(lines);
}

describe('a pattern from outside', () => {
  it('finds the first line that matches', () => {
    expect(search('b(a|o)d', ['good', 'bad', 'bod'])).toEqual({
      ok: true,
      value: { match: 'bad', line: 'bad' },
    });
    expect(search('BAD', ['bad'])).toEqual({ ok: true, value: null });
    expect(search('BAD', ['bad'], true).ok).toBe(true);
  });

  it('that is no regular expression is refused', () => {
    expect(GuardedPattern.compile('(', false).ok).toBe(false);
  });

  it('that would search for ever is stopped', () => {
    const found = search('^(a+)+$', [`${'a'.repeat(60)}!`]);
    expect(found.ok ? '' : found.error).toContain('too long');
  });

  it('can reach nothing of the program', () => {
    expect(search('constructor', ['constructor.constructor("return process")()']).ok).toBe(true);
  });
});
