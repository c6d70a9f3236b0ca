import fs from 'node:fs';
import path from 'node:path';
import { errorMessage } from '#shared/base/errors';
import type { Result } from '#shared/base/result';
import { fail, ok } from '#shared/base/result';
import { writeAtomicallyAtOnce } from '../../system/atomic-write';
import { PANE_TOKEN_VARIABLE } from '../../system/pane-tokens';
import { quoteForShell } from '../../system/shell-words';

/** Tells a Claude that it has hooks of Fugue by its settings: what is installed stays silent then. */
export const HOOKS_VARIABLE = 'FUGUE_HOOKS';
export const HOOKS_BY_SETTINGS = 'settings';
/** The line by which the script is known as Fugue's. */
const MARK = '# Tells Fugue what a Claude in one of its panes does.';

export interface HookScript {
  /** Folder of the channels; `CCMUX_RUNTIME_DIR` stands over it. */
  readonly folder: string;
  /** The `fugue` command, for machines without curl. */
  readonly commandFile: string;
}

/**
 * The script that Claude runs for each event, with the event's name. It never decides anything, prints nothing, and
 * ends well and soon whatever happens. The token goes to curl by a pipe: command lines can be read by everybody.
 */
export function hookScriptText({ folder, commandFile }: HookScript): string {
  return `#!/bin/sh
${MARK} Written by: fugue install. Taken away by: fugue uninstall.
[ -n "$${PANE_TOKEN_VARIABLE}" ] || exit 0
[ "$${HOOKS_VARIABLE}" != ${HOOKS_BY_SETTINGS} ] || exit 0
case $1 in '' | *[!A-Za-z]*) exit 0 ;; esac
folder=$CCMUX_RUNTIME_DIR
[ -n "$folder" ] || folder=${quoteForShell(folder)}
[ -S "$folder/control.sock" ] || exit 0
if command -v curl >/dev/null 2>&1; then
  exec 4<&0
  printf 'header = "Authorization: Bearer %s"\\n' "$${PANE_TOKEN_VARIABLE}" | {
    curl -q -K /dev/fd/3 -s -o /dev/null --max-time 1.5 --noproxy '*' --unix-socket "$folder/control.sock" \\
      -H 'Content-Type: application/json' -H 'Expect:' --data-binary @- "http://localhost/hook/$1" 3<&0 0<&4 4<&-
  } >/dev/null 2>&1
elif [ -x ${quoteForShell(commandFile)} ]; then
  ${quoteForShell(commandFile)} hook "$1" >/dev/null 2>&1
fi
exit 0
`;
}

export type ScriptState = 'missing' | 'current' | 'outdated' | 'foreign';

/** What stands where the script belongs. */
export function stateOfHookScript(file: string, script: HookScript): ScriptState {
  let text: string;
  let mode: number;
  try {
    text = fs.readFileSync(file, 'utf8');
    mode = fs.statSync(file).mode;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'missing' : 'foreign';
  }
  if (!text.includes(MARK)) return 'foreign';
  return text === hookScriptText(script) && (mode & 0o111) === 0o111 ? 'current' : 'outdated';
}

/** Puts the script in its place. The failure is a sentence. */
export function writeHookScript(file: string, script: HookScript): Result<null, string> {
  const state = stateOfHookScript(file, script);
  if (state === 'foreign')
    return fail(
      `${file} is none of Fugue's, so it was left alone: move it, or set hook-script in [channels]`,
    );
  if (state === 'current') return ok(null);
  try {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    writeAtomicallyAtOnce(file, hookScriptText(script), 0o755);
    // What the process may not give to others in new files, it may give to this one.
    fs.chmodSync(file, 0o755);
    return ok(null);
  } catch (error) {
    return fail(`${file} could not be written: ${errorMessage(error)}`);
  }
}

/** Takes the script away if it is Fugue's; and its folder, if nothing else is in it. */
export function removeHookScript(file: string): void {
  if (stateOfHookScript(file, { folder: '', commandFile: '' }) !== 'outdated') return;
  fs.rmSync(file, { force: true });
  try {
    fs.rmdirSync(path.dirname(file));
  } catch {
    // Other things are in it.
  }
}
