import type { HistorySettings } from '#shared/history/types';
import type { Clock } from '#shared/base/clock';
import type { Disposable } from '#shared/base/disposable';
import { Breath } from './breath';
import type { Catalogue, Conversation } from './catalogue';
import { inOrder } from './catalogue';
import type { FactsCache } from './facts-cache';
import { FolderWatch } from './folder-watch';
import type { TranscriptFile } from './scan';
import { scanAll, scanFolder } from './scan';
import { ShownTitles } from './shown-titles';
import type { HistorySource } from './sources';
import { historySources } from './sources';

export interface HistoryFilesOptions {
  readonly clock: Clock;
  readonly cache: FactsCache;
  readonly catalogue: Catalogue;
  readonly settings: () => HistorySettings;
  /** A title is another one, or conversations came or went. */
  readonly changed: () => void;
  /** Something was written, whatever it is. */
  readonly touched: () => void;
  readonly cannotWatch: (reason: string) => void;
}

/** All transcripts that are there, the newest first, and what becomes of them. */
export class HistoryFiles implements Disposable {
  private sources: readonly HistorySource[] = [];
  private folders: ReadonlyMap<string, readonly TranscriptFile[]> = new Map();
  private ordered: readonly TranscriptFile[] = [];
  private watch: FolderWatch | null = null;
  private looks: Promise<void> = Promise.resolve();
  private readonly titles: ShownTitles;

  constructor(private readonly options: HistoryFilesOptions) {
    this.titles = new ShownTitles(options.cache, options.catalogue);
  }

  get all(): readonly TranscriptFile[] {
    return this.ordered;
  }

  /** The project folders with their files. */
  get byFolder(): ReadonlyMap<string, readonly TranscriptFile[]> {
    return this.folders;
  }

  get usual(): HistorySource | null {
    return this.sources.find(({ isUsual, archived }) => isUsual && !archived) ?? null;
  }

  get watches(): number {
    return this.watch?.count ?? 0;
  }

  /** Looks through all folders. */
  async refresh(breath = new Breath()): Promise<readonly TranscriptFile[]> {
    const sources = historySources(this.options.settings());
    const folders = await scanAll(sources, breath);
    this.sources = sources;
    this.folders = folders;
    this.ordered = inOrder(folders);
    return this.ordered;
  }

  /** From now on changes are told. */
  follow(): void {
    this.watch ??= new FolderWatch({
      clock: this.options.clock,
      cannotWatch: this.options.cannotWatch,
      changed: (folders) => {
        void this.look(folders);
      },
    });
    this.watchFolders();
  }

  /** Somebody is told of it as it is now. */
  shown(conversation: Conversation): void {
    this.titles.shown(conversation);
  }

  /** What is known by now counts as told; changes of it are changes. */
  async remember(): Promise<void> {
    await this.titles.remember(this.folders, new Breath());
  }

  dispose(): void {
    this.watch?.dispose();
    this.watch = null;
  }

  /** Where new folders of projects come, and where the folder that they come in may. */
  private get roots(): readonly string[] {
    const there = new Set(this.sources.map(({ configDirectory }) => configDirectory));
    return [
      ...this.sources.map(({ projects }) => projects),
      ...this.options.settings().configDirectories.filter((directory) => !there.has(directory)),
    ];
  }

  private watchFolders(): void {
    const newest = new Map<string, number>();
    for (const [folder, files] of this.folders)
      newest.set(
        folder,
        files.reduce((latest, { changedAt }) => Math.max(latest, changedAt), 0),
      );
    const folders = [...newest].sort(([, first], [, second]) => second - first).map(([folder]) => folder);
    this.watch?.watchOnly([...this.roots, ...folders]);
  }

  /** One look after the other: each tells what changed since the one before. */
  private async look(changed: ReadonlySet<string> | null): Promise<void> {
    this.looks = this.looks.then(() => this.lookNow(changed));
    return this.looks;
  }

  private async lookNow(changed: ReadonlySet<string> | null): Promise<void> {
    if (this.watch === null) return;
    const isRoot = changed === null || this.roots.some((root) => changed.has(root));
    if (isRoot) {
      await this.refresh();
      this.watchFolders();
    } else {
      const after = new Map(this.folders);
      for (const folder of changed) {
        const source = this.sources.find(({ projects }) => folder.startsWith(`${projects}/`));
        if (source !== undefined && after.has(folder)) after.set(folder, scanFolder(source, folder));
      }
      this.folders = after;
      this.ordered = inOrder(after);
    }
    this.options.touched();
    const looked = isRoot ? this.titles.all(this.folders) : changed;
    if (await this.titles.differ(this.folders, looked, new Breath())) this.options.changed();
  }
}
