import { PANE_TOKEN_VARIABLE } from '../../../system/pane-tokens';
import { EXIT } from '../exit-codes';
import type { Shell } from '../program-words';
import { SHELLS } from '../program-words';
import { bashScript } from './bash-script';
import { completionTable } from './completion-table';
import { fishScript } from './fish-script';
import { LIVE_KINDS, liveNames } from './live-names';
import { zshScript } from './zsh-script';

const SCRIPTS: Readonly<Record<Shell, (table: ReturnType<typeof completionTable>) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

/**
 * `fugue completion bash|zsh|fish` prints a script; `fugue completion names KIND` is what the scripts call for
 * names from the running app, one a line. Without one it prints nothing, as nobody who presses Tab wants an error.
 */
export async function completionCommand(words: readonly string[], socket: string): Promise<number> {
  const [what, of] = words;
  const shell = SHELLS.find((known) => known === what);
  if (shell !== undefined && of === undefined) {
    process.stdout.write(SCRIPTS[shell](completionTable()));
    return EXIT.done;
  }
  const kind = LIVE_KINDS.find((known) => known === of);
  if (what === 'names' && kind !== undefined) {
    const names = await liveNames(kind, socket, process.env[PANE_TOKEN_VARIABLE] ?? null);
    process.stdout.write(names.map((name) => `${name}\n`).join(''));
    return EXIT.done;
  }
  process.stderr.write(`fugue completion takes the name of a shell: ${SHELLS.join(', ')}\n`);
  return EXIT.usage;
}
