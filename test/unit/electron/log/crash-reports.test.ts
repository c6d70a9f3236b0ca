import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CrashReports } from '#electron/log/crash-reports';
import { makeTemporaryDirectory, type TemporaryDirectory } from '#test/helpers/temporary-directory';

let directory: TemporaryDirectory;
beforeEach(() => {
  directory = makeTemporaryDirectory();
});
afterEach(() => {
  directory.remove();
});

describe('reports of crashes', () => {
  it('say what happened, for the owner alone, without secrets', () => {
    const reports = new CrashReports(
      path.join(directory.path, 'crashes'),
      { fugue: '1.2.3', electron: null },
      () => 0,
    );
    const file = reports.write({
      place: 'page',
      what: 'no such thing as sk-ant-api03-AAAAbbbbCCCC',
      stack: 'Error\n  at draw (app.js:1:2)',
    });
    const text = fs.readFileSync(file!, 'utf8');
    expect(text).toContain('Fugue 1.2.3');
    expect(text).toContain('at draw (app.js:1:2)');
    expect(text).not.toContain('AAAAbbbb');
    expect(fs.statSync(file!).mode & 0o777).toBe(0o600);
  });

  it('keep the newest twenty', () => {
    let now = 0;
    const folder = path.join(directory.path, 'crashes');
    const reports = new CrashReports(folder, { fugue: '1', electron: null }, () => now);
    for (now = 1000; now <= 30_000; now += 1000)
      reports.write({ place: 'main', what: String(now), stack: '' });
    const names = fs.readdirSync(folder).sort();
    expect(names).toHaveLength(20);
    expect(names.at(-1)).toContain('00-00-30');
  });

  it('of one moment are all kept', () => {
    const folder = path.join(directory.path, 'crashes');
    const reports = new CrashReports(folder, { fugue: '1', electron: null }, () => 0);
    for (const what of ['one', 'two', 'three'])
      expect(fs.readFileSync(reports.write({ place: 'main', what, stack: '' })!, 'utf8')).toContain(what);
    expect(fs.readdirSync(folder)).toHaveLength(3);
  });

  it('that can not be written do no harm', () => {
    directory.file('crashes', 'a file where the folder should be');
    const reports = new CrashReports(
      path.join(directory.path, 'crashes'),
      { fugue: '1', electron: null },
      () => 0,
    );
    expect(reports.write({ place: 'main', what: 'x', stack: '' })).toBeNull();
  });
});
