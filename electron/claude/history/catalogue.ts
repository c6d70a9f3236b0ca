import type { ConversationFacts } from '#shared/history/facts';
import { titleOf } from '#shared/history/title';
import type { ConversationEntry, RelatedConversation } from '#shared/history/types';
import type { Place } from '#shared/history/cursor';
import type { Breath } from './breath';
import type { ContentIndex } from './content-index';
import type { FactsCache } from './facts-cache';
import type { TranscriptFile } from './scan';
import { subagentFiles } from './scan';

/** A transcript that is a conversation, with what is known of it. */
export interface Conversation {
  readonly transcript: TranscriptFile;
  readonly facts: ConversationFacts;
  readonly problem: string | null;
}

/** Copies of one conversation, the newest first. */
export type Family = readonly [Conversation, ...Conversation[]];

export function placeOf({ id, changedAt }: TranscriptFile): Place {
  return { at: changedAt, id };
}

/** The files of all folders, the newest first. What Claude still has is not shown from the archive too. */
export function inOrder(folders: ReadonlyMap<string, readonly TranscriptFile[]>): readonly TranscriptFile[] {
  const all = [...folders.values()].flat();
  const there = new Set<string>();
  for (const { id, source } of all) if (!source.archived) there.add(id);
  return all
    .filter(({ id, source }) => !source.archived || !there.has(id))
    .sort(
      // As places are compared, without making any: there are thousands.
      (first, second) =>
        second.changedAt - first.changedAt || (first.id < second.id ? -1 : first.id > second.id ? 1 : 0),
    );
}

/** Knows conversations by their files: reads what is not known yet, and leaves out what is no conversation. */
export class Catalogue {
  constructor(
    private readonly cache: FactsCache,
    private readonly content: () => ContentIndex | null,
  ) {}

  /** Null for what is none: the work of a subagent, or a file in which nobody has said anything yet. */
  conversation(transcript: TranscriptFile): Conversation | null {
    const { facts, problem } = this.cache.of(transcript);
    if (facts.isAgent || !facts.isConversation) return null;
    return { transcript, facts, problem };
  }

  /**
   * Goes through files, the newest first; families come in the order of their newest copy. After `enough` families only
   * what is known already is added to them.
   */
  async families(
    files: readonly TranscriptFile[],
    breath: Breath,
    wanted: (conversation: Conversation) => boolean,
    enough: (newest: Conversation) => boolean,
  ): Promise<readonly Family[]> {
    const families = new Map<string, [Conversation, ...Conversation[]]>();
    let isEnough = false;
    for (const transcript of files) {
      if (isEnough && !this.cache.knows(transcript)) continue;
      const conversation = this.conversation(transcript);
      if (breath.isDue) await breath.take();
      if (conversation === null || !wanted(conversation)) continue;
      const root = familyOf(conversation);
      const family = families.get(root);
      if (family !== undefined) family.push(conversation);
      else if (!isEnough) {
        families.set(root, [conversation]);
        isEnough = enough(conversation);
      }
    }
    return [...families.values()];
  }

  entry([newest, ...older]: Family): ConversationEntry {
    return {
      ...this.relatedView(newest),
      directory: newest.facts.directory,
      size: newest.transcript.size,
      archived: newest.transcript.source.archived,
      related: older.map((conversation) => this.relatedView(conversation)),
      agents: subagentFiles(newest.transcript).length,
      problem: newest.problem,
    };
  }

  /** The whole file tells more than its ends, once it was read as it is now. */
  title({ transcript, facts }: Conversation): string {
    const record = this.content()?.recordOf(transcript.file) ?? null;
    const titles = record?.changedAt === transcript.changedAt ? record.last : null;
    return titleOf(
      {
        custom: titles?.custom ?? facts.custom,
        made: titles?.made ?? facts.made,
        summary: titles?.summary ?? facts.summary,
        prompt: facts.prompt,
      },
      facts.beganAt ?? transcript.changedAt,
    );
  }

  private relatedView(conversation: Conversation): RelatedConversation {
    const { id, changedAt, file } = conversation.transcript;
    return { id, title: this.title(conversation), changedAt, file };
  }
}

/** Copies of one conversation have the same first line; what has none is a family of its own. */
export function familyOf({ facts, transcript }: Conversation): string {
  return facts.rootId ?? transcript.file;
}
