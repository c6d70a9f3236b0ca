import { z } from 'zod';
import type { Failure } from '../base/errors';
import { failure } from '../base/errors';
import { parseJsonLine } from '../base/framing';
import type { Result } from '../base/result';
import { ok } from '../base/result';
import type { CommandName } from './catalog';
import { COMMAND_NAMES, definitionOf, isCommandName } from './catalog';
import type { FieldForm, JsonSchema } from './field-types';
import { choicesOf, formOf, typeInWords } from './field-types';
import { FIELD_ALIASES } from './fields';

/** A command with the input as it was written: still to be validated by the dispatcher. */
export interface CommandLine {
  readonly name: CommandName;
  readonly input: Readonly<Record<string, unknown>>;
}

export interface FieldDescription {
  readonly name: string;
  readonly form: FieldForm;
  /** The type in words, with its bounds. */
  readonly type: string;
  readonly required: boolean;
  readonly description: string;
  readonly choices: readonly string[];
  readonly default: unknown;
}

/** The JSON schema of a command's input, as callers write it. */
export function inputSchema(name: CommandName): Readonly<Record<string, unknown>> {
  return z.toJSONSchema(definitionOf(name).input, { io: 'input', unrepresentable: 'any' });
}

const described = new Map<CommandName, readonly FieldDescription[]>();

/** What a command line may say, derived from the command's schema: once, since that takes longer than reading a line. */
export function describeFields(name: CommandName): readonly FieldDescription[] {
  const known = described.get(name);
  if (known !== undefined) return known;
  const schema = inputSchema(name) as JsonSchema;
  const fields = Object.entries(schema.properties ?? {}).map(([field, property]) => ({
    name: field,
    form: formOf(property),
    type: typeInWords(property),
    required: schema.required?.includes(field) ?? false,
    description: property.description ?? '',
    choices: choicesOf(property),
    default: property.default,
  }));
  described.set(name, fields);
  return fields;
}

/**
 * Cuts a line into words like a shell does: blanks part words, single quotes keep everything, double quotes and
 * a backslash keep the next character. Nothing is expanded.
 */
export function splitWords(line: string): Result<readonly string[], Failure> {
  const words: string[] = [];
  let word: string | null = null;
  let quote: '"' | "'" | null = null;
  for (let index = 0; index < line.length; index += 1) {
    const character = line.charAt(index);
    if (quote === "'" || (quote === '"' && character !== '\\')) {
      if (character === quote) quote = null;
      else word = (word ?? '') + character;
    } else if (character === '\\' && index + 1 < line.length) {
      index += 1;
      word = (word ?? '') + line.charAt(index);
    } else if (character === '"' || character === "'") {
      quote = character;
      word ??= '';
    } else if (/\s/.test(character)) {
      if (word !== null) words.push(word);
      word = null;
    } else {
      word = (word ?? '') + character;
    }
  }
  if (quote !== null) return failure('invalid', `a ${quote} is not closed: add the missing quote`);
  if (word !== null) words.push(word);
  return ok(words);
}

/**
 * Reads `name --flag value --switch word…`. Flags may be written with dashes or underscores. A flag that takes
 * a list may come several times, or once with a JSON list. `--` ends the flags. Values are read by the form of their field; whether they
 * are right is for the dispatcher to say.
 */
export function parseCommandWords(words: readonly string[]): Result<CommandLine, Failure> {
  const [name, ...rest] = words;
  if (name === undefined) return failure('invalid', 'no command was given: try list_panes');
  const known = name.replaceAll('-', '_');
  if (!isCommandName(known)) {
    return noCommand(known, name);
  }
  const fields = new Map(describeFields(known).map((field) => [field.name, field]));
  const positional = [...definitionOf(known).positional];
  const input: Record<string, unknown> = {};
  let flagsEnded = false;
  for (let index = 0; index < rest.length; index += 1) {
    const word = rest[index] ?? '';
    if (word === '--' && !flagsEnded) {
      flagsEnded = true;
      continue;
    }
    if (flagsEnded || !word.startsWith('--')) {
      const target = fields.get(positional[0] ?? '');
      if (target === undefined)
        return failure('invalid', `${known} does not expect the word "${word}"; ${usage(known)}`);
      if (target.form !== 'list') positional.shift();
      const added = addValue(input, target, word);
      if (!added.ok) return added;
      continue;
    }
    const equals = word.indexOf('=');
    const flag = (equals < 0 ? word.slice(2) : word.slice(2, equals)).replaceAll('-', '_');
    const negated = flag.startsWith('no_') ? fields.get(flag.slice(3)) : undefined;
    const field = fields.get(flag) ?? fields.get(FIELD_ALIASES[flag] ?? '');
    if (field === undefined) {
      if (negated?.form === 'boolean') {
        input[negated.name] = false;
        continue;
      }
      return failure('invalid', `${known} has no flag --${flag}; ${usage(known)}`, [...fields.keys()]);
    }
    if (field.form === 'boolean' && equals < 0) {
      input[field.name] = true;
      continue;
    }
    let value: string | undefined;
    if (equals >= 0) value = word.slice(equals + 1);
    else {
      index += 1;
      value = rest[index];
    }
    if (value === undefined) return failure('invalid', `--${flag} needs a value; ${usage(known)}`);
    const added = addValue(input, field, value);
    if (!added.ok) return added;
  }
  return ok({ name: known, input });
}

