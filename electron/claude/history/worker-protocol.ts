import type { HistoryEvent, HistoryMethod, HistoryRequests, HistorySettings } from '#shared/history/types';

/** What goes to the thread of the index. */
export type ToWorker =
  | {
      readonly [Method in HistoryMethod]: {
        readonly type: 'ask';
        readonly id: number;
        readonly method: Method;
        readonly input: HistoryRequests[Method]['input'];
      };
    }[HistoryMethod]
  /** Nobody waits for the answer any more. */
  | { readonly type: 'abandon'; readonly id: number };

/** What comes from it. */
export type FromWorker =
  | { readonly type: 'answer'; readonly id: number; readonly output: unknown }
  | { readonly type: 'failed'; readonly id: number; readonly reason: string }
  | { readonly type: 'event'; readonly event: HistoryEvent };

/** What the thread is started with. */
export interface WorkerStart {
  readonly settings: HistorySettings;
}
