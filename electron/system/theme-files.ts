import fs from 'node:fs';
import path from 'node:path';
import { errorMessage } from '#shared/base/errors';
import type { Result } from '#shared/base/result';
import { fail, ok } from '#shared/base/result';
import { importTheme, themeNameOf } from '#shared/theme/import/import-theme';
import { formatThemeFile, readThemeFile } from '#shared/theme/theme-file';
import type { OwnThemes } from '#shared/theme/themes';
import { isThemeName, themeNames } from '#shared/theme/themes';
import { writeAtomicallyAtOnce } from './atomic-write';

/** A theme is a few hundred lines at most, also with all that editors put into theirs; in bytes. */
const SIZE_LIMIT = 1024 * 1024;

/** The person's own themes, beside the file of settings. */
export function themesFolder(configurationFile: string): string {
  return path.join(path.dirname(configurationFile), 'themes');
}

/** All themes of a folder by the names of their files; a sentence for each file that can't be read. */
export function readThemes(folder: string): {
  readonly themes: OwnThemes;
  readonly problems: readonly string[];
} {
  const themes: Record<string, OwnThemes[string]> = {};
  const problems: string[] = [];
  for (const file of listThemes(folder)) {
    const name = file.slice(0, -'.toml'.length);
    try {
      const read = isThemeName(name)
        ? readThemeFile(fs.readFileSync(path.join(folder, file), 'utf8'))
        : fail('its name has to be of small letters, digits and dashes');
      if (read.ok) themes[name] = read.value;
      else problems.push(`themes/${file}: ${read.error}`);
    } catch (error) {
      problems.push(`themes/${file}: ${errorMessage(error)}`);
    }
  }
  return { themes, problems };
}

/** What tells whether anything has changed in the folder. */
export function themesFingerprint(folder: string): string {
  return listThemes(folder)
    .map((file) => {
      const status = fs.statSync(path.join(folder, file), { throwIfNoEntry: false });
      return `${file} ${String(status?.mtimeMs)} ${String(status?.size)}`;
    })
    .join('\n');
}

function listThemes(folder: string): readonly string[] {
  try {
    return fs
      .readdirSync(folder)
      .filter((file) => file.endsWith('.toml'))
      .sort();
  } catch {
    return []; // no themes yet
  }
}

/**
 * Reads a theme of another program and keeps it under a name: its own or that of its file when none is given. A theme
 * that has the name already is replaced. The failure is a sentence.
 */
export function keepTheme(
  folder: string,
  file: string,
  wanted: string | undefined,
): Result<{ readonly name: string; readonly file: string }, string> {
  try {
    const status = fs.statSync(file);
    if (!status.isFile()) return fail(`${file} is no file`);
    if (status.size > SIZE_LIMIT) return fail(`${file} is larger than 1 MB, so it is no theme`);
    const text = fs.readFileSync(file, 'utf8');
    const name = wanted ?? themeNameOf(file, text);
    if (!isThemeName(name))
      return fail(`"${name}" can't be the name of a theme: use small letters, digits and dashes`);
    if (themeNames({}).includes(name) || name === 'system')
      return fail(`${name} is a theme of Fugue: give it another name`);
    const colors = importTheme(text);
    if (!colors.ok) return fail(`${file}: ${colors.error}`);
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    const kept = path.join(folder, `${name}.toml`);
    writeAtomicallyAtOnce(kept, formatThemeFile(colors.value, path.basename(file)));
    return ok({ name, file: kept });
  } catch (error) {
    return fail(`${file}: ${errorMessage(error)}`);
  }
}
