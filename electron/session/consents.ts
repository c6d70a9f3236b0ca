import type { Clock } from '#shared/base/clock';
import type { Disposable } from '#shared/base/disposable';
import { DisposableStore } from '#shared/base/disposable';
import type { PaneId } from '#shared/model/ids';
import { REQUEST_LIMIT } from '#shared/model/notice';
import type { SessionService } from './session-service';

/** Requests that may stand at once; more are refused. */
const OPEN_LIMIT = 20;

interface OpenRequest {
  readonly noticeId: string;
  readonly settle: (allowed: boolean) => void;
}

/** What agents may do only when the person says so: asks in the window, and waits for the answer. */
export class Consents implements Disposable {
  private readonly open = new Map<string, OpenRequest>();
  private readonly store = new DisposableStore();

  constructor(
    private readonly service: SessionService,
    private readonly clock: Clock,
    private readonly newId: () => string,
  ) {
    this.store.add(
      service.onAction(({ action }) => {
        if (action.type !== 'notice/dismissed') return;
        for (const [id, { noticeId }] of this.open) if (noticeId === action.noticeId) this.answer(id, false);
      }),
    );
  }

  /** Somebody is there to be asked. */
  get canAsk(): boolean {
    return this.service.hasView;
  }

  /** Resolves with what the person decides; false when nobody does in time; never when the app ends before. */
  ask(paneId: PaneId, title: string, details: readonly string[]): Promise<boolean> {
    if (this.open.size >= OPEN_LIMIT || this.store.isDisposed) return Promise.resolve(false);
    const id = this.newId();
    const answers = [
      { label: 'Allow once', command: 'answer_request', input: { request_id: id, allow: true } },
      { label: 'Refuse', command: 'answer_request', input: { request_id: id, allow: false } },
    ];
    const noticeId = this.service.addNotice('warning', title, details, answers, paneId);
    return new Promise((resolve) => {
      const timer = this.store.add(this.clock.after(REQUEST_LIMIT, () => this.answer(id, false)));
      this.open.set(id, {
        noticeId,
        settle: (allowed) => {
          this.store.delete(timer);
          resolve(allowed);
        },
      });
    });
  }

  /** False when nobody waits for this answer (any more). */
  answer(id: string, allowed: boolean): boolean {
    const request = this.open.get(id);
    if (request === undefined) return false;
    this.open.delete(id);
    this.service.dispatch({ type: 'notice/dismissed', noticeId: request.noticeId });
    request.settle(allowed);
    return true;
  }

  /** What is open stays undecided: nobody has refused it. */
  dispose(): void {
    this.open.clear();
    this.store.dispose();
  }
}
