import type { CommandName } from '#shared/commands/catalog';
import { COMMAND_NAMES, definitionOf } from '#shared/commands/catalog';
import type { FieldDescription } from '#shared/commands/command-line';
import { describeFields } from '#shared/commands/command-line';
import { dashed } from '#shared/commands/examples';
import type { ProgramWord } from '../program-words';
import { PROGRAM_WORDS } from '../program-words';
import type { LiveKind } from './live-names';

/** How a value is completed. */
export type ValueCompletion =
  /** The flag takes no value. */
  | { readonly kind: 'switch' }
  | { readonly kind: 'choices'; readonly choices: readonly string[] }
  /** By names that the running app knows. */
  | { readonly kind: 'live'; readonly of: LiveKind }
  | { readonly kind: 'directory' }
  /** It is up to the person. */
  | { readonly kind: 'free' };

export interface FlagCompletion {
  /** With dashes, without the two that lead. */
  readonly name: string;
  readonly description: string;
  readonly value: ValueCompletion;
}

export interface CommandCompletion {
  readonly name: CommandName;
  readonly summary: string;
  readonly flags: readonly FlagCompletion[];
  /** Words without flags, in order; a list takes all further words. */
  readonly positional: readonly ValueCompletion[];
}

export interface CompletionTable {
  readonly commands: readonly CommandCompletion[];
  readonly words: readonly ProgramWord[];
}

const EVERYWHERE: readonly FlagCompletion[] = [
  { name: 'json', description: 'the whole result as JSON', value: { kind: 'switch' } },
  { name: 'help', description: 'the help of the command', value: { kind: 'switch' } },
];

/** What there is to complete, for every shell alike. */
export function completionTable(): CompletionTable {
  const commands = COMMAND_NAMES.filter((name) => definitionOf(name).origins.includes('cli')).map((name) => {
    const definition = definitionOf(name);
    const fields = describeFields(name);
    const positional = definition.positional.map((wanted) => {
      const field = fields.find((entry) => entry.name === wanted);
      return field === undefined ? ({ kind: 'free' } as const) : valueOf(field);
    });
    const flags = fields.map((field) => ({
      name: dashed(field.name),
      description: field.description === '' ? field.type : field.description,
      value: valueOf(field),
    }));
    return { name, summary: definition.summary, flags: [...flags, ...EVERYWHERE], positional };
  });
  return { commands, words: PROGRAM_WORDS };
}

const LIVE: Readonly<Record<string, LiveKind>> = {
  pane_id: 'panes',
  target: 'panes',
  window_id: 'windows',
  session_id: 'sessions',
};

function valueOf(field: FieldDescription): ValueCompletion {
  if (field.form === 'boolean') return { kind: 'switch' };
  if (field.choices.length > 0) return { kind: 'choices', choices: field.choices };
  const of = LIVE[field.name];
  if (of !== undefined) return { kind: 'live', of };
  return { kind: field.name === 'cwd' ? 'directory' : 'free' };
}
