import { parse } from 'smol-toml';
import { fromChannels } from '../contrast';
import { ANSI_NAMES } from '../palettes';
import type { FoundColors } from './colors';

/* What each format says of colours. Nothing is checked here; what is no such file has no colours. */

/** iTerm2: a property list with parts of red, green and blue from 0 to 1. */
export function readIterm(text: string): FoundColors {
  const names: Readonly<Record<string, keyof FoundColors>> = {
    'Foreground Color': 'foreground',
    'Background Color': 'background',
    'Cursor Color': 'cursor',
    'Cursor Text Color': 'cursorAccent',
    'Selection Color': 'selectionBackground',
    ...Object.fromEntries(ANSI_NAMES.map((name, index) => [`Ansi ${String(index)} Color`, name])),
  };
  const found: FoundColors = {};
  for (const [, key = '', body = ''] of text.matchAll(
    /<key>([^<]{1,60})<\/key>\s*<dict>([^]{0,1000}?)<\/dict>/g,
  )) {
    const name = names[key];
    const part = (color: string): number =>
      Number(new RegExp(`<key>${color} Component</key>\\s*<real>([^<]{1,40})</real>`).exec(body)?.[1]);
    const parts = ['Red', 'Green', 'Blue'].map(part);
    if (name !== undefined)
      found[name] = parts.some(Number.isNaN) ? '' : fromChannels(parts.map((value) => value * 255));
  }
  return found;
}

/** Alacritty, of any version with TOML. */
export function readAlacritty(text: string): FoundColors {
  const colors = tableIn(parse(text), 'colors');
  const primary = tableIn(colors, 'primary');
  const cursor = tableIn(colors, 'cursor');
  return strings({
    foreground: primary['foreground'],
    background: primary['background'],
    cursor: cursor['cursor'],
    cursorAccent: cursor['text'],
    selectionBackground: tableIn(colors, 'selection')['background'],
    ...Object.fromEntries(
      ANSI_NAMES.map((name, index) => [
        name,
        tableIn(colors, index < 8 ? 'normal' : 'bright')[ANSI_NAMES[index % 8] ?? ''],
      ]),
    ),
  });
}

/** The table of a JSON file with comments and commas behind the last entry. */
function schemeOf(text: string): Readonly<Record<string, unknown>> {
  const bare = text
    .replace(/^\ufeff/, '')
    .replace(/"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*[^]*?\*\//g, (part) => (part.startsWith('"') ? part : ''))
    .replace(/"(?:[^"\\\n]|\\.)*"|,(?=\s*[}\]])/g, (part) => (part === ',' ? '' : part));
  return tableIn({ scheme: JSON.parse(bare) as unknown }, 'scheme');
}

/** What a theme calls itself; null when it does not. */
export function readName(text: string): string | null {
  const line = /^(?:scheme|name):[ \t]*(["']?)([^"'\n]+?)\1[ \t]*$/m.exec(text)?.[2];
  if (line !== undefined) return line;
  try {
    const { name } = schemeOf(text);
    return typeof name === 'string' ? name : null;
  } catch {
    return null; // It is no JSON.
  }
}

/** The JSON of a scheme of Windows Terminal, or of a theme of VS Code, which may have comments. */
export function readJson(text: string): FoundColors {
  const scheme = schemeOf(text);
  const colors = tableIn(scheme, 'colors');
  if (Object.keys(colors).length === 0) {
    const purple = (name: string): string => name.replace('magenta', 'purple').replace('Magenta', 'Purple');
    return strings({
      foreground: scheme['foreground'],
      background: scheme['background'],
      cursor: scheme['cursorColor'],
      selectionBackground: scheme['selectionBackground'],
      ...Object.fromEntries(ANSI_NAMES.map((name) => [name, scheme[purple(name)]])),
    });
  }
  return strings({
    foreground: colors['terminal.foreground'] ?? colors['editor.foreground'] ?? colors['foreground'],
    background: colors['terminal.background'] ?? colors['editor.background'],
    cursor: colors['terminalCursor.foreground'] ?? colors['editorCursor.foreground'],
    selectionBackground: colors['terminal.selectionBackground'] ?? colors['editor.selectionBackground'],
    ...Object.fromEntries(
      ANSI_NAMES.map((name) => [
        name,
        colors[`terminal.ansi${name.charAt(0).toUpperCase()}${name.slice(1)}`],
      ]),
    ),
  });
}

/** kitty: a name and a colour in each line. */
export function readKitty(text: string): FoundColors {
  return fromNumbered(text, /^[ \t]*([a-z_]+\d*)[ \t]+(#?[0-9a-fx]{3,9})[ \t]*$/gim);
}

/** Resources of X, with definitions that are used further down. */
export function readXresources(text: string): FoundColors {
  const definitions = new Map(
    [...text.matchAll(/^#define[ \t]+(\S{1,80})[ \t]+(\S{1,80})/gm)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  );
  const plain = text.replace(
    /^([^!\n:]{0,100}:[ \t]*)(\S{1,80})/gm,
    (_line, before: string, value: string) => `${before}${definitions.get(value) ?? value}`,
  );
  return fromNumbered(plain, /^[^!\n:]{0,60}?[*.]([a-z]+\d*):[ \t]*(\S{1,40})[ \t]*$/gim);
}

/** base16: which of its sixteen stands for which of ours, as its own templates for terminals have it. */
export function readBase16(text: string): FoundColors {
  const bases = new Map(
    [...text.matchAll(/^[ \t]*base0([0-9A-F])[ \t]*:[ \t]*["']?(#?[0-9A-Fa-f]{6})["']?/gim)].map(
      ([, digit = '', color = '']) => [digit.toUpperCase(), color],
    ),
  );
  const order = '0 8 B A D E C 5 3 8 B A D E C 7'.split(' ');
  return strings({
    foreground: bases.get('5'),
    background: bases.get('0'),
    cursor: bases.get('5'),
    selectionBackground: bases.get('2'),
    ...Object.fromEntries(ANSI_NAMES.map((name, index) => [name, bases.get(order[index] ?? '')])),
  });
}

const NUMBERED: Readonly<Record<string, keyof FoundColors>> = {
  foreground: 'foreground',
  background: 'background',
  cursor: 'cursor',
  cursorcolor: 'cursor',
  cursor_text_color: 'cursorAccent',
  selection_background: 'selectionBackground',
  highlightcolor: 'selectionBackground',
  ...Object.fromEntries(ANSI_NAMES.map((name, index) => [`color${String(index)}`, name])),
};

function fromNumbered(text: string, line: RegExp): FoundColors {
  const found: FoundColors = {};
  for (const [, key = '', color = ''] of text.matchAll(line)) {
    const name = NUMBERED[key.toLowerCase()];
    if (name !== undefined) found[name] = color;
  }
  return found;
}

type Table = Readonly<Record<string, unknown>>;

function tableIn(table: Table, name: string): Table {
  const value = table[name];
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Table) : {};
}

function strings(colors: Readonly<Record<string, unknown>>): FoundColors {
  return Object.fromEntries(
    Object.entries(colors).filter(([, color]) => typeof color === 'string' && color !== ''),
  );
}
