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
const SAVE_DELAY = 400;
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
  private saving: Promise<void> = Promise.resolve();
  private scheduled = false;
  private failing = false;
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
    this.scheduled = false;
    this.saving = this.saving.then(() => this.save());
    await this.saving;
  }

  /** Writes everything a last time; what happens afterwards, such as programs that end, is not kept. */
  async stop(): Promise<void> {
    if (this.stopped) return;
    const panes = Object.keys(this.options.store.state.panes);
    for (const paneId of panes) this.changedPanes.add(paneId);
    await this.flush();
    this.stopped = true;
    this.disposables.dispose();
  }

  dispose(): void {
    this.stopped = true;
    this.disposables.dispose();
  }

  private schedule(delay = SAVE_DELAY): void {
    if (this.scheduled || this.stopped) return;
    this.scheduled = true;
    this.timer.value = this.options.clock.after(delay, () => {
      void this.flush();
    });
  }

  private async save(): Promise<void> {
    if (this.stopped) return;
    try {
      await this.saveWorkspace();
      await this.saveScrollback();
      if (this.failing) this.options.service.addNotice('information', 'The workspace can be saved again');
      this.failing = false;
    } catch (error) {
      this.options.logger.error('workspace.save-failed', { reason: errorMessage(error) });
      // One notice for a whole row of failures; the next change tries again, and so does time alone.
      if (!this.failing) {
        this.failing = true;
        this.options.service.addNotice('error', 'The workspace can not be saved', [
          errorMessage(error),
          'Everything goes on; what changes now is lost if Fugue ends. Make room on the disk.',
        ]);
      }
      this.schedule(RETRY_DELAY);
    }
  }

  private async saveWorkspace(): Promise<void> {
    const snapshot = takeSnapshot(this.options.store.state, this.options.clock.now());
    const comparable = JSON.stringify({ ...snapshot, savedAt: 0 });
    if (comparable === this.saved) return;
    await this.options.workspace.save(snapshot);
    this.saved = comparable;
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
