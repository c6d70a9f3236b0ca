// The completion scripts in the real shells, against a running core. zsh and fish take part where they are installed.
import { execFile, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMMAND_NAMES, definitionOf } from '#shared/commands/catalog';
import { describeFields } from '#shared/commands/command-line';
import { dashed } from '#shared/commands/examples';
import { cleanEnvironment } from '#test/helpers/clean-environment';
import { TestCore } from '#test/helpers/core';
import { repositoryRoot } from '#test/helpers/root';

const run = promisify(execFile);
let core: TestCore;
let environment: Record<string, string>;

beforeAll(async () => {
  core = await TestCore.start();
  const [first] = (await core.run('list_panes', {})).panes;
  await core.run('rename_pane', { pane_id: first?.id ?? '', name: 'build' });
  await core.run('split_pane', { name: 'my tests' });
  await core.run('rename_window', { name: 'work' });
  const folder = path.join(core.home, 'bin');
  fs.mkdirSync(folder);
  const tool = path.join(folder, 'fugue');
  const client = path.join(repositoryRoot, 'dist/cli.cjs');
  fs.writeFileSync(tool, `#!/bin/sh\nexec '${process.execPath}' '${client}' "$@"\n`, { mode: 0o755 });
  environment = {
    ...cleanEnvironment({ HOME: core.home, FUGUE_HOME: path.join(core.home, '.fugue') }),
    PATH: `${folder}:${process.env['PATH'] ?? ''}`,
  };
});
afterAll(async () => {
  await core.close();
});

/** What Tab offers at the end of these words, the last of which is being written. */
async function bash(
  words: readonly string[],
  extra: Readonly<Record<string, string>> = {},
): Promise<string[]> {
  const script = `source <(fugue completion bash) || exit 9
COMP_WORDS=(fugue "$@") COMP_CWORD=$#
_fugue
printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = await run('bash', ['--norc', '-c', script, 'bash', ...words], {
    env: { ...environment, ...extra },
    cwd: core.home,
  });
  expect(stderr).toBe('');
  return stdout.split('\n').filter((line) => line !== '');
}

const callable = COMMAND_NAMES.filter((name) => definitionOf(name).origins.includes('cli'));

describe('Tab in bash', () => {
  it('offers commands and words', async () => {
    const all = await bash(['']);
    for (const name of callable) expect(all).toContain(dashed(name));
    for (const word of ['run', 'help', 'explain', 'config', 'completion']) expect(all).toContain(word);
    expect(await bash(['list-s'])).toEqual(['list-sessions', 'list-snapshots']);
    expect(await bash(['list_s'])).toEqual(['list_sessions', 'list_snapshots']);
    expect(await bash(['run', 'list-s'])).toEqual(['list-sessions', 'list-snapshots']);
    expect(await bash(['help', 'conf'])).toEqual([]);
    expect(await bash(['config', ''])).toEqual(['show', 'set', 'reset', 'path', 'edit']);
    expect(await bash(['completion', 'z'])).toEqual(['zsh']);
    expect(await bash(['nonsense', ''])).toEqual([]);
  });

  it('offers the flags of each command', async () => {
    const script = `source <(fugue completion bash)
for name in ${callable.map(dashed).join(' ')}; do
  COMP_WORDS=(fugue "$name" --) COMP_CWORD=2
  _fugue
  echo "$name \${COMPREPLY[*]}"
done`;
    const { stdout } = await run('bash', ['--norc', '-c', script], { env: environment });
    const offered = new Map(stdout.split('\n').map((line) => [line.split(' ')[0], line.split(' ').slice(1)]));
    for (const name of callable) {
      const flags = describeFields(name).map((field) => `--${dashed(field.name)}`);
      expect(offered.get(dashed(name))).toEqual([...flags, '--json', '--help']);
    }
  });

  it.each<[string[], string[]]>([
    [
      ['split-pane', '--direction', ''],
      ['horizontal', 'vertical'],
    ],
    [['split_pane', '--direction', 'v'], ['vertical']],
    [['run', 'split-pane', '--direction', 'v'], ['vertical']],
    [
      ['split-pane', '--direction', '='],
      ['horizontal', 'vertical'],
    ],
    [['split-pane', '--direction', '=', 'v'], ['vertical']],
    [['split-pane', '--focus', '--direction', 'v'], ['vertical']],
    [['split-pane', '--ratio', '0.5', '--edge', 't'], ['top']],
    [['split-pane', '--ratio', '=', '0.5', '--edge', 't'], ['top']],
    [['read-pane', '--pane_id', 'b'], ['build']],
    [
      ['read-pane', '--pane-id', ''],
      ['build', 'my\\ tests', '0', '1'],
    ],
    [['focus-pane', 'my'], ['my\\ tests']],
    [['focus-pane', 'my\\ t'], ['my\\ tests']],
    [['focus-pane', '"my t'], ['my tests']],
    [['focus-pane', '--toward', 'left', 'b'], ['build']],
    [['explain', 'b'], ['build']],
    [['explain', '--pane-id', 'b'], ['build']],
    [['move-pane', '--target', 'b'], ['build']],
    [['select-window', 'w'], ['work']],
    [['create-pane', '--cwd', 'b'], ['bin']],
    [['create-pane', '--command', ''], []],
    [['list-panes', '--all', '--sess'], ['--session-id']],
    [['list-panes', '--session_'], ['--session-id']],
  ])('after %j offers %j', async (words, offered) => {
    expect(await bash(words)).toEqual(offered);
  });

  it('offers no names, and says nothing, when no app runs', async () => {
    expect(await bash(['focus-pane', ''], { FUGUE_HOME: '/nonexistent' })).toEqual([]);
    expect(await bash(['focus-pane', '--tow'], { FUGUE_HOME: '/nonexistent' })).toEqual(['--toward']);
  });
});

const installed = (shell: string): boolean => spawnSync(shell, ['--version']).status === 0;

describe.skipIf(!installed('fish'))('Tab in fish', () => {
  it('offers commands, flags, values and names', async () => {
    const expected: Record<string, string[]> = {
      'list-s': ['list-sessions', 'list-snapshots'],
      'run list-s': ['list-sessions', 'list-snapshots'],
      'split-pane --direction ': ['horizontal', 'vertical'],
      'split_pane --ratio 0.5 --direction v': ['vertical'],
      'config ': ['edit', 'path', 'show'],
      'focus-pane b': ['build'],
      'explain my': ['my tests'],
      'read-pane --pane-id b': ['build'],
      'list-panes --al': ['--all'],
    };
    const offered: Record<string, string[]> = {};
    for (const line of Object.keys(expected)) {
      const script = `fugue completion fish | source; complete -C ${JSON.stringify(`fugue ${line}`)}`;
      const { stdout } = await run('fish', ['--no-config', '-c', script], { env: environment });
      const lines = stdout.split('\n').filter((entry) => entry !== '');
      offered[line] = lines.map((entry) => entry.split('\t')[0] ?? '');
    }
    expect(offered).toEqual(expected);
  });
});

describe.skipIf(!installed('zsh'))('Tab in zsh', () => {
  it('reads the script', async () => {
    const script =
      'autoload -U compinit; compinit -u -D; source <(fugue completion zsh); print $_comps[fugue]';
    const { stdout, stderr } = await run('zsh', ['-f', '-c', script], { env: environment });
    expect([stdout.trim(), stderr]).toEqual(['_fugue', '']);
  });
});
