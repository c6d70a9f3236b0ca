import { z } from 'zod';
import type { Result } from '../base/result';
import { fail, ok } from '../base/result';
import { formatLayout } from '../layout/text-form';
import { AGENT_STATES } from '../model/agent-state';
import { DEFAULT_BACKEND } from '../model/agent-role';
import { CLAUDE_ISOLATIONS } from '../model/claude-in-pane';
import type { Pane } from '../model/pane';
import { PANE_FACES, PANE_KINDS } from '../model/pane';
import { panesOf, sessionsInOrder, windowsOf } from './selectors';
import type { AppState } from './state';

/** What is kept of the workspace over a restart. The file names its version; older ones are migrated. */
export const SNAPSHOT_VERSION = 2;

const strings = z.record(z.string(), z.string());

const claudeSnapshot = z.object({
  managed: z.boolean(),
  sessionId: z.guid().nullable().catch(null),
  transcriptPath: z.string().nullable(),
  directory: z.string(),
  isolation: z.enum(CLAUDE_ISOLATIONS),
  configDirectory: z.string(),
  arguments: z.array(z.string()),
  resumed: z.boolean(),
  /** What it did when the snapshot was made, and since when; null when nothing ran. */
  state: z.enum(AGENT_STATES).nullable().catch(null),
  stateChangedAt: z.number().nullable(),
});

const paneSnapshot = z.object({
  id: z.uuid(),
  name: z.string().nullable(),
  kind: z.enum(PANE_KINDS),
  /** Absent in files of before there was more than one. */
  face: z.enum(PANE_FACES).catch('terminal').default('terminal'),
  /** Absent in files of before there was a choice. */
  backend: z.string().min(1).max(100).catch(DEFAULT_BACKEND).default(DEFAULT_BACKEND),
  command: z.string().nullable(),
  /** Absent in files of before there was such a thing. */
  tmux: z
    .object({ server: z.enum(['own', 'person']), session: z.string() })
    .nullable()
    .catch(null)
    .default(null),
  directory: z.string(),
  environment: strings,
  createdAt: z.number(),
  parentPane: z.uuid().nullable(),
  depth: z.number().int().min(0),
  title: z.string(),
  program: z.string(),
  columns: z.number().int().min(1).max(1000),
  rows: z.number().int().min(1).max(1000),
  /** Null where there has been no Claude. */
  claude: claudeSnapshot.nullable().catch(null),
});

const windowSnapshot = z.object({
  id: z.uuid(),
  name: z.string(),
  createdAt: z.number(),
  /** One-line text form. */
  layout: z.string(),
  activePane: z.uuid(),
  zoomedPane: z.uuid().nullable(),
  panes: z.array(paneSnapshot).min(1),
});

const sessionSnapshot = z.object({
  id: z.uuid(),
  name: z.string(),
  createdAt: z.number(),
  environment: strings,
  metadata: strings,
  tags: z.array(z.string()),
  activeWindow: z.uuid(),
  windows: z.array(windowSnapshot).min(1),
});

export const workspaceSnapshot = z.object({
  version: z.literal(SNAPSHOT_VERSION),
  savedAt: z.number(),
  activeSession: z.uuid().nullable(),
  sessions: z.array(sessionSnapshot),
});

export type WorkspaceSnapshot = z.output<typeof workspaceSnapshot>;
export type SessionSnapshot = z.output<typeof sessionSnapshot>;
export type WindowSnapshot = z.output<typeof windowSnapshot>;
export type PaneSnapshot = z.output<typeof paneSnapshot>;

export function takeSnapshot(state: AppState, savedAt: number): WorkspaceSnapshot {
  return {
    version: SNAPSHOT_VERSION,
    savedAt,
    activeSession: state.activeSessionId,
    sessions: sessionsInOrder(state).map((session) => ({
      id: session.id,
      name: session.name,
      createdAt: session.createdAt,
      environment: { ...session.environment },
      metadata: { ...session.metadata },
      tags: [...session.tags],
      activeWindow: session.activeWindowId,
      windows: windowsOf(state, session.id).map((window) => ({
        id: window.id,
        name: window.name,
        createdAt: window.createdAt,
        layout: formatLayout(window.layout),
        activePane: window.activePaneId,
        zoomedPane: window.zoomedPaneId,
        panes: panesOf(state, window.id).map((pane) => ({
          id: pane.id,
          name: pane.name,
          kind: pane.kind,
          face: pane.face,
          backend: pane.backend,
          command: pane.command,
          tmux: pane.tmux,
          directory: pane.currentDirectory,
          environment: { ...pane.environment },
          createdAt: pane.createdAt,
          parentPane: pane.parentPane,
          depth: pane.depth,
          title: pane.title,
          program: pane.program,
          columns: pane.columns,
          rows: pane.rows,
          claude: claudeOf(pane),
        })),
      })),
    })),
  };
}

function claudeOf(pane: Pane): PaneSnapshot['claude'] {
  const { claude, agent } = pane;
  if (claude === null) return null;
  return {
    managed: claude.managed,
    sessionId: claude.sessionId,
    transcriptPath: claude.transcriptPath,
    directory: claude.directory,
    isolation: claude.isolation,
    configDirectory: claude.configDirectory,
    arguments: [...claude.arguments],
    resumed: claude.resumed,
    state: agent?.state ?? null,
    stateChangedAt: agent?.since ?? null,
  };
}

/** Turns a file of one version into one of the next. The list starts at version 1 and has no gaps. */
type Migration = (contents: Record<string, unknown>) => Record<string, unknown>;
const MIGRATIONS: readonly Migration[] = [addClaude];

/** Version 2 keeps what is known of the Claude in a pane. */
function addClaude(contents: Record<string, unknown>): Record<string, unknown> {
  return {
    ...contents,
    version: 2,
    sessions: eachOf(contents['sessions'], (session) => ({
      ...session,
      windows: eachOf(session['windows'], (window) => ({
        ...window,
        panes: eachOf(window['panes'], (pane) => ({ ...pane, claude: null })),
      })),
    })),
  };
}

/** Changes each object of a list; what is no list or no object is left for the schema to refuse. */
function eachOf(list: unknown, change: (item: Record<string, unknown>) => Record<string, unknown>): unknown {
  if (!Array.isArray(list)) return list;
  return list.map((item: unknown) =>
    typeof item === 'object' && item !== null ? change(item as Record<string, unknown>) : item,
  );
}

/** Reads what a snapshot file holds. The failure is a sentence that says what is wrong with it. */
export function readSnapshot(contents: unknown): Result<WorkspaceSnapshot, string> {
  if (typeof contents !== 'object' || contents === null || Array.isArray(contents)) {
    return fail('it holds no workspace');
  }
  let current = contents as Record<string, unknown>;
  const { version } = current;
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) {
    return fail('it names no version');
  }
  if (version > SNAPSHOT_VERSION) {
    return fail(`it was written by a newer Fugue (version ${String(version)} of the format)`);
  }
  for (const migrate of MIGRATIONS.slice(version - 1)) current = migrate(current);
  const parsed = workspaceSnapshot.safeParse(current);
  if (parsed.success) return ok(parsed.data);
  const [issue] = parsed.error.issues;
  return fail(`${issue?.path.join('.') ?? ''} is wrong: ${issue?.message ?? 'unknown fault'}`);
}
