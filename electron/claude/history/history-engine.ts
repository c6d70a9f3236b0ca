import path from 'node:path';
import type { Clock } from '#shared/base/clock';
import type { Disposable } from '#shared/base/disposable';
import { DisposableSlot, DisposableStore } from '#shared/base/disposable';
import { errorMessage } from '#shared/base/errors';
import { comparePlaces, decodeCursor, encodeCursor } from '#shared/history/cursor';
import type {
  ConversationDetails,
  ConversationPage,
  FoundConversation,
  HistoryEvent,
  HistoryMethod,
  HistoryRequests,
  HistorySettings,
  ListRequest,
  ProjectEntry,
  SearchAnswer,
  SearchRequest,
  UsageAnswer,
  UsageRequest,
} from '#shared/history/types';
import { archiveTranscripts, copyIfMissing } from './archive';
import { Breath } from './breath';
import type { Conversation, Family } from './catalogue';
import { Catalogue, placeOf } from './catalogue';
import { ContentLibrary } from './content-library';
import { FactsCache } from './facts-cache';
import { HistoryFiles } from './history-files';
import { projectDirectoryName } from '../transcripts';
import { originalPath, realPath } from './sources';
import { describeSubagents } from './subagents';

/** Wait before what was written is archived, in milliseconds: a turn writes many lines. */
const ARCHIVE_DELAY = 2000;

export interface HistoryEngineOptions {
  readonly settings: HistorySettings;
  readonly clock: Clock;
  readonly tell: (event: HistoryEvent) => void;
}

type Signal = { readonly aborted: boolean } | null;
type Answers = {
  readonly [Method in HistoryMethod]: (
    input: HistoryRequests[Method]['input'],
    signal: Signal,
  ) => Promise<HistoryRequests[Method]['output']>;
};

/**
 * The index over all conversations of all configurations. It works in steps, so that what is asked meanwhile is answered
 * soon; it is meant for a thread of its own, since it reads files in the blocking way.
 */
export class HistoryEngine implements Disposable {
  private readonly store = new DisposableStore();
  private readonly cache = new FactsCache();
  private readonly content: ContentLibrary;
  private readonly catalogue: Catalogue;
  private readonly files: HistoryFiles;
  private settings: HistorySettings;
  private isSettled = false;
  private readonly settling = this.store.add(new DisposableSlot());
  private readonly archiveTimer = this.store.add(new DisposableSlot());
  private isArchiving = false;
  private isArchiveWanted = false;
  /** What was told last, so that it is not told with each turn. */
  private archiveProblem: string | null = null;

  constructor(private readonly options: HistoryEngineOptions) {
    this.settings = options.settings;
    this.content = this.store.add(new ContentLibrary(() => this.settings.stateDirectory, options.tell));
    this.catalogue = new Catalogue(this.cache, () => this.content.opened);
    this.files = this.store.add(
      new HistoryFiles({
        clock: options.clock,
        cache: this.cache,
        catalogue: this.catalogue,
        settings: () => this.settings,
        changed: () => {
          options.tell({ type: 'changed' });
        },
        touched: () => {
          this.archiveSoon();
        },
        cannotWatch: (reason) => {
          options.tell({
            type: 'notice',
            title: 'New conversations are listed late',
            detail: `The folders of conversations can't be watched (${reason}), so they are looked through now and then. A higher fs.inotify.max_user_watches helps.`,
          });
        },
      }),
    );
    if (this.settings.archive) this.archiveSoon();
  }

  readonly answers: Answers = {
    list: async (input, signal) => this.list(input, signal),
    find: async ({ id }) => this.find(id),
    details: async ({ id }) => this.details(id),
    projects: async () => this.projects(),
    search: async (input, signal) => this.search(input, signal),
    usage: async (input, signal) => this.usage(input, signal),
    restore: async ({ id }) => this.restore(id),
    copyTo: async ({ id, directory }) => this.copyTo(id, directory),
    configure: async (settings) => {
      this.settings = settings;
      await this.files.refresh();
      this.options.tell({ type: 'changed' });
      if (settings.archive) this.archiveSoon();
      return null;
    },
  };

  /** Watches in use. */
  get watches(): number {
    return this.files.watches;
  }

  dispose(): void {
    this.store.dispose();
  }

