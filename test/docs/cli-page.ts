import { COMMAND_NAMES, definitionOf } from '#shared/commands/catalog';
import { dashed } from '#shared/commands/examples';
import { FIELD_ALIASES } from '#shared/commands/fields';
import { EXIT } from '../../electron/cli/client/exit-codes';
import { commandHelp } from '../../electron/cli/client/help';
import { PROGRAM_WORDS } from '../../electron/cli/client/program-words';
import { code, codeBlock, paragraphs, table } from './markdown';

const EXIT_MEANINGS: Readonly<Record<keyof typeof EXIT, string>> = {
  done: 'Done.',
  failed:
    'Refused or failed, with a sentence on standard error that says why; or a wait ended without what was waited for.',
  usage: 'Wrong usage: an unknown command or flag, or a value that is not allowed.',
  notRunning: 'No app is running.',
};

/** The command line tool: its words, how values are written, exit codes, and the help of every command. */
export function cliPage(): string {
  const aliases = Object.entries(FIELD_ALIASES).map(
    ([alias, field]) => `${code(`--${alias}`)} for ${code(`--${dashed(field)}`)}`,
  );
  const commands = COMMAND_NAMES.filter((name) => definitionOf(name).origins.includes('cli'));
  return paragraphs(
    '# Command line',
    'Written by `npm run docs` from the command catalog and the tool’s own help. Not to be edited.',
    table(
      ['Written', 'Does'],
      [
        [code('fugue [FOLDER]'), 'opens the window, for the folder when one is named'],
        [code('fugue --headless'), 'runs the same without a window'],
        [code('fugue --demo'), 'opens a demo with a home of its own: no account, no network'],
        [
          code('fugue fugue://pane/NAME'),
          'shows a pane, or a view: `fugue://inbox`, `history`, `messages`, `channels`',
        ],
        ...PROGRAM_WORDS.map(({ usage, summary }) => [code(`fugue ${usage}`), summary]),
      ],
    ),
    ...PROGRAM_WORDS.flatMap(({ name, description, example }) => [
      `## fugue ${name}`,
      description,
      codeBlock('sh', `fugue ${example}`),
    ]),
    '## How a command is written',
    [
      '- Names of commands and flags may be written with dashes or with underscores.',
      '- `--flag value` and `--flag=value` are the same. A flag that is yes or no needs no value; `--no-flag` is no.',
      `- Short forms: ${aliases.join(', ')}.`,
      `- A flag that takes a list may come several times, or once with a JSON list: \`--keys Down --keys Enter\`, \`--keys '["Down","Enter"]'\`.`,
      '- Words without a flag go to the fields that the usage names first. Behind `--` nothing is a flag.',
      '- `--json` prints the whole result as one line of JSON, or `{"error": …}`; what it holds stays stable. A command that tells things as they happen prints one line for each.',
      '- In a pane, commands are about that pane, its window and its session unless they name others.',
    ].join('\n'),
    '## Exit codes',
    table(
      ['Code', 'Meaning'],
      (Object.keys(EXIT) as (keyof typeof EXIT)[]).map((name) => [String(EXIT[name]), EXIT_MEANINGS[name]]),
    ),
    '## Commands',
    'What `fugue COMMAND --help` prints. [commands.md](commands.md) says what comes back.',
    ...commands.flatMap((name) => [`### fugue ${dashed(name)}`, codeBlock('text', commandHelp(name))]),
  );
}
