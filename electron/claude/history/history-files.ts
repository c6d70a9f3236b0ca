import type { HistorySettings } from '#shared/history/types';
import type { Clock } from '#shared/base/clock';
import type { Disposable } from '#shared/base/disposable';
import { Breath } from './breath';
import type { Catalogue } from './catalogue';
import { inOrder } from './catalogue';
import type { FactsCache } from './facts-cache';
import { FolderWatch } from './folder-watch';
import type { TranscriptFile } from './scan';
import { scanAll, scanFolder } from './scan';
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

  constructor(private readonly options: HistoryFilesOptions) {}

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

  private async look(changed: ReadonlySet<string> | null): Promise<void> {
    const before = this.folders;
    const isRoot = changed === null || this.roots.some((root) => changed.has(root));
    if (isRoot) await this.refresh();
    const source = (folder: string): HistorySource | undefined =>
      this.sources.find(({ projects }) => folder.startsWith(`${projects}/`));
    const after = new Map(this.folders);
    for (const folder of changed ?? []) {
      const from = source(folder);
      if (from !== undefined && before.has(folder)) after.set(folder, scanFolder(from, folder));
    }
    this.folders = after;
    this.ordered = inOrder(after);
    if (isRoot) this.watchFolders();
    this.options.touched();
    if (await this.differ(before, after)) this.options.changed();
  }

  /** Whether what is shown of any file is something else now. */
  private async differ(
    before: ReadonlyMap<string, readonly TranscriptFile[]>,
    after: ReadonlyMap<string, readonly TranscriptFile[]>,
  ): Promise<boolean> {
    const { cache, catalogue } = this.options;
    const breath = new Breath();
    const shown = (transcript: TranscriptFile): string | null => {
      const conversation = catalogue.conversation(transcript);
      return conversation === null ? null : catalogue.title(conversation);
    };
    let differs = false;
    for (const folder of new Set([...before.keys(), ...after.keys()])) {
      const old = before.get(folder) ?? [];
      const now = after.get(folder) ?? [];
      if (old === now) continue;
      const earlier = new Map(old.map((transcript) => [transcript.file, transcript]));
      for (const transcript of now) {
        const was = earlier.get(transcript.file);
        earlier.delete(transcript.file);
        if (was?.size === transcript.size && was.changedAt === transcript.changedAt) continue;
        // What nobody has looked at yet is shown nowhere.
        if (was !== undefined && !cache.knows(was)) continue;
        const title = was === undefined ? null : shown(was);
        if (shown(transcript) !== title) differs = true;
        if (breath.isDue) await breath.take();
      }
      for (const { file } of earlier.values()) {
        const facts = cache.last(file);
        if (facts === null || (facts.isConversation && !facts.isAgent)) differs = true;
        cache.forget(file);
      }
    }
    return differs;
  }
}