  private async list(request: ListRequest, signal: Signal): Promise<ConversationPage> {
    const cursor = request.cursor === null ? null : decodeCursor(request.cursor);
    const breath = new Breath(signal);
    // A later page goes on where the one before ended, over the same files.
    if (cursor === null || this.files.all.length === 0) await this.files.refresh(breath);
    const isAfter = ({ transcript }: Conversation): boolean =>
      (cursor === null || comparePlaces(cursor, placeOf(transcript)) < 0) &&
      (request.before === null || transcript.changedAt < request.before);
    let found = 0;
    const families = await this.familiesIn(request.directory, breath, (newest) => {
      if (isAfter(newest)) found += 1;
      return found > request.limit;
    });
    const after = families.filter(([newest]) => isAfter(newest));
    const page = after.slice(0, request.limit);
    const last = page.at(-1)?.[0];
    // Before the page is on its way, so that no change of it is missed.
    this.files.follow();
    for (const family of page) for (const conversation of family) this.files.shown(conversation);
    this.settle();
    return {
      conversations: page.map((family) => this.catalogue.entry(family)),
      nextCursor:
        last === undefined || after.length <= request.limit ? null : encodeCursor(placeOf(last.transcript)),
    };
  }

  /** The families of a folder, or all; the first so many of them are complete. */
  private async familiesIn(
    directory: string | null,
    breath: Breath,
    enough: (newest: Conversation) => boolean = () => false,
  ): Promise<readonly Family[]> {
    if (directory === null) return this.catalogue.families(this.files.all, breath, () => true, enough);
    const names = [...new Set([directory, realPath(directory) ?? directory])];
    const folders = new Set(names.map(projectDirectoryName));
    const isThere = ({ facts }: Conversation): boolean =>
      facts.directory === null || names.includes(facts.directory);
    const near = this.files.all.filter(({ file }) => folders.has(path.basename(path.dirname(file))));
    const found = await this.catalogue.families(near, breath, isThere, enough);
    if (found.length > 0) return found;
    // Not where Claude's rule puts it: what the lines say counts.
    return this.catalogue.families(
      this.files.all,
      breath,
      ({ facts }) => facts.directory !== null && names.includes(facts.directory),
      enough,
    );
  }

  private async find(id: string): Promise<FoundConversation | null> {
    await this.files.refresh();
    const [newest, ...copies] = this.conversationsOf(id);
    if (newest === undefined) return null;
    const root = newest.facts.rootId;
    const related = this.files.all
      .filter((transcript) => transcript.id !== id && this.cache.knows(transcript))
      .flatMap((transcript) => this.catalogue.conversation(transcript) ?? [])
      .filter(({ facts }) => root !== null && facts.rootId === root);
    const { source } = newest.transcript;
    return {
      entry: this.catalogue.entry([newest, ...copies, ...related]),
      configDirectory: source.configDirectory,
      isUsualConfiguration: source.isUsual,
    };
  }

  private async details(id: string): Promise<ConversationDetails | null> {
    const found = await this.find(id);
    const newest = this.conversationsOf(id)[0];
    if (found === null || newest === undefined) return null;
    const { prompt, beganAt } = newest.facts;
    const { directory } = found.entry;
    return {
      ...found,
      prompt,
      beganAt,
      agents: describeSubagents(newest.transcript),
      isDirectoryGone: directory !== null && realPath(directory) === null,
    };
  }

  /** Its transcripts, the newest first; there are several when a folder was moved. */
  private conversationsOf(id: string): readonly Conversation[] {
    return this.files.all
      .filter((transcript) => transcript.id === id.toLowerCase())
      .flatMap((transcript) => this.catalogue.conversation(transcript) ?? []);
  }

  private async projects(): Promise<readonly ProjectEntry[]> {
    await this.files.refresh();
    const projects = new Map<string, ProjectEntry>();
    const breath = new Breath();
    for (const files of this.files.byFolder.values()) {
      const newestFirst = [...files].sort((first, second) => second.changedAt - first.changedAt);
      // One that says its folder speaks for the others: few folders of different paths have one name.
      let directory: string | null = null;
      for (const transcript of newestFirst) {
        directory = this.catalogue.conversation(transcript)?.facts.directory ?? null;
        if (breath.isDue) await breath.take();
        if (directory !== null) break;
      }
      if (directory === null) continue;
      const before = projects.get(directory);
      projects.set(directory, {
        directory,
        conversations: (before?.conversations ?? 0) + files.length,
        changedAt: Math.max(before?.changedAt ?? 0, newestFirst[0]?.changedAt ?? 0),
      });
    }
    return [...projects.values()].sort((first, second) => second.changedAt - first.changedAt);
  }

