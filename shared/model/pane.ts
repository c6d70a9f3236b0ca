import type { AgentStatus } from './agent-state';
import type { ClaudeInPane } from './claude-in-pane';
import type { PaneId, WindowId } from './ids';

/** What a pane holds. A `claude` pane is a terminal whose program is a Claude that Fugue looks after. */
export const PANE_KINDS = ['terminal', 'claude'] as const;
export type PaneKind = (typeof PANE_KINDS)[number];

/** How the conversation in a pane is shown: as Claude draws it in a terminal, or as a chat of Fugue's. */
export const PANE_FACES = ['terminal', 'chat'] as const;
export type PaneFace = (typeof PANE_FACES)[number];

/**
 * The life of a pane's program. `waiting`: restored, and runs its command when the person presses Enter.
 * `failed`: it could not be started. `lost`: its terminal host ended underneath it.
 */
export type PaneProcess =
  | { readonly status: 'starting' }
  | { readonly status: 'running'; readonly pid: number; readonly startedAt: number }
  | {
      readonly status: 'exited';
      readonly exitCode: number | null;
      readonly signal: string | null;
      readonly endedAt: number;
    }
  | { readonly status: 'failed'; readonly reason: string; readonly endedAt: number }
  | { readonly status: 'lost'; readonly reason: string; readonly endedAt: number }
  /** `dormant`: it starts by itself when somebody looks at the pane or writes to it. */
  | { readonly status: 'waiting'; readonly reason: string; readonly dormant?: boolean };

export type PaneProcessStatus = PaneProcess['status'];
export const PANE_PROCESS_STATUSES = [
  'starting',
  'running',
  'exited',
  'failed',
  'lost',
  'waiting',
] as const satisfies readonly PaneProcessStatus[];

/** What a Claude that goes on would like to hear from the person. */
export interface HelpRequest {
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/**
 * The session of tmux in which the program of a pane runs, so that it outlives Fugue. `own`: in a server of Fugue's;
 * `person`: in the one that the person's own tmux commands talk to.
 */
export interface PaneInTmux {
  readonly server: 'own' | 'person';
  readonly session: string;
}

/** The session that a pane which is to outlive Fugue has in Fugue's own server. */
export function ownTmux(paneId: PaneId): PaneInTmux {
  return { server: 'own', session: `pane-${paneId}` };
}

export interface Pane {
  readonly id: PaneId;
  readonly windowId: WindowId;
  /** Given by a person or a command; null shows the program's own title. */
  readonly name: string | null;
  readonly kind: PaneKind;
  readonly face: PaneFace;
  /** The kind of agent that Fugue starts here, by the name of its backend. */
  readonly backend: string;
  /** A command line for the login shell; null is the login shell itself. */
  readonly command: string | null;
  /** Null for a program that ends with Fugue. */
  readonly tmux: PaneInTmux | null;
  /** The folder in which the program was started. */
  readonly startDirectory: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly createdAt: number;
  /** The pane whose program asked for this one. */
  readonly parentPane: PaneId | null;
  /** How many Claude panes stand above this one. */
  readonly depth: number;
  readonly process: PaneProcess;
  /** What the program set as its title; cleaned of control characters. */
  readonly title: string;
  /** Name of the program that has the terminal now, such as `vim`. */
  readonly program: string;
  /** The folder of that program. */
  readonly currentDirectory: string;
  /** Size of the terminal in cells. */
  readonly columns: number;
  readonly rows: number;
  /** Null while no Claude runs in the pane. */
  readonly agent: AgentStatus | null;
  /** Null where there has been no Claude. */
  readonly claude: ClaudeInPane | null;
  /** The program rang the bell and nobody has looked since. */
  readonly bell: boolean;
  /** Its Claude asked for help, and the person has not come yet. */
  readonly help: HelpRequest | null;
}

/** Whether Fugue itself talks to the Claude of a pane. One that lives in tmux is its terminal's. */
export function isChat(pane: Pick<Pane, 'kind' | 'face' | 'tmux'>): boolean {
  return pane.kind === 'claude' && pane.face === 'chat' && pane.tmux === null;
}

/** The name to show for a pane, in headers, lists and the window title alike. */
export function paneLabel(pane: Pane): string {
  if (pane.name !== null) return pane.name;
  if (pane.agent !== null && pane.title !== '') return pane.title;
  if (pane.command !== null) return pane.command;
  return pane.program !== '' ? pane.program : 'shell';
}

/** The same for one that may be closed by now. */
export function labelOf(pane: Pane | undefined): string {
  return pane === undefined ? 'a pane' : paneLabel(pane);
}
