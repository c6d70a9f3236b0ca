import { useRef, useState } from 'react';
import { Overlay } from '../dialogs/Overlay';
import { setUi, useUi } from '../store/ui-store';
import { ConversationBrowser } from './ConversationBrowser';
import { UsageView } from './UsageView';

/** Earlier conversations of all projects: to find, read, go on with, and to see what they took. */
export function HistoryPanel() {
  const shown = useUi((state) => state.historyShown);
  const search = useRef<HTMLInputElement>(null);
  return (
    <Overlay
      open={shown}
      close={() => {
        setUi({ historyShown: false });
      }}
      title="History"
      titleShown
      className="history"
      testId="history"
      initialFocus={() => search.current}
    >
      <Body search={search} />
    </Overlay>
  );
}

const VIEWS = [
  ['conversations', 'Conversations'],
  ['usage', 'Usage'],
] as const;

function Body({ search }: { readonly search: React.RefObject<HTMLInputElement | null> }) {
  const [view, setView] = useState<(typeof VIEWS)[number][0]>('conversations');
  return (
    <>
      <div className="history-views" role="group" aria-label="What is shown">
        {VIEWS.map(([name, title]) => (
          <button
            key={name}
            type="button"
            className="history-view"
            aria-pressed={view === name}
            onClick={() => {
              setView(name);
            }}
          >
            {title}
          </button>
        ))}
      </div>
      {view === 'conversations' ? <ConversationBrowser search={search} /> : <UsageView />}
    </>
  );
}
