import type { PaneId } from '#shared/model/ids';
import { runCommand } from '../store/run-command';
import { focusActiveTerminal } from './terminal-registry';

/** Brings a pane to the front, with the keyboard in it. */
export function goToPane(paneId: PaneId): void {
  void runCommand('focus_pane', { pane_id: paneId }).then((gone) => {
    // After the tiles have been laid out: a hidden terminal can't take the keyboard.
    if (gone) requestAnimationFrame(focusActiveTerminal);
  });
}
