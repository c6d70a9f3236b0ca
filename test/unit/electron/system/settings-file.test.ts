import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fail, ok } from '#shared/base/result';
import { editToml } from '#shared/config/toml-edit';
import { makeTemporaryDirectory, type TemporaryDirectory } from '#test/helpers/temporary-directory';
import { SettingsFile } from '../../../../electron/system/settings-file';

let directory: TemporaryDirectory;
let file: string;
beforeEach(() => {
  directory = makeTemporaryDirectory();
  file = path.join(directory.path, 'config/fugue.toml');
});
afterEach(() => {
  directory.remove();
});

const larger = (text: string) => editToml(text, ['appearance', 'font-size'], 15);

it('makes the file where there is none, for its owner alone', () => {
  const settings = new SettingsFile(file, {});
  expect(settings.change(larger)).toEqual(ok(null));
  expect(fs.readFileSync(file, 'utf8')).toBe('[appearance]\nfont-size = 15\n');
  expect(fs.statSync(file).mode & 0o777).toBe(0o600);
  expect(settings.read().configuration.appearance['font-size']).toBe(15);
});

it('keeps the mode and the link, and leaves nothing beside', () => {
  const target = directory.file('dotfiles/fugue.toml', '# mine\n');
  fs.chmodSync(target, 0o664);
  fs.mkdirSync(path.dirname(file));
  fs.symlinkSync('../dotfiles/fugue.toml', file);
  expect(new SettingsFile(file, {}).change(larger)).toEqual(ok(null));
  expect(fs.lstatSync(file).isSymbolicLink()).toBe(true);
  expect(fs.readFileSync(target, 'utf8')).toBe('# mine\n\n[appearance]\nfont-size = 15\n');
  expect(fs.statSync(target).mode & 0o777).toBe(0o664);
  expect(fs.readdirSync(path.dirname(target))).toEqual(['fugue.toml']);
});

it('loses nothing that somebody else writes meanwhile', () => {
  directory.file('config/fugue.toml', '[appearance]\ntheme = "dark"\n');
  let times = 0;
  const outcome = new SettingsFile(file, {}).change((text) => {
    times += 1;
    if (times === 1) fs.appendFileSync(file, 'line-height = 1.5\n');
    return larger(text);
  });
  expect(outcome.ok).toBe(true);
  expect(times).toBe(2);
  expect(fs.readFileSync(file, 'utf8')).toBe(
    '[appearance]\ntheme = "dark"\nline-height = 1.5\nfont-size = 15\n',
  );
});

it('never writes over a file that can not be read, and names the line', () => {
  const broken = '[appearance]\nfont-size = = 3\n';
  directory.file('config/fugue.toml', broken);
  const outcome = new SettingsFile(file, {}).change(larger);
  expect(outcome.ok ? '' : outcome.error).toContain('not TOML in line 2');
  expect(fs.readFileSync(file, 'utf8')).toBe(broken);
});

it('gives up on a file that never holds still, and on one that can not be written', () => {
  directory.file('config/fugue.toml', '');
  let count = 0;
  const restless = new SettingsFile(file, {}).change((text) => {
    fs.writeFileSync(file, `# ${String((count += 1))}\n`);
    return larger(text);
  });
  expect(restless.ok ? '' : restless.error).toContain('again and again');
  const folder = new SettingsFile(directory.folder('folder'), {}).change(() => fail('not asked'));
  expect(folder.ok ? '' : folder.error).toContain("can't be written");
});
