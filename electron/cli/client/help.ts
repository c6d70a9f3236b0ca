import type { CommandName } from '#shared/commands/catalog';
import { COMMAND_NAMES, definitionOf } from '#shared/commands/catalog';
import type { FieldDescription } from '#shared/commands/command-line';
import { describeFields, usage } from '#shared/commands/command-line';
import { COMMAND_GROUPS } from '#shared/commands/define-command';
import { dashed, exampleOf } from '#shared/commands/examples';
import type { ProgramWord } from './program-words';
import { PROGRAM_WORDS } from './program-words';

const OPENING_WORDS = [
  ['[FOLDER]', 'open the window'],
  ['--headless', 'run without a window'],
] as const;

/** Help for the whole program, made from the catalog. */
export function generalHelp(): string {
  const rows = [...OPENING_WORDS, ...PROGRAM_WORDS.map(({ usage, summary }) => [usage, summary] as const)];
  const usageWidth = Math.max(...rows.map(([written]) => written.length));
  const width = Math.max(...COMMAND_NAMES.map((name) => name.length));
  const groups = COMMAND_GROUPS.map((group) => {
    const lines = COMMAND_NAMES.filter(
      (name) => definitionOf(name).group === group && definitionOf(name).origins.includes('cli'),
    ).map((name) => `    ${name.padEnd(width)}  ${definitionOf(name).summary}`);
    return lines.length === 0 ? '' : `  ${group}\n${lines.join('\n')}\n`;
  });
  return `fugue: a desktop multiplexer for Claude Code

${rows.map(([written, summary]) => `  fugue ${written.padEnd(usageWidth)}  ${summary}`).join('\n')}

Names of commands and flags may be written with dashes or underscores. Add --json to a command for its whole
result. A pane is named by its id, its name, or its index in the window.
Exit codes: 0 done, 1 refused or failed, 2 wrong usage, 3 no running app.

${groups.join('')}`;
}

export function commandHelp(name: CommandName): string {
  const definition = definitionOf(name);
  const fields = describeFields(name);
  const rows = fields.map((field) => [`--${dashed(field.name)}`, fieldInWords(field)] as const);
  const width = Math.max(0, ...rows.map(([flag]) => flag.length));
  const table = rows.map(([flag, words]) => `  ${flag.padEnd(width)}  ${words}`).join('\n');
  const parts = [
    `${name}: ${definition.description}`,
    usage(name),
    table,
    `example: fugue ${exampleOf(name)}`,
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

export function programWordHelp(word: ProgramWord): string {
  return `fugue ${word.usage}: ${word.summary}\n\n${word.description}\n\nexample: fugue ${word.example}\n`;
}

/** Type, allowed values, whether it has to be given, default and meaning of a field, in one line. */
function fieldInWords(field: FieldDescription): string {
  const several = field.form === 'list' ? 'any of' : 'one of';
  return [
    field.choices.length > 0 ? `${several} ${field.choices.join(', ')}` : field.type,
    field.required ? 'required' : '',
    field.default === undefined ? '' : `default ${JSON.stringify(field.default)}`,
    field.description,
  ]
    .filter((part) => part !== '')
    .join('; ');
}
