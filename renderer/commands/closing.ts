import type { PaneId, SessionId, WindowId } from '#shared/model/ids';
import type { Pane } from '#shared/model/pane';
import { paneLabel } from '#shared/model/pane';
import { panesOf, panesOfSession } from '#shared/state/selectors';
import { appState } from '../store/replica';
import { runCommand } from '../store/run-command';
import { confirm } from '../store/ui-store';

const SHELLS = new Set('sh bash zsh fish dash ash ksh mksh tcsh csh nu pwsh elvish xonsh'.split(' '));

/** Whether closing the pane would end work: a program other than its shell runs in it. */
export function runsProgram(pane: Pane, shell: string): boolean {
  if (pane.process.status !== 'running') return false;
  if (pane.command !== null) return true;
  const program = pane.program.replace(/^-/, '');
  return program !== '' && !SHELLS.has(program) && program !== (shell.split('/').at(-1) ?? '');
}

export async function closePane(paneId: PaneId): Promise<void> {
  const pane = appState()?.panes[paneId];
  if (pane === undefined) return;
  if (await agreed([pane], `Close pane ${paneLabel(pane)}?`, 'Close pane')) {
    await runCommand('close_pane', { pane_id: paneId });
  }
}

export async function closeWindow(windowId: WindowId): Promise<void> {
  const state = appState();
  const window = state?.windows[windowId];
  if (state === null || window === undefined) return;
  if (await agreed(panesOf(state, windowId), `Close window ${window.name}?`, 'Close window')) {
    await runCommand('close_window', { window_id: windowId });
  }
}

export async function closeSession(sessionId: SessionId): Promise<void> {
  const state = appState();
  const session = state?.sessions[sessionId];
  if (state === null || session === undefined) return;
  if (await agreed(panesOfSession(state, sessionId), `Close session ${session.name}?`, 'Close session')) {
    await runCommand('kill_session', { session_id: sessionId });
  }
}

/** Asks when programs would end; a pane that only shows its shell closes without a word. */
async function agreed(panes: readonly Pane[], title: string, confirmText: string): Promise<boolean> {
  const shell = appState()?.configuration.terminal.shell ?? '';
  const busy = panes.filter((pane) => runsProgram(pane, shell));
  if (busy.length === 0) return true;
  const names = busy.map((pane) => pane.program || paneLabel(pane));
  const message =
    names.length === 1
      ? `${names[0] ?? 'A program'} is still running in it and will be ended.`
      : `These ${String(names.length)} programs are still running and will be ended: ${names.slice(0, 6).join(', ')}${names.length > 6 ? ', …' : ''}.`;
  return confirm({ title, message, confirm: confirmText, danger: true, letters: true });
}
