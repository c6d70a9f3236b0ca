import type { Result } from '../base/result';
import { fail, ok } from '../base/result';
import { parseToml } from '../config/toml-edit';
import { hexColor } from './contrast';
import type { TerminalColors } from './tokens';
import { darkTheme } from './tokens';

export const COLOR_NAMES = Object.keys(darkTheme.terminal) as readonly (keyof TerminalColors)[];

/** The text of the file that keeps a theme. */
export function formatThemeFile(colors: TerminalColors, from: string): string {
  const lines = COLOR_NAMES.map((name) => `${dashed(name)} = "${colors[name]}"`);
  const source = from.replaceAll(/[^\x20-\x7e]/g, '?');
  return `# Colours of terminals; those of the window follow from them.\n# Read from ${source}\n[terminal]\n${lines.join('\n')}\n`;
}

/** The failure is a sentence. */
export function readThemeFile(text: string): Result<TerminalColors, string> {
  const parsed = parseToml(text);
  if (!parsed.ok) return parsed;
  const table = parsed.value['terminal'];
  if (typeof table !== 'object' || table === null) return fail('it has no section [terminal]');
  const colors: Partial<Record<keyof TerminalColors, string>> = {};
  for (const name of COLOR_NAMES) {
    const written = (table as Readonly<Record<string, unknown>>)[dashed(name)];
    const color = typeof written === 'string' ? hexColor(written) : null;
    if (color === null) return fail(`terminal.${dashed(name)} has to be a colour such as "#a0b1c2"`);
    colors[name] = color;
  }
  return ok(colors as TerminalColors);
}

function dashed(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
