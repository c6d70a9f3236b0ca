// The package that people get: made, installed by dpkg into a root of its own, used by a normal user with Chromium's
// sandbox on, and removed again.
import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { listPackage } from '@electron/asar';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { claudeVariables, ensureClaude, makeClaudeHome } from '#test/helpers/claude/claude';
import { cleanEnvironment } from '#test/helpers/clean-environment';
import {
  answer,
  directed,
  lastUserText,
  startModelServer,
  text,
  type ModelServer,
  tool,
  toolResults,
} from '#test/helpers/model-server/index';
import { repositoryRoot } from '#test/helpers/root';
import { makeTemporaryDirectory } from '#test/helpers/temporary-directory';
import { waitFor } from '#test/helpers/wait';

const run = promisify(execFile);
/** How a fuse stands in the binary: the characters 0 and 1. */
const FuseState = { DISABLE: 48, ENABLE: 49 } as const;
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

const directory = makeTemporaryDirectory();
const system = directory.folder('system');
const home = directory.folder('home');
const installed = path.join(system, 'opt/Fugue');
let before: readonly string[] = [];
let model: ModelServer;
let app: ChildProcess;
let output = '';
let environment: Record<string, string> = {};

/** Words that run a program as a normal user, whoever runs the tests. */
const asUser = isRoot
  ? ['setpriv', `--reuid=${String(NOBODY)}`, `--regid=${String(NOBODY)}`, '--clear-groups', '--']
  : [];

function dpkg(...words: string[]): void {
  const force = ['not-root', 'depends', 'script-chrootless'].map((name) => `--force-${name}`);
  execFileSync('dpkg', [`--root=${system}`, ...force, ...words], { stdio: 'pipe', env: packagingPath() });
}

