/** What the floors agree on: the ways of getting output into a page that Fugue is compared with. */

export const FLOORS = ['naive', 'vscode', 'undrawn', 'bare', 'hello'] as const;
export type FloorName = (typeof FLOORS)[number];

export const FLOOR_LABELS: Readonly<Record<FloorName, string>> = {
  naive: 'naive IPC',
  vscode: "VS Code's constants",
  undrawn: 'nothing drawn',
  bare: 'bare xterm.js page',
  hello: 'hello-world window',
};

export interface FloorConfiguration {
  readonly floor: FloorName;
  readonly panes: number;
  readonly columns: number;
  readonly rows: number;
  readonly home: string;
}

/** Messages on the port between the floor's page and its terminal process. */
export type FloorDown = string | Uint8Array;
export type FloorUp =
  { readonly type: 'acknowledge'; readonly size: number } | { readonly type: 'input'; readonly data: string };

export interface OpenPane {
  readonly pane: number;
  readonly configuration: FloorConfiguration;
}

/** Visual Studio Code's own figures, for terminals whose program writes quickly. */
export const VSCODE = {
  batchMilliseconds: 5,
  pauseAbove: 100_000,
  resumeBelow: 5_000,
  acknowledgeEach: 5_000,
} as const;

/** Bytes under way of the floors that bound nothing else. */
export const ADAPTIVE_WINDOW = 256 * 1024;

export function shellOptions(configuration: FloorConfiguration) {
  return {
    name: 'xterm-256color',
    cols: configuration.columns,
    rows: configuration.rows,
    cwd: configuration.home,
    env: {
      PATH: process.env['PATH'] ?? '/usr/bin:/bin',
      HOME: configuration.home,
      LANG: 'C.UTF-8',
      TERM: 'xterm-256color',
    },
  };
}
