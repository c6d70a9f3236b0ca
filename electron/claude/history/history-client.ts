import { Worker } from 'node:worker_threads';
import type { Disposable } from '#shared/base/disposable';
import { DisposableStore } from '#shared/base/disposable';
import type { Failure } from '#shared/base/errors';
import { failure } from '#shared/base/errors';
import { Emitter } from '#shared/base/emitter';
import type { Result } from '#shared/base/result';
import { ok } from '#shared/base/result';
import type { HistoryEvent, HistoryMethod, HistoryRequests, HistorySettings } from '#shared/history/types';
import type { Logger } from '../../log/logger';
import type { FromWorker, ToWorker, WorkerStart } from './worker-protocol';

type Reply = Result<unknown, Failure>;

/** Asks the thread that has the index of conversations. The thread is started by the first question. */
export class HistoryClient implements Disposable {
  private readonly store = new DisposableStore();
  private readonly events = this.store.add(new Emitter<HistoryEvent>());
  private readonly waiting = new Map<number, (reply: Reply) => void>();
  private worker: Worker | null = null;
  private nextId = 1;

  /** What the index tells unasked. */
  readonly onEvent = this.events.event;

  /** `workerFile` is the built thread. */
  constructor(
    private readonly workerFile: string,
    private settings: HistorySettings,
    private readonly logger: Logger,
  ) {}

  /** Asks one thing. An answer that nobody waits for any more is not worked out further. */
  async ask<Method extends HistoryMethod>(
    method: Method,
    input: HistoryRequests[Method]['input'],
    signal?: AbortSignal,
  ): Promise<Result<HistoryRequests[Method]['output'], Failure>> {
    const worker = this.started();
    if (worker === null) return failure('unavailable', 'Fugue is ending');
    const id = this.nextId++;
    const abandon = (): void => {
      worker.postMessage({ type: 'abandon', id } satisfies ToWorker);
      this.settle(id, failure('refused', 'nobody waits for the answer any more'));
    };
    const reply = new Promise<Reply>((resolve) => this.waiting.set(id, resolve));
    worker.postMessage({ type: 'ask', id, method, input });
    if (signal?.aborted === true) abandon();
    signal?.addEventListener('abort', abandon, { once: true });
    const answer = await reply;
    signal?.removeEventListener('abort', abandon);
    return answer.ok ? ok(answer.value as HistoryRequests[Method]['output']) : answer;
  }

  /** Has the thread work from now on, also when nobody asks anything. */
  begin(): void {
    this.started();
  }

  /** Other folders, or other prices. */
  configure(settings: HistorySettings): void {
    this.settings = settings;
    if (this.worker !== null) void this.ask('configure', settings);
    else if (settings.archive) this.begin();
  }

  dispose(): void {
    const { worker } = this;
    this.worker = null;
    this.store.dispose();
    this.failAll('Fugue is ending');
    void worker?.terminate();
  }

  private started(): Worker | null {
    if (this.store.isDisposed) return null;
    if (this.worker !== null) return this.worker;
    const worker = new Worker(this.workerFile, {
      workerData: { settings: this.settings } satisfies WorkerStart,
      // Hours of conversations are read in pieces: what needs more than this is a fault, and ends alone.
      resourceLimits: { maxOldGenerationSizeMb: 512 },
    });
    // It must not keep Fugue from ending.
    worker.unref();
    worker.on('message', (message: FromWorker) => {
      if (message.type === 'event') this.events.fire(message.event);
      else if (message.type === 'answer') this.settle(message.id, ok(message.output));
      else {
        this.logger.warn('history.failed', { reason: message.reason });
        this.settle(message.id, failure('internal', `the index of conversations failed: ${message.reason}`));
      }
    });
    worker.on('error', (error) => {
      this.logger.error('history.fault', { reason: error.message, stack: error.stack });
    });
    worker.on('exit', () => {
      if (this.worker !== worker) return;
      // The next question starts it again.
      this.worker = null;
      this.failAll('the index of conversations broke off: try again');
    });
    this.worker = worker;
    return worker;
  }

  private settle(id: number, reply: Reply): void {
    this.waiting.get(id)?.(reply);
    this.waiting.delete(id);
  }

  private failAll(reason: string): void {
    for (const id of [...this.waiting.keys()]) this.settle(id, failure('unavailable', reason));
  }
}
