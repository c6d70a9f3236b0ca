import { assertNever } from '#shared/base/assert';
import { closePane, closeSession, closeWindow } from '../commands/closing';
import { runCommand } from '../store/run-command';
import { setUi, ui } from '../store/ui-store';
import { focusActiveTerminal } from '../terminal/terminal-registry';
import type { TreeRow } from './tree-rows';

/** What a key does on a line of the tree; false when it means nothing there. */
export function pressed(
  key: string,
  row: TreeRow,
  index: number,
  rows: readonly TreeRow[],
  goTo: (row: TreeRow | undefined) => void,
): boolean {
  switch (key) {
    case 'ArrowDown':
      goTo(rows[index + 1]);
      return true;
    case 'ArrowUp':
      goTo(rows[index - 1]);
      return true;
    case 'Home':
      goTo(rows[0]);
      return true;
    case 'End':
      goTo(rows.at(-1));
      return true;
    case 'ArrowRight':
      if (row.expanded === false) toggle(row.id);
      else if (rows[index + 1]?.parent === row.id) goTo(rows[index + 1]);
      return true;
    case 'ArrowLeft':
      if (row.expanded === true) toggle(row.id);
      else goTo(rows.find((other) => other.id === row.parent));
      return true;
    case 'Enter':
    case ' ':
      void activate(row);
      return true;
    case 'F2':
      setUi({ renaming: { place: 'sidebar', id: row.id } });
      return true;
    case 'Delete':
      closeRow(row);
      return true;
    case 'Escape':
      leaveSidebar();
      return true;
    default:
      return false;
  }
}

export function toggle(id: string): void {
  const collapsed = new Set(ui.getState().collapsed);
  if (!collapsed.delete(id)) collapsed.add(id);
  setUi({ collapsed });
}

/** Goes there, and gives the keyboard to the pane in front. */
export async function activate(row: TreeRow): Promise<void> {
  if (await goThere(row)) leaveSidebar();
}

/** Back to the panes. In a narrow window the sidebar lies over them, so it goes. */
function leaveSidebar(): void {
  if (ui.getState().narrow) setUi({ sidebarShown: false });
  focusActiveTerminal();
}

function goThere(row: TreeRow): Promise<boolean> {
  switch (row.kind) {
    case 'session':
      return runCommand('select_session', { session_id: row.id });
    case 'window':
      return runCommand('select_window', { window_id: row.id });
    case 'pane':
      return runCommand('focus_pane', { pane_id: row.id });
    default:
      return assertNever(row, 'row');
  }
}

export function closeRow(row: TreeRow): void {
  switch (row.kind) {
    case 'session':
      void closeSession(row.id);
      break;
    case 'window':
      void closeWindow(row.id);
      break;
    case 'pane':
      void closePane(row.id);
      break;
    default:
      assertNever(row, 'row');
  }
}
