import type { TerminalColors } from './tokens';

/** The sixteen colours in the order of terminals, with what is around them. */
function palette(
  around: Pick<
    TerminalColors,
    'foreground' | 'background' | 'cursor' | 'cursorAccent' | 'selectionBackground'
  >,
  sixteen: string,
): TerminalColors {
  const colors = sixteen.split(' ');
  return {
    ...around,
    ...(Object.fromEntries(ANSI_NAMES.map((name, index) => [name, `#${colors[index] ?? '000000'}`])) as Omit<
      TerminalColors,
      keyof typeof around
    >),
  };
}

export const ANSI_NAMES = [
  'black',
  'red',
  'green',
  'yellow',
  'blue',
  'magenta',
  'cyan',
  'white',
  'brightBlack',
  'brightRed',
  'brightGreen',
  'brightYellow',
  'brightBlue',
  'brightMagenta',
  'brightCyan',
  'brightWhite',
] as const;

/** Palettes that many people know, as their makers publish them for terminals. */
export const nord = palette(
  {
    foreground: '#d8dee9',
    background: '#2e3440',
    cursor: '#d8dee9',
    cursorAccent: '#2e3440',
    selectionBackground: '#434c5e',
  },
  '3b4252 bf616a a3be8c ebcb8b 81a1c1 b48ead 88c0d0 e5e9f0 4c566a bf616a a3be8c ebcb8b 81a1c1 b48ead 8fbcbb eceff4',
);

export const gruvbox = palette(
  {
    foreground: '#ebdbb2',
    background: '#282828',
    cursor: '#ebdbb2',
    cursorAccent: '#282828',
    selectionBackground: '#504945',
  },
  '282828 cc241d 98971a d79921 458588 b16286 689d6a a89984 928374 fb4934 b8bb26 fabd2f 83a598 d3869b 8ec07c ebdbb2',
);

export const catppuccin = palette(
  {
    foreground: '#cdd6f4',
    background: '#1e1e2e',
    cursor: '#f5e0dc',
    cursorAccent: '#1e1e2e',
    selectionBackground: '#45475a',
  },
  '45475a f38ba8 a6e3a1 f9e2af 89b4fa f5c2e7 94e2d5 bac2de 585b70 f38ba8 a6e3a1 f9e2af 89b4fa f5c2e7 94e2d5 a6adc8',
);

export const solarizedLight = palette(
  {
    foreground: '#657b83',
    background: '#fdf6e3',
    cursor: '#586e75',
    cursorAccent: '#fdf6e3',
    selectionBackground: '#eee8d5',
  },
  '073642 dc322f 859900 b58900 268bd2 d33682 2aa198 eee8d5 002b36 cb4b16 586e75 657b83 839496 6c71c4 93a1a1 fdf6e3',
);
