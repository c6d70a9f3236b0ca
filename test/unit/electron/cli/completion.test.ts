import { describe, expect, it } from 'vitest';
import { COMMAND_NAMES, definitionOf } from '#shared/commands/catalog';
import { describeFields } from '#shared/commands/command-line';
import { dashed } from '#shared/commands/examples';
import { bashScript } from '#electron/cli/client/completion/bash-script';
import { completionTable } from '#electron/cli/client/completion/completion-table';
import { fishScript } from '#electron/cli/client/completion/fish-script';
import { zshScript } from '#electron/cli/client/completion/zsh-script';
import { PROGRAM_WORDS } from '#electron/cli/client/program-words';

const table = completionTable();
const callable = COMMAND_NAMES.filter((name) => definitionOf(name).origins.includes('cli'));

describe('what there is to complete', () => {
  it('is every command that the command line may call, with every flag and its values', () => {
    expect(table.commands.map(({ name }) => name)).toEqual(callable);
    for (const { name, flags, positional } of table.commands) {
      const fields = describeFields(name);
      expect(flags.map((flag) => flag.name)).toEqual([
        ...fields.map((field) => dashed(field.name)),
        'json',
        'help',
      ]);
      expect(positional).toHaveLength(definitionOf(name).positional.length);
      for (const field of fields) {
        const value = flags.find((flag) => flag.name === dashed(field.name))?.value;
        if (field.form === 'boolean') expect(value).toEqual({ kind: 'switch' });
        else if (field.choices.length > 0) expect(value).toEqual({ kind: 'choices', choices: field.choices });
        if (field.name === 'pane_id') expect(value).toEqual({ kind: 'live', of: 'panes' });
      }
    }
  });
});

/** The lines of a script that are about one command. */
const linesWith = (script: string, mark: string): string =>
  script
    .split('\n')
    .filter((line) => line.includes(mark))
    .join('\n');
const zshArm = (script: string, name: string): string => {
  const start = script.search(new RegExp(`\\n {4}${name}(\\||\\))`));
  return script.slice(start, script.indexOf(';;', start));
};

describe.each([
  {
    shell: 'bash',
    script: bashScript(table),
    about: (script: string, name: string) =>
      linesWith(script, `    ${name})`) + linesWith(script, `    '${name} `),
    written: (flag: string) => `--${flag}`,
  },
  { shell: 'zsh', script: zshScript(table), about: zshArm, written: (flag: string) => `--${flag}` },
  {
    shell: 'fish',
    script: fishScript(table),
    about: (script: string, name: string) => linesWith(script, `_in ${name}'`),
    written: (flag: string) => `-l ${flag} `,
  },
])('the script for $shell', ({ script, about, written }) => {
  it('knows every word and command, with dashes and with underscores', () => {
    for (const name of callable) {
      expect(script).toContain(name);
      expect(script).toContain(dashed(name));
    }
    for (const { name, words = [] } of PROGRAM_WORDS) {
      expect(script).toContain(name);
      expect(script).toContain(words.join(' '));
    }
  });

  it.each(table.commands)('knows the flags of $name and what they take', ({ name, flags }) => {
    const scope = about(script, name);
    for (const flag of flags) {
      expect(scope).toContain(written(flag.name));
      if (flag.value.kind === 'choices') expect(scope).toContain(flag.value.choices.join(' '));
      if (flag.value.kind === 'live') expect(scope).toContain(`names ${flag.value.of}`);
    }
  });

  it('asks the running app for names without a word on the screen', () => {
    for (const line of script.split('\n').filter((entry) => entry.includes('fugue completion names'))) {
      expect(line).toContain('2>/dev/null');
    }
    expect(script).toContain('fugue completion names');
  });
});
