import fs from 'node:fs';
import path from 'node:path';
import type { Disposable } from '#shared/base/disposable';
import { rotateLog } from './rotate';

/** One call of a command. What was said in it is left out: texts may hold anything. */
export interface AuditEntry {
  readonly at: number;
  readonly origin: string;
  readonly via: string | null;
  /** The pane that the call came from. */
  readonly pane: string | null;
  readonly command: string;
  /** What it was about, as the caller named it: a pane, window or session. */
  readonly target: string | null;
  readonly outcome: string;
  readonly milliseconds: number;
}

/** Lines are written together, after so many milliseconds. */
const WRITE_AFTER = 200;

/** Who had what done, one JSON line a call, in a file of the owner alone. */
export class AuditLog implements Disposable {
  private pending: string[] = [];
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly file: string,
    private readonly failed: (reason: string) => void,
  ) {}

  write(entry: AuditEntry): void {
    this.pending.push(`${JSON.stringify({ ...entry, at: new Date(entry.at).toISOString() })}\n`);
    this.timer ??= setTimeout(() => {
      this.flush();
    }, WRITE_AFTER);
  }

  flush(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    const lines = this.pending.join('');
    this.pending = [];
    if (lines === '') return;
    try {
      fs.mkdirSync(path.dirname(this.file), { recursive: true, mode: 0o700 });
      rotateLog(this.file);
      fs.appendFileSync(this.file, lines, { mode: 0o600 });
    } catch (error) {
      // A full disk must not take the app down with its log.
      this.failed(error instanceof Error ? error.message : 'unknown fault');
    }
  }

  dispose(): void {
    this.flush();
  }
}
