import fs from 'node:fs';
import path from 'node:path';
import { parse, TomlError } from 'smol-toml';
import type { Clock } from '#shared/base/clock';
import type { Disposable } from '#shared/base/disposable';
import { DisposableSlot, DisposableStore, toDisposable } from '#shared/base/disposable';
import { errorMessage } from '#shared/base/errors';
import type { ParsedConfiguration } from '#shared/config/parse';
import { parseConfiguration } from '#shared/config/parse';

/** Editors write a file in several steps; it is read once they are done. */
const SETTLE_TIME = 100;
/** A watch dies with its folder; a look now and then finds what it missed. */
const RESCAN_INTERVAL = 5000;

/** Reads `fugue.toml`. A missing file is the defaults; a broken one is the defaults and a problem. */
export function readConfigurationFile(
  file: string,
  variables: Readonly<Record<string, string | undefined>>,
): ParsedConfiguration {
  let text: string;
  try {
    text = fs.readFileSync(file, 'utf8');
  } catch (error) {
    const parsed = parseConfiguration({}, variables);
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return parsed;
    return { ...parsed, problems: [`the file can't be read: ${errorMessage(error)}`] };
  }
  try {
    return parseConfiguration(parse(text), variables);
  } catch (error) {
    const [first] = errorMessage(error).split('\n');
    const line = error instanceof TomlError ? ` in line ${String(error.line)}` : '';
    return {
      ...parseConfiguration({}, variables),
      problems: [`the file is not TOML${line}: ${first ?? ''}`],
    };
  }
}

/** Reads the file again whenever it changes. While it is broken the settings that were last right stay. */
export function watchConfigurationFile(
  file: string,
  variables: Readonly<Record<string, string | undefined>>,
  clock: Clock,
  changed: (parsed: ParsedConfiguration) => void,
): Disposable {
  const store = new DisposableStore();
  const settle = store.add(new DisposableSlot());
  const rescan = store.add(new DisposableSlot());
  let seen = fingerprint(file);
  const look = (): void => {
    const now = fingerprint(file);
    if (now === seen) return;
    seen = now;
    changed(readConfigurationFile(file, variables));
  };
  const soon = (): void => {
    settle.value = clock.after(SETTLE_TIME, look);
  };
  // The folder is watched, not the file: editors put a new file in its place.
  try {
    const watcher = fs.watch(path.dirname(file), soon);
    watcher.on('error', () => {
      watcher.close();
    });
    store.add(
      toDisposable(() => {
        watcher.close();
      }),
    );
  } catch {
    // No watches are to be had: the rescan below finds changes a little later.
  }
  const again = (): void => {
    look();
    rescan.value = clock.after(RESCAN_INTERVAL, again);
  };
  rescan.value = clock.after(RESCAN_INTERVAL, again);
  return store;
}

function fingerprint(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
