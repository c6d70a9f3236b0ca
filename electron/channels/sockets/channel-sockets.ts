import type net from 'node:net';
import type { Clock } from '#shared/base/clock';
import type { Disposable } from '#shared/base/disposable';
import type { Logger } from '../../log/logger';
import type { Turn } from '../broadcast/turn-broadcaster';
import { serveControl } from './control-connection';
import { FolderSocket } from './folder-socket';
import { Subscribers } from './subscribers';

export interface ChannelSocketsOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  /** Whether thinking is sent along. */
  readonly thinking: () => boolean;
  /** Speaks HTTP with hooks; null when nobody does. */
  readonly http: ((socket: net.Socket) => void) | null;
  readonly problem: (sentence: string) => void;
  /** Somebody listens, or does so no more. */
  readonly changed: () => void;
}

/** The two sockets in the folder of the channels: `output.sock` tells turns, `control.sock` takes what hooks send. */
export class ChannelSockets implements Disposable {
  private readonly subscribers: Subscribers;
  private readonly sockets: readonly FolderSocket[];

  constructor(private readonly options: ChannelSocketsOptions) {
    const { logger, problem, http, changed } = options;
    this.subscribers = new Subscribers(() => {
      logger.warn('broadcast.dropped-subscriber', { left: this.subscribers.size });
    });
    this.sockets = [
      new FolderSocket({
        name: 'output.sock',
        problem,
        connected: (socket) => {
          this.subscribers.add(socket);
          socket.on('close', changed);
          changed();
        },
      }),
      new FolderSocket({
        name: 'control.sock',
        problem,
        connected: (socket) => {
          serveControl(socket, {
            broadcast: (turn) => {
              this.broadcast(turn);
            },
            http: http ?? (() => socket.destroy()),
          });
        },
      }),
    ];
  }

  /** How many listen. */
  get listeners(): number {
    return this.subscribers.size;
  }

  /** Called whenever the folder was looked at; null when it can't be used. */
  tend(folder: string | null): void {
    for (const socket of this.sockets) socket.tend(folder);
  }

  /** Tells a turn to everybody who listens. */
  broadcast({ session, blocks }: Turn): void {
    const { clock, logger, thinking } = this.options;
    const turn = thinking() ? blocks : blocks.filter(({ type }) => !THINKING.has(type));
    if (turn.length === 0) return;
    this.subscribers.send(JSON.stringify({ ts: Math.floor(clock.now() / 1000), session, turn }));
    logger.info('broadcast', { session, blocks: turn.length, subscribers: this.subscribers.size });
  }

  dispose(): void {
    for (const socket of this.sockets) socket.dispose();
  }
}

const THINKING: ReadonlySet<string> = new Set(['thinking', 'redacted_thinking']);
