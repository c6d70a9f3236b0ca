import type { Configuration } from '../config/schema';
import { themes } from './tokens';

export type ThemeName = keyof typeof themes;

/** The theme in force, given what the system prefers. */
export function themeInForce(setting: Configuration['appearance']['theme'], prefersDark: boolean): ThemeName {
  if (setting === 'system') return prefersDark ? 'dark' : 'light';
  return setting;
}

/** The colours that terminals tell programs which ask, so that programs pick readable ones. */
export function terminalColors(setting: Configuration['appearance']['theme'], prefersDark: boolean) {
  const { terminal } = themes[themeInForce(setting, prefersDark)];
  return { foreground: terminal.foreground, background: terminal.background, cursor: terminal.cursor };
}
