import { commandFolder } from '../system/command-shim';
import { PANE_TOKEN_VARIABLE } from '../system/pane-tokens';

/** The environment that a program in a pane starts with. Pure: gathers nothing itself. */

export interface PaneEnvironmentInput {
  /** What the login shell sets, or the app's own environment when that could not be had. */
  readonly base: Readonly<Record<string, string | undefined>>;
  /** Variables of the pane's session, then of the pane: later ones win. */
  readonly layers: readonly Readonly<Record<string, string>>[];
  readonly identity: {
    readonly paneId: string;
    readonly sessionId: string;
    readonly depth: number;
    readonly parentPane: string | null;
    readonly home: string;
    /** By which the pane's programs show that they speak for it; null leaves it out. */
    readonly token: string | null;
  };
  readonly version: string;
  readonly platform: string;
}

/** Marks that another terminal, multiplexer, agent or runtime left; in a pane they would be lies. */
const FOREIGN_MARKERS = new Set([
  'TERM_PROGRAM',
  'TERM_PROGRAM_VERSION',
  'TERM_SESSION_ID',
  'TMUX',
  'TMUX_PANE',
  'STY',
  'WINDOW',
  'WINDOWID',
  'VTE_VERSION',
  'WT_SESSION',
  'WT_PROFILE_ID',
  'TERMINATOR_UUID',
  'COLORFGBG',
  'COLUMNS',
  'LINES',
  'GNOME_TERMINAL_SCREEN',
  'GNOME_TERMINAL_SERVICE',
  'CLAUDECODE',
  'CLAUDE_CODE_CHILD_SESSION',
  'CLAUDE_CODE_SESSION_ID',
  'CLAUDE_CODE_ENTRYPOINT',
  'CLAUDE_CODE_SSE_PORT',
  'CLAUDE_CODE_MESSAGING_TOKEN',
  'CLAUDE_PROJECT_DIR',
  'CLAUDE_ENV_FILE',
  'CLAUDE_EFFORT',
  'AI_AGENT',
  'CHROME_DESKTOP',
  'ORIGINAL_XDG_CURRENT_DESKTOP',
  'GDK_BACKEND',
  'NO_AT_BRIDGE',
]);

const FOREIGN_PREFIXES = [
  'ELECTRON_',
  'FUGUE_',
  'VSCODE_',
  'ITERM_',
  'LC_TERMINAL',
  'KITTY_',
  'WEZTERM_',
  'ALACRITTY_',
  'GHOSTTY_',
  'KONSOLE_',
  'ZELLIJ',
  'CMUX_',
  'SUPERSET_',
];

export function isForeignMarker(name: string): boolean {
  return FOREIGN_MARKERS.has(name) || FOREIGN_PREFIXES.some((prefix) => name.startsWith(prefix));
}

export function paneEnvironment(input: PaneEnvironmentInput): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const [name, value] of Object.entries(input.base)) {
    if (value !== undefined && !isForeignMarker(name)) environment[name] = value;
  }
  ensureUnicodeLocale(environment, input.platform);
  environment['TERM'] = 'xterm-256color';
  environment['COLORTERM'] = 'truecolor';
  environment['TERM_PROGRAM'] = 'fugue';
  environment['TERM_PROGRAM_VERSION'] = input.version;
  for (const layer of input.layers) Object.assign(environment, layer);
  // Last, so that no layer can make a pane pass for another one.
  environment['FUGUE_HOME'] = input.identity.home;
  // Behind everything else: a `fugue` of the person's own comes first.
  const commands = commandFolder(input.identity.home);
  const others = (environment['PATH'] ?? '').split(':').filter((folder) => folder !== commands);
  environment['PATH'] = others.join('') === '' ? commands : [...others, commands].join(':');
  if (input.identity.token !== null) environment[PANE_TOKEN_VARIABLE] = input.identity.token;
  environment['FUGUE_PANE_ID'] = input.identity.paneId;
  environment['FUGUE_SESSION_ID'] = input.identity.sessionId;
  environment['FUGUE_SESSION_DEPTH'] = String(input.identity.depth);
  if (input.identity.parentPane === null) delete environment['FUGUE_PARENT_PANE'];
  else environment['FUGUE_PARENT_PANE'] = input.identity.parentPane;
  return environment;
}

/** Without a UTF-8 locale many programs print `?` for every box line and accent. */
function ensureUnicodeLocale(environment: Record<string, string>, platform: string): void {
  const effective = environment['LC_ALL'] || environment['LC_CTYPE'] || environment['LANG'] || '';
  if (/utf-?8/i.test(effective)) return;
  delete environment['LC_ALL'];
  environment['LC_CTYPE'] = platform === 'darwin' ? 'UTF-8' : 'C.UTF-8';
}
