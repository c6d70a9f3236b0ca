import fs from 'node:fs';
import path from 'node:path';
import type { Clock } from '#shared/base/clock';
import type { Disposable } from '#shared/base/disposable';
import { DisposableSlot, DisposableStore } from '#shared/base/disposable';
import { errorMessage } from '#shared/base/errors';

/** More folders than that are looked through now and then; inotify has few watches for all programs of a person. */
export const MOST_WATCHES = 1000;
/** Changes that come within so many milliseconds are looked at together. */
const GATHER = 300;
/** How often folders are looked through that can't be watched, in milliseconds. */
const LOOK_INTERVAL = 30_000;

export interface FolderWatchOptions {
  readonly clock: Clock;
  /** Folders in which something has changed; null for all of them, which could not be watched. */
  readonly changed: (folders: ReadonlySet<string> | null) => void;
  /** Told once: changes are seen late from now on. */
  readonly cannotWatch: (reason: string) => void;
  readonly mostWatches?: number;
  readonly watch?: typeof fs.watch;
}

/** Watches folders, each with one watch however many files are in it, as many as there may be. */
export class FolderWatch implements Disposable {
  private readonly store = new DisposableStore();
  private readonly gathering = this.store.add(new DisposableSlot());
  private readonly looking = this.store.add(new DisposableSlot());
  private readonly watchers = new Map<string, fs.FSWatcher>();
  private changedFolders = new Set<string>();
  private isGathering = false;
  private told = false;

  constructor(private readonly options: FolderWatchOptions) {}

  get count(): number {
    return this.watchers.size;
  }

  /** Watches these folders, the first of them when there are too many, and no others. */
  watchOnly(folders: readonly string[]): void {
    if (this.store.isDisposed) return;
    const wanted = new Set(folders.slice(0, this.options.mostWatches ?? MOST_WATCHES));
    for (const [folder, watcher] of this.watchers) {
      if (wanted.has(folder)) continue;
      watcher.close();
      this.watchers.delete(folder);
    }
    if (wanted.size < folders.length) this.look();
    if (this.told) return;
    for (const folder of wanted) if (!this.watchers.has(folder) && !this.watch(folder)) break;
  }

  dispose(): void {
    this.closeAll();
    this.store.dispose();
  }

  /** False when there are no watches left to be had. */
  private watch(folder: string): boolean {
    try {
      const watcher = (this.options.watch ?? fs.watch)(folder, { persistent: false }, (_kind, name) => {
        this.note(folder, name);
      });
      watcher.on('error', (error) => {
        watcher.close();
        this.watchers.delete(folder);
        if (isExhausted(error)) this.giveUp(error);
        else this.note(folder, null);
      });
      this.watchers.set(folder, watcher);
      return true;
    } catch (error) {
      if (!isExhausted(error)) return true; // The folder is gone; the next look finds out.
      this.giveUp(error);
      return false;
    }
  }

  private note(folder: string, name: string | null): void {
    // Only transcripts count, and new folders of projects.
    if (name !== null && path.extname(name) !== '.jsonl' && path.extname(name) !== '') return;
    this.changedFolders.add(folder);
    if (this.isGathering) return;
    this.isGathering = true;
    this.gathering.value = this.options.clock.after(GATHER, () => {
      this.isGathering = false;
      const folders = this.changedFolders;
      this.changedFolders = new Set();
      this.options.changed(folders);
    });
  }

  private giveUp(error: unknown): void {
    if (this.told) return;
    this.told = true;
    this.closeAll();
    this.options.cannotWatch(errorMessage(error));
    this.look();
  }

  private closeAll(): void {
    for (const watcher of this.watchers.values()) watcher.close();
    this.watchers.clear();
  }

  private look(): void {
    if (this.looking.value !== undefined || this.store.isDisposed) return;
    const again = (): void => {
      this.looking.value = this.options.clock.after(LOOK_INTERVAL, () => {
        this.options.changed(null);
        again();
      });
    };
    again();
  }
}

function isExhausted(error: unknown): boolean {
  return ['ENOSPC', 'EMFILE', 'ENFILE', 'ENOMEM'].includes((error as NodeJS.ErrnoException).code ?? '');
}
