import type { z } from 'zod';
import type { CommandName } from '#shared/commands/catalog';
import { COMMAND_NAMES, definitionOf } from '#shared/commands/catalog';
import type { FieldDescription } from '#shared/commands/command-line';
import { describeFields } from '#shared/commands/command-line';
import { COMMAND_GROUPS } from '#shared/commands/define-command';
import { exampleOf } from '#shared/commands/examples';
import { capital, code, codeBlock, paragraphs, table } from './markdown';
import { meaningOf, outputType, VIEWS } from './output-types';

/** Every command with its input and output: what all surfaces have in common. */
export function commandsPage(): string {
  const groups = COMMAND_GROUPS.flatMap((group) => {
    const names = COMMAND_NAMES.filter((name) => definitionOf(name).group === group);
    return names.length === 0 ? [] : [`## ${capital(group)}`, ...names.map(commandSection)];
  });
  const index = COMMAND_NAMES.map((name) => [
    `[${code(name)}](#${name})`,
    definitionOf(name).group,
    definitionOf(name).summary,
  ]);
  const views = Object.entries(VIEWS).flatMap(([name, view]) => [`### The ${name}`, outputTable(view)]);
  return paragraphs(
    '# Commands',
    'Written by `npm run docs` from the command catalog. Not to be edited.',
    'A command does the same whoever asks: the window, a key, the command line, a Claude. An answer is an object with the fields under “Gives”, and a short text. A failure has a `code`, a `message` that says what to do, and sometimes `candidates`. Sessions, windows and panes are named by id, name or index; a name that several have, or none, is a failure that lists them.',
    table(['Command', 'Group', 'Does'], index),
    ...groups,
    '## Shapes',
    'What several commands give back.',
    ...views,
  );
}

function commandSection(name: CommandName): string {
  const definition = definitionOf(name);
  const traits = [
    definition.readOnly ? 'changes nothing' : '',
    definition.destructive ? 'ends or removes something' : '',
    definition.idempotent && !definition.readOnly ? 'asking twice is like asking once' : '',
    definition.waits ? 'waits' : '',
    `may be asked for by: ${definition.origins.join(', ')}`,
  ].filter((trait) => trait !== '');
  const fields = describeFields(name);
  const onCommandLine = definition.origins.includes('cli');
  return paragraphs(
    `### ${name}`,
    definition.description.endsWith('.') ? definition.description : `${definition.description}.`,
    `${capital(traits.join('; '))}.`,
    fields.length === 0 ? 'Takes nothing.' : 'Takes:',
    table(
      ['Field', 'Type', 'Default', 'Meaning'],
      fields.map((field) => [
        code(field.name),
        field.choices.length > 0 ? choices(field) : field.type,
        field.required ? 'required' : field.default === undefined ? '' : code(JSON.stringify(field.default)),
        field.description,
      ]),
    ),
    Object.keys(definition.output.shape).length === 0 ? 'Gives an empty object.' : 'Gives:',
    outputTable(definition.output),
    onCommandLine ? codeBlock('sh', `fugue ${exampleOf(name)}`) : '',
  ).trimEnd();
}

function choices(field: FieldDescription): string {
  const values = field.choices.map(code).join(', ');
  return field.form === 'list' ? `list of ${values}` : values;
}

function outputTable(output: z.ZodObject): string {
  const rows = Object.entries(output.shape).map(([name, schema]) => [
    code(name),
    outputType(schema),
    meaningOf(schema),
  ]);
  return table(['Field', 'Type', 'Meaning'], rows);
}
