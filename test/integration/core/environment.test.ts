import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readShellEnvironment } from '../../../electron/pty/login-shell';
import { TestCore } from '#test/helpers/core';
import { makeTemporaryDirectory } from '#test/helpers/temporary-directory';

/** A home whose start files do what is given, seen from a desktop menu: a short PATH and nothing else. */
async function fromDesktopMenu(startFile: string, timeLimit?: number) {
  const directory = makeTemporaryDirectory();
  try {
    const tools = directory.folder('home', '.local', 'bin');
    fs.writeFileSync(path.join(directory.path, 'home/.bash_profile'), startFile.replaceAll('TOOLS', tools));
    const result = await readShellEnvironment(
      '/bin/bash',
      { HOME: path.join(directory.path, 'home'), PATH: '/usr/bin:/bin', TMUX: 'foreign' },
      timeLimit,
    );
    return { ...result, tools };
  } finally {
    directory.remove();
  }
}

describe('the environment of the login shell', () => {
  it('has the PATH that the start files build, in their order (pty-07)', async () => {
    const { variables, problem, tools } = await fromDesktopMenu('export PATH="TOOLS:$PATH"\n');
    expect(problem).toBeNull();
    expect(variables['PATH']?.startsWith(`${tools}:`)).toBe(true);
    expect(variables['TMUX']).toBeUndefined();
  });

  it('keeps what the app was started with, behind what a start file sets anew', async () => {
    const { variables } = await fromDesktopMenu('export PATH="TOOLS:/usr/local/bin:/bin"\n');
    expect(variables['PATH']?.split(':').slice(1)).toEqual(['/usr/local/bin', '/bin', '/usr/bin']);
  });

  it('is not disturbed by noise, in whatever form', async () => {
    const { variables, problem } = await fromDesktopMenu(
      `echo "Welcome!"; printf '\\033[31mred\\0nul'; echo error >&2; export MULTI=$'two\\nlines'; trap 'echo bye' EXIT\n`,
    );
    expect(problem).toBeNull();
    expect(variables['MULTI']).toBe('two\nlines');
  });

  it('does not hang on start files that do, and says so', async () => {
    const started = Date.now();
    const { variables, problem } = await fromDesktopMenu('sleep 60\n', 600);
    expect(Date.now() - started).toBeLessThan(5000);
    expect(problem).toContain('took longer');
    expect(variables['PATH']).toBe('/usr/bin:/bin');
  });

  it('says why when the shell can not be had', async () => {
    const result = await readShellEnvironment('/nonexistent/shell', { PATH: '/bin' });
    expect(result.problem).toContain('could not be started');
  });
});

describe('a pane', () => {
  it('starts with the session’s variables, its own, and no foreign marks', async () => {
    const core = await TestCore.start({
      environment: { TMUX: 'foreign', CLAUDECODE: '1', VSCODE_PID: '1', LANG: 'C' },
    });
    try {
      await core.run('set_environment', { key: 'FROM_SESSION', value: 'yes' });
      const made = await core.run('create_pane', {
        command: 'env; echo END; sleep 60',
        environment: { OWN: 'a b', FUGUE_PANE_ID: 'forged' },
      });
      await core.run('expect', { pane_id: made.pane.id, pattern: '^END$' });
      const lines = (await core.text(made.pane.id)).split('\n');
      expect(lines).toContain('FROM_SESSION=yes');
      expect(lines).toContain('OWN=a b');
      expect(lines).toContain('TERM=xterm-256color');
      expect(lines).toContain('LC_CTYPE=C.UTF-8');
      expect(lines).toContain(`FUGUE_PANE_ID=${made.pane.id}`);
      expect(lines.filter((line) => /^(?:TMUX|CLAUDECODE|VSCODE_PID)=/.test(line))).toEqual([]);
      const refused = await core.attempt('set_environment', { key: 'FUGUE_PANE_ID', value: 'x' });
      expect(refused.ok).toBe(false);
    } finally {
      await core.close();
    }
  });

  it('inherits no open files of the app', async () => {
    const core = await TestCore.start();
    try {
      const pane = await core.pane('ls -l /proc/self/fd; echo END; sleep 60');
      await core.run('expect', { pane_id: pane, pattern: '^END$' });
      const open = (await core.text(pane)).split('\n').filter((line) => line.includes('->'));
      expect(open.length).toBeGreaterThan(2);
      // Terminals of other panes, sockets and pipes of the app are what must not be among them.
      // What the test runner itself was started with is not the app's.
      const folder = `/proc/${String(process.ppid)}/fd`;
      const inherited = fs.readdirSync(folder).flatMap((name) => {
        try {
          return [fs.readlinkSync(path.join(folder, name))];
        } catch {
          return []; // closed meanwhile
        }
      });
      const leaked = open.filter((line) => /ptmx|socket:|pipe:|anon_inode|\.fugue/.test(line));
      expect(leaked.filter((line) => !inherited.some((target) => line.includes(target)))).toEqual([]);
    } finally {
      await core.close();
    }
  });

  it('runs commands of the app that know where they come from', async () => {
    const core = await TestCore.start({ config: '[limits]\nmax-depth = 2\n' });
    try {
      const parent = await core.pane('sleep 60');
      const child = await core.run('split_pane', {}, { kind: 'cli', paneId: parent });
      expect(child.pane).toMatchObject({ parent_pane: parent, depth: 1 });
      const tooDeep = await core.attempt('split_pane', {}, { kind: 'cli', paneId: child.pane.id });
      expect(tooDeep.ok ? '' : tooDeep.error.message).toContain('limits.max-depth');
    } finally {
      await core.close();
    }
  });
});

describe('the fugue command', () => {
  it('is found by programs in panes and reaches the app that they run in', async () => {
    const core = await TestCore.start();
    try {
      const pane = await core.pane('fugue list_panes --all && echo done-$((1+1)); sleep 100');
      expect((await core.run('expect', { pane_id: pane, pattern: 'done-2', timeout: 20 })).matched).toBe(
        true,
      );
      expect(await core.text(pane)).toContain('[running]');
    } finally {
      await core.close();
    }
  });
});
