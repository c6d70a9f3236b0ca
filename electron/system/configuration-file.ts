import fs from 'node:fs';
import path from 'node:path';
import type { Clock } from '#shared/base/clock';
import type { Disposable } from '#shared/base/disposable';
import { DisposableSlot, DisposableStore, toDisposable } from '#shared/base/disposable';
import { errorMessage } from '#shared/base/errors';
import type { ParsedConfiguration } from '#shared/config/parse';
import { parseConfiguration } from '#shared/config/parse';
import { parseToml } from '#shared/config/toml-edit';
import type { OwnThemes } from '#shared/theme/themes';
import { readThemes, themesFingerprint, themesFolder } from './theme-files';

/** Editors write a file in several steps; it is read once they are done. */
const SETTLE_TIME = 100;
/** A watch dies with its folder; a look now and then finds what it missed. */
const RESCAN_INTERVAL = 5000;

/** The settings, and the themes that stand beside them. */
export interface SettingsRead extends ParsedConfiguration {
  readonly themes: OwnThemes;
}

/** Reads `fugue.toml`. A missing file is the defaults; a broken one is the defaults and a problem. */
export function readConfigurationFile(
  file: string,
  variables: Readonly<Record<string, string | undefined>>,
): SettingsRead {
  const { themes, problems } = readThemes(themesFolder(file));
  const read = (contents: unknown, more: readonly string[] = []): SettingsRead => {
    const parsed = parseConfiguration(contents, variables, Object.keys(themes));
    return {
      ...parsed,
      problems: [...more, ...(more.length > 0 ? [] : parsed.problems), ...problems],
      themes,
    };
  };
  let text: string;
  try {
    text = fs.readFileSync(file, 'utf8');
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    return missing ? read({}) : read({}, [`the file can't be read: ${errorMessage(error)}`]);
  }
  const contents = parseToml(text);
  return contents.ok ? read(contents.value) : read({}, [contents.error]);
}

/** Settings that are read again by themselves. */
export interface WatchedConfiguration extends Disposable {
  /** Looks now, as whoever has changed the file does: what comes next sees the change. */
  readonly look: () => void;
}

/** Reads the file again whenever it changes. While it is broken the settings that were last right stay. */
export function watchConfigurationFile(
  file: string,
  variables: Readonly<Record<string, string | undefined>>,
  clock: Clock,
  changed: (parsed: SettingsRead) => void,
): WatchedConfiguration {
  const store = new DisposableStore();
  const settle = store.add(new DisposableSlot());
  const rescan = store.add(new DisposableSlot());
  let seen = fingerprint(file);
  const look = (): void => {
    const now = fingerprint(file);
    if (now === seen) return;
    seen = now;
    watchThemes();
    changed(readConfigurationFile(file, variables));
  };
  const soon = (): void => {
    settle.value = clock.after(SETTLE_TIME, look);
  };
  // The folder is watched, not the file: editors put a new file in its place.
  watchFolder(path.dirname(file), soon, store);
  let themesWatched = false;
  const watchThemes = (): void => {
    themesWatched ||= watchFolder(themesFolder(file), soon, store);
  };
  watchThemes();
  const again = (): void => {
    look();
    rescan.value = clock.after(RESCAN_INTERVAL, again);
  };
  rescan.value = clock.after(RESCAN_INTERVAL, again);
  return {
    look,
    dispose: () => {
      store.dispose();
    },
  };
}

/** False when it is not there, or no watches are to be had: the rescan finds changes a little later. */
function watchFolder(folder: string, changed: () => void, store: DisposableStore): boolean {
  try {
    const watcher = fs.watch(folder, changed);
    watcher.on('error', () => {
      watcher.close();
    });
    store.add(
      toDisposable(() => {
        watcher.close();
      }),
    );
    return true;
  } catch {
    return false;
  }
}

function fingerprint(file: string): string {
  const themes = themesFingerprint(themesFolder(file));
  try {
    return `${themes}\n${fs.readFileSync(file, 'utf8')}`;
  } catch {
    return themes;
  }
}
