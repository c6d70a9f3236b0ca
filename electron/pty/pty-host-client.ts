import type { Clock } from '#shared/base/clock';
import type { Disposable } from '#shared/base/disposable';
import { DisposableSlot, DisposableStore, toDisposable } from '#shared/base/disposable';
import type { Event } from '#shared/base/emitter';
import { Emitter } from '#shared/base/emitter';
import type { Result } from '#shared/base/result';
import { fail, ok } from '#shared/base/result';
import type { Logger } from '../log/logger';
import type { HostLauncher, HostProcess } from './host-process';
import type {
  FromHost,
  HostRequestName,
  HostRequests,
  SpawnRequest,
  TerminalColors,
  ToHost,
} from './host-protocol';

const HEARTBEAT_INTERVAL = 5000;
/** A host that did not answer for so long is taken for hung, and replaced. */
const HEARTBEAT_LIMIT = 20_000;
/** Restarts that may follow each other quickly before the client gives up until something is asked of it. */
const RESTART_LIMIT = 5;
const RESTART_WINDOW = 60_000;

export type PaneNews = Exclude<FromHost, { type: 'ready' | 'reply' | 'refused' | 'pong' }>;

interface OpenRequest {
  readonly settle: (outcome: Result<unknown, string>) => void;
}

export interface PendingReply<T> extends Disposable {
  readonly outcome: Promise<Result<T, string>>;
}

/**
 * The main process's end of the terminal host. Starts the host, starts it again when it dies or hangs, and settles
 * every question exactly once, also when the host dies before it answers.
 */
export class PtyHostClient implements Disposable {
  private readonly store = new DisposableStore();
  private readonly newsEmitter = this.store.add(new Emitter<PaneNews>());
  private readonly lostEmitter = this.store.add(new Emitter<string>());
  private readonly heartbeat = this.store.add(new DisposableSlot());
  private readonly open = new Map<number, OpenRequest>();
  /** Panes whose every screen is looked at, and how many others look at one. */
  private readonly watched = new Set<string>();
  private readonly onlookers = new Map<string, number>();
  private host: HostProcess | null = null;
  private nextId = 1;
  private lastPong = 0;
  private starts: number[] = [];
  private colors: TerminalColors | null = null;
  private closing: (() => void) | null = null;

  /** What happens in panes. */
  readonly onNews: Event<PaneNews> = this.newsEmitter.event;
  /** The host died and all programs with it; says how. A new host is running already, or will be when needed. */
  readonly onLost: Event<string> = this.lostEmitter.event;

