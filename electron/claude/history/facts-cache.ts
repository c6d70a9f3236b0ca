import fs from 'node:fs';
import { errorMessage } from '#shared/base/errors';
import type { ConversationFacts } from '#shared/history/facts';
import { NO_FACTS } from '#shared/history/facts';
import { writeAtomically } from '../../system/atomic-write';
import { readAddedFacts, readFacts } from './head';
import type { TranscriptFile } from './scan';

const VERSION = 1;
/** A longer file than ours can't be one of ours. */
const SIZE_LIMIT = 256 * 1024 * 1024;

interface Known {
  readonly size: number;
  readonly changedAt: number;
  readonly facts: ConversationFacts;
  /** Why it could not be read. */
  readonly problem: string | null;
}

/** What is known of transcripts by their ends, kept as long as size and time of a file stay. */
export class FactsCache {
  private known = new Map<string, Known>();
  private isChanged = false;

  /** The facts, read now when they are not known or no longer true. */
  of(transcript: TranscriptFile): { readonly facts: ConversationFacts; readonly problem: string | null } {
    const known = this.known.get(transcript.file);
    if (known !== undefined && this.knows(transcript)) return known;
    const read = { ...this.read(transcript, known), size: transcript.size, changedAt: transcript.changedAt };
    this.known.set(transcript.file, read);
    this.isChanged = true;
    return read;
  }

  /** Whether the facts need not be read. */
  knows({ file, size, changedAt }: TranscriptFile): boolean {
    const known = this.known.get(file);
    return known?.size === size && known.changedAt === changedAt;
  }

  /** What was last known, true or not. */
  last(file: string): ConversationFacts | null {
    return this.known.get(file)?.facts ?? null;
  }

  forget(file: string): void {
    this.isChanged = this.known.delete(file) || this.isChanged;
  }

  /** Takes what an earlier run kept; what was read meanwhile stays. A file that is damaged is as good as none. */
  async load(file: string): Promise<void> {
    try {
      if ((await fs.promises.stat(file)).size > SIZE_LIMIT) return;
      const kept = JSON.parse(await fs.promises.readFile(file, 'utf8')) as {
        version?: unknown;
        known?: readonly (readonly [string, Known])[];
      };
      if (kept.version !== VERSION || !Array.isArray(kept.known)) return;
      this.known = new Map([...(kept.known as readonly (readonly [string, Known])[]), ...this.known]);
    } catch {
      // There is none yet, or it can be made again.
    }
  }

  /** Keeps what is known of the transcripts that are there. Gives the reason when that fails. */
  async save(file: string, there: ReadonlySet<string>): Promise<string | null> {
    if (!this.isChanged) return null;
    this.isChanged = false;
    try {
      const known = [...this.known].filter(([name]) => there.has(name));
      await writeAtomically(file, JSON.stringify({ version: VERSION, known }));
      return null;
    } catch (error) {
      return errorMessage(error);
    }
  }

  private read(transcript: TranscriptFile, known: Known | undefined): Pick<Known, 'facts' | 'problem'> {
    try {
      // Transcripts only grow: what stands at the front of one stays.
      const isAdded =
        known !== undefined &&
        known.size < transcript.size &&
        known.facts.prompt !== null &&
        known.facts.directory !== null;
      const facts = isAdded
        ? readAddedFacts(transcript.file, known.facts, known.size)
        : readFacts(transcript.file);
      return { facts, problem: null };
    } catch (error) {
      return { facts: { ...NO_FACTS, isConversation: true }, problem: errorMessage(error) };
    }
  }
}
