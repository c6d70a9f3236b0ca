import { z } from 'zod';
import type { JsonSchema } from '#shared/commands/field-types';
import { choicesOf, typeInWords } from '#shared/commands/field-types';
import {
  CONFIGURATION_VARIABLES,
  configurationLists,
  configurationSections,
  configurationSubsections,
} from '#shared/config/schema';
import { allSettings } from '#shared/config/settings';
import { themeChoices } from '#shared/theme/themes';
import { code, paragraphs, table } from './markdown';
import { meaningOf } from './output-types';

/** Every key of `fugue.toml`, in the order of the schema, with the variable that stands over it. */
export function configurationPage(): string {
  const sections = [...new Set(allSettings().map(({ section }) => section))];
  return paragraphs(
    '# Configuration',
    'Written by `npm run docs` from the schema. Not to be edited.',
    'The file is `~/.fugue/config/fugue.toml`, or `config/fugue.toml` below `FUGUE_HOME`. It may be missing or empty. A wrong value is told of with what is allowed, and its default counts; it costs no other key. `fugue config show` prints each value and where it comes from. [Settings](../manual/settings.md) says how to change them in the window.',
    ...sections.flatMap((section) => [`## [${section}]`, sectionTable(section)]),
    ...Object.entries(configurationLists).flatMap(([name, entry]) => [
      `## [[${name}]]`,
      'May stand in the file any number of times.',
      listTable(entry),
    ]),
    '## Variables',
    'A variable that is set stands over the file. It counts for the Fugue that is started with it.',
    table(
      ['Variable', 'Sets'],
      Object.entries(CONFIGURATION_VARIABLES).map(([variable, key]) => [code(variable), code(key)]),
    ),
  );
}

function sectionTable(section: string): string {
  const all: Readonly<Record<string, z.ZodObject>> = {
    ...configurationSections,
    ...configurationSubsections,
  };
  const shape = all[section]?.shape ?? {};
  const rows = allSettings()
    .filter((setting) => setting.section === section)
    .map((setting) => {
      const variables = Object.entries(CONFIGURATION_VARIABLES).flatMap(([variable, key]) =>
        key === setting.key ? [`set by ${code(variable)}`] : [],
      );
      return [
        code(setting.name),
        typeOf(setting.key, shape[setting.name]),
        code(JSON.stringify(setting.default)),
        plain([setting.description, ...variables].join('; ')),
      ];
    });
  return table(['Key', 'Type', 'Default', 'Does'], rows);
}

function listTable(entry: z.ZodObject): string {
  const rows = Object.entries(entry.shape).map(([name, schema]) => [
    code(name),
    typeOf('', schema),
    schema instanceof z.ZodOptional ? 'may be left out' : 'required',
    plain(meaningOf(schema)),
  ]);
  return table(['Key', 'Type', 'Default', 'Does'], rows);
}

/** A tag in a description is text, not markup of the page. */
function plain(text: string): string {
  return text.replaceAll('<', '\\<');
}

function typeOf(key: string, schema: unknown): string {
  const described = z.toJSONSchema(schema as z.ZodType, {
    io: 'input',
    unrepresentable: 'any',
  }) as JsonSchema;
  const choices = themeChoices(key, []) ?? choicesOf(described);
  if (choices.length > 0) {
    const values = choices.map((choice) => code(JSON.stringify(choice))).join(', ');
    if (described.type === 'array') return `list of ${values}`;
    return themeChoices(key, []) === null ? values : `${values}, or a theme of yours`;
  }
  return described.type === 'object' ? entriesOf(described) : typeInWords(described);
}

/** A table of entries with names that the person chooses. */
function entriesOf(schema: JsonSchema & { readonly additionalProperties?: unknown }): string {
  const entry = schema.additionalProperties as JsonSchema | undefined;
  const fields = Object.keys(entry?.properties ?? {});
  return fields.length === 0 ? 'table of texts' : `table of tables with ${fields.map(code).join(', ')}`;
}
