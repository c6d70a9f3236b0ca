import path from 'node:path';
import { failure } from '#shared/base/errors';
import { ok } from '#shared/base/result';
import type { SettingPlace } from '#shared/config/settings';
import type { CommandOutput } from '#shared/commands/catalog';
import { keySettingFault } from '#shared/commands/key-setting-fault';
import { editSetting, findSetting, readSetting, allSettings, valueOf } from '#shared/config/settings';
import type { TomlValue } from '#shared/config/toml-edit';
import type { CommandContext, Handler, Outcome } from '../context';
import { keepTheme, themesFolder } from '../../system/theme-files';
import { refuseAgent, speaksForAgent } from './speaks-for-agent';

type Value = CommandOutput<'get_settings'>['settings'][number]['value'];

export const getSettings: Handler<'get_settings'> = (context, { key }) => {
  const { settings } = context;
  const agent = speaksForAgent(context);
  const { configuration, problems, set, variables } = settings.read();
  const wanted = allSettings().filter(
    (setting) => key === undefined || setting.key === key || setting.key.startsWith(`${key}.`),
  );
  if (wanted.length === 0)
    return failure('not-found', `there is no setting or section ${key ?? ''}: get_settings lists all`);
  return ok({
    file: settings.file,
    problems: [...problems],
    settings: wanted.map((setting) => {
      const variable = variables[setting.key] ?? null;
      const inFile = set.includes(setting.key);
      return {
        key: setting.key,
        value: shownTo(agent, valueOf(configuration, setting.key) as Value),
        default: setting.default as Value,
        source: variable !== null ? ('variable' as const) : inFile ? ('file' as const) : ('default' as const),
        variable,
        description: setting.description,
      };
    }),
  });
};

/** Addresses may hold a password, which is no agent's business. */
function shownTo(agent: boolean, value: Value): Value {
  return agent && typeof value === 'string' ? value.replace(/\/\/[^/@\s]*@/, '//[secret]@') : value;
}

export const setSetting: Handler<'set_setting'> = (context, { key, value }) => {
  const refused = refuseAgent(context);
  if (refused !== null) return refused;
  const place = findSetting(key);
  if (!place.ok) return failure('not-found', place.error);
  const { configuration, themes } = context.settings.read();
  const meant = readSetting(place.value, value, Object.keys(themes));
  if (!meant.ok) return failure('invalid', meant.error);
  const { setting, entry } = place.value;
  const fault = keySettingFault(setting.key, entry, meant.value, valueOf(configuration, setting.key));
  return fault === null ? write(context, place.value, meant.value) : failure('invalid', fault);
};

export const resetSetting: Handler<'reset_setting'> = (context, { key }) => {
  const refused = refuseAgent(context);
  if (refused !== null) return refused;
  const place = findSetting(key);
  return place.ok ? write(context, place.value, undefined) : failure('not-found', place.error);
};

function write(
  { settings }: CommandContext,
  place: SettingPlace,
  value: TomlValue | undefined,
): Outcome<'set_setting'> {
  const written = settings.change((text) => editSetting(text, place, value));
  if (!written.ok) return failure('invalid', written.error);
  const { configuration, variables } = settings.read();
  const whole = valueOf(configuration, place.setting.key) as Value;
  const entries = whole as Readonly<Record<string, Value>>;
  return ok({
    key: place.entry === null ? place.setting.key : `${place.setting.key}.${place.entry}`,
    value: place.entry === null ? whole : (entries[place.entry] ?? null),
    variable: variables[place.setting.key] ?? null,
  });
}

export const importTheme: Handler<'import_theme'> = (context, { file, name }) => {
  const refused = refuseAgent(context);
  if (refused !== null) return refused;
  const folder = themesFolder(context.settings.file);
  const kept = keepTheme(folder, path.resolve(context.workingDirectory, file), name);
  if (!kept.ok) return failure('invalid', kept.error);
  context.settings.reread();
  return ok(kept.value);
};
