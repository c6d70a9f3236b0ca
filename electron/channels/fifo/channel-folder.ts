import fs from 'node:fs';
import path from 'node:path';
import type { Clock } from '#shared/base/clock';
import type { Disposable } from '#shared/base/disposable';
import { DisposableSlot } from '#shared/base/disposable';
import { CHANNEL_NAME } from '#shared/delivery/channel-line';
import type { FifoReader } from './fifo';
import { makeFifo, readFifo } from './fifo';
import type { DirectoryIdentity } from './runtime-directory';
import { identify, prepareRuntimeDirectory } from './runtime-directory';

/** A watch may miss something, and dies with its folder: a look now and then finds it, in milliseconds. */
const LOOK_INTERVAL = 2000;
/** What happens in a burst is looked at once, in milliseconds. */
const SETTLE_TIME = 20;

export interface ChannelFolderListener {
  /** A line came by `in` (null) or `in.<channel>`. */
  readonly line: (channel: string | null, text: string) => void;
  /** The channels that can be written to or read from are others now. */
  readonly changed: (channels: FolderChannels) => void;
  /** The folder was looked at; null when it can't be used. `problem`: what can't be used now, a sentence. */
  readonly looked: (folder: string | null, problem: string | null) => void;
  /** Something is wrong with the folder or a FIFO in it; a sentence. */
  readonly problem: (sentence: string) => void;
}

export interface FolderChannels {
  /** Names of input FIFOs; null stands for the one without a name. */
  readonly inputs: readonly (string | null)[];
  readonly outputs: readonly string[];
}

/** The folder of the FIFOs is the registry of channels: making or removing one is all that an adapter does. */
export class ChannelFolder implements Disposable {
  private readonly readers = new Map<string, { readonly inode: number; readonly reader: FifoReader }>();
  private readonly look = new DisposableSlot<Disposable>();
  private watcher: fs.FSWatcher | null = null;
  private identity: DirectoryIdentity | null = null;
  private known = '';
  private readonly told = new Set<string>();
  private disposed = false;
  private reading = true;
  /** What the last look has found to be wrong; null when nothing is. */
  private fault: string | null = null;

  constructor(
    readonly folder: string,
    private readonly clock: Clock,
    private readonly listener: ChannelFolderListener,
  ) {
    this.scan();
  }

  /** The file of an output channel. */
  output(channel: string): string {
    return path.join(this.folder, `out.${channel}`);
  }

  /** Reads on, or lets the writers of all FIFOs wait. */
  read(on: boolean): void {
    this.reading = on;
    for (const { reader } of this.readers.values()) reader.read(on);
  }

  dispose(): void {
    this.disposed = true;
    this.look.dispose();
    this.close();
  }

  private close(): void {
    this.watcher?.close();
    this.watcher = null;
    for (const { reader } of this.readers.values()) reader.dispose();
    this.readers.clear();
  }

  private scan(): void {
    if (this.disposed) return;
    this.fault = null;
    const identity = this.identity === null ? prepareRuntimeDirectory(this.folder) : identify(this.folder);
    if (!identity.ok || identity.value !== this.identity) this.begin(identity.ok ? identity.value : null);
    if (!identity.ok) this.complain(identity.error);
    else this.readNames();
    this.listener.looked(identity.ok ? this.folder : null, this.fault);
    this.look.value = this.clock.after(LOOK_INTERVAL, () => {
      this.scan();
    });
  }

  /** Another folder has the name now, or none that may be used: what was open belongs to the one before. */
  private begin(identity: DirectoryIdentity | null): void {
    this.close();
    this.identity = identity;
    if (identity === null) return;
    const made = makeFifo(path.join(this.folder, 'in'));
    if (!made.ok) this.complain(made.error);
    try {
      this.watcher = fs.watch(this.folder, () => {
        this.look.value = this.clock.after(SETTLE_TIME, () => {
          this.scan();
        });
      });
      this.watcher.on('error', () => {
        this.watcher?.close();
      });
    } catch {
      // No watches are to be had: the look now and then finds what changes.
    }
  }

  private readNames(): void {
    let names: readonly string[];
    try {
      names = fs.readdirSync(this.folder).sort();
    } catch {
      return; // It was removed just now; the next look makes it anew.
    }
    const inputs = names.filter((name) => name === 'in' || isChannel(name, 'in.'));
    for (const [name, { reader }] of this.readers) {
      if (inputs.includes(name) && this.inodeOf(name) === this.readers.get(name)?.inode) continue;
      reader.dispose();
      this.readers.delete(name);
    }
    for (const name of inputs) if (!this.readers.has(name)) this.open(name);
    const channels = {
      inputs: [...this.readers.keys()].map((name) => (name === 'in' ? null : name.slice('in.'.length))),
      outputs: names.filter((name) => isChannel(name, 'out.')).map((name) => name.slice('out.'.length)),
    };
    const shown = JSON.stringify(channels);
    if (shown === this.known) return;
    this.known = shown;
    this.listener.changed(channels);
  }

  private open(name: string): void {
    const channel = name === 'in' ? null : name.slice('in.'.length);
    const inode = this.inodeOf(name);
    const reader = readFifo(path.join(this.folder, name), {
      line: (text) => {
        this.listener.line(channel, text);
      },
      tooLong: () => {
        this.listener.problem(`a line in ${name} was longer than 64 KB and was dropped`);
      },
      ended: (reason) => {
        this.readers.delete(name);
        this.listener.problem(`${name} can't be read any more: ${reason}`);
      },
    });
    if (reader.ok) {
      this.readers.set(name, { inode, reader: reader.value });
      if (!this.reading) reader.value.read(false);
    } else this.complain(reader.error);
  }

  private inodeOf(name: string): number {
    return fs.lstatSync(path.join(this.folder, name), { throwIfNoEntry: false })?.ino ?? 0;
  }

  /** The same fault is told once, not with every look. */
  private complain(sentence: string): void {
    this.fault ??= sentence;
    if (this.told.has(sentence)) return;
    if (this.told.size > 100) this.told.clear();
    this.told.add(sentence);
    this.listener.problem(sentence);
  }
}

function isChannel(name: string, prefix: string): boolean {
  return name.startsWith(prefix) && CHANNEL_NAME.test(name.slice(prefix.length));
}
