import { z } from 'zod';
import { defineCommand, NO_AGENT } from './define-command';

export const SETTING_SOURCES = ['default', 'file', 'variable'] as const;

/** What a setting may hold; `[history.prices]` has tables in a table. */
const settingValue = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.array(z.string()),
  z.record(z.string(), z.union([z.string(), z.record(z.string(), z.number())])),
]);

const settingView = z.object({
  key: z.string(),
  value: settingValue,
  default: settingValue,
  source: z.enum(SETTING_SOURCES),
  variable: z.string().nullable().describe('the variable that stands over the file'),
  description: z.string(),
});

const keyField = z
  .string()
  .min(1)
  .max(300)
  .describe('dotted, such as appearance.theme; keys.direct.C-S-y is one entry of a table');

const valueField = z
  .union([
    z.string().max(10_000),
    z.number(),
    z.boolean(),
    z.array(z.string().max(10_000)).max(1000),
    z.record(z.string().max(300), z.union([z.string(), z.record(z.string(), z.number())])),
  ])
  .describe('text is read as the setting needs it: a number, yes or no, a list with commas or as JSON');

export const getSettings = defineCommand({
  group: 'settings',
  summary: 'List the settings',
  description:
    'Lists every setting with its value, its default, what it is for and where the value comes from: the default, the file or a variable.',
  input: z.object({ key: z.string().min(1).max(300).optional().describe('only this one, or this section') }),
  output: z.object({
    file: z.string(),
    settings: z.array(settingView),
    problems: z.array(z.string()).describe('what is wrong in the file'),
  }),
  readOnly: true,
  positional: ['key'],
  text: ({ settings }) =>
    settings.map(({ key, value, source }) => `${key} = ${JSON.stringify(value)}  # ${source}`).join('\n'),
});

const changed = z.object({
  key: z.string(),
  value: settingValue.nullable().describe('what counts now; null for an entry that is gone'),
  variable: z.string().nullable().describe('a variable that stands over what was written'),
});

function changedText({ key, value, variable }: z.output<typeof changed>): string {
  const over = variable === null ? '' : `; ${variable} stands over the file`;
  return value === null ? `${key} is not set${over}` : `${key} = ${JSON.stringify(value)}${over}`;
}

export const setSetting = defineCommand({
  group: 'settings',
  summary: 'Change a setting',
  description:
    'Writes one value into fugue.toml, whose comments and order stay as they are. It counts at once. Only the person does that, no Claude.',
  origins: NO_AGENT,
  input: z.object({ key: keyField, value: valueField }),
  output: changed,
  idempotent: true,
  positional: ['key', 'value'],
  text: changedText,
});

export const resetSetting = defineCommand({
  group: 'settings',
  summary: 'Give a setting its default again',
  description:
    'Takes a value out of fugue.toml, so that the default counts. Only the person does that, no Claude.',
  origins: NO_AGENT,
  input: z.object({ key: keyField }),
  output: changed,
  idempotent: true,
  positional: ['key'],
  text: changedText,
});

export const importTheme = defineCommand({
  group: 'settings',
  summary: 'Take over a theme of another terminal',
  description:
    'Reads the colours of iTerm2 (.itermcolors), Alacritty (TOML), Windows Terminal or VS Code (JSON), kitty, Xresources or base16 (YAML), and keeps them as a theme that appearance.theme can name. The colours of the window follow from those of the terminal, and are made readable.',
  origins: NO_AGENT,
  input: z.object({
    file: z.string().min(1).max(4096).describe('the file of the other program'),
    name: z.string().min(1).max(60).optional().describe('name of the theme; default: that of the file'),
  }),
  output: z.object({ name: z.string(), file: z.string() }),
  idempotent: true,
  positional: ['file'],
  text: ({ name, file }) => `kept as ${name} in ${file}: fugue config set appearance.theme ${name}`,
});
