import { isDeepStrictEqual } from 'node:util';
import fs from 'node:fs';
import path from 'node:path';
import { installHookEntries, removeHookEntries } from '#electron/claude/install/hook-entries';
import { BROKEN_SETTINGS, HOOK_COMMAND, VALID_SETTINGS, withHook } from '#test/helpers/settings-files';
import { type Row, Tally } from '../row';

const valueIn = (file: string) => JSON.parse(fs.readFileSync(file, 'utf8')) as Record<string, unknown>;
const modeOf = (file: string) => fs.statSync(file).mode & 0o777;

function must(holds: boolean, lost: string): void {
  if (!holds) throw new Error(lost);
}

export const row: Row = {
  number: 48,
  async run({ scratch }) {
    const tally = new Tally();
    for (const [index, [name, text]] of VALID_SETTINGS.entries())
      await tally.attempt(name, async () => {
        const real = scratch.file(`${String(index)}/dotfiles/settings.json`, text);
        const mode = [0o640, 0o600, 0o644][index % 3]!;
        fs.chmodSync(real, mode);
        const isLinked = index % 2 === 1;
        const file = isLinked ? path.join(scratch.path, `${String(index)}/settings.json`) : real;
        if (isLinked) fs.symlinkSync(real, file);
        const before = valueIn(file);
        const installed = await installHookEntries(file, HOOK_COMMAND, null);
        if (!installed.ok) throw new Error(installed.error);
        must(isDeepStrictEqual(valueIn(file), withHook(before)), 'something else was changed');
        must(modeOf(real) === mode, `its mode is ${modeOf(real).toString(8)} now`);
        const removed = await removeHookEntries(installed.value);
        if (!removed.ok) throw new Error(removed.error);
        must(isDeepStrictEqual(valueIn(file), before), 'its value is another after the removal');
        must(fs.lstatSync(file).isSymbolicLink() === isLinked, 'the link is gone');
      });
    for (const [index, [name, content]] of BROKEN_SETTINGS.entries())
      await tally.attempt(name, async () => {
        const file = scratch.file(`broken-${String(index)}/settings.json`, content);
        const installed = await installHookEntries(file, HOOK_COMMAND, null);
        must(!installed.ok && installed.error.includes('left alone'), 'it was changed');
        must(fs.readFileSync(file).equals(Buffer.from(content)), 'its bytes are others');
        must(fs.readdirSync(path.dirname(file)).length === 1, 'something was left beside it');
      });
    return tally;
  },
};
