import fs from 'node:fs';
import path from 'node:path';
import { errorMessage } from '#shared/base/errors';
import type { ReadingProgress } from '#shared/model/history';
import type { UsageLine } from '#shared/history/usage';
import { sweepTemporaryFiles, writeAtomically } from '../../system/atomic-write';
import { Abandoned, type Breath } from './breath';
import { packUsage, unpackUsage } from './content-format';
import type { LastWords } from './content-reader';
import { readContent, stillHas } from './content-reader';
import type { Extent } from './pack';
import { Pack } from './pack';

const VERSION = 1;
const INDEX_FILE = 'content.json';
/** Text of a conversation is kept in parts of about this size, so that no more is held in memory to search it. */
const PART = 1024 * 1024;
/** How often what was read so far is kept, in milliseconds. */
const SAVE_INTERVAL = 10_000;
/** A pack of which more than half is waste is made anew once it is worth the work, in bytes. */
const WASTE_LIMIT = 64 * 1024 * 1024;

/** A file to read, whole or what was added to it. */
export interface ContentFile {
  readonly file: string;
  readonly size: number;
  readonly changedAt: number;
}

export interface ContentRecord {
  readonly size: number;
  readonly changedAt: number;
  /** Where the first line begins that was not read. */
  readonly end: number;
  readonly mark: string;
  readonly text: readonly Extent[];
  readonly usage: readonly Extent[];
  readonly last: LastWords;
}

const NOTHING_SAID: LastWords = { custom: null, made: null, summary: null, costs: {} };

/** What was said in all transcripts and what it took, in the state folder. It can be made again at any time. */
export class ContentIndex {
  private records = new Map<string, ContentRecord>();
  private models: string[] = [];
  private isChanged = false;
  private buffer = Buffer.allocUnsafe(PART);

  private constructor(
    private readonly folder: string,
    private pack: Pack,
  ) {}

  /** Opens what an earlier run kept, or begins anew. Rejects with the system's error when nothing can be kept there. */
  static async open(folder: string): Promise<ContentIndex> {
    await fs.promises.mkdir(folder, { recursive: true, mode: 0o700 });
    await sweepTemporaryFiles(folder);
    const kept = await loadIndex(path.join(folder, INDEX_FILE));
    const { pack, isNew } = Pack.open(folder, kept?.pack ?? null, kept?.size ?? 0);
    const index = new ContentIndex(folder, pack);
    if (kept !== null && !isNew) {
      index.records = new Map(kept.records);
      index.models = [...kept.models];
    }
    index.removeOtherPacks();
    return index;
  }

  /** Forgets all but these. */
  keepOnly(files: readonly ContentFile[]): void {
    const there = new Set(files.map(({ file }) => file));
    for (const file of this.records.keys()) if (!there.has(file)) this.isChanged = this.records.delete(file);
  }

  recordOf(file: string): ContentRecord | null {
    return this.records.get(file) ?? null;
  }

  /**
   * Reads what has changed since, the first of the list first. Rejects with
   * `Abandoned`, or with the system's error when it can't be kept; files that can't be read are left out.
   */
  async update(
    files: readonly ContentFile[],
    breath: Breath,
    progress: (progress: ReadingProgress) => void,
  ): Promise<void> {
    const outdated = files.filter(({ file, size, changedAt }) => {
      const record = this.records.get(file);
      return record?.size !== size || record.changedAt !== changedAt;
    });
    let savedAt = performance.now();
    try {
      for (const [done, entry] of outdated.entries()) {
        await this.read(entry, breath);
        progress({ done: done + 1, total: outdated.length });
        if (breath.isDue) await breath.take();
        if (performance.now() - savedAt > SAVE_INTERVAL) {
          await this.save();
          savedAt = performance.now();
        }
      }
      if (this.isChanged) await this.save();
    } catch (error) {
      if (error instanceof Abandoned) await this.save();
      throw error;
    }
  }

  /** The text of a part; good until the next one is read. Throws the system's error. */
  text(extent: Extent): Buffer {
    if (this.buffer.length < extent[1]) this.buffer = Buffer.allocUnsafe(extent[1]);
    const text = this.pack.read(extent, this.buffer);
    // One message may be long; what it took is not held on to.
    if (this.buffer.length > 8 * PART) this.buffer = Buffer.allocUnsafe(PART);
    return text;
  }

  /** Throws the system's error. */
  usageOf(file: string): readonly UsageLine[] {
    return (this.records.get(file)?.usage ?? []).flatMap((extent) =>
      unpackUsage(this.pack.read(extent, Buffer.allocUnsafe(extent[1])), this.models),
    );
  }

  close(): void {
    this.pack.close();
  }

