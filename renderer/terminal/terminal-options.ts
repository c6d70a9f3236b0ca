import type { ITerminalOptions, ITheme } from '@xterm/xterm';
import type { Configuration } from '#shared/config/schema';
import type { ThemeName } from '#shared/theme/terminal-colors';
import { themes } from '#shared/theme/tokens';

/** Width of the bar at the right, which shows where one is and where matches lie. */
const SCROLLBAR_WIDTH = 10;

export function terminalTheme(name: ThemeName): ITheme {
  const { terminal, color } = themes[name];
  return {
    ...terminal,
    selectionInactiveBackground: terminal.selectionBackground,
    scrollbarSliderBackground: `${color.borderStrong}66`,
    scrollbarSliderHoverBackground: `${color.borderStrong}aa`,
    scrollbarSliderActiveBackground: color.borderStrong,
    overviewRulerBorder: terminal.background,
  };
}

export function fontSizeInForce(configuration: Configuration, delta: number): number {
  return Math.min(40, Math.max(6, configuration.appearance['font-size'] + delta));
}

/** The options that follow the configuration, the theme and the font size chosen in the window. */
export function terminalOptions(
  configuration: Configuration,
  theme: ThemeName,
  fontSizeDelta: number,
): ITerminalOptions {
  const { appearance, terminal } = configuration;
  return {
    theme: terminalTheme(theme),
    fontFamily: `"${appearance['font-family'].replaceAll('"', '')}", "JetBrains Mono", monospace`,
    fontSize: fontSizeInForce(configuration, fontSizeDelta),
    lineHeight: appearance['line-height'],
    cursorStyle: terminal['cursor-style'],
    cursorBlink: terminal['cursor-blink'],
    scrollback: terminal['scrollback-lines'],
    // Many programs assume a dark background; on a light one their colours need help to be read.
    minimumContrastRatio: theme === 'light' ? 4.5 : 1,
  };
}

/** The options that never change. */
export const FIXED_OPTIONS: ITerminalOptions = {
  allowProposedApi: true,
  altClickMovesCursor: false,
  cursorInactiveStyle: 'outline',
  logLevel: 'off',
  macOptionIsMeta: true,
  overviewRuler: { width: SCROLLBAR_WIDTH },
  rescaleOverlappingGlyphs: true,
};

/** How found text is marked. */
export function findColors(name: ThemeName) {
  const { terminal, color } = themes[name];
  return {
    matchBackground: name === 'dark' ? '#4a3d20' : '#f3dfa8',
    matchOverviewRuler: color.dotWaiting,
    activeMatchBackground: name === 'dark' ? '#8a6a1f' : '#e5b94a',
    activeMatchBorder: terminal.cursor,
    activeMatchColorOverviewRuler: color.accent,
  };
}
