import { AGENT_STATE_PRESENTATION } from '#shared/model/agent-state';
import type { ChatFacts } from '#shared/ipc/chat-port';
import type { PaneId } from '#shared/model/ids';
import type { Pane } from '#shared/model/pane';
import { PaneAsks } from '../inbox/PaneAsks';
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
  const asked = useAppState((state) => state.asks.some((ask) => ask.paneId === paneId));
  if (pane === undefined) return null;
  const stopped = whyStopped(pane, facts, restartAt === null ? null : restartAt - now);
  const agent = pane.agent;
  const busy = stopped === null && agent !== null && BUSY.has(agent.state);
  const inTerminal = agent?.state === 'waiting' && facts.driver === 'terminal' && !asked;
  return (
    <div className="chat-foot">
      <Queue paneId={paneId} onEdit={() => composer.current?.focus()} />
      {stopped !== null && (
        <Bar
          tone={stopped.tone}
          text={stopped.text}
          action="Start"
          run={() => chatCommands.start(paneId)}
          testId={`chat-stopped-${paneId}`}
        />
      )}
      {facts.handOff !== null && pane.face === 'chat' && (
        <Bar
          tone="plain"
          text={`The chat takes over once nothing is under way: ${facts.handOff}.`}
          action="Take over now"
          run={() => chatCommands.setFace(paneId, 'chat', true)}
          testId={`chat-hand-off-${paneId}`}
        />
      )}
      {busy && (
        <div className="chat-activity" role="status">
          <span className="dot" data-dot={agent.state === 'waiting' ? 'waiting' : 'busy'} aria-hidden />
          {AGENT_STATE_PRESENTATION[agent.state].label}
        </div>
      )}
      {inTerminal && (
        <Bar
          tone="plain"
          text="It asks in its terminal."
          action="Show as terminal"
          run={() => chatCommands.setFace(paneId, 'terminal', false)}
          testId={`chat-asks-in-terminal-${paneId}`}
        />
      )}
      <PaneAsks paneId={paneId} />
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

/** Why no Claude runs here; null while one does, or will by itself. */
function whyStopped(
  { process }: Pane,
  facts: ChatFacts,
  restartIn: number | null,
): { readonly text: string; readonly tone: 'plain' | 'problem' } | null {
  if (process.status === 'waiting' && process.dormant === true) return null;
  const note = exitNote(process, restartIn);
  if (facts.driver === 'none' && facts.ended !== null)
    return { text: facts.ended, tone: note?.tone ?? 'problem' };
  return note;
}

function Bar({
  tone,
  text,
  action,
  run,
  testId,
}: {
  readonly tone: 'plain' | 'problem';
  readonly text: string;
  readonly action: string;
  readonly run: () => Promise<boolean>;
  readonly testId: string;
}) {
  return (
    <div className="chat-stopped" data-tone={tone} role="status" data-testid={testId}>
      <span>{text}</span>
      <button type="button" className="button" onClick={() => void run()}>
        {action}
      </button>
    </div>
  );
}
