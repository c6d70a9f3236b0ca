import fs from 'node:fs';
import { z } from 'zod';
import { parseJsonLine } from '#shared/base/framing';
import { writeAtomicallyAtOnce } from '../system/atomic-write';

const entrySchema = z.object({
  paneId: z.string(),
  /** The tag in words. */
  what: z.string(),
  /** It was allowed, and may have been done. */
  begun: z.boolean(),
});
const fileSchema = z.object({ version: z.literal(1), tags: z.array(entrySchema) });

export type WaitingTag = z.output<typeof entrySchema>;

/**
 * Tags that wait for the person, on disk while they do: should the app end meanwhile, their Claude can be told. They
 * are never run from here.
 */
export class WaitingTags {
  private readonly waiting = new Set<WaitingTag>();

  constructor(
    private readonly file: string,
    private readonly failed: (reason: string) => void,
  ) {}

  /** What an earlier run has left. A file that can't be read tells of nothing. */
  left(): readonly WaitingTag[] {
    try {
      const parsed = parseJsonLine(fs.readFileSync(this.file, 'utf8').trim());
      const kept = parsed.ok ? fileSchema.safeParse(parsed.value) : null;
      return kept?.data?.tags ?? [];
    } catch {
      return [];
    }
  }

  add(paneId: string, what: string): WaitingTag {
    const tag = { paneId, what, begun: false };
    this.waiting.add(tag);
    this.write();
    return tag;
  }

  /** It is about to be done: from here on nobody could tell whether it was. */
  begin(tag: WaitingTag): void {
    if (!this.waiting.has(tag)) return;
    tag.begun = true;
    this.write();
  }

  remove(tag: WaitingTag): void {
    if (this.waiting.delete(tag)) this.write();
  }

  /** Forgets what the earlier run has left. */
  clear(): void {
    if (this.waiting.size > 0 || fs.existsSync(this.file)) this.write();
  }

  private write(): void {
    try {
      if (this.waiting.size === 0) fs.rmSync(this.file, { force: true });
      else writeAtomicallyAtOnce(this.file, `${JSON.stringify({ version: 1, tags: [...this.waiting] })}\n`);
    } catch (error) {
      // What waits goes on waiting; only a crash would lose it without a word.
      this.failed(error instanceof Error ? error.message : 'unknown fault');
    }
  }
}
