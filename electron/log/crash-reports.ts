import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { redact } from './redact';

/** Where something went wrong that nobody had foreseen. */
export type CrashPlace = 'main' | 'page' | 'process';

export interface CrashFacts {
  readonly place: CrashPlace;
  /** What happened, in words. */
  readonly what: string;
  /** Where in the code; empty when it is not known. */
  readonly stack: string;
}

const KEPT = 20;
const LONGEST_STACK = 20_000;

/**
 * Reports of what went wrong, as files that stay on this computer: nothing sends them anywhere. They hold no text of panes
 * and no environment, and what looks like a secret is taken out.
 */
export class CrashReports {
  constructor(
    private readonly folder: string,
    private readonly versions: { readonly fugue: string; readonly electron: string | null },
    private readonly now: () => number,
  ) {}

  /** Writes a report and says where; null when it can't be written, as on a full disk. */
  write({ place, what, stack }: CrashFacts): string | null {
    const at = new Date(this.now()).toISOString();
    const lines = [
      `Fugue ${this.versions.fugue}, Electron ${this.versions.electron ?? 'none'}, Node ${process.versions.node}`,
      `${os.type()} ${os.release()} ${os.arch()}`,
      `${at}, after ${String(Math.round(process.uptime()))} s, in the ${place}`,
      '',
      what,
      stack.slice(0, LONGEST_STACK),
      '',
    ];
    try {
      fs.mkdirSync(this.folder, { recursive: true, mode: 0o700 });
      const file = this.freeName(`${at.replace(/[:.]/g, '-')}-${place}`);
      fs.writeFileSync(file, redact(lines.join('\n')), { mode: 0o600, flag: 'wx' });
      this.sweep();
      return file;
    } catch {
      return null; // A crash must not be made worse by its report.
    }
  }

  /** Several can come in one moment. */
  private freeName(name: string): string {
    const numbered = (number: number) =>
      path.join(this.folder, `${name}${number === 1 ? '' : `-${String(number)}`}.txt`);
    let number = 1;
    while (number < KEPT && fs.existsSync(numbered(number))) number += 1;
    return numbered(number);
  }

  /** The oldest go: something that fails over and over must not fill the disk. */
  private sweep(): void {
    const names = fs.readdirSync(this.folder).sort();
    for (const name of names.slice(0, Math.max(0, names.length - KEPT)))
      fs.rmSync(path.join(this.folder, name), { force: true });
  }
}
