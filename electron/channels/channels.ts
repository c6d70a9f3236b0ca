import type { Clock } from '#shared/base/clock';
import type { Disposable } from '#shared/base/disposable';
import type { Failure } from '#shared/base/errors';
import { failure } from '#shared/base/errors';
import type { Result } from '#shared/base/result';
import { ok } from '#shared/base/result';
import { parseChannelLine } from '#shared/delivery/channel-line';
import type { Logger } from '../log/logger';
import type { Messenger, Sent } from '../session/delivery/messenger';
import type { Turn } from './broadcast/turn-broadcaster';
import type { FolderChannels } from './fifo/channel-folder';
import { ChannelFolder } from './fifo/channel-folder';
import type { ChannelSockets } from './sockets/channel-sockets';
import { writeFifoLine } from './fifo/fifo';

export interface ChannelSettings {
  readonly enabled: boolean;
  readonly folder: string;
  /** Pane, session or tag that gets what is for nobody in particular; empty: the Claude that was started first. */
  readonly target: string;
}

export interface ChannelsOptions {
  readonly messenger: Messenger;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly settings: ChannelSettings;
  /** The sockets that stand in the folder beside the FIFOs. */
  readonly sockets: (problem: (sentence: string) => void) => ChannelSockets;
  readonly problem: (title: string, detail: string) => void;
}

const SWITCHED_OFF = 'channels are switched off: set enabled in [channels] of fugue.toml';

/** Brings what adapters write to Claudes, and what Claudes write to adapters. */
export class Channels implements Disposable {
  private folder: ChannelFolder | null = null;
  private sockets: ChannelSockets | null = null;
  private channels: FolderChannels = { inputs: [], outputs: [] };
  private settings: ChannelSettings;

  constructor(private readonly options: ChannelsOptions) {
    this.settings = options.settings;
    this.open();
  }

  get view(): ChannelSettings & FolderChannels {
    return { ...this.settings, ...this.channels };
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
    const bytes = Buffer.byteLength(line) + 1;
    this.options.logger.info('channels.sent', {
      channel,
      bytes,
      ...(written.ok ? {} : { refused: written.error }),
    });
    return written.ok ? ok(bytes) : failure('unavailable', written.error);
  }

  /** Takes a message as if its line had come by the input FIFO of the channel. */
  receive(channel: string, text: string): Result<Sent, Failure> {
    if (this.folder === null) return failure('unavailable', SWITCHED_OFF);
    return this.take(channel, text);
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
      looked: (folder) => {
        sockets.tend(folder);
      },
      line: (channel, text) => {
        const taken = this.take(channel, text);
        if (!taken.ok) problem(`A message from ${channel ?? 'in'} was not delivered`, taken.error.message);
      },
      changed: (channels) => {
        const before = this.channels;
        this.channels = channels;
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

  private take(fifoChannel: string | null, text: string): Result<Sent, Failure> {
    const { messenger, logger } = this.options;
    const { channel, content, to, damaged } = parseChannelLine(text, fifoChannel);
    if (damaged) logger.warn('channels.not-json', { channel });
    const sent = messenger.sendFromChannel(channel, to ?? this.settings.target, content);
    if (sent.ok)
      logger.info('channels.received', { channel, deliveries: sent.value.deliveries.map(({ id }) => id) });
    else logger.warn('channels.undelivered', { channel, reason: sent.error.message });
    return sent;
  }
}

/** The names of the FIFOs in the folder. */
function fifosOf({ inputs, outputs }: FolderChannels): readonly string[] {
  return [
    ...inputs.map((name) => (name === null ? 'in' : `in.${name}`)),
    ...outputs.map((name) => `out.${name}`),
  ];
}
