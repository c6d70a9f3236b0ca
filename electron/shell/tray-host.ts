import { execFile } from 'node:child_process';

const WATCHER = 'org.kde.StatusNotifierWatcher';
const PROPERTY = 'IsStatusNotifierHostRegistered';
const ANSWER_LIMIT = 1500;

/** Programs that can ask a question over the session bus; a desktop has one of them or another. */
const QUESTIONS: readonly (readonly [program: string, ...words: string[]])[] = [
  [
    'dbus-send',
    '--session',
    '--print-reply=literal',
    `--dest=${WATCHER}`,
    '/StatusNotifierWatcher',
    'org.freedesktop.DBus.Properties.Get',
    `string:${WATCHER}`,
    `string:${PROPERTY}`,
  ],
  [
    'gdbus',
    'call',
    '--session',
    `--dest=${WATCHER}`,
    '--object-path=/StatusNotifierWatcher',
    '--method=org.freedesktop.DBus.Properties.Get',
    WATCHER,
    PROPERTY,
  ],
  ['busctl', '--user', 'get-property', WATCHER, '/StatusNotifierWatcher', WATCHER, PROPERTY],
];

/**
 * Whether the desktop shows icons of a tray at all. Many Linux desktops don't, and tell nobody: an app that hides its
 * window there is lost. When nobody can say, the answer is no.
 */
export async function hasTrayHost(platform: NodeJS.Platform = process.platform): Promise<boolean> {
  if (platform !== 'linux') return true;
  for (const question of QUESTIONS) {
    const answer = await ask(question);
    if (answer !== null) return /\btrue\b/.test(answer);
  }
  return false;
}

/** What the program printed; null when there is no such program. */
function ask([program, ...words]: readonly [string, ...string[]]): Promise<string | null> {
  return new Promise((resolve) => {
    execFile(program, words, { timeout: ANSWER_LIMIT }, (error, stdout) => {
      if (error !== null && error.code === 'ENOENT') resolve(null);
      else resolve(error === null ? stdout : '');
    });
  });
}
