import { ok } from '#shared/base/result';
import { changeUserFile, withValue } from '#electron/claude/install/user-file';

/** `FILE WRITER TIMES`: puts so many values of its own into a file that others write too. */
export async function worker([file = '', writer = '', times = '']: readonly string[]) {
  for (let number = 0; number < Number(times); number += 1) {
    const changed = await changeUserFile(file, (text) =>
      ok(withValue(text, [`w${writer}-${String(number)}`], true)),
    );
    if (!changed.ok) throw new Error(changed.error);
  }
}
