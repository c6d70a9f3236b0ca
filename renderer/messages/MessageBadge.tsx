import { Mail } from 'lucide-react';
import { useShallow } from 'zustand/react/shallow';
import type { Delivery } from '#shared/model/delivery';
import type { PaneId } from '#shared/model/ids';
import { plainLine } from '#shared/state/attention';
import { messageBody, presentDelivery, secondsUntil, senderOf, waitingFor } from '#shared/state/messages';
import { CardButton } from '../status/CardButton';
import { useNow } from '../status/use-now';
import { useAppState } from '../store/replica';
import { showMessages } from '../store/ui-store';

const LISTED = 5;

/** In the header of a pane: the messages that wait for its Claude, and how long they wait for the person there. */
export function MessageBadge({ paneId }: { readonly paneId: PaneId }) {
  const waiting = useAppState(useShallow((state) => waitingFor(state, paneId)));
  const until = waiting.find((delivery) => delivery.until !== null)?.until ?? null;
  const seconds = secondsUntil(until, useNow(until !== null));
  if (waiting.length === 0) return null;
  const open = (): void => {
    showMessages(paneId);
  };
  const one = waiting.length === 1;
  return (
    <CardButton
      className="pane-messages"
      attributes={{ 'data-testid': `message-badge-${paneId}` }}
      cardLabel={one ? 'Message that waits' : 'Messages that wait'}
      cardTestId="message-card"
      onClick={open}
      card={<MessageCard waiting={waiting} seconds={seconds} />}
    >
      <Mail size={12} aria-hidden />
      <span>{waiting.length}</span>
      <span className="visually-hidden">
        {one ? ' message waits' : ' messages wait'} for this Claude
        {seconds === null ? '' : ', because you type here, for another '}
      </span>
      {seconds !== null && (
        <span className="pane-messages-countdown">
          <span aria-hidden>· </span>
          {seconds} s
        </span>
      )}
    </CardButton>
  );
}

function MessageCard({
  waiting,
  seconds,
}: {
  readonly waiting: readonly Delivery[];
  readonly seconds: number | null;
}) {
  const [first] = waiting;
  if (first === undefined) return null;
  const more = waiting.length - LISTED;
  const { label, reason } = presentDelivery(first);
  return (
    <>
      <h2>{waiting.length === 1 ? '1 message waits' : `${String(waiting.length)} messages wait`}</h2>
      <p className="state-card-reason">
        {seconds === null
          ? [label, reason].filter((part) => part !== '').join(': ')
          : `You type here, so you go first: for another ${String(seconds)} s, if you stop now.`}
      </p>
      <ol className="message-card-list">
        {waiting.slice(0, LISTED).map((delivery) => (
          <li key={delivery.id}>
            <span className="message-card-sender">{plainLine(senderOf(delivery), 80)}</span>
            <span className="muted">{plainLine(messageBody(delivery), 160)}</span>
          </li>
        ))}
      </ol>
      <p className="muted message-card-end">
        {more > 0 && `${String(more)} more. `}A click on the envelope shows all of it.
      </p>
    </>
  );
}
