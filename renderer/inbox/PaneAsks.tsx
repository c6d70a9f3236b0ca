import { useEffect, useRef } from 'react';
import { useShallow } from 'zustand/react/shallow';
import type { PaneId } from '#shared/model/ids';
import { useAppState } from '../store/replica';
import { focusActiveTerminal } from '../terminal/terminal-registry';
import { AskCard } from './AskCard';

/** What the Claude of a pane asks, in the pane itself: one question at a time, the oldest first. */
export function PaneAsks({ paneId }: { readonly paneId: PaneId }) {
  const asks = useAppState(useShallow((state) => state.asks.filter((ask) => ask.paneId === paneId)));
  const [first] = [...asks].sort((one, other) => Number(one.deferred) - Number(other.deferred));
  const id = first?.id;
  const had = useRef(false);
  useEffect(() => {
    // What had the keyboard has been answered, and took it along.
    if (!had.current || document.activeElement !== document.body) return;
    const next =
      id === undefined ? null : document.querySelector<HTMLElement>(`[data-ask="${CSS.escape(id)}"]`);
    if (next !== null) next.focus();
    else focusActiveTerminal();
  }, [id]);
  if (first === undefined) return null;
  return (
    <div
      className="pane-asks"
      data-testid={`pane-asks-${paneId}`}
      onFocus={() => {
        had.current = true;
      }}
      onBlur={(event) => {
        // An element that is taken away tells of no other place that the keyboard goes to.
        had.current = event.relatedTarget === null;
      }}
    >
      <AskCard key={first.id} ask={first} inPane />
      {asks.length > 1 && <p className="pane-asks-more muted">{asks.length - 1} more after it</p>}
    </div>
  );
}
