// The hook in the person's own settings: put in beside all else, taken out without a trace, never in a broken file.
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { HookInstallation } from '#electron/claude/install/hook-entries';
import {
  INSTALLED_EVENTS,
  installHookEntries,
  removeHookEntries,
} from '#electron/claude/install/hook-entries';
import { changeUserFile, withValue } from '#electron/claude/install/user-file';
import { ok } from '#shared/base/result';
import {
  BROKEN_SETTINGS,
  foreignSettings as foreign,
  HOOK_COMMAND as COMMAND,
  hookEntry,
  VALID_SETTINGS,
  withHook,
} from '#test/helpers/settings-files';
import { makeTemporaryDirectory, type TemporaryDirectory } from '#test/helpers/temporary-directory';

let directory: TemporaryDirectory;
beforeEach(() => {
  directory = makeTemporaryDirectory();
});
afterEach(() => {
  directory.remove();
});
const read = (file: string) => fs.readFileSync(file, 'utf8');
const value = (file: string) => JSON.parse(read(file)) as Record<string, unknown>;
async function install(file: string, before: HookInstallation | null = null, command = COMMAND) {
  const installed = await installHookEntries(file, command, before);
  if (!installed.ok) throw new Error(installed.error);
  return installed.value;
}

const parsed = JSON.parse(foreign) as Record<string, unknown>;

describe('a hook in settings', () => {
  it.each(VALID_SETTINGS)('is put in beside all else and leaves no trace (%s)', async (_name, text) => {
    const file = directory.file('settings.json', text);
    fs.chmodSync(file, 0o640);
    const before = value(file);
    const installation = await install(file);
    expect(value(file)).toEqual(withHook(before));
    expect(Object.keys(value(file)).slice(0, Object.keys(before).length)).toEqual(Object.keys(before));
    expect(fs.statSync(file).mode & 0o777).toBe(0o640);
    const once = read(file);
    const again = await install(file, installation);
    expect(read(file)).toBe(once);
    // Claude itself changes something meanwhile: then the meaning is as before.
    fs.writeFileSync(file, withValue(once, ['model'], 'opus'));
    expect((await removeHookEntries(again)).ok).toBe(true);
    expect(value(file)).toEqual({ ...before, model: 'opus' });
    // Nobody has: then every byte is.
    fs.writeFileSync(file, once);
    expect((await removeHookEntries(again)).ok).toBe(true);
    expect(read(file)).toBe(text);
    expect((await removeHookEntries(again)).ok).toBe(true);
    expect(read(file)).toBe(text);
  });

  it('names the script in the form without a shell, and never the events of tools', async () => {
    const file = directory.file('settings.json', foreign);
    await install(file);
    const { hooks } = value(file) as { hooks: Record<string, unknown[]> };
    expect(hooks['SessionStart']).toEqual([hookEntry('SessionStart')]);
    expect(hooks['PreToolUse']).toEqual((parsed['hooks'] as { PreToolUse: unknown }).PreToolUse);
    expect(hooks['PostToolUse']).toBeUndefined();
    expect(hooks['Stop']).toHaveLength(2);
  });

  it('moves with the script: the old entry goes, and all can still be undone', async () => {
    const file = directory.file('settings.json', foreign);
    const first = await install(file);
    const second = await install(file, first, '/elsewhere/hook');
    expect(read(file)).not.toContain(COMMAND);
    expect(read(file).match(/\/elsewhere\/hook/g)).toHaveLength(INSTALLED_EVENTS.length);
    expect((await removeHookEntries(second)).ok).toBe(true);
    expect(read(file)).toBe(foreign);
  });

  it('is put into a file that is not there yet, which then goes with it', async () => {
    const file = path.join(directory.path, 'new/settings.json');
    const installation = await install(file);
    expect(value(file)).toEqual(withHook({}));
    expect((await removeHookEntries(installation)).ok).toBe(true);
    expect(fs.existsSync(file)).toBe(false);
  });

  it('goes through a link, and leaves the link', async () => {
    const real = directory.file('dotfiles/settings.json', foreign);
    const link = path.join(directory.path, 'settings.json');
    fs.symlinkSync(real, link);
    const installation = await install(link);
    expect(fs.lstatSync(link).isSymbolicLink()).toBe(true);
    expect(read(real)).toContain(COMMAND);
    expect((await removeHookEntries(installation)).ok).toBe(true);
    expect(read(real)).toBe(foreign);
  });

  it.each(BROKEN_SETTINGS)('is not put into a file with %s, which stays as it is', async (_name, content) => {
    const file = directory.file('settings.json', content);
    for (let time = 0; time < 5; time += 1) {
      const installed = await installHookEntries(file, COMMAND, null);
      expect(installed.ok ? '' : installed.error).toMatch(/left alone/);
    }
    expect(fs.readFileSync(file).equals(Buffer.from(content))).toBe(true);
    // Neither copies nor locks nor unfinished files stay behind.
    expect(fs.readdirSync(directory.path)).toEqual(['settings.json']);
  });

  it('is not taken out of a file that was broken since', async () => {
    const file = directory.file('settings.json', foreign);
    const installation = await install(file);
    const text = `${read(file)} // note`;
    fs.writeFileSync(file, text);
    expect((await removeHookEntries(installation)).ok).toBe(false);
    expect(read(file)).toBe(text);
  });

  it('is only talked about in a dry run', async () => {
    const file = directory.file('settings.json', foreign);
    expect((await installHookEntries(file, COMMAND, null, true)).ok).toBe(true);
    expect((await installHookEntries(path.join(directory.path, 'x/none.json'), COMMAND, null, true)).ok).toBe(
      true,
    );
    expect(read(file)).toBe(foreign);
    expect(fs.readdirSync(directory.path)).toEqual(['settings.json']);
  });

  it('comes and goes while eight others write, and nothing of anybody is lost', async () => {
    const file = directory.file('settings.json', '{}');
    const write = async (writer: number) => {
      for (let number = 0; number < 20; number += 1) {
        const name = `w${String(writer)}-${String(number)}`;
        const changed = await changeUserFile(file, (text) => ok(withValue(text, [name], true)));
        if (!changed.ok) throw new Error(changed.error);
      }
    };
    const hook = async () => {
      for (let time = 0; time < 5; time += 1) await removeHookEntries(await install(file));
      return install(file);
    };
    const [installation] = await Promise.all([
      hook(),
      ...Array.from({ length: 8 }, (_, writer) => write(writer)),
    ]);
    expect(Object.keys(value(file))).toHaveLength(161);
    expect((await removeHookEntries(installation)).ok).toBe(true);
    expect(Object.keys(value(file))).toHaveLength(160);
  }, 40_000);
});
