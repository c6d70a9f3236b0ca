import type { CommandName } from '#shared/commands/catalog';
import { COMMAND_NAMES, definitionOf } from '#shared/commands/catalog';
import { describeFields, usage } from '#shared/commands/command-line';
import { COMMAND_GROUPS } from '#shared/commands/define-command';

/** Help for the whole program, made from the catalog. */
export function generalHelp(): string {
  const width = Math.max(...COMMAND_NAMES.map((name) => name.length));
  const groups = COMMAND_GROUPS.map((group) => {
    const lines = COMMAND_NAMES.filter(
      (name) => definitionOf(name).group === group && definitionOf(name).origins.includes('cli'),
    ).map((name) => `    ${name.padEnd(width)}  ${definitionOf(name).summary}`);
    return lines.length === 0 ? '' : `  ${group}\n${lines.join('\n')}\n`;
  });
  return `fugue: a desktop multiplexer for Claude Code

  fugue [FOLDER]                 open the window
  fugue --headless               run without a window
  fugue run COMMAND [--flag …]   run a command; also as: fugue COMMAND …
  fugue explain [PANE]           say which evidence gave a Claude its state
  fugue config show|path|edit    look at or change the settings
  fugue help [COMMAND]           this, or the help of one command

Add --json to a command for its whole result. A pane is named by its id, its name, or its index in the window.
Exit codes: 0 done, 1 refused or failed, 2 wrong usage, 3 no running app.

${groups.join('')}`;
}

export function commandHelp(name: CommandName): string {
  const definition = definitionOf(name);
  const fields = describeFields(name);
  const rows = fields.map((field) => {
    const details = [
      field.choices.length > 0 ? `one of ${field.choices.join(', ')}` : '',
      field.description,
      field.required ? 'required' : '',
      field.default === undefined ? '' : `default ${JSON.stringify(field.default)}`,
    ].filter((part) => part !== '');
    return `  --${field.name.padEnd(14)} ${details.join('; ')}`;
  });
  return `${name}: ${definition.description}\n\n${usage(name)}\n${rows.length === 0 ? '' : `\n${rows.join('\n')}\n`}`;
}
