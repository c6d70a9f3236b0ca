import { MoveRight } from 'lucide-react';
import { memo } from 'react';
import type { Delivery } from '#shared/model/delivery';
import { plainLine } from '#shared/state/attention';
import { messageBody, presentDelivery, senderOf } from '#shared/state/messages';
import { timeOf } from '../status/time-of';
import { runCommand } from '../store/run-command';
import { FateLine } from './FateLine';
import { KINDS } from './kinds';
import { MessageText } from './MessageText';
import { PaneParty, Party } from './Party';

const LONGEST_NAME = 80;

interface Properties {
  readonly delivery: Delivery;
  /** Milliseconds since 1970; only looked at by a message with a known end of its wait. */
  readonly now: number;
}

/** One message: who wrote to whom, what, and what became of it. */
export const MessageRow = memo(
  function MessageRow({ delivery, now }: Properties) {
    const { icon: Icon, word } = KINDS[delivery.kind];
    const topic = delivery.topic === delivery.kind ? '' : delivery.topic;
    return (
      <li className="message" data-kind={delivery.kind} data-testid={`message-${delivery.id}`}>
        <Icon size={14} aria-hidden className="message-icon" />
        <div className="message-head">
          <span className="message-kind">{word}</span>
          <span className="message-way">
            <Party paneId={delivery.from} name={senderOf(delivery)} />
            <MoveRight size={12} aria-hidden />
            <span className="visually-hidden"> to </span>
            <PaneParty paneId={delivery.to} missing={delivery.to === null ? 'you' : 'a closed pane'} />
          </span>
          {topic !== '' && <span className="message-topic">{topic}</span>}
          <time dateTime={new Date(delivery.createdAt).toISOString()}>{timeOf(delivery.createdAt)}</time>
        </div>
        <MessageText text={messageBody(delivery)} />
        <Fate delivery={delivery} now={now} />
      </li>
    );
  },
  (before, after) =>
    before.delivery === after.delivery && (after.delivery.until === null || before.now === after.now),
);

function Fate({ delivery, now }: Properties) {
  return (
    <FateLine presentation={presentDelivery(delivery)} until={delivery.until} now={now}>
      {delivery.state === 'queued' && (
        <button
          type="button"
          className="button-quiet"
          aria-label={`Take back: ${plainLine(messageBody(delivery), LONGEST_NAME)}`}
          onClick={() => void runCommand('cancel_delivery', { delivery_id: delivery.id })}
        >
          Take back
        </button>
      )}
    </FateLine>
  );
}