/** Reads a whole line, as key bindings hold it. */
export function parseCommandLine(line: string): Result<CommandLine, Failure> {
  const words = splitWords(line);
  return words.ok ? parseCommandWords(words.value) : words;
}

function addValue(
  input: Record<string, unknown>,
  field: FieldDescription,
  text: string,
): Result<null, Failure> {
  switch (field.form) {
    case 'text':
      input[field.name] = text;
      return ok(null);
    case 'number': {
      const value = Number(text);
      if (text.trim() === '' || Number.isNaN(value)) {
        return failure('invalid', `--${field.name} takes a number, not "${text}"`);
      }
      input[field.name] = value;
      return ok(null);
    }
    case 'boolean':
      if (text !== 'true' && text !== 'false') {
        return failure('invalid', `--${field.name} is true or false, not "${text}"`);
      }
      input[field.name] = text === 'true';
      return ok(null);
    case 'list': {
      const added = listEntries(field.name, text);
      if (!added.ok) return added;
      const before = input[field.name];
      input[field.name] = [...(Array.isArray(before) ? (before as unknown[]) : []), ...added.value];
      return ok(null);
    }
    case 'json':
      try {
        input[field.name] = JSON.parse(text) as unknown;
        return ok(null);
      } catch {
        return failure('invalid', `--${field.name} takes JSON, and this is none: ${text.slice(0, 60)}`);
      }
  }
}

/** The entries that one word adds to a list: itself, or those of the JSON list that it is. */
function listEntries(name: string, text: string): Result<readonly string[], Failure> {
  if (!text.trimStart().startsWith('[')) return ok([text]);
  const parsed = parseJsonLine(text);
  if (!parsed.ok || !Array.isArray(parsed.value)) return ok([text]);
  const entries = parsed.value as unknown[];
  if (entries.every((entry) => typeof entry === 'string')) return ok(entries);
  return failure('invalid', `--${name} takes a list of texts, and this is another: ${text.slice(0, 60)}`);
}

/** One line that says how a command is written. */
export function usage(name: CommandName): string {
  const definition = definitionOf(name);
  const fields = describeFields(name);
  const words = definition.positional.map((field) => {
    const required = fields.find((entry) => entry.name === field)?.required ?? false;
    return required ? `<${field}>` : `[${field}]`;
  });
  const flags = fields
    .filter((field) => !definition.positional.includes(field.name))
    .map((field) => (field.form === 'boolean' ? `[--${field.name}]` : `[--${field.name} …]`));
  return `usage: ${[name, ...words, ...flags].join(' ')}`;
}

/** What a name gets that no command has: those that resemble it, else where all of them are listed. */
export function noCommand(name: string, written = name): Result<never, Failure> {
  const close = similar(name);
  const hint =
    close.length > 0 ? `; did you mean ${close.slice(0, 6).join(', ')}?` : ': fugue help lists all';
  return failure(
    'unknown-command',
    `there is no command ${written || '""'}${hint}`,
    close.length > 0 ? close : COMMAND_NAMES,
  );
}

/** Names that resemble what was written, the nearest first. */
function similar(name: string): readonly string[] {
  const wanted = name.toLowerCase();
  const parts = wanted.split('_').filter((part) => part.length > 2);
  if (wanted === '') return [];
  return COMMAND_NAMES.filter(
    (known) =>
      known.startsWith(wanted) || parts.some((part) => known.includes(part)) || distance(known, wanted) <= 2,
  ).sort((one, other) => distance(one, wanted) - distance(other, wanted));
}

/** How many letters differ between two names, which are short. */
export function distance(left: string, right: string): number {
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const substitution = (previous[column - 1] ?? 0) + (left[row - 1] === right[column - 1] ? 0 : 1);
      current.push(Math.min((previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, substitution));
    }
    previous = current;
  }
  return previous[right.length] ?? 0;
}
