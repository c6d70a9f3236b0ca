import type { ITerminalOptions, ITheme } from '@xterm/xterm';
import type { Configuration } from '#shared/config/schema';
import { fontNames } from './font-names';
import { mix } from '#shared/theme/contrast';
import type { Theme } from '#shared/theme/tokens';

/** Width of the bar at the right, which shows where one is and where matches lie. */
const SCROLLBAR_WIDTH = 10;

export function terminalTheme({ terminal, color }: Theme): ITheme {
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

function fontFamilies(setting: string): string {
  const names = [...fontNames(setting), 'JetBrains Mono'];
  return [...new Set(names)].map((name) => `"${name}"`).join(', ') + ', monospace, "Fugue Symbols"';
}

/** How a terminal looks. */
export interface TerminalLook {
  readonly options: ITerminalOptions;
  /** Characters that belong together are drawn as one, where the font can. */
  readonly ligatures: boolean;
}

/** The options that follow the configuration, the theme and the font size chosen in the window. */
export function terminalOptions(
  configuration: Configuration,
  theme: Theme,
  fontSizeDelta: number,
): TerminalLook {
  const { appearance, terminal } = configuration;
  const options: ITerminalOptions = {
    theme: terminalTheme(theme),
    fontFamily: fontFamilies(appearance['font-family']),
    fontSize: fontSizeInForce(configuration, fontSizeDelta),
    lineHeight: appearance['line-height'],
    letterSpacing: appearance['letter-spacing'],
    drawBoldTextInBrightColors: appearance['bold-is-bright'],
    screenReaderMode: terminal['screen-reader'],
    cursorStyle: terminal['cursor-style'],
    cursorBlink: terminal['cursor-blink'],
    scrollback: terminal['scrollback-lines'],
    // Many programs assume a dark background; on a light one their colours need help to be read.
    minimumContrastRatio: theme.dark ? 1 : 4.5,
  };
  return { options, ligatures: appearance.ligatures };
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
export function findColors({ terminal, color }: Theme) {
  return {
    matchBackground: mix(terminal.background, color.dotWaiting, 0.25),
    matchOverviewRuler: color.dotWaiting,
    activeMatchBackground: mix(terminal.background, color.dotWaiting, 0.5),
    activeMatchBorder: terminal.cursor,
    activeMatchColorOverviewRuler: color.accent,
  };
}
