import { Check, CircleAlert, Clock, MoveRight, Send } from 'lucide-react';
import { memo, useId, useState } from 'react';
import type { Delivery } from '#shared/model/delivery';
import type { PaneId } from '#shared/model/ids';
import { paneLabel } from '#shared/model/pane';
import { plainLine } from '#shared/state/attention';
import { messageBody, presentDelivery, secondsUntil, senderOf } from '#shared/state/messages';
import { useAppState } from '../store/replica';
import { runCommand } from '../store/run-command';
import { setUi } from '../store/ui-store';
import { goToPane } from '../terminal/go-to-pane';
import { KINDS } from './kinds';

const TONE_ICONS = { waiting: Clock, moving: Send, done: Check, failed: CircleAlert } as const;
/** Longer texts are folded; the style sheet shows as many lines. */
const FOLDED_LINES = 6;
const FOLDED_CHARACTERS = 480;
const LONGEST_NAME = 80;
const LONGEST_REASON = 300;

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
            <Receiver paneId={delivery.to} />
          </span>
          {topic !== '' && <span className="message-topic">{topic}</span>}
          <time dateTime={new Date(delivery.createdAt).toISOString()}>{timeOf(delivery.createdAt)}</time>
        </div>
        <Text text={messageBody(delivery)} />
        <Fate delivery={delivery} now={now} />
      </li>
    );
  },
  (before, after) =>
    before.delivery === after.delivery && (after.delivery.until === null || before.now === after.now),
);

function Receiver({ paneId }: { readonly paneId: PaneId | null }) {
  const name = useAppState((state) => {
    const pane = paneId === null ? undefined : state.panes[paneId];
    return pane === undefined ? null : paneLabel(pane);
  });
  return <Party paneId={paneId} name={name ?? (paneId === null ? 'you' : 'a closed pane')} />;
}

/** A name that leads to its pane, as long as there is one. */
function Party({ paneId, name }: { readonly paneId: PaneId | null; readonly name: string }) {
  const there = useAppState((state) => paneId !== null && paneId in state.panes);
  const shown = plainLine(name, LONGEST_NAME);
  if (paneId === null || !there) {
    return (
      <span className="message-party" title={shown}>
        {shown}
      </span>
    );
  }
  return (
    <button
      type="button"
      className="message-party button-quiet"
      title={`Go to the pane ${shown}`}
      onClick={() => {
        setUi({ messagesShown: false });
        goToPane(paneId);
      }}
    >
      {shown}
    </button>
  );
}

/** Text of an agent, as it is: nothing in it is a link or a command. */
function Text({ text }: { readonly text: string }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const long = text.length > FOLDED_CHARACTERS || text.split('\n').length > FOLDED_LINES;
  return (
    <div className="message-text">
      <p id={id} data-folded={(long && !open) || undefined}>
        {text}
      </p>
      {long && (
        <button
          type="button"
          className="button-quiet"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => {
            setOpen(!open);
          }}
        >
          {open ? 'Show less' : 'Show all'}
        </button>
      )}
    </div>
  );
}

function Fate({ delivery, now }: Properties) {
  const { tone, label, reason } = presentDelivery(delivery);
  const Icon = TONE_ICONS[tone];
  const seconds = secondsUntil(delivery.until, now);
  return (
    <div className="message-fate" data-tone={tone}>
      <Icon size={12} aria-hidden />
      <span>
        {label}
        {reason !== '' && `: ${plainLine(reason, LONGEST_REASON)}`}
        {seconds !== null && <span aria-hidden> · {seconds} s</span>}
      </span>
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
    </div>
  );
}

function timeOf(at: number): string {
  const date = new Date(at);
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
  if (date.toDateString() === new Date().toDateString()) return time;
  return `${date.toLocaleDateString(undefined, { month: 'short', day: 'numeric' })}, ${time.slice(0, 5)}`;
}
