import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

/** So much is gathered before it is written. */
const BATCH = 4 * 1024 * 1024;

/** A part of the pack: where it begins, and its length, in bytes. */
export type Extent = readonly [offset: number, length: number];

/** One file that parts of many things are added to. What is no longer wanted stays until the pack is made anew. */
export class Pack {
  private gathered: Buffer[] = [];
  private gatheredLength = 0;

  private constructor(
    readonly name: string,
    private readonly descriptor: number,
    private written: number,
  ) {}

  /** Opens a pack whose first `size` bytes are good, or begins a new one when there is none such. */
  static open(
    folder: string,
    name: string | null,
    size: number,
  ): { readonly pack: Pack; readonly isNew: boolean } {
    if (name !== null && /^content-[0-9a-f]+\.pack$/.test(name)) {
      try {
        const descriptor = fs.openSync(path.join(folder, name), 'r+');
        if (fs.fstatSync(descriptor).size >= size) {
          fs.ftruncateSync(descriptor, size);
          return { pack: new Pack(name, descriptor, size), isNew: false };
        }
        fs.closeSync(descriptor);
      } catch {
        // Somebody has tidied up: it is made again.
      }
    }
    const fresh = `content-${randomBytes(6).toString('hex')}.pack`;
    return { pack: new Pack(fresh, fs.openSync(path.join(folder, fresh), 'wx+', 0o600), 0), isNew: true };
  }

  /** Bytes in it, also those that are not written yet. */
  get size(): number {
    return this.written + this.gatheredLength;
  }

  add(bytes: Buffer): Extent {
    const extent: Extent = [this.size, bytes.length];
    this.gathered.push(bytes);
    this.gatheredLength += bytes.length;
    if (this.gatheredLength >= BATCH) this.flush();
    return extent;
  }

  /** Writes what was gathered. Throws the system's error. */
  flush(): void {
    if (this.gatheredLength === 0) return;
    const bytes = Buffer.concat(this.gathered);
    this.gathered = [];
    this.gatheredLength = 0;
    for (let offset = 0; offset < bytes.length;)
      offset += fs.writeSync(this.descriptor, bytes, offset, bytes.length - offset, this.written + offset);
    this.written += bytes.length;
  }

  /** Reads a part into a buffer that is at least as long. Throws the system's error. */
  read([offset, length]: Extent, into: Buffer): Buffer {
    if (offset + length > this.written) this.flush();
    let count = 0;
    while (count < length) {
      const read = fs.readSync(this.descriptor, into, count, length - count, offset + count);
      if (read === 0) throw new Error(`the pack ${this.name} is shorter than its index says`);
      count += read;
    }
    return into.subarray(0, length);
  }

  close(): void {
    fs.closeSync(this.descriptor);
  }
}
