import type { PaneId } from '#shared/model/ids';
import { PaneAsks } from '../inbox/PaneAsks';
import { useAppState } from '../store/replica';
import { chatCommands } from './chat-commands';

/** Below a terminal whose conversation is still held as a chat: why it is empty, and what can be done about it. */
export function StillChat({ paneId }: { readonly paneId: PaneId }) {
  const held = useAppState(({ panes }) => {
    const pane = panes[paneId];
    return (
      pane !== undefined &&
      pane.face === 'terminal' &&
      pane.process.status === 'running' &&
      pane.claude?.driver === 'stream'
    );
  });
  if (!held) return null;
  return (
    <>
      <PaneAsks paneId={paneId} />
      <div className="exit-note" role="status" data-testid={`still-chat-${paneId}`}>
        <span className="exit-note-text">
          The terminal takes the conversation over as soon as nothing is under way in the chat.
        </span>
        <button
          type="button"
          className="button-quiet"
          onClick={() => void chatCommands.setFace(paneId, 'chat')}
        >
          Back to the chat
        </button>
        <button
          type="button"
          className="button-quiet"
          onClick={() => void chatCommands.setFace(paneId, 'terminal', true)}
        >
          Stop it and take over now
        </button>
      </div>
    </>
  );
}
