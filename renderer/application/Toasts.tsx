import { X } from 'lucide-react';
import { dismissToast, useUi } from '../store/ui-store';

export function Toasts() {
  const toasts = useUi((state) => state.toasts);
  return (
    <div className="toasts" role="status" aria-live="polite">
      {toasts.map((entry) => (
        <div key={entry.id} className={`toast toast-${entry.tone}`} data-testid="toast">
          <span>{entry.text}</span>
          <button
            type="button"
            className="button-icon"
            aria-label="Dismiss"
            onClick={() => {
              dismissToast(entry.id);
            }}
          >
            <X size={14} aria-hidden />
          </button>
        </div>
      ))}
    </div>
  );
}
