import fs from 'node:fs';
import path from 'node:path';
import { errorMessage } from '#shared/base/errors';
import type { Result } from '#shared/base/result';
import { fail, ok } from '#shared/base/result';
import { TEMPORARY_MARK, writeAtomicallyAtOnce } from './atomic-write';
import type { SettingsRead } from './configuration-file';
import { readConfigurationFile } from './configuration-file';

/** How often a change is made anew because somebody else wrote the file meanwhile. */
const ATTEMPTS = 5;

/** `fugue.toml`, to be read and changed. */
export class SettingsFile {
  constructor(
    readonly file: string,
    private readonly variables: Readonly<Record<string, string | undefined>>,
    /** Makes the running app read it again at once: whoever changes it answers only then. */
    readonly reread: () => void = () => undefined,
  ) {}

  read(): SettingsRead {
    return readConfigurationFile(this.file, this.variables);
  }

  /**
   * Changes the text of the file as a whole or not at all, with its mode, through links. What somebody else writes
   * between reading and writing is not lost: the change is then made again to that. The failure is a sentence.
   */
  change(edit: (text: string) => Result<string, string>): Result<null, string> {
    try {
      const target = realFile(this.file);
      fs.mkdirSync(path.dirname(target), { recursive: true, mode: 0o700 });
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        const before = textOf(target);
        const edited = edit(before ?? '');
        if (!edited.ok) return fail(`${this.file}: ${edited.error}`);
        if (edited.value === before || (before === null && edited.value === '')) return ok(null);
        if (!this.replace(target, before, edited.value)) continue;
        this.reread();
        return ok(null);
      }
      return fail(`${this.file} is written again and again by something else: try it once more`);
    } catch (error) {
      return fail(`${this.file} can't be written: ${errorMessage(error)}`);
    }
  }

  /** Puts the new text in place, unless the file is no longer what it was. */
  private replace(target: string, before: string | null, text: string): boolean {
    const mode = before === null ? 0o600 : fs.statSync(target).mode & 0o777;
    const beside = `${target}${TEMPORARY_MARK}settings-${String(process.pid)}`;
    writeAtomicallyAtOnce(beside, text, mode);
    try {
      fs.chmodSync(beside, mode);
      // The last thing before the rename, so that next to no time is left in between.
      if (textOf(target) !== before) return false;
      fs.renameSync(beside, target);
      return true;
    } finally {
      fs.rmSync(beside, { force: true });
    }
  }
}

function textOf(file: string): string | null {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** The file behind links, also when it does not exist yet. */
function realFile(file: string): string {
  try {
    return fs.realpathSync(file);
  } catch {
    const link = fs.lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true;
    return link ? path.resolve(path.dirname(file), fs.readlinkSync(file)) : file;
  }
}
