import { ArrowDown } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import type { PaneId } from '#shared/model/ids';
import { terminalOf } from './terminal-registry';

/** Shown while the person reads older text and newer has come below it. */
export function OutputBelow({ paneId }: { readonly paneId: PaneId }) {
  const below = useSyncExternalStore(
    (changed) => {
      const subscription = terminalOf(paneId)?.onOutputBelow(changed);
      return () => {
        subscription?.dispose();
      };
    },
    () => terminalOf(paneId)?.outputBelow ?? false,
  );
  if (!below) return null;
  return (
    <button
      type="button"
      className="output-below"
      data-testid={`output-below-${paneId}`}
      onClick={() => {
        terminalOf(paneId)?.scrollToBottom();
        terminalOf(paneId)?.focus();
      }}
    >
      <ArrowDown size={12} aria-hidden />
      New output below
    </button>
  );
}
