import type { PaneView, SessionView, WindowView } from '#shared/commands/views';
import { formatLayout } from '#shared/layout/text-form';
import type { AgentStatus } from '#shared/model/agent-state';
import type { ClaudeInPane } from '#shared/model/claude-in-pane';
import type { Pane } from '#shared/model/pane';
import { paneLabel } from '#shared/model/pane';
import type { Session } from '#shared/model/session';
import type { Window } from '#shared/model/window';
import { panesOf, windowsOf } from '#shared/state/selectors';
import type { AppState } from '#shared/state/state';
import { windowOf } from './targets';

/** The state in the shapes that callers of commands rely on. */

export function processView(pane: Pane): PaneView['process'] {
  const { process } = pane;
  return {
    status: process.status,
    pid: process.status === 'running' ? process.pid : null,
    exit_code: process.status === 'exited' ? process.exitCode : null,
    signal: process.status === 'exited' ? process.signal : null,
    reason: 'reason' in process ? process.reason : null,
  };
}

export function agentView(agent: AgentStatus | null): PaneView['agent'] {
  if (agent === null) return null;
  const { waitingFor, resetsAt, ...rest } = agent;
  return { ...rest, waiting_for: waitingFor, resets_at: resetsAt };
}

function claudeView(claude: ClaudeInPane | null): PaneView['claude'] {
  if (claude === null) return null;
  return {
    managed: claude.managed,
    driver: claude.driver,
    session_id: claude.sessionId,
    transcript_path: claude.transcriptPath,
    cwd: claude.directory,
    isolation: claude.isolation,
    config_dir: claude.configDirectory,
    is_resumed: claude.resumed,
    restart_at: claude.restartAt,
  };
}

export function paneView(state: AppState, pane: Pane): PaneView {
  const window = windowOf(state, pane);
  return {
    id: pane.id,
    index: panesOf(state, window.id).findIndex((entry) => entry.id === pane.id),
    window_id: window.id,
    session_id: window.sessionId,
    name: pane.name,
    label: paneLabel(pane),
    kind: pane.kind,
    face: pane.face,
    command: pane.command,
    program: pane.program,
    title: pane.title,
    cwd: pane.currentDirectory,
    columns: pane.columns,
    rows: pane.rows,
    active: window.activePaneId === pane.id,
    zoomed: window.zoomedPaneId === pane.id,
    parent_pane: pane.parentPane,
    depth: pane.depth,
    process: processView(pane),
    keep_alive: pane.tmux !== null,
    tmux_session: pane.tmux?.session ?? null,
    agent: agentView(pane.agent),
    claude: claudeView(pane.claude),
  };
}

export function windowView(state: AppState, window: Window): WindowView {
  const session = state.sessions[window.sessionId];
  return {
    id: window.id,
    index: session?.windowIds.indexOf(window.id) ?? 0,
    session_id: window.sessionId,
    name: window.name,
    active: session?.activeWindowId === window.id,
    panes: panesOf(state, window.id).length,
    active_pane: window.activePaneId,
    zoomed_pane: window.zoomedPaneId,
    layout: formatLayout(window.layout),
  };
}

export function sessionView(state: AppState, session: Session): SessionView {
  const windows = windowsOf(state, session.id);
  return {
    id: session.id,
    index: state.sessionOrder.indexOf(session.id),
    name: session.name,
    active: state.activeSessionId === session.id,
    windows: windows.length,
    panes: windows.reduce((sum, window) => sum + panesOf(state, window.id).length, 0),
    tags: [...session.tags],
    metadata: { ...session.metadata },
    created_at: session.createdAt,
  };
}
