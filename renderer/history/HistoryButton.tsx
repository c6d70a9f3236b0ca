import { History } from 'lucide-react';
import { setUi } from '../store/ui-store';

/** Opens the list of earlier conversations. */
export function HistoryButton() {
  return (
    <button
      type="button"
      className="status-button"
      aria-label="History"
      title="Earlier conversations"
      data-testid="history-button"
      onClick={() => {
        setUi({ historyShown: true });
      }}
    >
      <History size={12} aria-hidden />
    </button>
  );
}
