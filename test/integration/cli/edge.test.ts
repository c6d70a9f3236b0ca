// The words of the command line that bring Fugue into its surroundings: install, send, doctor, service.
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runFugue } from '#test/helpers/app';
import { cleanEnvironment } from '#test/helpers/clean-environment';
import { TestCore } from '#test/helpers/core';
import { casePath } from '#test/helpers/fixtures';
import { makeTemporaryDirectory, type TemporaryDirectory } from '#test/helpers/temporary-directory';
import { waitFor } from '#test/helpers/wait';

let directory: TemporaryDirectory;
let home: string;
beforeEach(() => {
  directory = makeTemporaryDirectory();
  home = directory.folder('home');
});
afterEach(() => {
  directory.remove();
});
const fugue = (words: readonly string[], more: Record<string, string> = {}) =>
  runFugue(
    words,
    cleanEnvironment({
      HOME: home,
      CCMUX_RUNTIME_DIR: path.join(directory.path, 'ccmux'),
      CCMUX_MCP_PORT: '0',
      ...more,
    }),
  );

describe('fugue install', () => {
  const settings = () => path.join(home, '.claude/settings.json');
  const hook = () => path.join(home, '.local/share/ccmux/hook');
  beforeEach(() => {
    directory.file('home/.fugue/bin/fugue', '#!/bin/sh\n');
    directory.file('home/.claude/settings.json', fs.readFileSync(casePath('hook-01/settings.json')));
  });

  it('can be done by several at once, changed, and undone to the byte', async () => {
    const before = fs.readFileSync(settings(), 'utf8');
    expect(await fugue(['install', '--dry-run'])).toMatchObject({ code: 0, stderr: '' });
    expect(fs.readFileSync(settings(), 'utf8')).toBe(before);
    expect(fs.existsSync(hook())).toBe(false);
    const all = await Promise.all([1, 2, 3, 4].map(() => fugue(['install'])));
    expect(all.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    expect(all[0]?.stdout).toContain(`${settings()} names the hook ${hook()} now`);
    const installed = fs.readFileSync(settings(), 'utf8');
    expect(installed.split(hook())).toHaveLength(9);
    expect(fs.statSync(hook()).mode & 0o777).toBe(0o755);
    const moved = path.join(home, 'elsewhere/hook');
    expect((await fugue(['install'], { CCMUX_HOOK_SCRIPT: moved })).code).toBe(0);
    expect(fs.readFileSync(settings(), 'utf8')).toBe(installed.replaceAll(hook(), moved));
    expect(fs.existsSync(hook())).toBe(false);
    expect((await fugue(['uninstall'], { CCMUX_HOOK_SCRIPT: moved })).code).toBe(0);
    expect(fs.readFileSync(settings(), 'utf8')).toBe(before);
    expect(fs.existsSync(moved)).toBe(false);
    expect((await fugue(['uninstall'])).stdout).toBe('nothing is installed\n');
  });

  it.each(['comments.json', 'truncated.json', 'empty.json', 'spaces.json', 'doubled.json'])(
    'leaves settings like %s alone, and says so',
    async (name) => {
      const broken = fs.readFileSync(casePath(`hook-02/${name}`));
      fs.writeFileSync(settings(), broken);
      const { code, stderr } = await fugue(['install']);
      expect(code).toBe(1);
      expect(stderr).toMatch(/left alone.*The hook is not installed/);
      expect(fs.readFileSync(settings())).toEqual(broken);
      expect(fs.existsSync(hook())).toBe(false);
      expect(fs.readdirSync(path.dirname(settings()))).toEqual(['settings.json']);
    },
  );

  it('takes no words that it does not know, and no script that is not its own', async () => {
    expect((await fugue(['install', 'now'])).code).toBe(2);
    expect((await fugue(['uninstall', '--force'])).code).toBe(2);
    directory.file('home/.local/share/ccmux/hook', 'mine');
    expect((await fugue(['install'])).stderr).toContain("none of Fugue's");
    expect(fs.readFileSync(hook(), 'utf8')).toBe('mine');
    expect(fs.readFileSync(settings(), 'utf8')).not.toContain('ccmux/hook');
  });

  it('undoes what an earlier Fugue has noted', async () => {
    directory.file('home/.claude.json', '{"mcpServers":{"fugue":{}}}');
    const mcp = {
      file: path.join(home, '.claude.json'),
      madeFile: true,
      madeServers: true,
      inserted: '',
      replaced: '',
    };
    directory.file('home/.fugue/installed.json', JSON.stringify({ version: 1, mcp }));
    expect((await fugue(['uninstall'])).code).toBe(0);
    expect(fs.existsSync(path.join(home, '.claude.json'))).toBe(false);
  });
});

describe('fugue doctor', () => {
  interface Report {
    readonly problems: number;
    readonly findings: readonly {
      readonly check: string;
      readonly level: string;
      readonly says: string;
      readonly mend: string;
    }[];
  }
  const doctor = async (more: Record<string, string> = {}) => {
    // Programs are looked for where panes find them: on the path that a login shell makes.
    if (more['PATH'] !== undefined) directory.file('home/.profile', `PATH='${more['PATH']}'\n`);
    const { code, json } = await fugue(['doctor', '--json'], more);
    const report = json as Report;
    expect(code).toBe(report.problems === 0 ? 0 : 1);
    return (check: string) => report.findings.find((finding) => finding.check === check);
  };
  const program = (name: string, says: string) => {
    const file = directory.file(
      `tools/${name}`,
      `#!/bin/sh\n[ "$*" = "$WANTS" ] || exit 3\necho '${says}'\n`.replace(
        '$WANTS',
        name === 'tmux' ? '-V' : '--version',
      ),
    );
    fs.chmodSync(file, 0o755);
    return path.dirname(file);
  };

  it('says that all is well, and how to mend what is not', async () => {
    const tools = program('claude', '2.1.332 (Claude Code)');
    const well = await doctor({ PATH: `${tools}:${process.env['PATH'] ?? ''}` });
    for (const check of [
      'home',
      'configuration',
      'node-pty',
      'tmux',
      'claude',
      'shell',
      'curl',
      'app',
      'sockets',
      'runtime-folder',
      'hooks',
    ])
      expect(well(check), check).toMatchObject({ level: 'ok', mend: '' });
    expect(fs.existsSync(path.join(home, '.fugue'))).toBe(false);
    program('claude', '2.1.100 (Claude Code)');
    program('tmux', 'tmux 2.9a');
    directory.file(
      'home/.fugue/config/fugue.toml',
      '[channels]\nenabled = true\n[terminal]\nshell = "/no/shell"\n[what]\n',
    );
    fs.mkdirSync(path.join(directory.path, 'ccmux'), { mode: 0o755 });
    const ill = await doctor({ PATH: tools });
    expect(ill('claude')).toMatchObject({
      level: 'problem',
      mend: expect.stringContaining('update') as string,
    });
    expect(ill('tmux')).toMatchObject({ level: 'problem', says: 'tmux 2.9a is too old' });
    expect(ill('curl')).toMatchObject({ level: 'warning' });
    expect(ill('shell')).toMatchObject({ level: 'warning' });
    expect(ill('configuration')).toMatchObject({
      level: 'problem',
      says: expect.stringContaining('what') as string,
    });
    expect(ill('runtime-folder')).toMatchObject({
      level: 'problem',
      mend: expect.stringContaining('chmod 700') as string,
    });
    const words = await fugue(['doctor']);
    expect(words.code).toBe(1);
    expect(words.stdout).toMatch(/^problem {2}runtime-folder +.*\n +→ make it private/m);
    expect((await fugue(['doctor', 'now'])).code).toBe(2);
  });

  it('knows the hook, and a port that a stranger has', async () => {
    directory.file('home/.fugue/bin/fugue', '#!/bin/sh\n');
    await fugue(['install']);
    expect((await doctor())('hooks')).toMatchObject({
      level: 'warning',
      says: expect.stringContaining('switched off') as string,
    });
    directory.file('home/.fugue/config/fugue.toml', '[channels]\nenabled = true\nmanaged = false\n');
    expect((await doctor())('hooks')).toMatchObject({ level: 'ok' });
    const hook = path.join(home, '.local/share/ccmux/hook');
    fs.appendFileSync(hook, '# older\n');
    expect((await doctor())('hooks')).toMatchObject({ level: 'warning', mend: 'run fugue install' });
    fs.rmSync(hook);
    expect((await doctor())('hooks')).toMatchObject({ level: 'problem' });
    fs.writeFileSync(path.join(home, '.claude/settings.json'), '{');
    expect((await doctor())('hooks')).toMatchObject({
      level: 'problem',
      says: expect.stringContaining('not valid JSON') as string,
    });
    let token = '';
    const stranger = http.createServer((request, response) => {
      token += request.headers.authorization ?? '';
      response.end('hello');
    });
    await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
    const port = String((stranger.address() as AddressInfo).port);
    expect((await doctor({ CCMUX_MCP_PORT: port }))('mcp-port')).toMatchObject({ level: 'warning' });
    expect(token).toBe('');
    stranger.close();
  });
});

describe('a running app', () => {
  it('is seen by the doctor, takes messages by fugue send, and keeps a log', async () => {
    const core = await TestCore.start({ directory, config: '[channels]\nenabled = true\nmanaged = false\n' });
    try {
      const folder = path.join(directory.path, 'ccmux');
      await waitFor('the sockets', () => fs.existsSync(path.join(folder, 'control.sock')));
      const { json } = await fugue(['doctor', '--json']);
      const found = (json as { findings: { check: string; level: string; says: string }[] }).findings;
      expect(found.find(({ check }) => check === 'app')?.says).toContain('Fugue runs');
      expect(found.find(({ check }) => check === 'sockets')).toMatchObject({ level: 'ok' });
      expect(await fugue(['send', 'timer', '{"content":"hello","to":"nobody"}'])).toMatchObject({
        code: 1,
        stderr: 'there is no pane, session or tag "nobody"\n',
      });
      expect((await fugue(['send', 'Not A Name', 'x'])).code).toBe(2);
      const sent = await fugue(['send', 'timer', 'look at the build', '--json']);
      expect(sent.json).toEqual({ channel: 'timer', receivers: [null] });
      const fifo = path.join(folder, 'in.mail');
      execFileSync('mkfifo', ['-m', '600', fifo]);
      await waitFor('the channel', async () => (await core.run('list_channels', {})).inputs.length === 2);
      fs.rmSync(fifo);
      await waitFor('it to be gone', async () => (await core.run('list_channels', {})).inputs.length === 1);
      await core.attempt('send_to_channel', { channel: 'nobody', message: 'a secret text' });
      expect(core.core.channels.inbox.waiting.map(({ text }) => text.replace(/\d/g, '0'))).toEqual([
        '[00:00 timer] look at the build',
      ]);
      const log = fs.readFileSync(path.join(home, '.local/share/ccmux/ccmux.log'), 'utf8');
      const events = log
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { msg: string; fifo?: string });
      expect(events.map(({ msg, fifo: name }) => `${msg} ${name ?? ''}`.trim())).toEqual([
        'channels.registered in',
        'channels.undelivered',
        'channels.received',
        'channels.registered in.mail',
        'channels.deregistered in.mail',
        'channels.sent',
      ]);
      expect(log).not.toMatch(/look at the build|secret text/);
      expect(fs.statSync(path.join(home, '.local/share/ccmux/ccmux.log')).mode & 0o777).toBe(0o600);
    } finally {
      await core.close();
    }
  });
});

