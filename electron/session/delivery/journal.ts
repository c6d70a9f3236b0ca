import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { parseJsonLine } from '#shared/base/framing';
import type { Delivery } from '#shared/model/delivery';
import { DELIVERY_STATES, isOpen, MESSAGE_KINDS } from '#shared/model/delivery';
import type { PaneId } from '#shared/model/ids';
import { writeAtomicallyAtOnce } from '../../system/atomic-write';
import type { TranscriptMark } from './transcript-mark';

const pane = z.string().transform((text) => text as PaneId);
const deliverySchema = z.object({
  id: z.string(),
  to: pane.nullable(),
  from: pane.nullable(),
  sender: z.string(),
  kind: z.enum(MESSAGE_KINDS),
  topic: z.string(),
  text: z.string(),
  /** Absent in files of before there was such a thing. */
  attachments: z.array(z.string()).default([]),
  createdAt: z.number(),
  state: z.enum(DELIVERY_STATES),
  changedAt: z.number(),
  reason: z.string(),
  until: z.number().nullable(),
});
const markSchema = z.object({ file: z.string(), offset: z.number() });
const recordSchema = z.object({
  version: z.literal(1),
  delivery: deliverySchema,
  /** Set from the moment that it may stand in the conversation. */
  mark: markSchema.nullable(),
});

export interface JournalEntry {
  readonly delivery: Delivery;
  /** Where to look whether it was given; null while nothing was typed of it. */
  readonly mark: TranscriptMark | null;
}

/** Messages that are done with stay for the feed, the newest so many. */
export const DONE_KEPT = 200;
/** Lines after which the file is written anew. */
const REWRITE_AT = 4000;

/**
 * What has become of each message, on disk before it is so: whoever is told that a message is queued can rely on
 * it, and nothing is typed that a restart would not know of. One line a change; the last line of a message counts.
 */
export class DeliveryJournal {
  private readonly entries = new Map<string, JournalEntry>();
  private descriptor: number | null = null;
  private lines = 0;

  constructor(
    private readonly file: string,
    /** Waits for the disk's word. */
    private readonly sync: (descriptor: number) => void = fs.fsyncSync,
  ) {}

  /** Reads what is kept, oldest first. A line that was cut by a crash is as if it had not been written. */
  load(): readonly JournalEntry[] {
    let text = '';
    try {
      text = fs.readFileSync(this.file, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
    for (const line of text.split('\n')) {
      if (line === '') continue;
      const json = parseJsonLine(line);
      const record = json.ok ? recordSchema.safeParse(json.value) : null;
      if (record?.success !== true) continue;
      const { delivery, mark } = record.data;
      this.entries.set(delivery.id, { delivery, mark });
    }
    this.rewrite();
    return [...this.entries.values()];
  }

  /** Throws the system's error when it can't be kept: then it did not happen. */
  write(entry: JournalEntry): void {
    this.descriptor ??= fs.openSync(this.file, 'a', 0o600);
    // A line that a failed write left unfinished must not swallow this one.
    writeAll(this.descriptor, `\n${lineOf(entry)}\n`);
    this.sync(this.descriptor);
    this.entries.set(entry.delivery.id, entry);
    this.lines += 1;
    if (this.lines >= REWRITE_AT) this.rewrite();
  }

  dispose(): void {
    if (this.descriptor !== null) fs.closeSync(this.descriptor);
    this.descriptor = null;
  }

  /** Leaves out what is long done, so that the file stays small. */
  private rewrite(): void {
    this.dispose();
    const all = [...this.entries.values()];
    const done = all.filter(({ delivery }) => !isOpen(delivery));
    for (const { delivery } of done.slice(0, Math.max(0, done.length - DONE_KEPT)))
      this.entries.delete(delivery.id);
    fs.mkdirSync(path.dirname(this.file), { recursive: true, mode: 0o700 });
    writeAtomicallyAtOnce(
      this.file,
      [...this.entries.values()].map((entry) => `${lineOf(entry)}\n`).join(''),
    );
    this.lines = this.entries.size;
  }
}

function lineOf(entry: JournalEntry): string {
  return JSON.stringify({ version: 1, ...entry });
}

function writeAll(descriptor: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let written = 0; written < bytes.length;) written += fs.writeSync(descriptor, bytes, written);
}
