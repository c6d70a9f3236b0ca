import type { Delivery } from '../model/delivery';
import { isOpen } from '../model/delivery';
import type { PaneId } from '../model/ids';
import { plainText } from './shown-text';
import type { AppState } from './state';

/*
 * What the window shows of the messages between Claudes.
 */

/** The reason of a message that was taken back: nothing went wrong with it. */
const TAKEN_BACK = 'taken back';

const HEAD = /^\[\d\d:\d\d [^\]\n]*\] /;

/** The first words of a text, which say the same as its kind or topic. */
function prefixOf({ kind, topic }: Delivery): string {
  return kind === 'help' ? 'asks for help: ' : `${topic}: `;
}

/** The content of a message to a Claude, without the head that says from whom it is. */
export function messageContent(text: string): string {
  return text.replace(HEAD, '').replaceAll('\n  ', '\n');
}

/**
 * What the sender wrote: without the head that says from whom it is and what, and the line that says how to answer,
 * which are shown in their own way.
 */
export function messageBody(delivery: Delivery): string {
  const { text, topic, from, kind } = delivery;
  const said = text.replace(HEAD, '');
  const prefix = prefixOf(delivery);
  const body = said.startsWith(prefix) ? said.slice(prefix.length) : said;
  const tail = `\n  (${topic} from pane ${from ?? ''})`;
  const own = from !== null && kind !== 'answer' && body.endsWith(tail) ? body.slice(0, -tail.length) : body;
  return plainText(own.replaceAll('\n  ', '\n'));
}

/** The name of the sender; one outside of any pane is named after the way in which the message came. */
export function senderOf({ from, sender }: Delivery): string {
  return from === null && sender === 'cli' ? 'command line' : sender;
}

/** The messages that wait for the Claude of a pane, in the order in which it gets them. */
export function waitingFor({ deliveries }: AppState, paneId: PaneId): readonly Delivery[] {
  return deliveries.filter(
    (delivery) => delivery.to === paneId && isOpen(delivery) && delivery.kind !== 'prompt',
  );
}

export function countWaiting({ deliveries }: AppState): number {
  return deliveries.reduce(
    (count, delivery) => count + (isOpen(delivery) && delivery.kind !== 'prompt' ? 1 : 0),
    0,
  );
}

/** What the person asked of one Claude, in its own pane, in the order in which it gets it. */
export function promptsFor({ deliveries }: AppState, paneId: PaneId): readonly Delivery[] {
  return deliveries.filter(
    (delivery) => delivery.to === paneId && isOpen(delivery) && delivery.kind === 'prompt',
  );
}

/** Messages to and from a pane; all without one. A prompt of the person's is none. */
export function messagesOf(deliveries: readonly Delivery[], paneId: PaneId | null): readonly Delivery[] {
  return deliveries.filter(
    ({ to, from, kind }) => kind !== 'prompt' && (paneId === null || to === paneId || from === paneId),
  );
}

export interface DeliveryPresentation {
  readonly tone: 'waiting' | 'moving' | 'done' | 'failed';
  readonly label: string;
  /** Why; empty where the label says it all. */
  readonly reason: string;
}

/** What has become of a message, in words. */
export function presentDelivery({ state, to, reason }: Delivery): DeliveryPresentation {
  switch (state) {
    case 'queued':
      return reason === ''
        ? { tone: 'waiting', label: 'Waits for its turn', reason }
        : { tone: 'waiting', label: 'Waits', reason };
    case 'delivering':
      return { tone: 'moving', label: 'Being given', reason };
    case 'delivered':
      return { tone: 'done', label: to === null ? 'For you to see' : 'Delivered', reason };
    case 'failed':
      return reason === TAKEN_BACK
        ? { tone: 'done', label: 'Taken back', reason: '' }
        : { tone: 'failed', label: 'Failed', reason };
  }
}

/** Whole seconds until a time, at least one; null when it is not known or over. */
export function secondsUntil(until: number | null, now: number): number | null {
  if (until === null || until <= now) return null;
  // Not rounded up: a clock that ticks each second is late already.
  return Math.max(1, Math.floor((until - now) / 1000));
}
