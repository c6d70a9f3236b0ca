import { contrast, luminance, mix, readable } from './contrast';
import type { TerminalColors, Theme } from './tokens';

/** Text has to be readable on the lightest of dark backgrounds, and the darkest of light ones, with room to spare. */
const ROOM = 7.5;

/** A whole theme from the colours of a terminal: what the window paints is near to them, and can always be read. */
export function deriveTheme(title: string, terminal: TerminalColors): Theme {
  const dark = luminance(terminal.background) <= luminance(terminal.foreground);
  const [near, far] = dark ? ['#000000', '#ffffff'] : ['#ffffff', '#000000'];
  const ink = readable(terminal.foreground, [terminal.background]);
  let base = terminal.background;
  // A background of middle brightness leaves no room for text on what is chosen.
  for (let step = 0; step < 40 && contrast(far, mix(base, far, 0.16)) < ROOM; step += 1)
    base = mix(base, near, 0.1);
  const toward = (share: number): string => mix(base, dark ? ink : far, share);
  const surfaces = dark
    ? {
        canvas: mix(base, near, 0.3),
        surface: mix(base, near, 0.14),
        raised: toward(0.06),
        hover: toward(0.1),
        selected: toward(0.16),
      }
    : {
        canvas: toward(0.07),
        surface: toward(0.02),
        raised: mix(base, near, 0.6),
        hover: toward(0.07),
        selected: toward(0.12),
      };
  const below = Object.values(surfaces);
  const on = (color: string, ratio?: number): string => readable(color, below, ratio);
  const warningBackground = mix(base, terminal.yellow, 0.16);
  const errorBackground = mix(base, terminal.red, 0.18);
  const accent = on(terminal.blue);
  const textMuted = on(mix(ink, base, 0.3));
  return {
    title,
    dark,
    terminal,
    color: {
      ...surfaces,
      border: toward(0.17),
      borderStrong: toward(0.3),
      text: on(ink),
      textMuted,
      accent,
      accentText: readable(base, [accent]),
      focus: accent,
      dotRunning: on(mix(ink, base, 0.45)),
      dotIdle: on(terminal.cyan),
      dotBusy: on(terminal.magenta),
      dotWaiting: on(terminal.yellow),
      dotDone: on(terminal.green),
      dotProblem: on(terminal.red),
      dotEnded: on(mix(ink, base, 0.55), 3),
      warningBackground,
      warningText: readable(terminal.yellow, [warningBackground, ...below]),
      errorBackground,
      errorText: readable(terminal.red, [errorBackground, ...below]),
      shadow: dark ? 'rgba(0, 0, 0, 0.55)' : 'rgba(30, 30, 30, 0.22)',
    },
    code: {
      keyword: on(terminal.magenta),
      string: on(terminal.green),
      number: on(terminal.yellow),
      title: on(terminal.blue),
      type: on(terminal.cyan),
      deletion: on(terminal.red),
      comment: textMuted,
    },
  };
}
