import { z } from 'zod';
import type { FieldForm, JsonSchema } from '../commands/field-types';
import { choicesOf, formOf } from '../commands/field-types';
import type { Result } from '../base/result';
import { fail, ok } from '../base/result';
import { themeFault } from '../theme/themes';
import { allowed } from './allowed';
import { configurationSchema, configurationSections, configurationSubsections } from './schema';
import type { TomlValue } from './toml-edit';
import { editToml } from './toml-edit';

/** A key of `fugue.toml`, as far as its schema tells of it. */
export interface Setting {
  /** Dotted, such as `appearance.theme`. */
  readonly key: string;
  /** The table that it stands in, such as `claude.communication`. */
  readonly section: string;
  readonly name: string;
  readonly description: string;
  /** `json` is a table of entries. */
  readonly form: FieldForm;
  readonly choices: readonly string[];
  readonly minimum: number | null;
  readonly maximum: number | null;
  readonly whole: boolean;
  readonly default: unknown;
}

let known: readonly Setting[] | null = null;

/**
 * Every key in the order of the file, made from the schema when it is first asked for: that takes a moment which the
 * start does not have. Lists of tables, such as projects, are not among them.
 */
export function allSettings(): readonly Setting[] {
  if (known === null) {
    const defaults: unknown = configurationSchema.parse({});
    known = Object.entries(configurationSections).flatMap(([name, section]) =>
      settingsOf(name, section, defaults),
    );
  }
  return known;
}

function settingsOf(section: string, schema: z.ZodObject, defaults: unknown): readonly Setting[] {
  const subsections: Readonly<Record<string, z.ZodObject>> = configurationSubsections;
  const entries = Object.entries(schema.shape);
  const isBelow = ([name]: readonly [string, unknown]): boolean => `${section}.${name}` in subsections;
  // A section's own keys come before those of the sections in it.
  const ordered = [...entries.filter((entry) => !isBelow(entry)), ...entries.filter(isBelow)];
  return ordered.flatMap(([name, entry]) => {
    const key = `${section}.${name}`;
    const below = subsections[key];
    if (below !== undefined) return settingsOf(key, below, defaults);
    const described = z.toJSONSchema(entry as z.ZodType, {
      io: 'input',
      unrepresentable: 'any',
    }) as JsonSchema;
    const whole = described.type === 'integer';
    return [
      {
        key,
        section,
        name,
        description: described.description ?? '',
        form: formOf(described),
        choices: choicesOf(described),
        minimum: described.minimum ?? null,
        maximum: described.maximum ?? null,
        whole,
        default: valueOf(defaults, key),
      },
    ];
  });
}

/** The value of a dotted key in a configuration. */
export function valueOf(configuration: unknown, key: string): unknown {
  return key
    .split('.')
    .reduce<unknown>((value, part) => (value as Readonly<Record<string, unknown>>)[part], configuration);
}

/** Where a change goes. */
export interface SettingPlace {
  readonly setting: Setting;
  /** One entry of a table of entries, such as a key binding; null is the whole setting. */
  readonly entry: string | null;
}

/** Finds a setting by its dotted key. Behind a table of entries the name of one of them may follow, as it is. */
export function findSetting(key: string): Result<SettingPlace, string> {
  const settings = allSettings();
  const setting = settings.find((candidate) => candidate.key === key);
  if (setting !== undefined) return ok({ setting, entry: null });
  const table = settings.find(({ form, key: name }) => form === 'json' && key.startsWith(`${name}.`));
  if (table !== undefined && key.length > table.key.length + 1)
    return ok({ setting: table, entry: key.slice(table.key.length + 1) });
  const last = plainName(key.split('.').at(-1) ?? '');
  const near = settings.filter(({ name }) => plainName(name) === last).map((entry) => entry.key);
  const hint =
    near.length > 0 ? `did you mean ${near.join(' or ')}?` : 'get_settings, or fugue config show, lists all';
  return fail(`there is no setting ${key || '""'}: ${hint}`);
}

/** A name without what is easily written otherwise: `font_size` and `fontSize` are meant for `font-size`. */
function plainName(name: string): string {
  return name.toLowerCase().replace(/[-_]/g, '');
}

/** The value that a caller means: one that is right as it is, else what its text says. */
export function readSetting(
  { setting, entry }: SettingPlace,
  given: unknown,
  /** Names of the person's own themes. */
  themes: readonly string[] = [],
): Result<TomlValue, string> {
  const fault = themeFault(setting.key, given, themes);
  if (fault !== null) return fail(`${setting.key} can't be ${shown(given)}: ${fault}`);
  const schema = schemaOf(setting);
  const check = (value: unknown) => schema.safeParse(entry === null ? value : { [entry]: value });
  const first = check(given);
  if (first.success) return ok(given as TomlValue);
  const meant = typeof given === 'string' ? parsedText(given, setting) : undefined;
  const second = meant === undefined ? first : check(meant);
  if (second.success) return ok(meant as TomlValue);
  return fail(`${setting.key} can't be ${shown(given)}: ${allowed(second.error)}`);
}

/** The text of a file with one setting changed; undefined takes it out, so that its default counts. */
export function editSetting(text: string, place: SettingPlace, value: TomlValue | undefined) {
  const { setting, entry } = place;
  const path = setting.key.split('.');
  return editToml(text, entry === null ? path : [...path, entry], value);
}

function schemaOf({ section, name }: Setting): z.ZodType {
  const all: Readonly<Record<string, z.ZodObject>> = {
    ...configurationSections,
    ...configurationSubsections,
  };
  return all[section]?.shape[name] as z.ZodType;
}

function parsedText(text: string, { form }: Setting): unknown {
  if (form === 'list' && !text.trimStart().startsWith('['))
    return text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '');
  if (form === 'boolean' && /^(?:on|yes)$/i.test(text)) return true;
  if (form === 'boolean' && /^(?:off|no)$/i.test(text)) return false;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
