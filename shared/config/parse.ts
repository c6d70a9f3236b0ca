import type { z } from 'zod';
import type { Configuration } from './schema';
import { configurationSchema, configurationSections, DEFAULT_CONFIGURATION } from './schema';

export interface ParsedConfiguration {
  readonly configuration: Configuration;
  /** One sentence per fault. A wrong value names key, value and what is allowed; its default is used. */
  readonly problems: readonly string[];
  /** Dotted names of the keys that the file sets, with a value that is in force. */
  readonly set: readonly string[];
}

type SectionName = keyof typeof configurationSections;

/**
 * Reads the parsed contents of a configuration file. One wrong value never costs the others: each key is
 * judged alone, and what is wrong or unknown becomes a problem.
 */
export function parseConfiguration(contents: unknown): ParsedConfiguration {
  if (typeof contents !== 'object' || contents === null || Array.isArray(contents)) {
    return {
      configuration: DEFAULT_CONFIGURATION,
      problems: ['the file holds no table of settings'],
      set: [],
    };
  }
  const problems: string[] = [];
  const set: string[] = [];
  const accepted: Record<string, Record<string, unknown>> = {};
  for (const [section, table] of Object.entries(contents as Record<string, unknown>)) {
    if (!Object.hasOwn(configurationSections, section)) {
      problems.push(`unknown section [${section}]; known are ${names(configurationSections)}`);
      continue;
    }
    const shape = configurationSections[section as SectionName].shape as Record<string, z.ZodType>;
    if (typeof table !== 'object' || table === null || Array.isArray(table)) {
      problems.push(`${section} = ${shown(table)} is wrong: [${section}] must be a section`);
      continue;
    }
    for (const [key, value] of Object.entries(table)) {
      const schema = Object.hasOwn(shape, key) ? shape[key] : undefined;
      if (schema === undefined) {
        problems.push(`unknown key ${section}.${key}; known are ${names(shape)}`);
        continue;
      }
      const parsed = schema.safeParse(value);
      if (parsed.success) {
        (accepted[section] ??= {})[key] = value;
        set.push(`${section}.${key}`);
      } else {
        problems.push(`${section}.${key} = ${shown(value)} is wrong: ${allowed(parsed.error)}`);
      }
    }
  }
  return { configuration: configurationSchema.parse(accepted), problems, set };
}

function names(record: object): string {
  return Object.keys(record).join(', ');
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

function allowed(error: z.ZodError): string {
  return error.issues.map((issue) => issue.message.replace(/^Invalid input: /, '')).join('; ');
}
