import fs from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '#test/helpers/root';
import type { TemporaryDirectory } from '#test/helpers/temporary-directory';
import { makeTemporaryDirectory } from '#test/helpers/temporary-directory';

export const CACHE = path.join(repositoryRoot, '.cache', 'bench');
export const CORPUS = path.join(CACHE, 'corpus');
export const PROMPT = 'bench>';

/** A home for one start of a program, with the shell functions that measure. */
export class Workspace {
  readonly directory: TemporaryDirectory;

  constructor() {
    this.directory = makeTemporaryDirectory('fugue-bench-');
    const { path: base } = this.directory;
    const shell = `PS1='${PROMPT} '
HISTFILE=
measure() { printf '%s' "$EPOCHREALTIME" >'${base}/start'; cat "$1"; printf '\\033[0m\\nDONE-%s\\n' "$2"; }
endless() { while :; do cat "$1"; printf x >>'${base}/count'; done; }
[ -e '${base}/prompted' ] || PROMPT_COMMAND='printf %s "$EPOCHREALTIME" >"${base}/prompted"; unset PROMPT_COMMAND'
`;
    this.directory.file('home/.bashrc', shell);
    this.directory.file('home/.bash_profile', '. ~/.bashrc\n');
    this.directory.file(
      'fugue/config/fugue.toml',
      '[input]\nidle-threshold = 0\n[limits]\npanes-per-session = 100\nspawns-per-minute = 1000\ncalls-per-minute = 1000000\n',
    );
  }

  get home(): string {
    return path.join(this.directory.path, 'home');
  }

  /** When the shell began the last measurement, in milliseconds since 1970. */
  startedAt(): number {
    return Number(this.read('start')) * 1000;
  }

  /** When the first shell printed its first prompt. */
  promptedAt(): number | null {
    const text = this.read('prompted');
    return text === '' ? null : Number(text) * 1000;
  }

  /** How often the endless floods have come to the end of their file. */
  rounds(): number {
    return this.read('count').length;
  }

  read(name: string): string {
    const file = path.join(this.directory.path, name);
    return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
  }

  remove(): void {
    this.directory.remove();
  }
}
