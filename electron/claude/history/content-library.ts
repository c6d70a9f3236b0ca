import fs from 'node:fs';
import path from 'node:path';
import type { Disposable } from '#shared/base/disposable';
import { parseQuery } from '#shared/history/query';
import type {
  ConversationEntry,
  HistoryEvent,
  SearchAnswer,
  SearchHit,
  SearchRequest,
  UsageAnswer,
  UsageRequest,
} from '#shared/history/types';
import type { Prices } from '#shared/history/usage';
import { Breath } from './breath';
import type { Conversation, Family } from './catalogue';
import type { ContentFile } from './content-index';
import { ContentIndex } from './content-index';
import type { TranscriptFile } from './scan';
import { subagentFiles } from './scan';
import { excerptOf, TextSearch } from './text-search';
import { UsageReport } from './usage-report';

/** How often it is told how far the reading is, in milliseconds. */
const TELL_INTERVAL = 250;

export interface SearchPlace {
  readonly files: readonly TranscriptFile[];
  /** The files that count; null when all do. */
  readonly wanted: (breath: Breath) => Promise<ReadonlySet<string> | null>;
  /** Null for what is no conversation. */
  readonly entry: (transcript: TranscriptFile) => ConversationEntry | null;
}

/** Answers what can only be known by reading whole transcripts. They are read once, and then what was added. */
export class ContentLibrary implements Disposable {
  /** What it has opened so far. */
  opened: ContentIndex | null = null;
  /** One at a time reads transcripts. */
  private turn: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly folder: () => string,
    private readonly tell: (event: HistoryEvent) => void,
  ) {}

  dispose(): void {
    this.opened?.close();
    this.opened = null;
  }

  async search(
    request: SearchRequest,
    signal: { readonly aborted: boolean } | null,
    place: SearchPlace,
  ): Promise<SearchAnswer> {
    const terms = parseQuery(request.query);
    if (terms.length === 0) return { hits: [], total: 0 };
    const breath = new Breath(signal);
    const index = await this.current(place.files, breath);
    const wanted = await place.wanted(breath);
    const search = new TextSearch(index, terms);
    const hits: SearchHit[] = [];
    const seen = new Set<string>();
    for (const transcript of place.files) {
      if (wanted?.has(transcript.file) === false || seen.has(transcript.id)) continue;
      const hit = await search.in(transcript.file, breath);
      if (hit === null) continue;
      // Only files with hits are looked at closer; copies in other folders are one conversation.
      const entry = place.entry(transcript);
      if (entry === null) continue;
      seen.add(transcript.id);
      if (hits.length < request.limit)
        hits.push({ entry, excerpt: excerptOf(transcript.file, hit), count: hit.count });
    }
    return { hits, total: seen.size };
  }

  async usage(
    request: UsageRequest,
    prices: Prices,
    families: readonly Family[],
    files: readonly TranscriptFile[],
    signal: { readonly aborted: boolean } | null,
    title: (conversation: Conversation) => string,
  ): Promise<UsageAnswer> {
    const breath = new Breath(signal);
    const { id } = request;
    const counted =
      id === null
        ? families
        : families.filter((family) => family.some(({ transcript }) => transcript.id === id));
    // Of one conversation it is known at once, however many others have never been read.
    const index =
      id === null
        ? await this.current(files, breath)
        : await this.current(
            counted.flatMap((family) => family.map(({ transcript }) => transcript)),
            breath,
            false,
          );
    const report = new UsageReport(request, prices);
    for (const family of counted) {
      report.addFamily(
        [...family].reverse().map((conversation) => ({
          id: conversation.transcript.id,
          title: title(conversation),
          costs: index.recordOf(conversation.transcript.file)?.last.costs ?? {},
          directory: conversation.facts.directory ?? path.dirname(conversation.transcript.file),
          lines: [conversation.transcript.file, ...subagentFiles(conversation.transcript)].flatMap((file) =>
            index.usageOf(file),
          ),
        })),
      );
      if (breath.isDue) await breath.take();
    }
    return report.answer;
  }

  /** The index as the files are now. Others wait meanwhile, and find most of it done. */
  private async current(
    files: readonly TranscriptFile[],
    breath: Breath,
    areAll = true,
  ): Promise<ContentIndex> {
    const mine = this.turn.then(async () => {
      this.opened ??= await ContentIndex.open(path.join(this.folder(), 'history'));
      let toldAt = 0;
      const wanted = files.flatMap(contentFiles);
      if (areAll) this.opened.keepOnly(wanted);
      try {
        await this.opened.update(wanted, breath, (progress) => {
          const now = performance.now();
          if (now - toldAt < TELL_INTERVAL) return;
          toldAt = now;
          this.tell({ type: 'reading', progress });
        });
      } finally {
        if (toldAt > 0) this.tell({ type: 'reading', progress: null });
      }
      return this.opened;
    });
    this.turn = mine.catch(() => undefined);
    return mine;
  }
}

/** A transcript and those of its subagents. */
function contentFiles(transcript: TranscriptFile): readonly ContentFile[] {
  return [
    transcript,
    ...subagentFiles(transcript).flatMap((file): ContentFile[] => {
      const status = fs.statSync(file, { throwIfNoEntry: false });
      return status === undefined ? [] : [{ file, size: status.size, changedAt: status.mtimeMs }];
    }),
  ];
}
