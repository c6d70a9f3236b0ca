import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_CONFIGURATION } from '#shared/config/schema';
import { contrast, hexColor, mix } from '#shared/theme/contrast';
import { deriveTheme } from '#shared/theme/derive';
import { ANSI_NAMES } from '#shared/theme/palettes';
import { formatThemeFile, readThemeFile } from '#shared/theme/theme-file';
import { BUILT_IN_THEMES, themeInForce, themeNames } from '#shared/theme/themes';
import type { TerminalColors, Theme } from '#shared/theme/tokens';

/** Pairs of the window's colours that are too near to each other, with how near. */
function tooNear({ color, code }: Theme): string[] {
  const below = ['canvas', 'surface', 'raised', 'hover', 'selected'] as const;
  const pairs: (readonly [string, string, string, number])[] = [
    ...below.flatMap((name) => [
      [`text on ${name}`, color.text, color[name], 4.5] as const,
      [`textMuted on ${name}`, color.textMuted, color[name], 4.5] as const,
    ]),
    ...(['canvas', 'surface', 'raised'] as const).flatMap((name) => [
      [`errorText on ${name}`, color.errorText, color[name], 4.5] as const,
      [`warningText on ${name}`, color.warningText, color[name], 4.5] as const,
      [`focus on ${name}`, color.focus, color[name], 3] as const,
      [`dotWaiting on ${name}`, color.dotWaiting, color[name], 3] as const,
      ...Object.entries(code).map(
        ([word, value]) => [`${word} on ${name}`, value, color[name], 4.5] as const,
      ),
    ]),
    ['accentText on accent', color.accentText, color.accent, 4.5],
    ['warningText', color.warningText, color.warningBackground, 4.5],
    ['errorText', color.errorText, color.errorBackground, 4.5],
  ];
  return pairs
    .filter(([, one, other, ratio]) => contrast(one, other) < ratio)
    .map(([name, one, other]) => `${name}: ${contrast(one, other).toFixed(2)}`);
}

describe.each(Object.entries(BUILT_IN_THEMES))('the theme %s', (_name, theme) => {
  it('can be read everywhere', () => {
    expect(tooNear(theme)).toEqual([]);
    expect(contrast(theme.terminal.foreground, theme.terminal.background)).toBeGreaterThan(4);
  });
});

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
const names = [
  'foreground',
  'background',
  'cursor',
  'cursorAccent',
  'selectionBackground',
  ...ANSI_NAMES,
] as const;
const palette = fc
  .tuple(...names.map(() => color))
  .map(
    (colors) =>
      Object.fromEntries(names.map((name, index) => [name, colors[index]])) as unknown as TerminalColors,
  );

describe('a theme from any colours of a terminal', () => {
  it('can be read everywhere', () => {
    fc.assert(
      fc.property(palette, (colors) => {
        expect(tooNear(deriveTheme('any', colors))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('is kept in a file that gives it back', () => {
    fc.assert(
      fc.property(palette, fc.string(), (colors, from) => {
        expect(readThemeFile(formatThemeFile(colors, from))).toEqual({ ok: true, value: colors });
      }),
      { numRuns: 50 },
    );
    expect(readThemeFile('')).toEqual({ ok: false, error: 'it has no section [terminal]' });
    const broken = formatThemeFile(BUILT_IN_THEMES.nord.terminal, 'x').replace('"#bf616a"', '"redish"');
    expect(readThemeFile(broken)).toEqual({
      ok: false,
      error: 'terminal.red has to be a colour such as "#a0b1c2"',
    });
  });
});

describe('the theme in force', () => {
  const appearance = { ...DEFAULT_CONFIGURATION.appearance, 'theme-dark': 'nord', 'theme-light': 'mine' };
  const own = { mine: BUILT_IN_THEMES['solarized-light'].terminal };

  it('is the one that is named, or what the system prefers', () => {
    expect(themeInForce({ ...appearance, theme: 'gruvbox' }, false, own).title).toBe('Gruvbox');
    expect(themeInForce({ ...appearance, theme: 'system' }, true, own).title).toBe('Nord');
    expect(themeInForce({ ...appearance, theme: 'system' }, false, own).title).toBe('Mine');
    expect(themeInForce({ ...appearance, theme: 'system' }, false, {}).title).toBe('Light');
    expect(themeInForce({ ...appearance, theme: 'gone' }, false, {}).title).toBe('Dark');
    expect(themeNames({ ...own, nord: own.mine }).slice(-2)).toEqual(['solarized-light', 'mine']);
  });
});

describe('colours', () => {
  it('are read in each way of writing, mixed and compared', () => {
    expect([hexColor('#ABC'), hexColor('aabbccdd'), hexColor('red'), hexColor('')]).toEqual([
      '#aabbcc',
      '#aabbcc',
      null,
      null,
    ]);
    expect(mix('#000000', '#ffffff', 0.5)).toBe('#808080');
    expect(contrast('#000000', '#ffffff')).toBe(21);
  });
});
