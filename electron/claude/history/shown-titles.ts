import path from 'node:path';
import type { Breath } from './breath';
import type { Catalogue, Conversation } from './catalogue';
import type { FactsCache } from './facts-cache';
import type { TranscriptFile } from './scan';

interface Seen {
  readonly size: number;
  readonly changedAt: number;
  /** Null for what is no conversation; undefined while nobody has looked. */
  readonly title: string | null | undefined;
}

type Folders = ReadonlyMap<string, readonly TranscriptFile[]>;

/**
 * What was last told of each transcript. It is kept apart from what is known: whoever asks in between learns of a change
 * first, and the others have to be told all the same.
 */
export class ShownTitles {
  private readonly folders = new Map<string, Map<string, Seen>>();
  private hasBegun = false;

  constructor(
    private readonly cache: FactsCache,
    private readonly catalogue: Catalogue,
  ) {}

  /** Somebody is told of it. What was told before stays, so that the others hear of a change too. */
  shown(conversation: Conversation): void {
    const { transcript } = conversation;
    const seen = this.seenIn(path.dirname(transcript.file));
    const before = seen.get(transcript.file);
    const isNew = before === undefined && this.hasBegun;
    if (isNew || before?.title !== undefined) return;
    seen.set(transcript.file, { ...seenNow(transcript), title: this.catalogue.title(conversation) });
  }

  /** Takes what is there at first, and the titles that have become known since. */
  async remember(folders: Folders, breath: Breath): Promise<void> {
    if (!this.hasBegun) {
      this.hasBegun = true;
      for (const [folder, files] of folders) {
        const seen = this.seenIn(folder);
        for (const transcript of files)
          if (!seen.has(transcript.file))
            seen.set(transcript.file, { ...seenNow(transcript), title: undefined });
      }
    }
    for (const [folder, files] of folders) {
      const seen = this.folders.get(folder);
      for (const transcript of files) {
        const before = seen?.get(transcript.file);
        if (before === undefined || before.title !== undefined) continue;
        if (!isSame(before, transcript) || !this.cache.knows(transcript)) continue;
        seen?.set(transcript.file, { ...before, title: this.titleOf(transcript) });
        if (breath.isDue) await breath.take();
      }
    }
  }

  /** Whether something is shown in another way now, came or went. Takes it as told. */
  async differ(folders: Folders, changed: Iterable<string>, breath: Breath): Promise<boolean> {
    let differs = false;
    for (const folder of changed) {
      const before = this.folders.get(folder) ?? new Map<string, Seen>();
      const now = new Map<string, Seen>();
      for (const transcript of folders.get(folder) ?? []) {
        const was = before.get(transcript.file);
        before.delete(transcript.file);
        if (was !== undefined && isSame(was, transcript)) {
          now.set(transcript.file, was);
          continue;
        }
        const title = this.titleOf(transcript);
        now.set(transcript.file, { ...seenNow(transcript), title });
        // What nobody had looked at was shown nowhere; what is new is missing everywhere.
        if (was === undefined ? title !== null : was.title !== undefined && was.title !== title)
          differs = true;
        if (breath.isDue) await breath.take();
      }
      for (const [file, { title }] of before) {
        if (title !== null) differs = true;
        this.cache.forget(file);
      }
      if (folders.has(folder)) this.folders.set(folder, now);
      else this.folders.delete(folder);
    }
    return differs;
  }

  /** All folders that something is or was in. */
  all(folders: Folders): Iterable<string> {
    return new Set([...this.folders.keys(), ...folders.keys()]);
  }

  private seenIn(folder: string): Map<string, Seen> {
    const seen = this.folders.get(folder) ?? new Map<string, Seen>();
    this.folders.set(folder, seen);
    return seen;
  }

  private titleOf(transcript: TranscriptFile): string | null {
    const conversation = this.catalogue.conversation(transcript);
    return conversation === null ? null : this.catalogue.title(conversation);
  }
}

function seenNow({ size, changedAt }: TranscriptFile): Omit<Seen, 'title'> {
  return { size, changedAt };
}

function isSame(seen: Seen, { size, changedAt }: TranscriptFile): boolean {
  return seen.size === size && seen.changedAt === changedAt;
}
