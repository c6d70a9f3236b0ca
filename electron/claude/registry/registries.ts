import type { Clock } from '#shared/base/clock';
import type { Disposable } from '#shared/base/disposable';
import type { Event } from '#shared/base/emitter';
import { Emitter } from '#shared/base/emitter';
import type { RegistryEntry } from '../detect/registry';
import type { RegistryChange } from './registry-watcher';
import { registryDirectory, RegistryWatcher } from './registry-watcher';

/** The registries of all configurations that Claudes in panes use, followed as one. */
export class Registries implements Disposable {
  private readonly watchers = new Map<string, RegistryWatcher>();
  private readonly emitter = new Emitter<RegistryChange>();

  readonly onChange: Event<RegistryChange> = this.emitter.event;

  constructor(private readonly clock: Clock) {}

  /** From now on tells of Claudes with this configuration too. */
  follow(configDirectory: string): void {
    const directory = registryDirectory(configDirectory);
    if (this.watchers.has(directory)) return;
    const watcher = new RegistryWatcher(directory, this.clock);
    this.watchers.set(directory, watcher);
    watcher.onChange((change) => {
      this.emitter.fire(change);
    });
  }

  /** What all living processes say of themselves. */
  get living(): readonly RegistryEntry[] {
    return [...this.watchers.values()].flatMap((watcher) => watcher.living);
  }

  /** What the living process of this number says of itself; null when it has not said anything. */
  of(pid: number): RegistryEntry | null {
    return this.living.find((entry) => entry.pid === pid) ?? null;
  }

  dispose(): void {
    for (const watcher of this.watchers.values()) watcher.dispose();
    this.watchers.clear();
    this.emitter.dispose();
  }
}