  private async search(request: SearchRequest, signal: Signal): Promise<SearchAnswer> {
    await this.files.refresh(new Breath(signal));
    return this.content.search(request, signal, {
      files: this.files.all,
      wanted: async (breath) =>
        request.directory === null
          ? null
          : new Set(
              (await this.familiesIn(request.directory, breath)).flatMap((family) =>
                family.map(({ transcript }) => transcript.file),
              ),
            ),
      entry: (transcript) => {
        const conversation = this.catalogue.conversation(transcript);
        return conversation === null ? null : this.catalogue.entry([conversation]);
      },
    });
  }

  private async usage(request: UsageRequest, signal: Signal): Promise<UsageAnswer> {
    const breath = new Breath(signal);
    await this.files.refresh(breath);
    const families = await this.familiesIn(request.directory, breath);
    return this.content.usage(
      request,
      this.settings.prices,
      families,
      this.files.all,
      signal,
      (conversation) => this.catalogue.title(conversation),
    );
  }

  private async restore(id: string): Promise<HistoryRequests['restore']['output']> {
    const found = await this.find(id);
    if (found === null)
      return { problem: `there is no conversation ${id}: list_history names those that are` };
    if (!found.entry.archived) return { problem: `Claude still has the conversation ${id}` };
    const file = originalPath(this.settings.archiveDirectory, found.entry.file);
    return this.copied(found.entry.file, file);
  }

  private async copyTo(id: string, directory: string): Promise<HistoryRequests['copyTo']['output']> {
    const found = await this.find(id);
    if (found === null)
      return { problem: `there is no conversation ${id}: list_history names those that are` };
    const projects = path.dirname(path.dirname(found.entry.file));
    const folder = path.join(projects, projectDirectoryName(realPath(directory) ?? directory));
    const file = path.join(folder, path.basename(found.entry.file));
    // One that was brought there before goes on.
    if (file === found.entry.file) return { file };
    const copied = this.copied(found.entry.file, file);
    return 'problem' in copied ? { file } : copied;
  }

  private copied(from: string, to: string): { readonly file: string } | { readonly problem: string } {
    try {
      return copyIfMissing(from, to)
        ? { file: to }
        : { problem: `${to} stands there already, so nothing was put in its place` };
    } catch (error) {
      return { problem: `${to} can't be written: ${errorMessage(error)}` };
    }
  }

  /** After the first page everything else becomes known, while nobody waits for it. */
  private settle(): void {
    this.settling.value = this.options.clock.after(0, () => {
      void this.files.remember().then(async () => {
        if (this.isSettled) return;
        this.isSettled = true;
        await this.readAllFacts();
      });
    });
  }

  private async readAllFacts(): Promise<void> {
    const file = path.join(this.settings.stateDirectory, 'heads.json');
    await this.cache.load(file);
    const breath = new Breath();
    for (const transcript of this.files.all) {
      if (this.store.isDisposed) return;
      this.catalogue.conversation(transcript);
      if (breath.isDue) await breath.take();
    }
    await this.files.remember();
    const there = new Set(this.files.all.map((transcript) => transcript.file));
    await this.cache.save(file, there);
    // Only now all copies of a conversation are known.
    const families = await this.catalogue.families(
      this.files.all,
      breath,
      () => true,
      () => false,
    );
    if (families.some((family) => family.length > 1)) this.options.tell({ type: 'changed' });
  }

  private archiveSoon(): void {
    if (!this.settings.archive) return;
    // One at a time writes copies; what changes meanwhile has its turn afterwards.
    this.isArchiveWanted = true;
    if (this.isArchiving || this.store.isDisposed) return;
    this.isArchiving = true;
    this.archiveTimer.value = this.options.clock.after(ARCHIVE_DELAY, () => {
      void this.archive();
    });
  }

  private async archive(): Promise<void> {
    this.isArchiveWanted = false;
    try {
      const transcripts = await this.files.refresh();
      this.files.follow();
      const problem = await archiveTranscripts(this.settings.archiveDirectory, transcripts, new Breath());
      if (problem !== null && problem !== this.archiveProblem)
        this.options.tell({ type: 'notice', title: 'Not all conversations are archived', detail: problem });
      this.archiveProblem = problem;
    } finally {
      this.isArchiving = false;
    }
    if (this.isArchiveWanted) this.archiveSoon();
  }
}
