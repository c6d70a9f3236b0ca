import { useEffect } from 'react';
import { activePane } from '#shared/state/selectors';
import { useAppState } from '../store/replica';
import { overlayOpen, useUi } from '../store/ui-store';
import { focusActiveTerminal } from '../terminal/terminal-registry';
import { keyboardIsElsewhere } from '../terminal/keyboard-place';

/** The keyboard goes where the state says it is, also when a command from elsewhere changed that. */
export function useFocusFollowsState(): void {
  const paneId = useAppState((state) => activePane(state)?.id ?? null);
  const face = useAppState((state) => activePane(state)?.face ?? null);
  const covered = useUi(overlayOpen);
  const renaming = useUi((state) => state.renaming !== null);
  useEffect(() => {
    if (paneId === null || covered || renaming || keyboardIsElsewhere()) return;
    // After the tiles have been laid out: a hidden terminal can't take the keyboard.
    const frame = requestAnimationFrame(focusActiveTerminal);
    return () => {
      cancelAnimationFrame(frame);
    };
  }, [paneId, face, covered, renaming]);
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
