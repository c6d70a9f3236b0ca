import fs from 'node:fs';
import path from 'node:path';

/** A log that is longer makes room when a turn is over, in bytes: what is in it stands in the transcript too. */
const LOG_LIMIT = 64 * 1024 * 1024;

/** Keeps the lines of one conversation as Claude wrote them, so that views that come later get them all. */
export class StreamLog {
  private descriptor: number | null = null;
  private size = 0;

  constructor(readonly file: string) {}

  /** Where the next line begins, in bytes. */
  get end(): number {
    return this.size;
  }

  get isFull(): boolean {
    return this.size > LOG_LIMIT;
  }

  /** Forgets everything. Throws the system's error. */
  clear(): void {
    this.close();
    fs.mkdirSync(path.dirname(this.file), { recursive: true, mode: 0o700 });
    fs.rmSync(this.file, { force: true });
    this.size = 0;
  }

  /** Adds a line; comes back with where it begins and its length in bytes. Throws the system's error. */
  append(line: string): { readonly offset: number; readonly bytes: number } {
    this.descriptor ??= fs.openSync(this.file, 'a', 0o600);
    const bytes = Buffer.from(`${line}\n`, 'utf8');
    for (let written = 0; written < bytes.length;)
      written += fs.writeSync(this.descriptor, bytes, written, bytes.length - written);
    const offset = this.size;
    this.size += bytes.length;
    return { offset, bytes: bytes.length - 1 };
  }

  close(): void {
    if (this.descriptor !== null) fs.closeSync(this.descriptor);
    this.descriptor = null;
  }
}
