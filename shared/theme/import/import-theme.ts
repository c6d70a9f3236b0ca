import { errorMessage } from '../../base/errors';
import type { Result } from '../../base/result';
import { fail } from '../../base/result';
import type { TerminalColors } from '../tokens';
import type { FoundColors } from './colors';
import { completeColors } from './colors';
import {
  readAlacritty,
  readBase16,
  readIterm,
  readJson,
  readKitty,
  readName,
  readXresources,
} from './formats';

interface Format {
  readonly title: string;
  readonly looksLike: (text: string) => boolean;
  readonly read: (text: string) => FoundColors;
}

/** In the order in which they are tried: what is surest comes first. */
const FORMATS: readonly Format[] = [
  { title: 'iTerm2', looksLike: (text) => /<plist\b|<key>Ansi 0 Color</.test(text), read: readIterm },
  { title: 'JSON', looksLike: (text) => /^\ufeff?\s*(?:\{|\/\/|\/\*)/.test(text), read: readJson },
  { title: 'base16', looksLike: (text) => /^[ \t]*base00[ \t]*:/im.test(text), read: readBase16 },
  { title: 'Alacritty', looksLike: (text) => /^\s*\[colors[.\]]/m.test(text), read: readAlacritty },
  {
    title: 'Xresources',
    looksLike: (text) => /^[^!\n:]{0,60}[*.](?:color\d+|foreground|background):/im.test(text),
    read: readXresources,
  },
  {
    title: 'kitty',
    looksLike: (text) => /^[ \t]*(?:color\d+|foreground|background)[ \t]+#?[0-9a-f]/im.test(text),
    read: readKitty,
  },
];

/**
 * The colours of a terminal from a file of another program: iTerm2, Alacritty, Windows Terminal, VS Code, kitty,
 * Xresources or base16. The failure is a sentence.
 */
export function importTheme(text: string): Result<TerminalColors, string> {
  const format = FORMATS.find(({ looksLike }) => looksLike(text));
  if (format === undefined)
    return fail(
      'this is none of the formats that can be read: iTerm2, Alacritty, Windows Terminal, VS Code, kitty, Xresources, base16',
    );
  try {
    const colors = completeColors(format.read(text));
    return colors.ok ? colors : fail(`read as ${format.title}, but ${colors.error}`);
  } catch (error) {
    const [first = ''] = errorMessage(error).split('\n');
    return fail(`it looks like ${format.title}, but can't be read: ${first}`);
  }
}

/** A name for a theme: what it calls itself, or made from the name of its file. */
export function themeNameOf(file: string, text = ''): string {
  const base = (file.split(/[\\/]/).at(-1) ?? '').replace(/\.[A-Za-z0-9]{1,12}$/, '');
  return asThemeName(readName(text) ?? '') ?? asThemeName(base) ?? 'imported';
}

function asThemeName(words: string): string | null {
  const name = words
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);
  return name === '' ? null : name;
}
