import type { Clock } from '#shared/base/clock';
import type { Disposable } from '#shared/base/disposable';
import type { Failure } from '#shared/base/errors';
import { errorMessage, failure } from '#shared/base/errors';
import type { Result } from '#shared/base/result';
import { fail, ok } from '#shared/base/result';
import type { ChannelLine } from '#shared/delivery/channel-line';
import { parseChannelLine } from '#shared/delivery/channel-line';
import { formatMessage } from '#shared/delivery/message-text';
import type { WaitingLines } from '#shared/model/channels';
import type { PaneId } from '#shared/model/ids';
import type { Logger } from '../log/logger';
import type { Messenger } from '../session/delivery/messenger';
import type { Turn } from './broadcast/turn-broadcaster';
import type { ChannelRecord } from './channel-record';
import type { FolderChannels } from './fifo/channel-folder';
import { ChannelFolder } from './fifo/channel-folder';
import type { ChannelSockets } from './sockets/channel-sockets';
import { writeFifoLine } from './fifo/fifo';
import type { ChannelInbox } from './inbox/channel-inbox';

export interface ChannelSettings {
  readonly enabled: boolean;
  readonly folder: string;
  /** Pane, session or tag that gets what is for nobody in particular; empty: the managed Claude, or the first. */
  readonly target: string;
}

export interface ChannelsOptions {
  readonly messenger: Messenger;
  readonly inbox: ChannelInbox;
  readonly record: ChannelRecord;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly settings: ChannelSettings;
  /** The sockets that stand in the folder beside the FIFOs. */
  readonly sockets: (problem: (sentence: string) => void) => ChannelSockets;
  readonly problem: (title: string, detail: string) => void;
  /** What `view` says may be another now. */
  readonly changed: () => void;
}

export interface ChannelsView extends ChannelSettings, FolderChannels {
  /** A sentence: what can't be used; null when all can. */
  readonly problem: string | null;
  /** How many listen on `output.sock`. */
  readonly subscribers: number;
  readonly waits: readonly WaitingLines[];
}

/** The panes that get a line; null: whoever gets what is for nobody in particular. */
export type Receivers = readonly (PaneId | null)[];

const SWITCHED_OFF = 'channels are switched off: set enabled in [channels] of fugue.toml';

/** Brings what adapters write to Claudes, and what Claudes write to adapters. */
export class Channels implements Disposable {
  private folder: ChannelFolder | null = null;
  private sockets: ChannelSockets | null = null;
  private channels: FolderChannels = { inputs: [], outputs: [] };
  private fault: string | null = null;
  private settings: ChannelSettings;

  constructor(private readonly options: ChannelsOptions) {
    this.settings = options.settings;
  }

  get view(): ChannelsView {
    return {
      ...this.settings,
      ...this.channels,
      problem: this.fault,
      subscribers: this.sockets?.listeners ?? 0,
      waits: this.options.inbox.waits,
    };
  }

  /** Takes up what an earlier run has left, and reads what adapters write from now on. */
  begin(): void {
    try {
      this.options.inbox.load();
    } catch (error) {
      this.options.problem('Lines that waited can not be read', errorMessage(error));
    }
    this.open();
  }

  apply(settings: ChannelSettings): void {
    const { enabled, folder } = this.settings;
    this.settings = settings;
    if (settings.enabled === enabled && settings.folder === folder) return;
    this.dispose();
    this.open();
  }

  /** Writes one line to the reader of a channel, at once or not at all; gives its length in bytes. */
  send(channel: string, message: string): Result<number, Failure> {
    if (this.folder === null) return failure('unavailable', SWITCHED_OFF);
    // One line, and nothing in it that could move the terminal of whoever looks at it.
    const line = message.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();
    if (line === '') return failure('invalid', 'the message holds nothing that can be read: write something');
    const written = writeFifoLine(this.folder.output(channel), line);
    this.options.record.wrote(channel, line, written.ok ? null : written.error);
    const bytes = Buffer.byteLength(line) + 1;
    this.options.logger.info('channels.sent', {
      channel,
      bytes,
      ...(written.ok ? {} : { refused: written.error }),
    });
    return written.ok ? ok(bytes) : failure('unavailable', written.error);
  }

