import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export interface SharedConfiguration {
  /** Claude's folder: settings, credentials, conversations. */
  readonly directory: string;
  /** Its file with onboarding, trust and servers, which stands beside the folder unless the folder was chosen. */
  readonly stateFile: string;
}

/** Where a Claude keeps its things when nothing is said, or where the person's variable puts them. */
export function sharedConfiguration(
  environment: Readonly<Record<string, string | undefined>>,
): SharedConfiguration {
  const chosen = environment['CLAUDE_CONFIG_DIR'];
  if (chosen !== undefined && chosen !== '') {
    return { directory: chosen, stateFile: path.join(chosen, '.claude.json') };
  }
  const home = environment['HOME'] || os.homedir();
  return { directory: path.join(home, '.claude'), stateFile: path.join(home, '.claude.json') };
}

/** Folders that are shared even before Claude has made them: other tools look for conversations and sessions there. */
const ALWAYS_SHARED = ['projects', 'sessions', 'todos', 'tasks', 'plans', 'file-history'];
const STATE_FILE = '.claude.json';

/**
 * Makes the folder of a pane that keeps its own Claude state. Everything that login, settings and native tools need
 * is a link into the shared folder; only the state file is the pane's own, a copy of the shared one, so no
 * onboarding and no login comes again. Throws the system's error.
 */
export function prepareOwnConfiguration(directory: string, shared: SharedConfiguration): void {
  fs.mkdirSync(directory, { recursive: true, mode: 0o700 });
  const names = new Set([
    ...ALWAYS_SHARED,
    ...(fs.existsSync(shared.directory) ? fs.readdirSync(shared.directory) : []),
  ]);
  for (const name of names) {
    if (name === STATE_FILE || name.startsWith(`${STATE_FILE}.`)) continue;
    const source = path.join(shared.directory, name);
    const link = path.join(directory, name);
    if (fs.lstatSync(link, { throwIfNoEntry: false }) !== undefined) continue;
    if (ALWAYS_SHARED.includes(name)) fs.mkdirSync(source, { recursive: true, mode: 0o700 });
    fs.symlinkSync(source, link);
  }
  const own = path.join(directory, STATE_FILE);
  if (!fs.existsSync(own) && fs.existsSync(shared.stateFile)) {
    fs.copyFileSync(shared.stateFile, own);
    fs.chmodSync(own, 0o600);
  }
}

/** What a person makes or would miss: a folder in which such a thing is not a link to the shared one is kept. */
const NOT_OURS_TO_REMOVE = [
  ...ALWAYS_SHARED,
  '.credentials.json',
  'settings.json',
  'settings.local.json',
  'CLAUDE.md',
  'agents',
  'commands',
  'skills',
];

/**
 * Removes the folder of a pane that is closed, and of what is linked there only the links. False when it is kept,
 * because a login or something else that a person made is nowhere but there. Throws the system's error.
 */
export function removeOwnConfiguration(directory: string): boolean {
  const own = (name: string): fs.Stats | undefined =>
    fs.lstatSync(path.join(directory, name), { throwIfNoEntry: false });
  if (fs.lstatSync(directory, { throwIfNoEntry: false })?.isDirectory() !== true) return true;
  const isKept = NOT_OURS_TO_REMOVE.some((name) => own(name)?.isSymbolicLink() === false);
  if (!isKept) fs.rmSync(directory, { recursive: true, force: true });
  return !isKept;
}
