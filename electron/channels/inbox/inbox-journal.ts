import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { parseJsonLine } from '#shared/base/framing';
import type { PaneId } from '#shared/model/ids';
import { writeAtomicallyAtOnce } from '../../system/atomic-write';

const paneId = z.string().transform((text) => text as PaneId);
const lineSchema = z.object({
  type: z.literal('line'),
  sequence: z.number().int(),
  /** Milliseconds since 1970. */
  at: z.number(),
  channel: z.string(),
  /** Null: whoever gets what is for nobody in particular. */
  pane: paneId.nullable(),
  text: z.string(),
});
const handedSchema = z.object({
  type: z.literal('handed'),
  delivery: z.string(),
  sequences: z.array(z.number().int()),
});
/** The message is kept where messages are, so its lines need not be known here any more. */
const sentSchema = z.object({ type: z.literal('sent'), delivery: z.string() });
const recordSchema = z.discriminatedUnion('type', [lineSchema, handedSchema, sentSchema]);

/** A line of an adapter, as it is given to a Claude. */
export type InboxLine = Omit<z.output<typeof lineSchema>, 'type'>;

/** Records after which the file is written anew. */
const REWRITE_AT = 5000;

/**
 * What adapters have written and nobody was given yet. Lines are on disk before anything is done with them; which of
 * them went into which message is on disk before that message is sent.
 */
export class InboxJournal {
  private readonly waiting = new Map<number, InboxLine>();
  private descriptor: number | null = null;
  private records = 0;

  constructor(
    private readonly file: string,
    private readonly sync: (descriptor: number) => void = fs.fsyncSync,
  ) {}

  /** Reads what waits. `wasSent`: whether a message that lines were put into is known; otherwise they still wait. */
  load(wasSent: (delivery: string) => boolean): readonly InboxLine[] {
    let text = '';
    try {
      text = fs.readFileSync(this.file, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
    const handed = new Map<string, readonly number[]>();
    const forget = (delivery: string): void => {
      for (const sequence of handed.get(delivery) ?? []) this.waiting.delete(sequence);
      handed.delete(delivery);
    };
    for (const line of text.split('\n')) {
      if (line === '') continue;
      const json = parseJsonLine(line);
      const record = json.ok ? recordSchema.safeParse(json.value) : null;
      if (record?.success !== true) continue;
      if (record.data.type === 'line') {
        const { type: _type, ...waiting } = record.data;
        this.waiting.set(waiting.sequence, waiting);
      } else if (record.data.type === 'handed') handed.set(record.data.delivery, record.data.sequences);
      else forget(record.data.delivery);
    }
    // Handed over in the moment of a crash: whether that was done is known where messages are kept.
    for (const delivery of [...handed.keys()]) if (wasSent(delivery)) forget(delivery);
    this.rewrite();
    return [...this.waiting.values()].sort((left, right) => left.sequence - right.sequence);
  }

  /** Throws the system's error when it can't be kept. */
  add(lines: readonly InboxLine[]): void {
    this.append(lines.map((line) => JSON.stringify({ type: 'line', ...line })));
    for (const line of lines) this.waiting.set(line.sequence, line);
  }

  /** These lines are about to go into a message; throws the system's error, and then they don't. */
  hand(delivery: string, sequences: readonly number[]): void {
    this.append([JSON.stringify({ type: 'handed', delivery, sequences })]);
  }

  /** The message that these lines went into is kept, or they are given up. Throws the system's error. */
  sent(delivery: string, sequences: readonly number[]): void {
    for (const sequence of sequences) this.waiting.delete(sequence);
    if (this.records >= REWRITE_AT && this.waiting.size < REWRITE_AT / 2) this.rewrite();
    else this.append([JSON.stringify({ type: 'sent', delivery })]);
  }

  dispose(): void {
    if (this.descriptor !== null) fs.closeSync(this.descriptor);
    this.descriptor = null;
  }

  private append(records: readonly string[]): void {
    this.descriptor ??= fs.openSync(this.file, 'a', 0o600);
    // A record that a failed write left unfinished must not swallow these.
    const bytes = Buffer.from(`\n${records.map((record) => `${record}\n`).join('')}`);
    for (let written = 0; written < bytes.length;) written += fs.writeSync(this.descriptor, bytes, written);
    this.sync(this.descriptor);
    this.records += records.length;
  }

  private rewrite(): void {
    this.dispose();
    fs.mkdirSync(path.dirname(this.file), { recursive: true, mode: 0o700 });
    const lines = [...this.waiting.values()].map((line) => `${JSON.stringify({ type: 'line', ...line })}\n`);
    writeAtomicallyAtOnce(this.file, lines.join(''));
    this.records = this.waiting.size;
  }
}