/** dpkg wants the folders of system programs on its path. */
function packagingPath(): NodeJS.ProcessEnv {
  return { ...process.env, PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin` };
}

function filesOfSystem(): readonly string[] {
  return execFileSync('find', ['.', '-path', './var/lib/dpkg', '-prune', '-o', '-print'], { cwd: system })
    .toString()
    .split('\n')
    .filter(Boolean)
    .sort();
}

async function fugue(...words: string[]): Promise<string> {
  const [file = '', ...args] = [...asUser, path.join(system, 'usr/bin/fugue'), ...words];
  const { stdout } = await run(file, args, { env: environment, timeout: 30_000 });
  return stdout;
}

/** Processes that run the installed app, with their command lines. */
function processes(): { pid: number; words: string }[] {
  return fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const words = fs.readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ');
        return words.startsWith(`${installed}/fugue`) ? [{ pid: Number(name), words }] : [];
      } catch {
        return []; // It has ended.
      }
    });
}

beforeAll(async () => {
  fs.chmodSync(directory.path, 0o755);
  await run('node', ['scripts/packaging/package.mjs', '--fast', 'deb'], {
    cwd: repositoryRoot,
    env: packagingPath(),
    maxBuffer: 1e8,
  });
  for (const folder of ['updates', 'info', 'triggers', 'parts'])
    fs.mkdirSync(path.join(system, 'var/lib/dpkg', folder), { recursive: true });
  fs.writeFileSync(path.join(system, 'var/lib/dpkg/status'), '');
  before = filesOfSystem();
  const [deb = ''] = fs
    .readdirSync(path.join(repositoryRoot, 'release'))
    .filter((name) => /\.deb$/.test(name));
  dpkg('--install', path.join(repositoryRoot, 'release', deb));
  // The link is absolute, for a root that is one.
  fs.rmSync(path.join(system, 'usr/bin/fugue'));
  fs.symlinkSync(path.join(installed, 'bin/fugue'), path.join(system, 'usr/bin/fugue'));
  model = await startModelServer(
    directed('packaged', (body) => {
      if (toolResults(body).length > 0) return answer(text('That is done.'));
      if (lastUserText(body).includes('a pane'))
        return answer(tool('mcp__fugue__fugue_list_panes', {}), tool('Bash', { command: 'touch hello' }));
      return answer(text('Hello.'));
    }),
  );
  makeClaudeHome(home);
  const programs = directory.folder('programs');
  const claude = path.join(programs, 'claude');
  const original = await ensureClaude('2.1.332');
  fs.copyFileSync(fs.realpathSync(original), claude, fs.constants.COPYFILE_FICLONE);
  fs.chmodSync(claude, 0o755);
  fs.mkdirSync(path.join(home, '.fugue/config'), { recursive: true, mode: 0o700 });
  fs.writeFileSync(
    path.join(home, '.fugue/config/fugue.toml'),
    `[claude]\ncommand = "${claude}"\n[claude.communication]\nmcp_port = 0\n`,
  );
  if (isRoot) execFileSync('chown', ['-R', `${String(NOBODY)}:${String(NOBODY)}`, home]);
  environment = cleanEnvironment({
    ...claudeVariables({ home, modelServerUrl: model.url }),
    SHELL: '/bin/sh',
    LANG: 'C.UTF-8',
    FUGUE_FIRST_PANE: 'shell',
    CCMUX_RUNTIME_DIR: path.join(home, 'channels'),
  });
  // `--inspect` is there to be refused: the fuse keeps debuggers out.
  const desktop = ['xvfb-run', '-a', '-s', '-screen 0 1280x820x24', 'dbus-run-session', '--'];
  const [file = '', ...args] = [...asUser, ...desktop, path.join(installed, 'fugue'), '--inspect=0'];
  app = spawn(file, args, { env: environment, stdio: 'pipe', detached: true });
  for (const stream of [app.stdout, app.stderr])
    stream?.on('data', (piece: Buffer) => {
      output += piece.toString();
    });
  await waitFor('the packaged app to answer', () => fugue('list-sessions').catch(() => null), {
    timeout: 40_000,
    instead: () => output,
  });
}, 120_000);

afterAll(async () => {
  if (app?.pid !== undefined && app.exitCode === null) process.kill(-app.pid, 'SIGKILL');
  await model?.close();
  directory.remove();
});

describe('the installed package', () => {
  it('is what a desktop expects', () => {
    execFileSync('desktop-file-validate', [path.join(system, 'usr/share/applications/fugue.desktop')]);
    const icons = fs.readdirSync(path.join(system, 'usr/share/icons/hicolor'));
    expect(icons).toEqual(expect.arrayContaining(['16x16', '48x48', '256x256', '512x512']));
    const names = listPackage(path.join(installed, 'resources/app.asar'), { isPack: false });
    expect(names.filter((name) => !/^\/(dist|node_modules)|^\/package.json$/.test(name))).toEqual([]);
    expect(names.filter((name) => name.endsWith('.map'))).toEqual([]);
    expect(fs.statSync(path.join(installed, 'LICENSES.third-party.txt')).size).toBeGreaterThan(10_000);
  });

  it('has its fuses set, and the running app keeps to them', async () => {
    const wire = await getCurrentFuseWire(path.join(installed, 'fugue'));
    const state = (option: FuseV1Options) => wire[option];
    expect(state(FuseV1Options.EnableCookieEncryption)).toBe(FuseState.ENABLE);
    expect(state(FuseV1Options.EnableNodeOptionsEnvironmentVariable)).toBe(FuseState.DISABLE);
    expect(state(FuseV1Options.EnableNodeCliInspectArguments)).toBe(FuseState.DISABLE);
    expect(state(FuseV1Options.EnableEmbeddedAsarIntegrityValidation)).toBe(FuseState.ENABLE);
    expect(state(FuseV1Options.OnlyLoadAppFromAsar)).toBe(FuseState.ENABLE);
    expect(state(FuseV1Options.LoadBrowserProcessSpecificV8Snapshot)).toBe(FuseState.DISABLE);
    // The oldest runtime does not have this one.
    expect([FuseState.DISABLE, undefined]).toContain(state(FuseV1Options.GrantFileProtocolExtraPrivileges));
    expect(output).not.toContain('Debugger listening');
    // A second start: it would fail before it reaches the first, if it did what the variable says.
    const options = { env: { ...environment, NODE_OPTIONS: '--require=/nonexistent' }, timeout: 30_000 };
    const desktop = ['xvfb-run', '-a', '--', path.join(installed, 'fugue'), 'fugue://inbox'];
    const [file = '', ...args] = [...asUser, ...desktop];
    expect((await run(file, args, options)).stdout).toContain('Fugue runs already');
  });

  it('draws in a sandbox', () => {
    const renderer = processes().find(({ words }) => words.includes('--type=renderer'));
    const status = fs.readFileSync(`/proc/${String(renderer?.pid)}/status`, 'utf8');
    expect(status).toMatch(/^Seccomp:\s*2$/m);
    expect(status).toMatch(/^NoNewPrivs:\s*1$/m);
    expect(processes().filter(({ words }) => words.includes('--no-sandbox'))).toEqual([]);
  });

  it('runs a pane, a Claude with hooks and MCP, and the bridge', async () => {
    expect(await fugue('doctor')).toMatch(/ok +node-pty/);
    await fugue('split_pane', '--command', 'echo from-a-pane; exec cat', '--name', 'cat');
    expect(await fugue('expect', 'from-a-pane', '--pane', 'cat', '--timeout', '20')).toContain('from-a-pane');
    await fugue('split_pane', '--command', 'claude --permission-mode default', '--name', 'worker');
    await fugue('wait_for_status', '--pane', 'worker', '--timeout', '40');
    await fugue('send_prompt', '--pane', 'worker', '--text', 'look at a pane, then say hello');
    // What it asks is known by its hook; its tool by its MCP.
    let asked = '';
    await waitFor(
      'what the Claude asks',
      async () => {
        asked = (await fugue('list_permissions')) + (await fugue('read_pane', '--pane', 'worker'));
        return (await fugue('list_permissions')).includes('touch hello');
      },
      { instead: () => asked },
    );
    expect(model.turns.map(({ body }) => toolResults(body).join())).toBeDefined();
    expect(await fugue('explain', 'worker')).toContain('hook');
    const [command = '', ...args] = [...asUser, path.join(system, 'usr/bin/fugue'), 'mcp-bridge'];
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(new StdioClientTransport({ command, args, env: environment }));
    const result = await client.callTool({ name: 'fugue_list_panes', arguments: {} });
    expect(JSON.stringify(result)).toContain('worker');
    await client.close();
  });

  it('ends in good order, and is removed without a trace', async () => {
    const main = processes().find(({ words }) => !words.includes('--type=') && !words.includes('.cjs'));
    expect(main).toBeDefined();
    const ended = new Promise((resolve) => app.once('exit', resolve));
    process.kill(main!.pid, 'SIGTERM');
    await ended;
    await waitFor('all processes to end', () => processes().length === 0);
    fs.rmSync(path.join(system, 'usr/bin/fugue'));
    fs.symlinkSync('/opt/Fugue/bin/fugue', path.join(system, 'usr/bin/fugue'));
    dpkg('--purge', 'fugue');
    const left = filesOfSystem().filter((name) => !before.includes(name));
    // Folders that every system has.
    expect(left.filter((name) => !/^\.\/(usr|usr\/bin|run|run\/.*|var.*)$/.test(name))).toEqual([]);
  });
});