  private async read(entry: ContentFile, breath: Breath): Promise<void> {
    const before = this.records.get(entry.file);
    try {
      const grew =
        before !== undefined &&
        before.end <= entry.size &&
        (await stillHas(entry.file, before.mark, before.end));
      const base = grew ? before : null;
      const { file, size } = entry;
      const parts = new PartWriter(this.pack);
      const read = await readContent(
        { file, from: base?.end ?? 0, to: size, before: base?.last ?? NOTHING_SAID },
        (message) => {
          parts.add(message);
        },
        breath,
      );
      this.records.set(entry.file, {
        size: entry.size,
        changedAt: entry.changedAt,
        end: read.end,
        mark: read.mark,
        text: [...(base?.text ?? []), ...parts.finish()],
        usage: [...(base?.usage ?? []), ...this.addUsage(read.usage)],
        last: read.last,
      });
      this.isChanged = true;
    } catch (error) {
      if (error instanceof Abandoned || isOfOurDisk(error)) throw error;
      // It went away, or is not for us to read: it does not hide the others.
      this.isChanged = this.records.delete(entry.file) || this.isChanged;
    }
  }

  private addUsage(lines: readonly UsageLine[]): readonly Extent[] {
    if (lines.length === 0) return [];
    return [this.pack.add(Buffer.concat(lines.map((line) => packUsage(line, this.modelNumber(line.model)))))];
  }

  private modelNumber(model: string): number {
    const known = this.models.indexOf(model);
    return known >= 0 ? known : this.models.push(model) - 1;
  }

  private async save(): Promise<void> {
    this.compact();
    this.pack.flush();
    const { name, size } = this.pack;
    const contents = { version: VERSION, pack: name, size, models: this.models, records: [...this.records] };
    await writeAtomically(path.join(this.folder, INDEX_FILE), JSON.stringify(contents));
    this.isChanged = false;
    this.removeOtherPacks();
  }

  /** Copies what is still wanted into a new pack when the old one is mostly waste. */
  private compact(): void {
    const wanted = [...this.records.values()].reduce(
      (sum, { text, usage }) => sum + lengthOf(text) + lengthOf(usage),
      0,
    );
    if (this.pack.size - wanted < Math.max(wanted, WASTE_LIMIT)) return;
    const { pack } = Pack.open(this.folder, null, 0);
    const copy = (extents: readonly Extent[]): readonly Extent[] =>
      extents.map((extent) => pack.add(Buffer.from(this.text(extent))));
    for (const [file, record] of this.records)
      this.records.set(file, { ...record, text: copy(record.text), usage: copy(record.usage) });
    this.pack.close();
    this.pack = pack;
  }

  private removeOtherPacks(): void {
    for (const name of fs.readdirSync(this.folder)) {
      if (name.endsWith('.pack') && name !== this.pack.name)
        fs.rmSync(path.join(this.folder, name), { force: true });
    }
  }
}

/** Gathers messages into parts. */
class PartWriter {
  private readonly extents: Extent[] = [];
  private gathered: Buffer[] = [];
  private length = 0;

  constructor(private readonly pack: Pack) {}

  add(message: Buffer): void {
    if (this.length + message.length > PART) this.end();
    this.gathered.push(message);
    this.length += message.length;
  }

  finish(): readonly Extent[] {
    this.end();
    return this.extents;
  }

  private end(): void {
    if (this.length > 0) this.extents.push(this.pack.add(Buffer.concat(this.gathered)));
    this.gathered = [];
    this.length = 0;
  }
}

function lengthOf(extents: readonly Extent[]): number {
  return extents.reduce((sum, [, length]) => sum + length, 0);
}

/** What could not be written: no file that is read is to blame. */
function isOfOurDisk(error: unknown): boolean {
  const { syscall, code } = error as NodeJS.ErrnoException;
  return syscall === 'write' || code === 'ENOSPC' || code === 'EDQUOT' || code === 'EROFS';
}

interface KeptIndex {
  readonly version: number;
  readonly pack: string;
  readonly size: number;
  readonly models: readonly string[];
  readonly records: readonly (readonly [string, ContentRecord])[];
}

/** Null when there is none that this version can use. */
async function loadIndex(file: string): Promise<KeptIndex | null> {
  try {
    const kept = JSON.parse(await fs.promises.readFile(file, 'utf8')) as Partial<KeptIndex> | null;
    if (kept?.version !== VERSION || !Array.isArray(kept.records) || !Array.isArray(kept.models)) return null;
    if (typeof kept.pack !== 'string' || typeof kept.size !== 'number') return null;
    return kept as KeptIndex;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' && !(error instanceof SyntaxError))
      throw new Error(`${file}: ${errorMessage(error)}`, { cause: error });
    return null;
  }
}
