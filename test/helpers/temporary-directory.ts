import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { endTmux } from './tmux';

export interface TemporaryDirectory {
  /** The real path: no link in it, so that it compares equal to what programs report. */
  readonly path: string;
  /** Makes a folder inside, with its parents. */
  folder(...names: readonly string[]): string;
  /** Writes a file inside, with its parents. */
  file(name: string, content: string | Uint8Array): string;
  remove(): void;
}

/** Makes an empty folder of one's own. Its path is short: the name of a unix socket may have 107 bytes. */
export function makeTemporaryDirectory(prefix = 'fugue-'): TemporaryDirectory {
  const base = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), prefix));
  return {
    path: base,
    folder: (...names) => {
      const folder = path.join(base, ...names);
      fs.mkdirSync(folder, { recursive: true });
      return folder;
    },
    file: (name, content) => {
      const file = path.join(base, name);
      fs.mkdirSync(path.dirname(file), { recursive: true });
      fs.writeFileSync(file, content);
      return file;
    },
    remove: () => {
      endTmux(base);
      removeStubbornly(base);
    },
  };
}

const REMOVE_TRIES = 40;

/** A program that is just ending may still write into the folder: then the whole is tried again. */
function removeStubbornly(folder: string): void {
  for (let left = REMOVE_TRIES; ; left -= 1) {
    try {
      fs.rmSync(folder, { recursive: true, force: true });
      return;
    } catch (error) {
      if (left === 0) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
    }
  }
}
