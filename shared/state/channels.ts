import type { ChannelsState, ReceivedLine, SentLine } from '../model/channels';
import type { Delivery } from '../model/delivery';
import { isOpen } from '../model/delivery';
import type { PaneId } from '../model/ids';
import type { DeliveryPresentation } from './messages';
import { messageContent, presentDelivery } from './messages';
import type { AppState } from './state';

/*
 * What the window shows of the channels.
 */

/** A channel that an adapter can use now. */
export interface ChannelRow {
  /** Null: the one without a name. */
  readonly name: string | null;
  readonly brings: boolean;
  readonly takes: boolean;
  /** The newest line of either way. */
  readonly last: ReceivedLine | SentLine | null;
}

/** The live channels by name, the one without a name first. */
export function channelRows({ inputs, outputs, received, sent }: ChannelsState): readonly ChannelRow[] {
  const names = [...new Set([...inputs, ...outputs])].sort((left, right) =>
    (left ?? '').localeCompare(right ?? ''),
  );
  const lines = [...received, ...sent].sort((left, right) => right.number - left.number);
  return names.map((name) => ({
    name,
    brings: inputs.includes(name),
    takes: name !== null && outputs.includes(name),
    last: lines.find(({ channel }) => channel === (name ?? 'in')) ?? null,
  }));
}

/** Lines that wait together for one pane. */
export interface WaitingGroup {
  readonly key: string;
  /** The pane that they wait for; null while there is none. */
  readonly pane: PaneId | null;
  readonly count: number;
  readonly presentation: DeliveryPresentation;
  /** When a wait that has a known end is over, in milliseconds since 1970. */
  readonly until: number | null;
  /** The first of them, as far as they are known. */
  readonly first: readonly Pick<ReceivedLine, 'channel' | 'text'>[];
}

const FIRST_SHOWN = 3;

/** All that has come and is in no conversation yet: what is being given, then what follows. */
export function waitingGroups(
  channels: ChannelsState,
  deliveries: readonly Delivery[],
): readonly WaitingGroup[] {
  const given = deliveries.filter(isOpenBatch).map((delivery): WaitingGroup => {
    const lines = linesOf(delivery);
    return {
      key: delivery.id,
      pane: delivery.to,
      count: lines.length,
      presentation: presentDelivery(delivery),
      until: delivery.until,
      first: lines.slice(0, FIRST_SHOWN),
    };
  });
  const waiting = channels.waits.map(({ pane, count, reason, until }): WaitingGroup => {
    const known = channels.received.filter((line) => line.state === 'waiting' && line.pane === pane);
    return {
      key: pane ?? 'anybody',
      pane: pane ?? channels.target,
      count,
      presentation: { tone: 'waiting', label: count === 1 ? 'Waits' : 'Wait', reason },
      until,
      // Of a flood only the end is known.
      first: known.length < count ? [] : known.slice(0, FIRST_SHOWN),
    };
  });
  return [...given, ...waiting];
}

/** How many lines have come and are in no conversation yet. */
export function countChannelLines({ channels, deliveries }: AppState): number {
  const given = deliveries.filter(isOpenBatch).reduce((sum, delivery) => sum + linesOf(delivery).length, 0);
  return channels.waits.reduce((sum, { count }) => sum + count, given);
}

export interface ChannelLogEntry {
  readonly number: number;
  readonly at: number;
  readonly channel: string;
  readonly way: 'in' | 'out';
  /** Whom a line is for that came in; null: nobody, or not known yet. */
  readonly pane: PaneId | null;
  readonly text: string;
  readonly presentation: DeliveryPresentation;
}

/** The newest lines of both ways, the newest first, with what became of each. */
export function channelLog(
  { received, sent, target }: ChannelsState,
  deliveries: readonly Delivery[],
): readonly ChannelLogEntry[] {
  const messages = new Map(deliveries.map((delivery) => [delivery.id, delivery]));
  const incoming = received.map((line): ChannelLogEntry => {
    const delivery = line.delivery === null ? undefined : messages.get(line.delivery);
    const { number, at, channel, text } = line;
    const waitsFor = line.state === 'refused' ? line.pane : (line.pane ?? target);
    const pane = delivery === undefined ? waitsFor : delivery.to;
    return { number, at, channel, way: 'in', pane, text, presentation: presentReceived(line, delivery) };
  });
  const outgoing = sent.map(({ number, at, channel, text, problem }): ChannelLogEntry => ({
    number,
    at,
    channel,
    way: 'out',
    pane: null,
    text,
    presentation:
      problem === null
        ? { tone: 'done', label: 'Written', reason: '' }
        : { tone: 'failed', label: 'Not written', reason: problem },
  }));
  return [...incoming, ...outgoing].sort((left, right) => right.number - left.number);
}

function presentReceived(line: ReceivedLine, delivery: Delivery | undefined): DeliveryPresentation {
  if (line.state === 'waiting') return { tone: 'waiting', label: 'Waits', reason: '' };
  if (line.state === 'refused') return { tone: 'failed', label: 'Refused', reason: line.reason };
  // Messages that are done with are forgotten one day.
  return delivery === undefined
    ? { tone: 'done', label: 'Handed over', reason: '' }
    : presentDelivery(delivery);
}

/** Whether the pane's Claude is the one that channels talk to and does everything unasked. */
export function worksUnasked({ channels }: AppState, paneId: PaneId): boolean {
  return channels.managed.pane === paneId && channels.managed.skipsPermissions;
}

function isOpenBatch(delivery: Delivery): boolean {
  return delivery.kind === 'channel' && isOpen(delivery);
}

/** The lines of a message that holds several, each with its channel and the text that was written. */
function linesOf({ text }: Delivery): readonly Pick<ReceivedLine, 'channel' | 'text'>[] {
  return text.split(/\n(?! {2})/).map((line) => ({
    channel: /^\[\d\d:\d\d ([^\]\n]*)\]/.exec(line)?.[1] ?? '',
    text: messageContent(line),
  }));
}
