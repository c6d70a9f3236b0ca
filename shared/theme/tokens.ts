/**
 * Every colour of Fugue, written once. The window turns them into CSS variables (`--color-…`), the terminals into
 * their palette. Contrast of text on its background is at least 4.5 to 1.
 */
export interface Theme {
  /** As people call it. */
  readonly title: string;
  readonly dark: boolean;
  readonly color: {
    readonly canvas: string;
    readonly surface: string;
    readonly raised: string;
    readonly hover: string;
    readonly selected: string;
    readonly border: string;
    readonly borderStrong: string;
    readonly text: string;
    readonly textMuted: string;
    readonly accent: string;
    readonly accentText: string;
    readonly focus: string;
    readonly dotRunning: string;
    readonly dotIdle: string;
    readonly dotBusy: string;
    readonly dotWaiting: string;
    readonly dotDone: string;
    readonly dotProblem: string;
    readonly dotEnded: string;
    readonly warningBackground: string;
    readonly warningText: string;
    readonly errorBackground: string;
    readonly errorText: string;
    readonly shadow: string;
  };
  readonly terminal: TerminalColors;
  /** Colours of words in code that is shown as text. */
  readonly code: CodeColors;
}

export type CodeColors = Readonly<
  Record<'keyword' | 'string' | 'number' | 'title' | 'type' | 'deletion' | 'comment', string>
>;

/** What programs in terminals paint with. */
export interface TerminalColors {
  readonly foreground: string;
  readonly background: string;
  readonly cursor: string;
  readonly cursorAccent: string;
  readonly selectionBackground: string;
  readonly black: string;
  readonly red: string;
  readonly green: string;
  readonly yellow: string;
  readonly blue: string;
  readonly magenta: string;
  readonly cyan: string;
  readonly white: string;
  readonly brightBlack: string;
  readonly brightRed: string;
  readonly brightGreen: string;
  readonly brightYellow: string;
  readonly brightBlue: string;
  readonly brightMagenta: string;
  readonly brightCyan: string;
  readonly brightWhite: string;
}

export const darkTheme: Theme = {
  title: 'Dark',
  dark: true,
  color: {
    canvas: '#0e1013',
    surface: '#15181d',
    raised: '#1c2027',
    hover: '#232831',
    selected: '#2a313c',
    border: '#262b34',
    borderStrong: '#3a4250',
    text: '#e4e7ec',
    textMuted: '#9aa3b2',
    accent: '#d9a066',
    accentText: '#1a1206',
    focus: '#d9a066',
    dotRunning: '#7f8a9c',
    dotIdle: '#6fb3d9',
    dotBusy: '#c59cf2',
    dotWaiting: '#f0b64d',
    dotDone: '#7ec98f',
    dotProblem: '#f07f76',
    dotEnded: '#59616f',
    warningBackground: '#33280f',
    warningText: '#f3cf85',
    errorBackground: '#3a1b1a',
    errorText: '#f7aaa3',
    shadow: 'rgba(0, 0, 0, 0.55)',
  },
  terminal: {
    foreground: '#e6eaf0',
    background: '#111419',
    cursor: '#d9a066',
    cursorAccent: '#111419',
    selectionBackground: '#3d4a5f',
    black: '#23272f',
    red: '#ec7b72',
    green: '#8ccb8d',
    yellow: '#e3c272',
    blue: '#7aaef0',
    magenta: '#c79bf0',
    cyan: '#72c7d1',
    white: '#ced3dc',
    brightBlack: '#717b8c',
    brightRed: '#f79b93',
    brightGreen: '#a8dda6',
    brightYellow: '#f0d595',
    brightBlue: '#9cc4f7',
    brightMagenta: '#d9b8f6',
    brightCyan: '#97dbe2',
    brightWhite: '#f2f4f8',
  },
  code: {
    keyword: '#c79bf0',
    string: '#8ccb8d',
    number: '#e3c272',
    title: '#7aaef0',
    type: '#72c7d1',
    deletion: '#ec7b72',
    comment: '#9aa3b2',
  },
};

export const lightTheme: Theme = {
  title: 'Light',
  dark: false,
  color: {
    canvas: '#e9e7e2',
    surface: '#f5f3ef',
    raised: '#ffffff',
    hover: '#e8e5df',
    selected: '#dedad1',
    border: '#d6d2c9',
    borderStrong: '#b5afa3',
    text: '#1f2328',
    textMuted: '#5a606b',
    accent: '#8a5418',
    accentText: '#ffffff',
    focus: '#8a5418',
    dotRunning: '#6b7380',
    dotIdle: '#2478a8',
    dotBusy: '#7c45b8',
    dotWaiting: '#a86400',
    dotDone: '#2b7f41',
    dotProblem: '#c0362c',
    dotEnded: '#9aa0a9',
    warningBackground: '#fdf0cf',
    warningText: '#6a4700',
    errorBackground: '#fbe1de',
    errorText: '#8f1f17',
    shadow: 'rgba(40, 35, 25, 0.22)',
  },
  terminal: {
    foreground: '#24292f',
    background: '#fcfbf8',
    cursor: '#8a5418',
    cursorAccent: '#fcfbf8',
    selectionBackground: '#cfd9e8',
    black: '#24292f',
    red: '#b3261e',
    green: '#256b37',
    yellow: '#7a5400',
    blue: '#1f5fae',
    magenta: '#7b3fb0',
    cyan: '#146c78',
    white: '#6a717c',
    brightBlack: '#5c6470',
    brightRed: '#c8372d',
    brightGreen: '#2d7d42',
    brightYellow: '#8c6200',
    brightBlue: '#2a6fc4',
    brightMagenta: '#8d4fc4',
    brightCyan: '#197d8a',
    brightWhite: '#3d434c',
  },
  code: {
    keyword: '#7b3fb0',
    string: '#256b37',
    number: '#7a5400',
    title: '#1f5fae',
    type: '#146c78',
    deletion: '#b3261e',
    comment: '#5a606b',
  },
};
