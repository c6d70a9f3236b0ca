import type { PaneId } from './ids';

/**
 * The life of a message to a Claude. `queued`: it waits until it may be given. `delivering`: it is being typed, or
 * was when something crashed. `delivered`: it stands in the conversation. `failed`: it will not be given any more.
 */
export const DELIVERY_STATES = ['queued', 'delivering', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** Why somebody wrote: how the feed shows it. A `prompt` is what the person said to this one Claude. */
export const MESSAGE_KINDS = [
  'prompt',
  'message',
  'status',
  'help',
  'broadcast',
  'answer',
  'channel',
] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

/** A message to the Claude of one pane; or to nobody, to be seen by the person alone. */
export interface Delivery {
  readonly id: string;
  readonly to: PaneId | null;
  /** The pane that sent it; null for a person or a program that is in none. */
  readonly from: PaneId | null;
  /** Name of the sender, as it was then. */
  readonly sender: string;
  readonly kind: MessageKind;
  /** The sender's own word for what it is, such as `task.complete`. */
  readonly topic: string;
  /** Exactly what is given to Claude, with the line's head that says from whom it is. */
  readonly text: string;
  /** Files of pictures that go with it. */
  readonly attachments: readonly string[];
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly state: DeliveryState;
  /** Milliseconds since 1970 of the last change of the state. */
  readonly changedAt: number;
  /** A sentence: why it waits, or why it failed; empty when there is nothing to say. */
  readonly reason: string;
  /** When a wait that has a known end is over, in milliseconds since 1970. */
  readonly until: number | null;
}

export function isOpen(delivery: Delivery): boolean {
  return delivery.state === 'queued' || delivery.state === 'delivering';
}

/** The text of a message for a Claude that gets its pictures by their names. */
export function textWithFiles({ text, attachments }: Pick<Delivery, 'text' | 'attachments'>): string {
  const files = attachments.map((file) => `@${/\s/.test(file) ? JSON.stringify(file) : file}`);
  return [...files, text].join(files.length > 0 ? '\n' : '');
}