  /** Takes a message as if its line had come by the input FIFO of the channel; gives who is to get it. */
  receive(channel: string, text: string): Result<Receivers, Failure> {
    if (this.folder === null) return failure('unavailable', SWITCHED_OFF);
    return this.take(channel, text);
  }

  /** Reads on, or lets adapters wait. */
  read(on: boolean): void {
    this.folder?.read(on);
  }

  /** The pane that gets what is for nobody in particular; null while there is none. */
  get usualPane(): PaneId | null {
    const targets = this.options.messenger.channelTargets(this.settings.target);
    return targets.ok ? (targets.value[0]?.id ?? null) : null;
  }

  /** Tells a turn to everybody who listens on `output.sock`. */
  broadcast(turn: Turn): void {
    this.sockets?.broadcast(turn);
  }

  dispose(): void {
    this.folder?.dispose();
    this.folder = null;
    this.sockets?.dispose();
    this.sockets = null;
    this.channels = { inputs: [], outputs: [] };
    this.fault = null;
  }

  private open(): void {
    const { clock, logger, problem } = this.options;
    if (!this.settings.enabled) return;
    const told = new Set<string>();
    const sockets = this.options.sockets((sentence) => {
      // The same fault is told once, not with every look.
      if (told.has(sentence)) return;
      told.add(sentence);
      logger.warn('channels.problem', { sentence });
      problem('A socket of the channels does not work', sentence);
    });
    this.sockets = sockets;
    this.folder = new ChannelFolder(this.settings.folder, clock, {
      looked: (folder, fault) => {
        sockets.tend(folder);
        this.fault = fault;
        this.options.changed();
      },
      line: (channel, text) => {
        const taken = this.take(channel, text);
        if (!taken.ok) problem(`A message from ${channel ?? 'in'} was not delivered`, taken.error.message);
      },
      changed: (channels) => {
        const before = this.channels;
        this.channels = channels;
        this.options.changed();
        for (const name of fifosOf(channels))
          if (!fifosOf(before).includes(name)) logger.info('channels.registered', { fifo: name });
        for (const name of fifosOf(before))
          if (!fifosOf(channels).includes(name)) logger.info('channels.deregistered', { fifo: name });
      },
      problem: (sentence) => {
        logger.warn('channels.problem', { sentence });
        problem('A channel does not work', sentence);
      },
    });
  }

  private take(fifoChannel: string | null, text: string): Result<Receivers, Failure> {
    const { logger, clock, inbox } = this.options;
    const line = parseChannelLine(text, fifoChannel);
    const { channel } = line;
    if (line.damaged) logger.warn('channels.not-json', { channel });
    const at = line.ts === null ? clock.now() : line.ts * 1000;
    const message = formatMessage({ time: timeOfDay(at), sender: channel, content: line.content });
    if (!message.ok)
      return this.refuse(channel, line.content, { code: 'invalid', message: message.error.message });
    const panes = this.receivers(line);
    if (!panes.ok) return this.refuse(channel, line.content, panes.error);
    for (const pane of panes.value) inbox.take({ at: clock.now(), channel, pane, text: message.value });
    logger.info('channels.received', { channel, receivers: panes.value });
    return panes;
  }

  /** For nobody in particular: it waits for whoever gets that when it may be given. */
  private receivers({ to }: ChannelLine): Result<Receivers, Failure> {
    const { messenger } = this.options;
    if (to === null && this.settings.target === '') return ok([null]);
    const targets = messenger.channelTargets(to ?? this.settings.target);
    if (targets.ok) return ok(targets.value.map(({ id }) => id));
    return to === null ? ok([null]) : targets;
  }

  private refuse(channel: string, content: string, error: Failure): Result<never, Failure> {
    this.options.logger.warn('channels.undelivered', { channel, reason: error.message });
    this.options.record.refused(channel, content, error.message);
    return fail(error);
  }
}

function timeOfDay(at: number): string {
  const time = new Date(at);
  return `${String(time.getHours()).padStart(2, '0')}:${String(time.getMinutes()).padStart(2, '0')}`;
}

/** The names of the FIFOs in the folder. */
function fifosOf({ inputs, outputs }: FolderChannels): readonly string[] {
  return [
    ...inputs.map((name) => (name === null ? 'in' : `in.${name}`)),
    ...outputs.map((name) => `out.${name}`),
  ];
}
