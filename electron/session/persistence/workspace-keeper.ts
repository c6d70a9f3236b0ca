import type { Clock } from '#shared/base/clock';
import type { Disposable } from '#shared/base/disposable';
import { DisposableSlot, DisposableStore } from '#shared/base/disposable';
import { errorMessage } from '#shared/base/errors';
import { asPaneId } from '#shared/model/ids';
import { takeSnapshot } from '#shared/state/snapshot';
import type { Logger } from '../../log/logger';
import type { PtyHostClient } from '../../pty/pty-host-client';
import type { SessionService } from '../session-service';
import type { Store } from '../store';
import type { ScrollbackFiles } from './scrollback-files';
import type { WorkspaceFiles } from './workspace-files';

/** Longest time between a change and its being on disk, less the time that writing takes, in milliseconds. */
const SAVE_DELAY = 250;
/** Time after which a save that failed is tried again although nothing has changed, in milliseconds. */
const RETRY_DELAY = 3000;

export interface WorkspaceKeeperOptions {
  readonly store: Store;
  readonly service: SessionService;
  readonly host: PtyHostClient;
  readonly workspace: WorkspaceFiles;
  readonly scrollback: ScrollbackFiles;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Keeps the workspace on disk while it changes, so that a kill loses at most the last second. */
export class WorkspaceKeeper implements Disposable {
  private readonly disposables = new DisposableStore();
  private readonly timer = this.disposables.add(new DisposableSlot());
  private readonly changedPanes = new Set<string>();
  private readonly removedPanes = new Set<string>();
  private saved = '';
  private readonly scrollbackTurn = new Turns(() => this.guarded('text', () => this.saveScrollback()));
  /** When the next save begins, in milliseconds that never jump. */
  private due = Infinity;
  /** What could not be written the last time it was tried. */
  private readonly failing = new Set<string>();
  private stopped = false;

  constructor(private readonly options: WorkspaceKeeperOptions) {}

  /** Starts watching. Before, nothing is written: a restore that goes wrong must not overwrite what it read. */
  begin(): void {
    this.disposables.add(
      this.options.store.onAction(({ action }) => {
        if (action.type === 'pane/removed') this.removedPanes.add(action.paneId);
        this.schedule();
      }),
    );
    this.disposables.add(
      this.options.host.onNews((news) => {
        if (news.type !== 'changed') return;
        this.changedPanes.add(news.paneId);
        this.schedule();
      }),
    );
    this.schedule();
  }

  /** Writes everything now. */
  async flush(): Promise<void> {
    this.timer.value = undefined;
    this.due = Infinity;
    // Text of many panes takes its time; what panes there are is not kept waiting by it.
    await this.guarded('workspace', () => {
      this.saveWorkspace();
    });
    await this.scrollbackTurn.run();
  }

  /** Writes everything a last time; what happens afterwards, such as programs that end, is not kept. */
  async stop(): Promise<void> {
    if (this.stopped) return;
    const panes = Object.keys(this.options.store.state.panes);
    for (const paneId of panes) this.changedPanes.add(paneId);
    await this.flush();
    await this.guarded('disk', () => this.options.workspace.synced());
    this.stopped = true;
    this.disposables.dispose();
  }

  dispose(): void {
    this.stopped = true;
    this.disposables.dispose();
  }

  private schedule(delay = SAVE_DELAY): void {
    const due = this.options.clock.monotonic() + delay;
    // A change never waits for the slower retry of something else.
    if (this.stopped || this.due <= due) return;
    this.due = due;
    this.timer.value = this.options.clock.after(delay, () => {
      void this.flush();
    });
  }

  private async guarded(part: string, save: () => Promise<void> | void): Promise<void> {
    if (this.stopped) return;
    try {
      await save();
      if (this.failing.delete(part) && this.failing.size === 0)
        this.options.service.addNotice('information', 'The workspace can be saved again');
    } catch (error) {
      this.options.logger.error('workspace.save-failed', { part, reason: errorMessage(error) });
      // One notice for a whole row of failures; the next change tries again, and so does time alone.
      if (this.failing.size === 0) {
        this.options.service.addNotice('error', 'The workspace can not be saved', [
          errorMessage(error),
          'Everything goes on; what changes now is lost if Fugue ends. Make room on the disk.',
        ]);
      }
      this.failing.add(part);
      this.schedule(RETRY_DELAY);
    }
  }

  private saveWorkspace(): void {
    const snapshot = takeSnapshot(this.options.store.state, this.options.clock.now());
    const comparable = JSON.stringify({ ...snapshot, savedAt: 0 });
    if (comparable === this.saved) return;
    this.options.workspace.save(snapshot);
    this.saved = comparable;
    void this.guarded('disk', () => this.options.workspace.synced());
  }

  private async saveScrollback(): Promise<void> {
    const lines = this.options.store.state.configuration.restore['scrollback-lines'];
    for (const paneId of [...this.removedPanes]) {
      await this.options.scrollback.remove(paneId);
      this.removedPanes.delete(paneId);
    }
    for (const paneId of [...this.changedPanes]) {
      this.changedPanes.delete(paneId);
      if (!(asPaneId(paneId) in this.options.store.state.panes)) continue;
      const reply = await this.options.host.request(paneId, 'serialize', { lines }).outcome;
      // A pane without a screen keeps the text that is on disk.
      if (!reply.ok || lines === 0) continue;
      try {
        await this.options.scrollback.save(paneId, reply.value);
      } catch (error) {
        // Its turn comes again.
        this.changedPanes.add(paneId);
        throw error;
      }
    }
  }
}

/** Runs one thing again and again, never twice at once. Whoever asks while it runs shares one run that follows. */
class Turns {
  private current: Promise<void> = Promise.resolve();
  private next: Promise<void> | null = null;

  constructor(private readonly work: () => Promise<void>) {}

  run(): Promise<void> {
    this.next ??= this.current.then(() => {
      this.current = this.next ?? this.current;
      this.next = null;
      return this.work();
    });
    return this.next;
  }
}
