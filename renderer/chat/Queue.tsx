import { Pencil, Send, X } from 'lucide-react';
import { useMemo } from 'react';
import type { Delivery } from '#shared/model/delivery';
import { isOpen } from '#shared/model/delivery';
import type { PaneId } from '#shared/model/ids';
import { useAppState } from '../store/replica';
import { chatCommands } from './chat-commands';
import { returnToDraft } from './drafts';

/** What waits for the Claude of a pane: what the person wrote, which can be taken back, and what others wrote. */
export function Queue({ paneId, onEdit }: { readonly paneId: PaneId; readonly onEdit: () => void }) {
  const deliveries = useAppState((state) => state.deliveries);
  const waiting = useMemo(
    () =>
      deliveries.filter(
        // A prompt that is being given stands in the conversation already.
        (delivery) =>
          delivery.to === paneId &&
          isOpen(delivery) &&
          !(isPrompt(delivery) && delivery.state === 'delivering'),
      ),
    [deliveries, paneId],
  );
  if (waiting.length === 0) return null;
  return (
    <section className="chat-queue" aria-label="Messages that wait">
      <ul>
        {waiting.map((delivery) => (
          <li key={delivery.id} data-testid="chat-queued">
            <span className="chat-queue-text" title={delivery.text}>
              {!isPrompt(delivery) && <strong>{delivery.sender}: </strong>}
              {delivery.text}
            </span>
            <span className="chat-queue-why">
              {delivery.state === 'delivering' ? 'is being given' : delivery.reason}
            </span>
            {delivery.attachments.length > 0 && (
              <span className="chat-queue-why">
                {delivery.attachments.length === 1
                  ? '1 picture'
                  : `${String(delivery.attachments.length)} pictures`}
              </span>
            )}
            {isPrompt(delivery) && (
              <>
                <QueueButton
                  name="Edit"
                  onClick={() => {
                    void chatCommands.cancel(delivery.id).then((taken) => {
                      if (!taken) return;
                      returnToDraft(paneId, delivery.text, delivery.attachments);
                      onEdit();
                    });
                  }}
                >
                  <Pencil size={13} aria-hidden />
                </QueueButton>
                <QueueButton name="Send now" onClick={() => void chatCommands.sendNow(delivery.id)}>
                  <Send size={13} aria-hidden />
                </QueueButton>
                <QueueButton name="Remove" onClick={() => void chatCommands.cancel(delivery.id)}>
                  <X size={13} aria-hidden />
                </QueueButton>
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function isPrompt({ kind }: Delivery): boolean {
  return kind === 'prompt';
}

function QueueButton({
  name,
  onClick,
  children,
}: {
  readonly name: string;
  readonly onClick: () => void;
  readonly children: React.ReactNode;
}) {
  return (
    <button type="button" className="button-icon" aria-label={name} title={name} onClick={onClick}>
      {children}
    </button>
  );
}
