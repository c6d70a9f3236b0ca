// The command line tool on what is built: help, words, completion and exit codes, beside commands.test.ts.
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runFugue } from '#test/helpers/app';
import { cleanEnvironment } from '#test/helpers/clean-environment';
import { TestCore } from '#test/helpers/core';
import { repositoryRoot } from '#test/helpers/root';

let core: TestCore;
beforeAll(async () => {
  core = await TestCore.start();
});
afterAll(async () => {
  await core.close();
});

const environment = () => cleanEnvironment({ HOME: core.home, FUGUE_HOME: path.join(core.home, '.fugue') });
const cli = (...words: string[]) => runFugue(words, environment());

describe('the command line tool', () => {
  it('helps with its own words too', async () => {
    const general = await cli('help');
    expect((await cli()).stdout).toBe(general.stdout);
    expect((await cli('run', 'split-pane', '-h')).stdout).toContain('usage: split_pane');
    expect((await cli('run', '--help')).stdout).toBe(general.stdout);
    expect((await cli('explain', '--help')).stdout).toContain('explain_status');
    expect((await cli('help', 'completion')).stdout).toContain('completion bash|zsh|fish');
    expect(await cli('help', 'split_pain')).toMatchObject({ code: 2, stdout: '' });
  });

  it('takes nothing behind -- for a flag', async () => {
    expect((await cli('rename_pane', '--', '--json')).stdout).toContain('now called --json');
    expect((await cli('rename_pane', '--', '--help')).stdout).toContain('now called --help');
  });

  it('takes a list as JSON or as flags that come again', async () => {
    const one = await cli('set-tags', '--add', '["red","green"]', '--json');
    const many = await cli('set-tags', '--add', 'red', '--add', 'green', '--json');
    expect(one.json).toEqual(many.json);
    expect((await cli('send-input', '--keys', '["Down",5]')).code).toBe(2);
  });

  it('completes in the shells that there are', async () => {
    for (const shell of ['bash', 'zsh', 'fish']) {
      expect(await cli('completion', shell)).toMatchObject({ code: 0, stderr: '' });
    }
    expect((await cli('completion', 'tcsh')).code).toBe(2);
    expect((await cli('completion')).code).toBe(2);
  });

  it('fails, rather than saying that no app runs, when the app hangs up on it', async () => {
    const home = path.join(core.home, 'silent');
    fs.mkdirSync(home);
    const silent = net.createServer((socket) => socket.destroy());
    await new Promise<void>((resolve) => silent.listen(path.join(home, 'command.sock'), resolve));
    const outcome = await runFugue(['list_panes'], cleanEnvironment({ HOME: core.home, FUGUE_HOME: home }));
    silent.close();
    expect(outcome.code).toBe(1);
    expect(outcome.stderr).toContain('before it answered');
  });

  it('lets go when its reader has enough', async () => {
    const fugue = `'${process.execPath}' '${path.join(repositoryRoot, 'dist/cli.cjs')}'`;
    const line = `set -o pipefail; for i in 1 2 3; do ${fugue} help; done | true; ${fugue} help | head -n 1`;
    const { stdout, stderr } = await promisify(execFile)('bash', ['-c', line], { env: environment() });
    expect([stdout, stderr]).toEqual(['fugue: a desktop multiplexer for Claude Code\n', '']);
  });
});
