import { Inbox } from 'lucide-react';
import { countInbox } from '#shared/state/inbox';
import { useAppState } from '../store/replica';
import { setUi } from '../store/ui-store';

/** Opens the inbox, and counts what waits in it. */
export function InboxButton() {
  const count = useAppState(countInbox);
  return (
    <button
      type="button"
      className="status-button"
      aria-label={count === 0 ? 'Inbox' : `Inbox, ${String(count)} ${count === 1 ? 'waits' : 'wait'} for you`}
      title="Everything that waits for you"
      data-testid="inbox-button"
      data-some={count > 0 || undefined}
      onClick={() => {
        setUi({ inboxShown: true });
      }}
    >
      <Inbox size={12} aria-hidden />
      {count > 0 && <span>{count}</span>}
    </button>
  );
}
