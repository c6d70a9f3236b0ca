import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  argumentsForResume,
  choosesConversation,
  chosenConversation,
  parseClaudeCommand,
  splitWords,
  takeFlag,
} from '#electron/claude/launch/command-line';

/** The words that a real shell makes of lines, one shell for all of them. */
function wordsOfShell(lines: readonly string[]): readonly (readonly string[])[] {
  const script = lines.map((line) => `printf '%s\\0' ${line}\nprintf '\\001\\0'`).join('\n');
  const output = execFileSync('/bin/sh', ['-c', script], { cwd: '/', env: {} }).toString('utf8');
  return output
    .split('\u0001\0')
    .slice(0, -1)
    .map((part) => part.split('\0').slice(0, -1));
}

const plain = fc.stringMatching(/^[A-Za-z0-9_./:=@%+,é日-]{1,12}$/);
const quoted = fc.oneof(
  plain,
  fc.stringMatching(/^[A-Za-z0-9 "$`\\;&|<>(){}*?!~#]{0,12}$/).map((text) => `'${text}'`),
  fc.stringMatching(/^[A-Za-z0-9 ';&|<>(){}*?~#]{0,12}$/).map((text) => `"${text}"`),
  fc.stringMatching(/^[ "';&|$\\]$/).map((character) => `\\${character}`),
);
const word = fc.array(quoted, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(''));
const line = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join('  '));

describe('words of a command line', () => {
  it('are those that a real shell makes of it', () => {
    const lines = fc.sample(line, { numRuns: 400, seed: 7 });
    const shell = wordsOfShell(lines);
    expect(shell).toHaveLength(lines.length);
    for (const [index, text] of lines.entries()) {
      const own = splitWords(text);
      // To leave a line to the shell is always right.
      if (own !== null) expect([text, own]).toEqual([text, shell[index]]);
    }
    expect(lines.filter((text) => splitWords(text) !== null).length).toBeGreaterThan(300);
  });

  it.each([
    'claude; ls',
    'claude && ls',
    'claude || ls',
    'claude | cat',
    'claude &',
    'claude > out',
    'claude < in',
    'claude $HOME',
    'claude "$HOME"',
    'claude `ls`',
    'claude "`ls`"',
    'claude $(ls)',
    'claude *.txt',
    'claude a?',
    'claude [ab]',
    'claude {a,b}',
    'claude ~/project',
    'claude # nothing',
    'claude !!',
    'claude "!!"',
    "claude 'not closed",
    'claude "not closed',
    'claude \\',
    'claude\nls',
    'claude \\\nls',
    '(claude)',
    'A=$B claude',
  ])('%j needs a shell', (text) => {
    expect(parseClaudeCommand(text)).toBeNull();
  });

  it('is never read when a shell would do more with it than split it', () => {
    const special = fc.constantFrom(';', '&', '|', '<', '>', '$', '`', '*', '?', '(', ')', '\n', '{', '[');
    fc.assert(
      fc.property(plain, special, plain, (before, character, after) => {
        expect(splitWords(`claude ${before}${character}${after}`)).toBeNull();
      }),
    );
  });
});

describe('a command line that starts a Claude', () => {
  it.each([
    ['claude', 'claude', []],
    ['  claude  ', 'claude', []],
    ['/opt/bin/claude -c', '/opt/bin/claude', ['-c']],
    [`claude --model opus 'fix the bug'`, 'claude', ['--model', 'opus', 'fix the bug']],
  ])('%j', (text, program, words) => {
    expect(parseClaudeCommand(text)).toEqual({ program, arguments: words });
  });

  it.each([
    'claude -p hello',
    'claude --print hello',
    'claude --version',
    'claude --help',
    'claude mcp list',
    'claude update',
    'claude doctor',
    'claude --input-format=stream-json',
    'claude-monitor',
    'vim claude',
    'A=1 claude',
    'nohup claude',
    '',
    '   ',
  ])('%j is none', (text) => {
    expect(parseClaudeCommand(text)).toBeNull();
  });
});

describe('flags', () => {
  it.each([
    [['--session-id', 'a-b'], true, 'a-b'],
    [['--session-id=a-b'], true, 'a-b'],
    [['--resume', 'a-b'], true, 'a-b'],
    [['-r', 'a-b'], true, 'a-b'],
    [['--resume'], true, null],
    [['-c'], true, null],
    [['--continue'], true, null],
    [['--model', 'opus'], false, null],
    [['--name', '--resume'], true, null],
    [['--', '--resume', 'a-b'], false, null],
    [['say --resume'], false, null],
  ])('%j', (words, chooses, chosen) => {
    expect(choosesConversation(words)).toBe(chooses);
    expect(chosenConversation(words)).toBe(chosen);
  });

  it.each([
    [['fix the bug'], []],
    [
      ['--model', 'opus', 'fix the bug'],
      ['--model', 'opus'],
    ],
    [['--model=opus', 'fix the bug'], ['--model=opus']],
    [
      ['--add-dir', '/a', '/b', '--verbose'],
      ['--add-dir', '/a', '/b', '--verbose'],
    ],
    [
      ['--permission-mode', 'plan', '-c'],
      ['--permission-mode', 'plan'],
    ],
    [
      ['--resume', 'a-b', '--fork-session', '--model', 'opus'],
      ['--model', 'opus'],
    ],
    [
      ['--session-id', 'a-b', '--name', 'mine'],
      ['--name', 'mine'],
    ],
    [['--verbose', '--', '--model'], ['--verbose']],
  ])('of %j, a resumed conversation keeps %j', (words, kept) => {
    expect(argumentsForResume(words)).toEqual(kept);
  });

  it('that are kept on resume never choose a conversation and never hold a first prompt', () => {
    const flag = fc.constantFrom(
      '--model',
      '--name',
      '--add-dir',
      '-c',
      '--resume',
      '--session-id',
      '--verbose',
      '--',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(flag, plain)), (words) => {
        const kept = argumentsForResume(words);
        expect(choosesConversation(kept)).toBe(false);
        expect(argumentsForResume(kept)).toEqual(kept);
      }),
    );
  });

  it.each([
    [['--settings', '{"a":1}', '--verbose'], '{"a":1}', ['--verbose']],
    [['--settings=/a/b.json'], '/a/b.json', []],
    [['--verbose', 'do it'], null, ['--verbose', 'do it']],
    [['--', '--settings', 'x'], null, ['--', '--settings', '--', 'x']],
  ])('taken out of %j', (words, value, rest) => {
    const taken = takeFlag(words, '--settings');
    expect(taken.values.at(-1) ?? null).toBe(value);
    if (words[0] === '--') expect(taken.rest.filter((text) => text !== '--')).toEqual(['--settings', 'x']);
    else expect(taken.rest).toEqual(rest);
  });
});
