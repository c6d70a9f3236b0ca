import type { ChatFacts } from '#shared/ipc/chat-port';
import type { PaneId } from '#shared/model/ids';
import { AGENT_STATE_PRESENTATION } from '#shared/model/agent-state';
import { exitNote } from '../tiles/ExitNote';
import { useNow } from '../status/use-now';
import { useAppState } from '../store/replica';
import { chatCommands } from './chat-commands';
import type { ComposerHandle } from './Composer';
import { Composer } from './Composer';
import { Queue } from './Queue';

interface Properties {
  readonly paneId: PaneId;
  readonly facts: ChatFacts;
  readonly composer: React.RefObject<ComposerHandle | null>;
  readonly prompts: () => readonly string[];
  readonly onSent: () => void;
  readonly onPage: (count: number) => void;
}

const BUSY = new Set(['thinking', 'tool', 'streaming', 'waiting']);

/** What stands below the conversation of a pane: what waits, what Claude does, and where one writes. */
export function PaneFoot({ paneId, facts, composer, prompts, onSent, onPage }: Properties) {
  const pane = useAppState((state) => state.panes[paneId]);
  const restartAt = pane?.claude?.restartAt ?? null;
  const now = useNow(restartAt !== null);
  if (pane === undefined) return null;
  const note = exitNote(pane.process, restartAt === null ? null : restartAt - now);
  const agent = pane.agent;
  const busy = note === null && agent !== null && BUSY.has(agent.state);
  return (
    <div className="chat-foot">
      <Queue paneId={paneId} onEdit={() => composer.current?.focus()} />
      {note !== null && (
        <div
          className="chat-stopped"
          data-tone={note.tone}
          role="status"
          data-testid={`chat-stopped-${paneId}`}
        >
          <span>{note.text}</span>
          <button type="button" className="button" onClick={() => void chatCommands.start(paneId)}>
            Start
          </button>
        </div>
      )}
      {busy && (
        <div className="chat-activity" role="status">
          <span className="dot" data-dot={agent.state === 'waiting' ? 'waiting' : 'busy'} aria-hidden />
          {AGENT_STATE_PRESENTATION[agent.state].label}
        </div>
      )}
      <Composer
        ref={composer}
        paneId={paneId}
        facts={facts}
        busy={busy}
        prompts={prompts}
        onSent={onSent}
        onPage={onPage}
      />
    </div>
  );
}
