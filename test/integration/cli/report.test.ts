// `fugue report`: what it packs, and what never gets into it.
import { execFile, execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cleanEnvironment } from '#test/helpers/clean-environment';
import { repositoryRoot } from '#test/helpers/root';
import { makeTemporaryDirectory, type TemporaryDirectory } from '#test/helpers/temporary-directory';

const run = promisify(execFile);
let directory: TemporaryDirectory;
beforeEach(() => {
  directory = makeTemporaryDirectory();
});
afterEach(() => {
  directory.remove();
});

function report(...words: string[]) {
  const env = cleanEnvironment({
    HOME: directory.folder('home'),
    FUGUE_HOME: path.join(directory.path, 'home/.fugue'),
    SHELL: '/bin/sh',
    MY_TOKEN: 'planted-in-the-environment',
  });
  const cli = path.join(repositoryRoot, 'dist/cli.cjs');
  return run(process.execPath, [cli, 'report', ...words], { env, cwd: directory.path });
}

describe('fugue report', () => {
  it('packs the log, crashes, settings and findings, and none of the secrets in them', async () => {
    const planted = 'planted-0123456789abcdef';
    directory.file(
      'home/.fugue/log/fugue.log',
      `{"msg":"a","key":"sk-ant-${planted}","home":"${directory.path}/home/work","token":"${planted}"}\n`,
    );
    directory.file('home/.fugue/log/crashes/2026-01-02-main.txt', `Bearer ${planted}\n  at draw\n`);
    directory.file(
      'home/.fugue/config/fugue.toml',
      `[channels]\nproxy = "http://ada:${planted}@proxy:8080"\n# on ${os.hostname()}\n`,
    );
    directory.file('home/.fugue/state/workspace.json', `{"sessions":[{"windowIds":[],"name":"${planted}"}]}`);
    directory.file('home/.fugue/state/scrollback/one', planted);
    const { stdout } = await report('all.tar.gz');
    expect(stdout).toContain('nothing was sent');
    const file = path.join(directory.path, 'all.tar.gz');
    expect(fs.statSync(file).mode & 0o777).toBe(0o600);
    execFileSync('tar', ['-xzf', file], { cwd: directory.path });
    const folder = path.join(directory.path, 'fugue-report');
    expect(fs.readdirSync(folder).sort()).toEqual([
      'crash-2026-01-02-main.txt',
      'doctor.json',
      'fugue.log',
      'fugue.toml',
      'versions.txt',
      'workspace.txt',
    ]);
    const all = fs.readdirSync(folder).map((name) => fs.readFileSync(path.join(folder, name), 'utf8'));
    const text = all.join('\n');
    expect(text).not.toContain(planted);
    expect(text).not.toContain('planted-in-the-environment');
    expect(text).not.toContain(`${directory.path}/home/work`);
    expect(text).toContain('at draw');
    expect(text).toContain('1 sessions');
  });

  it('overwrites nothing', async () => {
    directory.file('there.tar.gz', 'mine');
    await expect(report('there.tar.gz')).rejects.toMatchObject({ code: 1 });
    expect(fs.readFileSync(path.join(directory.path, 'there.tar.gz'), 'utf8')).toBe('mine');
    await expect(report('--all')).rejects.toMatchObject({ code: 2 });
    await expect(report('')).rejects.toMatchObject({ code: 2 });
  });
});
