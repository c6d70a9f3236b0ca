import type { z } from 'zod';
import { themeFault } from '../theme/themes';
import { allowed } from './allowed';
import type { Configuration } from './schema';
import {
  CONFIGURATION_VARIABLES,
  configurationLists,
  configurationSchema,
  configurationSections,
  configurationSubsections,
} from './schema';

export interface ParsedConfiguration {
  readonly configuration: Configuration;
  /** One sentence per fault. A wrong value names key, value and what is allowed; its default is used. */
  readonly problems: readonly string[];
  /** Dotted names of the keys that the file sets, with a value that is in force. */
  readonly set: readonly string[];
  /** Of those keys the ones that a variable sets, with its name. */
  readonly variables: Readonly<Record<string, string>>;
}

type Shape = Readonly<Record<string, z.ZodType>>;

/** The section or subsection of a dotted name, as the keys that it may hold. */
function shapeOf(section: string): Shape | undefined {
  const all: Readonly<Record<string, z.ZodObject>> = {
    ...configurationSections,
    ...configurationSubsections,
  };
  return Object.hasOwn(all, section) ? all[section]?.shape : undefined;
}

/**
 * Reads the parsed contents of a configuration file, and the variables that stand over it. One wrong value never
 * costs the others: each key is judged alone, and what is wrong or unknown becomes a problem.
 */
export function parseConfiguration(
  contents: unknown,
  variables: Readonly<Record<string, string | undefined>> = {},
  /** Names of the person's own themes. */
  themes: readonly string[] = [],
): ParsedConfiguration {
  const reader = new Reader(themes);
  if (typeof contents !== 'object' || contents === null || Array.isArray(contents))
    reader.problems.push('the file holds no table of settings');
  else {
    for (const [section, table] of Object.entries(contents as Record<string, unknown>)) {
      if (Object.hasOwn(configurationSections, section)) reader.section(section, table);
      else if (Object.hasOwn(configurationLists, section))
        reader.list(section as keyof typeof configurationLists, table);
      else
        reader.problems.push(
          `unknown section [${section}]; known are ${names({ ...configurationSections, ...configurationLists })}`,
        );
    }
  }
  for (const [variable, key] of Object.entries(CONFIGURATION_VARIABLES)) {
    const value = variables[variable];
    if (value !== undefined && value !== '') reader.variable(variable, key, value);
  }
  return {
    configuration: configurationSchema.parse(reader.accepted),
    problems: reader.problems,
    set: [...reader.sources.keys()],
    variables: Object.fromEntries(
      [...reader.sources].flatMap(([key, variable]) => (variable === null ? [] : [[key, variable]])),
    ),
  };
}

class Reader {
  constructor(private readonly themes: readonly string[]) {}

  readonly problems: string[] = [];
  /** Keys that are set, with the variable that did it; null for the file. */
  readonly sources = new Map<string, string | null>();
  readonly accepted: Record<string, unknown> = {};

  section(section: string, table: unknown): void {
    const shape = shapeOf(section) ?? {};
    if (typeof table !== 'object' || table === null || Array.isArray(table)) {
      this.problems.push(`${section} = ${shown(table)} is wrong: [${section}] must be a section`);
      return;
    }
    for (const [key, value] of Object.entries(table)) {
      const dotted = `${section}.${key}`;
      const schema = Object.hasOwn(shape, key) ? shape[key] : undefined;
      if (shapeOf(dotted) !== undefined) this.section(dotted, value);
      else if (schema === undefined) this.problems.push(`unknown key ${dotted}; known are ${names(shape)}`);
      else this.take(dotted, schema, value, null);
    }
  }

  /** Entries that lack what they can't do without are left out; the others keep their places in what is told. */
  list(section: keyof typeof configurationLists, entries: unknown): void {
    if (!Array.isArray(entries)) {
      this.problems.push(`${section} = ${shown(entries)} is wrong: write [[${section}]] above each of them`);
      return;
    }
    const { shape } = configurationLists[section];
    const accepted = (entries as readonly unknown[]).flatMap((entry, index) => {
      const place = `${section}[${String(index + 1)}]`;
      const kept = this.entry(place, shape, entry);
      const whole = kept === null ? null : configurationLists[section].safeParse(kept);
      if (whole === null || whole.success) return kept === null ? [] : [kept];
      const missing = whole.error.issues.map(({ path }) => path.join('.')).join(', ');
      this.problems.push(`${place} counts for nothing: it has no ${missing} that could be used`);
      return [];
    });
    this.accepted[section] = accepted;
    if (accepted.length > 0) this.sources.set(section, null);
  }

  variable(variable: string, dotted: string, text: string): void {
    const place = dotted.lastIndexOf('.');
    const schema = shapeOf(dotted.slice(0, place))?.[dotted.slice(place + 1)];
    if (schema === undefined) throw new Error(`invariant broken: there is no setting ${dotted}`);
    // A variable is text: it stands for a number where one is asked for.
    const number = text.trim() === '' ? Number.NaN : Number(text);
    const asText = schema.safeParse(text).success || Number.isNaN(number);
    this.take(dotted, schema, asText ? text : number, variable);
  }

  /** The keys of an entry that are right; null when it has no keys at all. */
  private entry(place: string, shape: Shape, entry: unknown): Record<string, unknown> | null {
    if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) {
      this.problems.push(`${place} = ${shown(entry)} is wrong: it must be a section`);
      return null;
    }
    const kept: Record<string, unknown> = {};
    for (const [key, value] of Object.entries(entry)) {
      const schema = Object.hasOwn(shape, key) ? shape[key] : undefined;
      const parsed = schema?.safeParse(value);
      if (parsed === undefined) this.problems.push(`unknown key ${place}.${key}; known are ${names(shape)}`);
      else if (parsed.success) kept[key] = value;
      else this.problems.push(`${place}.${key} = ${shown(value)} is wrong: ${allowed(parsed.error)}`);
    }
    return kept;
  }

  private take(dotted: string, schema: z.ZodType, value: unknown, variable: string | null): void {
    const parsed = schema.safeParse(value);
    const fault = parsed.success ? themeFault(dotted, value, this.themes) : allowed(parsed.error);
    if (fault !== null) {
      this.problems.push(`${variable ?? dotted} = ${shown(value)} is wrong: ${fault}`);
      return;
    }
    const path = dotted.split('.');
    let table = this.accepted;
    for (const part of path.slice(0, -1)) table = (table[part] ??= {}) as Record<string, unknown>;
    table[path.at(-1) ?? ''] = value;
    this.sources.set(dotted, variable);
  }
}

function names(record: object): string {
  return Object.keys(record).join(', ');
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
