import type { MouseEvent } from 'react';
import { TYPING_PLACES } from '../terminal/keyboard-place';

/** What stands around the panes all the time. */
const AROUND_PANES = '.banner, .window-bar, .pane-header, .sidebar, .demo-guide, .status-bar';

/**
 * A press of the mouse on a button around the panes takes the keyboard from no pane: what is typed next would be lost. By
 * Tab the buttons are reached as ever.
 */
export function keepKeyboard(event: MouseEvent): void {
  const { target } = event;
  if (!(target instanceof Element) || document.activeElement?.closest(TYPING_PLACES) == null) return;
  if (target.closest('button') !== null && target.closest(AROUND_PANES) !== null) event.preventDefault();
}
