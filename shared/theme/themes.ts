import type { Configuration } from '../config/schema';
import { deriveTheme } from './derive';
import { catppuccin, gruvbox, nord, solarizedLight } from './palettes';
import type { TerminalColors, Theme } from './tokens';
import { darkTheme, lightTheme } from './tokens';

type Derived = WeakMap<TerminalColors, Theme>;

const cameWith: Derived = new WeakMap();
const ofOwn: Derived = new WeakMap();

function derivedTheme(title: string, colors: TerminalColors, derived: Derived): Theme {
  const theme = derived.get(colors) ?? deriveTheme(title, colors);
  derived.set(colors, theme);
  return theme;
}

/** The themes that come with Fugue, by the names that settings use. One is worked out when it is first asked for. */
export const BUILT_IN_THEMES = {
  dark: darkTheme,
  light: lightTheme,
  get nord() {
    return derivedTheme('Nord', nord, cameWith);
  },
  get gruvbox() {
    return derivedTheme('Gruvbox', gruvbox, cameWith);
  },
  get catppuccin() {
    return derivedTheme('Catppuccin', catppuccin, cameWith);
  },
  get 'solarized-light'() {
    return derivedTheme('Solarized light', solarizedLight, cameWith);
  },
} as const satisfies Readonly<Record<string, Theme>>;

/** Follows the system: it takes the theme that the settings name for dark, or for light. */
export const SYSTEM_THEME = 'system';

/** Themes of the person's own, by name: the colours that their files hold. */
export type OwnThemes = Readonly<Record<string, TerminalColors>>;

type ThemeSettings = Pick<Configuration['appearance'], 'theme' | 'theme-dark' | 'theme-light'>;

/** Null when there is none of the name. A theme that comes with Fugue stands before one of the person's own. */
export function themeNamed(name: string, own: OwnThemes): Theme | null {
  if (Object.hasOwn(BUILT_IN_THEMES, name)) return BUILT_IN_THEMES[name as keyof typeof BUILT_IN_THEMES];
  const colors = Object.hasOwn(own, name) ? own[name] : undefined;
  if (colors === undefined) return null;
  return derivedTheme(titleOf(name), colors, ofOwn);
}

export function isThemeName(name: string): boolean {
  return /^[a-z0-9][a-z0-9-]{0,59}$/.test(name);
}

/** Settings that name a theme, with whether they may follow the system. */
const THEME_SETTINGS: Readonly<Record<string, boolean>> = {
  'appearance.theme': true,
  'appearance.theme-dark': false,
  'appearance.theme-light': false,
};

/** The names that a setting may hold; null for one that names no theme. */
export function themeChoices(setting: string, own: readonly string[]): readonly string[] | null {
  const system = Object.hasOwn(THEME_SETTINGS, setting) ? THEME_SETTINGS[setting] : undefined;
  if (system === undefined) return null;
  const names = [...Object.keys(BUILT_IN_THEMES), ...own];
  return system ? [...names, SYSTEM_THEME] : names;
}

/** What is wrong with the value of a setting that names a theme; null when nothing is. */
export function themeFault(setting: string, value: unknown, own: readonly string[]): string | null {
  const choices = themeChoices(setting, own);
  if (choices === null || choices.includes(value as string)) return null;
  return `expected one of ${choices.map((name) => `"${name}"`).join('|')}`;
}

/** All names in the order of lists. */
export function themeNames(own: OwnThemes): readonly string[] {
  const added = Object.keys(own).filter((name) => !Object.hasOwn(BUILT_IN_THEMES, name));
  return [...Object.keys(BUILT_IN_THEMES), ...added.sort()];
}

/** The theme in force, given what the system prefers. One that is missing counts as the dark or light one of Fugue. */
export function themeInForce(settings: ThemeSettings, prefersDark: boolean, own: OwnThemes): Theme {
  const usual = prefersDark ? darkTheme : lightTheme;
  if (settings.theme !== SYSTEM_THEME) return themeNamed(settings.theme, own) ?? darkTheme;
  return themeNamed(prefersDark ? settings['theme-dark'] : settings['theme-light'], own) ?? usual;
}

/** The colours that terminals tell programs which ask, so that programs pick readable ones. */
export function terminalColors(settings: ThemeSettings, prefersDark: boolean, own: OwnThemes) {
  const { terminal } = themeInForce(settings, prefersDark, own);
  return { foreground: terminal.foreground, background: terminal.background, cursor: terminal.cursor };
}

function titleOf(name: string): string {
  const words = name.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
