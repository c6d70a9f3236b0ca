import { ok } from '#shared/base/result';
import { changeUserFile, withValue } from '#electron/claude/install/user-file';

/** `FILE WRITER TIMES WHEN`: puts so many values of its own into a file that others write too, from a time on. */
export async function worker([file = '', writer = '', times = '', when = '']: readonly string[]) {
  await new Promise((resolve) => setTimeout(resolve, Number(when) - Date.now()));
  for (let number = 0; number < Number(times); number += 1) {
    const changed = await changeUserFile(file, (text) =>
      ok(withValue(text, [`w${writer}-${String(number)}`], true)),
    );
    if (!changed.ok) throw new Error(changed.error);
  }
}
