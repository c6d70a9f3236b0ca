import { useEffect } from 'react';
import { activePane } from '#shared/state/selectors';
import { useAppState } from '../store/replica';
import { overlayOpen, useUi } from '../store/ui-store';
import { focusActiveTerminal } from '../terminal/terminal-registry';

/** Whether the keyboard is in a view of its own, which the person left the panes for. */
function keyboardIsElsewhere(): boolean {
  const focused = document.activeElement;
  if (focused === null || focused === document.body) return false;
  return focused.closest('.tile-terminal, .chat-composer') === null;
}

/** The keyboard goes where the state says it is, also when a command from elsewhere changed that. */
export function useFocusFollowsState(): void {
  const paneId = useAppState((state) => activePane(state)?.id ?? null);
  const covered = useUi(overlayOpen);
  const renaming = useUi((state) => state.renaming !== null);
  useEffect(() => {
    if (paneId === null || covered || renaming || keyboardIsElsewhere()) return;
    // After the tiles have been laid out: a hidden terminal can't take the keyboard.
    const frame = requestAnimationFrame(focusActiveTerminal);
    return () => {
      cancelAnimationFrame(frame);
    };
  }, [paneId, covered, renaming]);
  useEffect(() => {
    const back = (): void => {
      if (!keyboardIsElsewhere()) focusActiveTerminal();
    };
    window.addEventListener('focus', back);
    return () => {
      window.removeEventListener('focus', back);
    };
  }, []);
}