  constructor(
    private readonly launch: HostLauncher,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  get pid(): number | undefined {
    return this.host?.pid;
  }

  spawn(request: SpawnRequest): void {
    this.send({ type: 'spawn', request });
  }

  /** Makes a screen without a program. */
  show(request: SpawnRequest): void {
    this.send({ type: 'show', request });
  }

  write(paneId: string, data: string): void {
    this.send({ type: 'write', paneId, data });
  }

  resize(paneId: string, columns: number, rows: number): void {
    this.send({ type: 'resize', paneId, columns, rows });
  }

  /** Asks for the settled screens of a pane, or for no more of them. */
  watch(paneId: string, on: boolean): void {
    if (on) this.watched.add(paneId);
    else this.watched.delete(paneId);
    this.host?.send({ type: 'watch', paneId, on });
    if (!on && this.onlookers.has(paneId)) this.host?.send({ type: 'watch', paneId, on: true });
  }

  /** Calls for each settled screen of a pane, the present one first, however often its program is started. */
  onScreen(paneId: string, call: () => void): Disposable {
    this.onlookers.set(paneId, (this.onlookers.get(paneId) ?? 0) + 1);
    const listening = this.onNews((news) => {
      if (news.paneId !== paneId) return;
      if (news.type === 'frame') call();
      else if (news.type === 'spawned') this.host?.send({ type: 'watch', paneId, on: true });
    });
    this.host?.send({ type: 'watch', paneId, on: true });
    return toDisposable(() => {
      listening.dispose();
      const left = (this.onlookers.get(paneId) ?? 1) - 1;
      if (left > 0) {
        this.onlookers.set(paneId, left);
        return;
      }
      this.onlookers.delete(paneId);
      if (!this.watched.has(paneId)) this.host?.send({ type: 'watch', paneId, on: false });
    });
  }

  forget(paneId: string): void {
    this.host?.send({ type: 'forget', paneId });
  }

  /** Gives the window's end of a byte port to a pane. */
  attach(paneId: string, port: unknown): void {
    this.send({ type: 'attach', paneId }, port);
  }

  setColors(colors: TerminalColors): void {
    this.colors = colors;
    this.host?.send({ type: 'colors', colors });
  }

  request<Name extends HostRequestName>(
    paneId: string,
    name: Name,
    input: HostRequests[Name]['input'],
  ): PendingReply<HostRequests[Name]['output']> {
    const id = this.nextId++;
    const outcome = new Promise<Result<HostRequests[Name]['output'], string>>((resolve) => {
      this.open.set(id, {
        settle: (result) => {
          resolve(result as Result<HostRequests[Name]['output'], string>);
        },
      });
    });
    this.send({ type: 'request', id, paneId, name, input });
    return {
      outcome,
      dispose: () => {
        if (!this.open.has(id)) return;
        this.settle(id, fail('cancelled'));
        this.host?.send({ type: 'cancel', id });
      },
    };
  }

  /** Ends all programs and the host itself; resolves when it is gone or the time is up. */
  async shutdown(timeLimit: number): Promise<void> {
    const host = this.host;
    if (host === null) return;
    await new Promise<void>((resolve) => {
      const timer = this.clock.after(timeLimit, () => {
        this.logger.warn('pty-host.shutdown-timeout');
        host.kill();
        resolve();
      });
      this.closing = () => {
        timer.dispose();
        resolve();
      };
      host.send({ type: 'shutdown' });
    });
  }

  dispose(): void {
    this.closing ??= () => undefined;
    this.host?.kill();
    this.host = null;
    for (const id of [...this.open.keys()]) this.settle(id, fail('the app is closing'));
    this.store.dispose();
  }

  private send(message: ToHost, port?: unknown): void {
    const host = this.host ?? this.start();
    if (host === null) {
      if (message.type === 'spawn') {
        this.newsEmitter.fire({
          type: 'failed',
          paneId: message.request.paneId,
          reason: 'the terminal host keeps ending; see the log, then restart the pane',
        });
      } else if (message.type === 'request')
        this.settle(message.id, fail('the terminal host is not running'));
      return;
    }
    if (port === undefined) host.send(message);
    else host.send(message, port);
  }

  private start(): HostProcess | null {
    if (this.store.isDisposed || this.closing !== null) return null;
    const now = this.clock.monotonic();
    this.starts = this.starts.filter((at) => now - at < RESTART_WINDOW);
    if (this.starts.length >= RESTART_LIMIT) return null;
    this.starts.push(now);
    const host = this.launch();
    this.host = host;
    this.lastPong = now;
    host.onMessage((message) => {
      if (this.host === host) this.take(message);
    });
    host.onExit((description) => {
      this.died(host, description);
    });
    if (this.colors !== null) host.send({ type: 'colors', colors: this.colors });
    this.beat(host);
    return host;
  }

  private take(message: FromHost): void {
    switch (message.type) {
      case 'ready':
        break;
      case 'reply':
        this.settle(message.id, ok(message.value));
        break;
      case 'refused':
        this.settle(message.id, fail(message.reason));
        break;
      case 'pong':
        this.lastPong = this.clock.monotonic();
        break;
      default:
        this.newsEmitter.fire(message);
    }
  }

  private settle(id: number, outcome: Result<unknown, string>): void {
    const entry = this.open.get(id);
    this.open.delete(id);
    entry?.settle(outcome);
  }

  private died(host: HostProcess, description: string): void {
    if (this.host !== host) return;
    this.host = null;
    this.heartbeat.value = undefined;
    for (const id of [...this.open.keys()]) this.settle(id, fail('the terminal host ended'));
    if (this.closing !== null) {
      this.closing();
      return;
    }
    this.logger.error('pty-host.died', { description });
    this.lostEmitter.fire(description);
  }

  private beat(host: HostProcess): void {
    this.heartbeat.value = this.clock.after(HEARTBEAT_INTERVAL, () => {
      if (this.host !== host) return;
      const silence = this.clock.monotonic() - this.lastPong;
      // The clock stands still while the machine sleeps; a long gap between beats is no sign of a hung host.
      if (silence > HEARTBEAT_LIMIT && silence < HEARTBEAT_LIMIT + 2 * HEARTBEAT_INTERVAL) {
        this.logger.error('pty-host.unresponsive', { silence });
        host.kill();
        return;
      }
      if (silence > HEARTBEAT_LIMIT) this.lastPong = this.clock.monotonic();
      host.send({ type: 'ping', id: this.nextId++ });
      this.beat(host);
    });
  }
}
