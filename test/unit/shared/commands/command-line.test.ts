import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COMMAND_NAMES, definitionOf } from '#shared/commands/catalog';
import {
  describeFields,
  parseCommandLine,
  parseCommandWords,
  splitWords,
  usage,
} from '#shared/commands/command-line';
import { DEFAULT_DIRECT_KEYS, DEFAULT_PREFIXED_KEYS } from '#shared/config/default-keys';

describe('words of a line', () => {
  it.each([
    ['a b  c', ['a', 'b', 'c']],
    [`a 'b c' "d e"`, ['a', 'b c', 'd e']],
    [`a"b"c`, ['abc']],
    [`"a\\"b"`, ['a"b']],
    [`a\\ b`, ['a b']],
    [`'a\\b'`, ['a\\b']],
    [`''`, ['']],
    ['', []],
    ['   ', []],
  ])('of %j are %j', (line, words) => {
    expect(splitWords(line)).toEqual({ ok: true, value: words });
  });

  it('need their quotes closed', () => {
    expect(splitWords(`a "b`).ok).toBe(false);
  });

  it('come back from any quoted words', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 20 }), { maxLength: 6 }), (words) => {
        const line = words.map((word) => `"${word.replace(/["\\]/g, '\\$&')}"`).join(' ');
        expect(splitWords(line)).toEqual({ ok: true, value: words });
      }),
    );
  });
});

describe('a command line', () => {
  it.each([
    ['list_panes', { name: 'list_panes', input: {} }],
    ['list-panes --all', { name: 'list_panes', input: { all: true } }],
    [
      'split_pane --direction vertical --ratio 0.3 --no-focus',
      { name: 'split_pane', input: { direction: 'vertical', ratio: 0.3, focus: false } },
    ],
    [
      'split_pane --pane 1 --command "npm test"',
      { name: 'split_pane', input: { pane_id: '1', command: 'npm test' } },
    ],
    [
      'send_input "ls -la" --submit --keys C-c --keys Escape',
      { name: 'send_input', input: { input: 'ls -la', submit: true, keys: ['C-c', 'Escape'] } },
    ],
    [
      `send_input --keys '["Down", "Enter"]' --keys [ --keys '[x' --keys '["Tab"]'`,
      { name: 'send_input', input: { keys: ['Down', 'Enter', '[', '[x', 'Tab'] } },
    ],
    [`set_tags '["one", "two"]'`, { name: 'set_tags', input: { add: ['one', 'two'] } }],
    ['send_input -- --not-a-flag', { name: 'send_input', input: { input: '--not-a-flag' } }],
    [
      'set_tags one two --remove three',
      { name: 'set_tags', input: { add: ['one', 'two'], remove: ['three'] } },
    ],
    ['rename_pane --name=', { name: 'rename_pane', input: { name: '' } }],
    [
      'create_layout --layout {"pane":{}}'.replace('{"pane":{}}', `'{"pane":{}}'`),
      { name: 'create_layout', input: { layout: { pane: {} } } },
    ],
  ])('%s is read', (line, expected) => {
    expect(parseCommandLine(line)).toEqual({ ok: true, value: expected });
  });

  it.each([
    ['', 'no command'],
    ['split_pain', 'split_pane'],
    ['list_panes extra', 'does not expect'],
    ['split_pane --nope 1', 'has no flag --nope'],
    ['split_pane --ratio', 'needs a value'],
    ['split_pane --ratio half', 'takes a number'],
    ['create_layout --layout {', 'takes JSON'],
    ['split_pane --focus=perhaps', 'true or false'],
    ["send_input --keys '[1]'", 'list of texts'],
  ])('%j is refused with a sentence', (line, part) => {
    const parsed = parseCommandLine(line);
    expect(parsed.ok ? '' : parsed.error.message).toContain(part);
  });

  it('never throws, whatever the words', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...COMMAND_NAMES),
        fc.array(fc.string({ maxLength: 12 }), { maxLength: 6 }),
        (name, words) => {
          expect(typeof parseCommandWords([name, ...words]).ok).toBe('boolean');
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('a name that no command has', () => {
  const told = (line: string): string => {
    const parsed = parseCommandLine(line);
    return parsed.ok ? 'it was taken' : parsed.error.message;
  };

  it('gets those that resemble it', () => {
    expect(told('list_pane')).toContain('did you mean list_panes');
    expect(told('zoom-pain')).toContain('zoom_pane');
  });

  it('gets none when nothing resembles it', () => {
    expect(told('nonsense')).toBe('there is no command nonsense: fugue help lists all');
    expect(told('""')).toBe('there is no command "": fugue help lists all');
  });
});

describe('the catalog', () => {
  it.each(COMMAND_NAMES)('%s can be written on a command line', (name) => {
    const definition = definitionOf(name);
    const fields = describeFields(name).map((field) => field.name);
    expect(fields).toEqual(Object.keys(definition.input.shape));
    for (const field of definition.positional) expect(fields).toContain(field);
    for (const entry of definition.palette) {
      for (const field of [...Object.keys(entry.input ?? {}), ...(entry.ask ? [entry.ask.field] : [])]) {
        expect(fields).toContain(field);
      }
    }
    expect(usage(name)).toContain(name);
    expect(definition.summary).not.toMatch(/\.$/);
  });

  it.each([...Object.entries(DEFAULT_PREFIXED_KEYS), ...Object.entries(DEFAULT_DIRECT_KEYS)])(
    'has the command of the key %s',
    (_key, line) => {
      if (line.startsWith('ui:')) return;
      const parsed = parseCommandLine(line);
      expect(
        parsed.ok
          ? definitionOf(parsed.value.name).input.safeParse(parsed.value.input).success
          : parsed.error,
      ).toBe(true);
    },
  );
});
