import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { ANSI_NAMES } from '#shared/theme/palettes';
import { importTheme, themeNameOf } from '#shared/theme/import/import-theme';

/** Sixteen colours that can be told apart: `#0a0a00` to `#0a0a0f`. */
const hex = (index: number): string => `0a0a0${index.toString(16)}`;
const EXPECTED = {
  ...Object.fromEntries(ANSI_NAMES.map((name, index) => [name, `#${hex(index)}`])),
  foreground: '#eeeeee',
  background: '#111111',
  cursor: '#ffcc00',
};

const real = (value: number): string => String(value / 255);
const itermColor = (name: string, color: string): string => {
  const [red, green, blue] = [0, 2, 4].map((place) => Number.parseInt(color.slice(place, place + 2), 16));
  return `<key>${name}</key>\n<dict>\n<key>Alpha Component</key><real>1</real>\n<key>Blue Component</key>\n<real>${real(blue!)}</real><key>Color Space</key><string>sRGB</string><key>Green Component</key><real>${real(green!)}</real><key>Red Component</key><real>${real(red!)}</real></dict>`;
};
const sixteen = (line: (index: number) => string): string =>
  ANSI_NAMES.map((_name, index) => line(index)).join('\n');
const plain = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'];
const upper = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

const FILES: Record<string, string> = {
  iterm: `<?xml version="1.0"?><plist version="1.0"><dict>${sixteen((index) => itermColor(`Ansi ${String(index)} Color`, hex(index)))}${itermColor('Foreground Color', 'eeeeee')}${itermColor('Background Color', '111111')}${itermColor('Cursor Color', 'ffcc00')}</dict></plist>`,
  alacritty: `# Ink\n[colors.primary]\nbackground = "0x111111"\nforeground = "#eee"\n[colors.cursor]\ncursor = "#ffcc00"\n[colors.normal]\n${plain.map((name, index) => `${name} = "#${hex(index)}"`).join('\n')}\n[colors.bright]\n${plain.map((name, index) => `${name} = '#${hex(index + 8)}'`).join('\n')}\n`,
  'windows terminal': JSON.stringify({
    name: 'Ink',
    foreground: '#EEEEEE',
    background: '#111111',
    cursorColor: '#FFCC00',
    ...Object.fromEntries(
      ANSI_NAMES.map((name, index) => [
        name.replace('magenta', 'purple').replace('Magenta', 'Purple'),
        `#${hex(index)}`,
      ]),
    ),
  }),
  'vs code': `// "comment" with https://words\n{ "name": "Ink // not a comment", "colors": { /* all */ "editor.background": "#111111ff", "terminal.foreground": "#eee",\n "terminalCursor.foreground": "#ffcc00",\n${sixteen((index) => `"terminal.ansi${upper(ANSI_NAMES[index]!)}": "#${hex(index)}",`)} }, }`,
  kitty: `# vim:ft=kitty\nforeground #eeeeee\nbackground  #111\ncursor #ffcc00\n${sixteen((index) => `color${String(index)} #${hex(index)}`)}\n`,
  xresources: `! Ink\n#define ground #111111\n*.foreground: #eeeeee\n*background: ground\nURxvt*cursorColor: #ffcc00\n${sixteen((index) => `*.color${String(index)}:   #${hex(index)}`)}\n`,
};

describe('a theme of another program', () => {
  it.each(Object.entries(FILES))('is read from %s', (_format, text) => {
    const read = importTheme(text);
    expect(read.ok ? read.value : read.error).toMatchObject(EXPECTED);
    const dos = importTheme(text.replaceAll('\n', '\r\n'));
    expect(dos).toEqual(read);
  });

  it('is read from base16, of both versions', () => {
    const bases = [...'0123456789ABCDEF'].map((digit, index) => [digit, index === 5 ? 'eeeeee' : hex(index)]);
    const old = `scheme: "Ink"\n${bases.map(([digit, color]) => `base0${digit!}: "${color!}"`).join('\n')}\n`;
    const read = importTheme(old);
    expect(read.ok ? read.value : read.error).toMatchObject({
      background: '#0a0a00',
      foreground: '#eeeeee',
      red: '#0a0a08',
      blue: '#0a0a0d',
      brightBlack: '#0a0a03',
    });
    const later = `system: "base16"\npalette:\n${bases.map(([digit, color]) => `  base0${digit!}: "#${color!}" # one`).join('\n')}\n`;
    expect(importTheme(later)).toEqual(read);
  });

  it('takes what is not told from what is', () => {
    const text = `foreground #eeeeee\nbackground #111111\n${FILES['kitty']!.split('\n').slice(4, 12).join('\n')}`;
    const read = importTheme(text);
    expect(read.ok ? read.value : read.error).toMatchObject({
      brightRed: '#0a0a01',
      cursor: '#eeeeee',
      cursorAccent: '#111111',
    });
  });

  it.each([
    ['', 'none of the formats'],
    ['just words', 'none of the formats'],
    ['{ "colors": ', "looks like JSON, but can't be read"],
    ['[colors.primary]\nbackground = = 1', "looks like Alacritty, but can't be read"],
    ['{}', 'read as JSON, but these colours are missing: black, red'],
    ['foreground #eeeeee\nbackground #111111\n', 'read as kitty, but these colours are missing: black, red'],
    [FILES['alacritty']!.replace('"#eee"', '"eggshell"'), 'foreground is "eggshell", which is no colour'],
    [FILES['kitty']!.replace('#eeeeee', '#121212'), "can't be read on #111111"],
    [FILES['iterm']!.replace('<real>0.0', '<real>x'), 'is "", which is no colour'],
  ])('that is broken is refused with a sentence: %#', (text, sentence) => {
    const read = importTheme(text);
    expect(read.ok ? 'taken' : read.error).toContain(sentence);
  });

  it('that is cut anywhere is refused or read, and never breaks the reader', () => {
    fc.assert(
      fc.property(fc.constantFrom(...Object.values(FILES)), fc.nat(6000), (text, end) => {
        const read = importTheme(text.slice(0, end));
        if (!read.ok) expect(read.error.length).toBeGreaterThan(10);
      }),
    );
  });

  it('is named after its file', () => {
    expect(
      [
        '/a/Tokyo Night_Storm.itermcolors',
        'C:\\x\\Ink!.json',
        'base16-ocean.yaml',
        'ö.conf',
        '.Xresources',
      ].map((file) => themeNameOf(file)),
    ).toEqual(['tokyo-night-storm', 'ink', 'base16-ocean', 'imported', 'imported']);
  });

  it('gives a theme the name that it has for itself, where it has one', () => {
    expect(
      themeNameOf('/x/download (3).json', '{ // mine\n "name": "Tide Pool", "foreground": "#fff", }'),
    ).toBe('tide-pool');
    expect(themeNameOf('/x/a.yaml', 'scheme: "Harbour Night"\nbase00: "000000"\n')).toBe('harbour-night');
    expect(themeNameOf('/x/dusk.json', '{ "name": 7 }')).toBe('dusk');
    expect(themeNameOf('/x/dusk.json', '{ "name": "***" }')).toBe('dusk');
    expect(themeNameOf('/x/dusk.conf', 'foreground #fff\n')).toBe('dusk');
  });
});
