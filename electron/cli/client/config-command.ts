import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { configurationLists, configurationSections, configurationSubsections } from '#shared/config/schema';
import { readConfigurationFile } from '../../system/configuration-file';
import { EXIT } from './exit-codes';

/** `fugue config show|path|edit`. Works on the file, so it needs no running app. */
export function configCommand(action: string | undefined, file: string): number {
  switch (action) {
    case 'path':
      process.stdout.write(`${file}\n`);
      return EXIT.done;
    case undefined:
    case 'show':
      return show(file);
    case 'edit':
      return edit(file);
    default:
      process.stderr.write(`fugue config does not know "${action}": use show, path or edit\n`);
      return EXIT.usage;
  }
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
