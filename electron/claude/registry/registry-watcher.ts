import fs from 'node:fs';
import path from 'node:path';
import type { Clock } from '#shared/base/clock';
import type { Disposable } from '#shared/base/disposable';
import { DisposableSlot, DisposableStore } from '#shared/base/disposable';
import type { Event } from '#shared/base/emitter';
import { Emitter } from '#shared/base/emitter';
import { processStart } from '../../pty/process-tree';
import type { RegistryEntry } from '../detect/registry';
import { parseRegistryEntry } from '../detect/registry';

/** How often the folder is looked for until there is one, and read again in case a change was not told. */
const LOOK_INTERVAL = 1000;
/** Wait before a file that was cut is read again, in milliseconds. */
const REREAD_DELAY = 20;
const SIZE_LIMIT = 64 * 1024;

export interface RegistryChange {
  readonly pid: number;
  /** Null when the file is gone, or was left by a process that is. */
  readonly entry: RegistryEntry | null;
}

/** The folder of a configuration in which running Claudes tell of themselves. */
export function registryDirectory(configDirectory: string): string {
  return path.join(configDirectory, 'sessions');
}

/** Everything that the registry of a configuration holds now, also what dead processes left. */
export function readRegistry(configDirectory: string): readonly RegistryEntry[] {
  const directory = registryDirectory(configDirectory);
  let names: readonly string[] = [];
  try {
    names = fs.readdirSync(directory);
  } catch {
    // No Claude has run with this configuration.
  }
  return names.flatMap((name) => {
    if (pidOf(name) === null) return [];
    try {
      const parsed = parseRegistryEntry(fs.readFileSync(path.join(directory, name), 'utf8'));
      return parsed.ok ? [parsed.value] : [];
    } catch {
      return [];
    }
  });
}

/** Follows one folder in which running Claudes tell of themselves, a file for each process. */
export class RegistryWatcher implements Disposable {
  private readonly store = new DisposableStore();
  private readonly emitter = this.store.add(new Emitter<RegistryChange>());
  private readonly timer = this.store.add(new DisposableSlot());
  private readonly rereads = this.store.add(new DisposableSlot());
  private readonly entries = new Map<number, { readonly text: string; readonly entry: RegistryEntry }>();
  private watcher: fs.FSWatcher | null = null;

  readonly onChange: Event<RegistryChange> = this.emitter.event;

  constructor(
    private readonly directory: string,
    private readonly clock: Clock,
  ) {
    this.look();
  }

  /** What living processes say now. */
  get living(): readonly RegistryEntry[] {
    return [...this.entries.values()].map(({ entry }) => entry);
  }

  dispose(): void {
    this.watcher?.close();
    this.watcher = null;
    this.store.dispose();
  }

  private look(): void {
    this.watch();
    this.readAll();
    this.timer.value = this.clock.after(LOOK_INTERVAL, () => {
      this.look();
    });
  }

  private watch(): void {
    if (this.watcher !== null) return;
    try {
      const watcher = fs.watch(this.directory, { persistent: false }, (_kind, name) => {
        const pid = pidOf(name ?? '');
        if (pid !== null) this.read(pid);
      });
      watcher.on('error', () => {
        watcher.close();
        if (this.watcher === watcher) this.watcher = null;
      });
      this.watcher = watcher;
    } catch {
      // No Claude has made the folder yet, or it can't be watched: it is read every second.
    }
  }

  private readAll(): void {
    let names: readonly string[] = [];
    try {
      names = fs.readdirSync(this.directory);
    } catch {
      this.watcher?.close();
      this.watcher = null;
    }
    const found = new Set(names.flatMap((name) => pidOf(name) ?? []));
    for (const pid of found) this.read(pid);
    for (const pid of this.entries.keys()) if (!found.has(pid)) this.drop(pid);
  }

  private read(pid: number): void {
    const file = path.join(this.directory, `${String(pid)}.json`);
    let text: string;
    try {
      if (fs.statSync(file).size > SIZE_LIMIT) return;
      text = fs.readFileSync(file, 'utf8');
    } catch {
      this.drop(pid);
      return;
    }
    const known = this.entries.get(pid);
    if (known?.text === text) {
      if (!isProcessOf(known.entry)) this.drop(pid);
      return;
    }
    const parsed = parseRegistryEntry(text);
    if (!parsed.ok) {
      this.rereads.value = this.clock.after(REREAD_DELAY, () => {
        this.readAll();
      });
      return;
    }
    if (!isProcessOf(parsed.value)) {
      this.drop(pid);
      return;
    }
    this.entries.set(pid, { text, entry: parsed.value });
    this.emitter.fire({ pid, entry: parsed.value });
  }

  private drop(pid: number): void {
    if (this.entries.delete(pid)) this.emitter.fire({ pid, entry: null });
  }
}

function pidOf(name: string): number | null {
  const match = /^(\d{1,10})\.json$/.exec(name);
  return match === null ? null : Number(match[1]);
}

/** Whether the process that wrote the entry still runs: the number alone may have gone to another one. */
export function isProcessOf(entry: RegistryEntry): boolean {
  const start = processStart(entry.pid);
  return start !== null && (entry.procStart === null || start === '' || entry.procStart === start);
}
