import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { configurationLists, configurationSections, configurationSubsections } from '#shared/config/schema';
import { editSetting, findSetting, readSetting } from '#shared/config/settings';
import { readConfigurationFile } from '../../system/configuration-file';
import type { Locations } from '../../system/locations';
import { PANE_TOKEN_VARIABLE } from '../../system/pane-tokens';
import { SettingsFile } from '../../system/settings-file';
import { EXIT } from './exit-codes';
import { requestCommand } from './run-command';

/** `fugue config show|set|reset|path|edit`. Works on the file when no app runs. */
export function configCommand(words: readonly string[], where: Locations): number | Promise<number> {
  const file = where.configurationFile;
  const [action, key, ...values] = words;
  switch (action) {
    case 'set':
      return key === undefined || values.length === 0
        ? misused('config set takes a key and a value: fugue config set appearance.theme light')
        : change(where, key, values.join(' '));
    case 'reset':
      return key === undefined
        ? misused('config reset takes a key: fugue config reset appearance.theme')
        : change(where, key, undefined);
    case 'path':
      process.stdout.write(`${file}\n`);
      return EXIT.done;
    case undefined:
    case 'show':
      return show(file);
    case 'edit':
      return edit(file);
    default:
      process.stderr.write(`fugue config does not know "${action}": use show, set, reset, path or edit\n`);
      return EXIT.usage;
  }
}

function misused(sentence: string): number {
  process.stderr.write(`${sentence}\n`);
  return EXIT.usage;
}

/** By the running app, which knows who asks; else in the file itself. */
async function change(where: Locations, key: string, value: string | undefined): Promise<number> {
  const outcome = await requestCommand(where.commandSocket, {
    command: value === undefined ? 'reset_setting' : 'set_setting',
    input: value === undefined ? { key } : { key, value },
    token: process.env[PANE_TOKEN_VARIABLE] ?? null,
    workingDirectory: process.cwd(),
  });
  if (outcome.kind === 'response') {
    const { response } = outcome;
    if (response.ok) {
      process.stdout.write(`${response.value.text}\n`);
      return EXIT.done;
    }
    process.stderr.write(`${response.error.message}\n`);
    return response.error.code === 'invalid' ? EXIT.usage : EXIT.failed;
  }
  return changeFile(where.configurationFile, key, value);
}

function changeFile(file: string, key: string, text: string | undefined): number {
  const place = findSetting(key);
  if (!place.ok) return misused(place.error);
  const settings = new SettingsFile(file, process.env);
  const themes = Object.keys(settings.read().themes);
  const value = text === undefined ? undefined : readSetting(place.value, text, themes);
  if (value?.ok === false) return misused(value.error);
  const written = settings.change((before) => editSetting(before, place.value, value?.value));
  if (written.ok) {
    const variable = settings.read().variables[place.value.setting.key];
    if (variable !== undefined) process.stderr.write(`it is written, but ${variable} stands over the file\n`);
    return EXIT.done;
  }
  process.stderr.write(`${written.error}\n`);
  return EXIT.failed;
}

function show(file: string): number {
  const { configuration, problems, set, variables } = readConfigurationFile(file, process.env);
  const print = (section: string, table: object): void => {
    const entries = (Object.entries(table) as [string, unknown][]).map(
      ([key, value]) => [key, `${section}.${key}`, value] as const,
    );
    const isInner = (dotted: string): boolean => Object.hasOwn(configurationSubsections, dotted);
    const own = entries.filter(([, dotted]) => !isInner(dotted));
    if (own.length > 0) process.stdout.write(`[${section}]\n`);
    for (const [key, dotted, value] of own) {
      const source = variables[dotted] ?? (set.includes(dotted) ? file : 'default');
      process.stdout.write(`${key} = ${JSON.stringify(value)}  # ${source}\n`);
    }
    if (own.length > 0) process.stdout.write('\n');
    for (const [, dotted, value] of entries) if (isInner(dotted)) print(dotted, value as object);
  };
  for (const section of Object.keys(configurationSections) as (keyof typeof configurationSections)[])
    print(section, configuration[section]);
  for (const section of Object.keys(configurationLists) as (keyof typeof configurationLists)[])
    for (const entry of configuration[section]) {
      process.stdout.write(`[[${section}]]\n`);
      for (const [key, value] of Object.entries(entry))
        process.stdout.write(`${key} = ${JSON.stringify(value)}  # ${file}\n`);
      process.stdout.write('\n');
    }
  for (const problem of problems) process.stderr.write(`${file}: ${problem}\n`);
  return problems.length === 0 ? EXIT.done : EXIT.failed;
}

function edit(file: string): number {
  const editor = process.env['VISUAL'] || process.env['EDITOR'] || 'vi';
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  // The editor may come with arguments of its own, so a shell splits it; the file is passed apart.
  const { status, error } = spawnSync('/bin/sh', ['-c', `${editor} "$1"`, 'fugue', file], {
    stdio: 'inherit',
  });
  if (error !== undefined || status !== 0) {
    process.stderr.write(`the editor "${editor}" ended with an error: set EDITOR to the one you use\n`);
    return EXIT.failed;
  }
  return show(file);
}