describe('fugue service', () => {
  const unit = () => path.join(home, '.config/systemd/user/fugue.service');
  /** Stands for systemctl, notes what it is asked, and answers as it is told. */
  function systemctl(code: number): { readonly PATH: string; readonly asked: () => string } {
    const file = directory.file(
      'tools/systemctl',
      `#!/bin/sh\necho "$*" >> ${directory.path}/asked\nexit ${String(code)}\n`,
    );
    fs.chmodSync(file, 0o755);
    return {
      PATH: `${path.dirname(file)}:${process.env['PATH'] ?? ''}`,
      asked: () =>
        fs.existsSync(`${directory.path}/asked`) ? fs.readFileSync(`${directory.path}/asked`, 'utf8') : '',
    };
  }

  it.skipIf(process.platform !== 'linux')(
    'writes a unit that systemd takes, has it started, and takes it away',
    async () => {
      const { PATH, asked } = systemctl(0);
      const dry = await fugue(['service', 'install', '--dry-run'], { PATH });
      expect(dry.stdout).toContain('KillMode=process');
      expect(fs.existsSync(unit())).toBe(false);
      expect((await fugue(['service', 'status'], { PATH })).code).toBe(1);
      expect(asked()).toBe('');
      expect(await fugue(['service', 'install'], { PATH })).toMatchObject({ code: 0, stderr: '' });
      expect(asked()).toBe(
        '--user show-environment\n--user daemon-reload\n--user enable --now fugue.service\n',
      );
      const text = fs.readFileSync(unit(), 'utf8');
      const started = /^ExecStart="(.*)" "--headless"$/m.exec(text)?.[1] ?? '';
      expect(path.isAbsolute(started) && fs.existsSync(started)).toBe(true);
      if (spawnSync('systemd-analyze', ['--version']).status === 0) {
        const runtime = directory.folder('runtime');
        const checked = spawnSync('systemd-analyze', ['--user', 'verify', unit()], {
          env: cleanEnvironment({ HOME: home, XDG_RUNTIME_DIR: runtime }),
          encoding: 'utf8',
        });
        expect(checked.stderr.split('\n').filter((line) => line.includes('fugue.service'))).toEqual([]);
      }
      expect((await fugue(['service', 'status'], { PATH })).code).toBe(0);
      expect((await fugue(['service', 'uninstall'], { PATH })).code).toBe(0);
      expect(asked()).toContain('--user disable --now fugue.service\n--user daemon-reload\n');
      expect(fs.existsSync(unit())).toBe(false);
    },
  );

  it.skipIf(process.platform !== 'linux')(
    'says what to run where no systemd answers, and leaves the file of another alone',
    async () => {
      const { PATH } = systemctl(1);
      const installed = await fugue(['service', 'install'], { PATH });
      expect(installed).toMatchObject({ code: 0 });
      expect(installed.stdout).toContain('systemctl --user enable --now fugue.service');
      expect((await fugue(['service', 'status'], { PATH })).stderr).toContain('does not answer');
      fs.writeFileSync(unit(), '[Unit]\n');
      expect((await fugue(['service', 'install'], { PATH })).code).toBe(1);
      expect((await fugue(['service', 'uninstall'], { PATH })).code).toBe(1);
      expect(fs.readFileSync(unit(), 'utf8')).toBe('[Unit]\n');
      for (const words of [[], ['start'], ['install', 'now'], ['status', '--dry-run']])
        expect((await fugue(['service', ...words], { PATH })).code).toBe(2);
    },
  );
});
