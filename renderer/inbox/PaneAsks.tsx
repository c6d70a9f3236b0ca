import { useShallow } from 'zustand/react/shallow';
import type { PaneId } from '#shared/model/ids';
import { useAppState } from '../store/replica';
import { AskCard } from './AskCard';

/** What the Claude of a pane asks, in the pane itself: one question at a time, the oldest first. */
export function PaneAsks({ paneId }: { readonly paneId: PaneId }) {
  const asks = useAppState(useShallow((state) => state.asks.filter((ask) => ask.paneId === paneId)));
  const [first] = [...asks].sort((one, other) => Number(one.deferred) - Number(other.deferred));
  if (first === undefined) return null;
  return (
    <div className="pane-asks" data-testid={`pane-asks-${paneId}`}>
      <AskCard key={first.id} ask={first} inPane />
      {asks.length > 1 && <p className="pane-asks-more muted">{asks.length - 1} more after it</p>}
    </div>
  );
}
