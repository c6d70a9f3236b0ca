import { describe, expect, it } from 'vitest';
import { COMMAND_NAMES, definitionOf } from '#shared/commands/catalog';
import { describeFields, parseCommandLine } from '#shared/commands/command-line';
import { dashed, exampleOf } from '#shared/commands/examples';
import { commandHelp, generalHelp, programWordHelp } from '#electron/cli/client/help';
import { nearProgramWord, PROGRAM_WORDS } from '#electron/cli/client/program-words';

describe('the help', () => {
  it('names every word and every command that the command line may call', () => {
    const help = generalHelp();
    for (const { usage, summary } of PROGRAM_WORDS) {
      expect(help).toContain(`fugue ${usage}`);
      expect(help).toContain(summary);
    }
    for (const name of COMMAND_NAMES) {
      expect(help.includes(` ${name} `)).toBe(definitionOf(name).origins.includes('cli'));
    }
    for (const code of ['0 done', '1 refused or failed', '2 wrong usage', '3 no running app'])
      expect(help).toContain(code);
  });

  it.each(COMMAND_NAMES)('of %s says what each field takes', (name) => {
    const help = commandHelp(name);
    expect(help).toContain(definitionOf(name).description);
    for (const field of describeFields(name)) {
      const row = help.split('\n').find((line) => line.startsWith(`  --${dashed(field.name)} `));
      expect(row, field.name).toBeDefined();
      expect(row).toContain(field.description);
      for (const choice of field.choices) expect(row).toContain(choice);
      if (field.choices.length === 0) expect(row).toContain(field.type);
      expect(row?.includes('; required')).toBe(field.required);
      if (field.default !== undefined) expect(row).toContain(`default ${JSON.stringify(field.default)}`);
    }
    expect(help).not.toContain('\n\n\n');
  });

  it.each(COMMAND_NAMES.filter((name) => definitionOf(name).origins.includes('cli')))(
    'of %s has an example that is right',
    (name) => {
      expect(commandHelp(name)).toContain(`example: fugue ${exampleOf(name)}\n`);
      const parsed = parseCommandLine(exampleOf(name).replace(/ --json$/, ''));
      expect(parsed.ok ? parsed.value.name : parsed.error.message).toBe(name);
      // Write one into EXAMPLES when the one that is made up from the fields is not accepted.
      if (parsed.ok) expect(definitionOf(name).input.safeParse(parsed.value.input).error).toBeUndefined();
    },
  );

  it.each(PROGRAM_WORDS)('of $name says how it is written and what it does', (word) => {
    expect(programWordHelp(word)).toContain(word.description);
    expect(programWordHelp(word)).toContain(`example: fugue ${word.example}`);
    expect(word.example.split(' ')[0]).toBe(word.name);
  });

  it('tells types with their bounds', () => {
    expect(commandHelp('read_pane')).toMatch(/--lines +whole number from 1 to 2000;/);
    expect(commandHelp('split_pane')).toMatch(/--ratio +number above 0 and below 1; default 0.5/);
    expect(commandHelp('watch_events')).toMatch(/--timeout +number from 0 to 1000000/);
    expect(commandHelp('move_divider')).toMatch(/--index +whole number from 0; required/);
    expect(commandHelp('move_divider')).toMatch(/--path +JSON list; required/);
    expect(commandHelp('send_input')).toMatch(/--keys +list of texts; default \[\]/);
    expect(commandHelp('expect')).toMatch(/--from +one of screen, scrollback, new; default "screen"/);
  });
});

describe('a word that is hardly written otherwise', () => {
  it.each([
    ['confg', 'config'],
    ['docter', 'doctor'],
    ['reprot', 'report'],
    ['logs', 'log'],
    ['instal', 'install'],
    ['kill', undefined],
    ['nonsense', undefined],
    ['', undefined],
  ])('%j is meant for %s', (word, meant) => {
    expect(nearProgramWord(word)?.name).toBe(meant);
  });
});
