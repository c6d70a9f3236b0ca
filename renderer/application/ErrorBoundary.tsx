import { Component } from 'react';
import { bridge } from '../bridge/bridge';

interface Props {
  readonly children: React.ReactNode;
}
interface State {
  readonly fault: string | null;
}

/** What stands in place of a page that can't be drawn: the panes go on in the main process, and come back with a reload. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { fault: null };

  static getDerivedStateFromError(error: unknown): State {
    return { fault: error instanceof Error ? error.message : String(error) };
  }

  override componentDidCatch(error: unknown): void {
    reportFault(error);
  }

  override render(): React.ReactNode {
    const { fault } = this.state;
    if (fault === null) return this.props.children;
    return (
      <main className="page-fault" role="alert" data-testid="page-fault">
        <h1>This window could not be drawn</h1>
        <p>Your panes and Claudes go on. A report was written; it stays on this computer.</p>
        <pre>{fault}</pre>
        <button
          type="button"
          className="button-primary"
          autoFocus
          onClick={() => {
            window.location.reload();
          }}
        >
          Draw it again
        </button>
      </main>
    );
  }
}

/** Faults that a page may report before it has to be loaded anew: one that fails in each frame must not flood. */
const LIMIT = 20;
let reported = 0;

function reportFault(error: unknown): void {
  if (reported >= LIMIT) return;
  reported += 1;
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: '' };
  void bridge.invoke('page:fault', {
    what: message.slice(0, 2000),
    stack: (stack ?? '').slice(0, 20_000),
  });
}

/** Faults outside of what is drawn: in listeners, timers and promises. */
export function followFaults(): void {
  window.addEventListener('error', (event) => {
    if (event.error !== null && event.error !== undefined) reportFault(event.error);
  });
  window.addEventListener('unhandledrejection', (event) => {
    reportFault(event.reason);
  });
}
