import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { TestCore } from '#test/helpers/core';
import { casePath } from '#test/helpers/fixtures';
import { makeTemporaryDirectory, type TemporaryDirectory } from '#test/helpers/temporary-directory';
import { cleanEnvironment } from '#test/helpers/clean-environment';
import { repositoryRoot } from '#test/helpers/root';
import { seededRandom } from '#test/helpers/chunks';
import { waitFor } from '#test/helpers/wait';

const directories: TemporaryDirectory[] = [];
const cores: TestCore[] = [];
afterEach(async () => {
  for (const core of cores.splice(0)) await core.close();
  for (const directory of directories.splice(0)) directory.remove();
});

function directory(): TemporaryDirectory {
  const made = makeTemporaryDirectory();
  directories.push(made);
  return made;
}

async function start(where: TemporaryDirectory, config?: string): Promise<TestCore> {
  const core = await TestCore.start({ directory: where, ...(config === undefined ? {} : { config }) });
  cores.push(core);
  return core;
}

async function stop(core: TestCore): Promise<void> {
  cores.splice(cores.indexOf(core), 1);
  await core.close();
}

function stateFolder(where: TemporaryDirectory): string {
  return path.join(where.path, 'home/.fugue/state');
}

describe('a restart', () => {
  it('brings back sessions, windows, layout, names, environment, metadata, tags, folders and text', async () => {
    const where = directory();
    const first = await start(where);
    await first.run('rename_session', { name: 'work' });
    await first.run('set_environment', { key: 'COLOUR', value: 'blue' });
    await first.run('set_metadata', { key: 'ticket', value: '42' });
    await first.run('set_tags', { add: ['orchestrator'] });
    await first.run('rename_window', { name: 'main' });
    await first.run('split_pane', { direction: 'horizontal', ratio: 0.25, name: 'tests' });
    await first.run('split_pane', {
      direction: 'vertical',
      command: 'echo once >> runs; sleep 60',
      name: 'once',
    });
    await first.run('send_input', {
      pane_id: 'tests',
      input: 'cd /usr && echo "kept: $COLOUR"',
      submit: true,
    });
    await first.run('expect', { pane_id: 'tests', pattern: '^kept: blue' });
    await waitFor(
      'the folder',
      async () => (await first.run('get_status', { pane_id: 'tests' })).cwd === '/usr',
    );
    await first.run('zoom_pane', { pane_id: 'tests' });
    const before = { windows: await first.run('list_windows', {}), panes: await first.run('list_panes', {}) };
    await stop(first);

    const second = await start(where);
    const after = {
      windows: await second.run('list_windows', {}),
      panes: await second.run('list_panes', {}),
    };
    expect(after.windows).toEqual(before.windows);
    const kept = ({ id, index, name, cwd, command }: (typeof before.panes.panes)[number]) => ({
      id,
      index,
      name,
      cwd,
      command,
    });
    expect(after.panes.panes.map(kept)).toEqual(before.panes.panes.map(kept));
    expect((await second.run('get_environment', {})).environment).toEqual({ COLOUR: 'blue' });
    expect((await second.run('get_metadata', {})).metadata).toEqual({ ticket: '42' });
    expect((await second.run('get_tags', {})).tags).toEqual(['orchestrator']);
    const text = await second.text('tests');
    expect(text).toContain('kept: blue');
    expect(text).toContain('restored');
    // A shell is there again; a command is not run again by itself.
    await second.run('send_input', { pane_id: 'tests', input: 'echo alive-$((1+1)); pwd', submit: true });
    expect((await second.run('expect', { pane_id: 'tests', pattern: '^/usr', timeout: 10 })).matched).toBe(
      true,
    );
    expect((await second.run('get_status', { pane_id: 'once' })).process.status).toBe('waiting');
    expect(fs.readFileSync(path.join(second.home, 'runs'), 'utf8')).toBe('once\n');
    const notice = second.state.notices.find((entry) => entry.title.startsWith('Brought back'));
    expect(notice?.details.join('\n')).toContain('once: restored, waits to run');
    await second.run('restart_pane', { pane_id: 'once' });
    await waitFor(
      'the second run',
      () => fs.readFileSync(path.join(second.home, 'runs'), 'utf8') === 'once\nonce\n',
    );
  });

  it('starts a pane in the nearest folder that is left when its own is gone, and says so', async () => {
    const where = directory();
    const gone = where.folder('home', 'project', 'inner');
    const first = await start(where);
    await first.run('split_pane', { cwd: gone, name: 'there' });
    await stop(first);
    fs.rmSync(path.join(where.path, 'home/project'), { recursive: true });
    const second = await start(where);
    expect((await second.run('get_status', { pane_id: 'there' })).cwd).toBe(path.join(where.path, 'home'));
    expect(second.state.notices[0]?.details.join('\n')).toContain('is gone');
  });

  it('offers earlier workspaces, and brings one back beside what is open', async () => {
    const where = directory();
    const first = await start(where);
    await first.run('rename_session', { name: 'monday' });
    await first.run('split_pane', { name: 'notes' });
    await stop(first);
    const second = await start(where);
    await second.run('kill_session', { session_id: 'monday' });
    await second.run('create_session', { name: 'tuesday' });
    await stop(second);

    const third = await start(where);
    const report = third.state.notices.find((entry) => entry.title.startsWith('Brought back'));
    const monday = (await third.run('list_snapshots', {})).snapshots.find(({ sessions }) =>
      sessions.includes('monday'),
    );
    expect(report?.actions.map(({ input }) => input['snapshot'])).toContain(monday?.name);
    await third.run('restore_snapshot', { snapshot: monday?.name ?? '' });
    await third.run('restore_snapshot', { snapshot: monday?.name ?? '' });
    const { sessions } = await third.run('list_sessions', {});
    expect(sessions.map(({ name }) => name).sort()).toEqual(['monday', 'monday (earlier)', 'tuesday']);
    for (const session of sessions.filter(({ name }) => name.startsWith('monday'))) {
      const { panes } = await third.run('list_panes', { session_id: session.id });
      expect(panes.map(({ name }) => name)).toContain('notes');
    }
    const unknown = await third.attempt('restore_snapshot', { snapshot: 'nothing' });
    expect(unknown).toMatchObject({ ok: false, error: { code: 'not-found' } });
  });

  it('is not wanted when the setting says so', async () => {
    const where = directory();
    const first = await start(where);
    await first.run('create_session', { name: 'extra' });
    await stop(first);
    const second = await start(where, '[restore]\nenabled = false\n');
    expect((await second.run('list_sessions', {})).sessions).toHaveLength(1);
  });
});

describe('a damaged state file', () => {
  const files = [
    ...fs.readdirSync(casePath('rec-01')).map((name) => `rec-01/${name}`),
    ...fs.readdirSync(casePath('lay-06')).map((name) => `lay-06/${name}`),
  ];

  it.each(files)('%s is set aside, and the last good one is used (rec-01, lay-06)', async (name) => {
    const where = directory();
    const first = await start(where);
    await first.run('rename_session', { name: 'precious' });
    await stop(first);
    const state = stateFolder(where);
    const bad = fs.readFileSync(casePath(name));
    fs.copyFileSync(path.join(state, 'workspace.json'), path.join(state, 'workspace.last-good.json'));
    fs.writeFileSync(path.join(state, 'workspace.json'), bad);
    const second = await start(where);
    expect((await second.run('list_sessions', {})).sessions.map((session) => session.name)).toEqual([
      'precious',
    ]);
    expect(fs.readFileSync(path.join(state, 'workspace.damaged-1.json')).equals(bad)).toBe(true);
    expect(second.state.notices[0]?.title).toContain('could not be read');
  });

  it('and a damaged last good one still leave an app that starts', async () => {
    const where = directory();
    const state = stateFolder(where);
    fs.mkdirSync(state, { recursive: true });
    fs.writeFileSync(path.join(state, 'workspace.json'), '{"root":');
    fs.writeFileSync(path.join(state, 'workspace.last-good.json'), '');
    const core = await start(where);
    expect((await core.run('list_panes', {})).panes).toHaveLength(1);
    expect(core.state.notices[0]?.details).toHaveLength(3);
  });

  it('of the layout alone keeps the panes', async () => {
    const where = directory();
    const first = await start(where);
    await first.run('split_pane', { name: 'second' });
    await stop(first);
    const file = path.join(stateFolder(where), 'workspace.json');
    const ghost = '00000000-0000-4000-8000-000000000000';
    const text = fs
      .readFileSync(file, 'utf8')
      .replace(/"layout":"[^"]*"/, `"layout":"h(0.5:${ghost},0.5:${ghost}x)"`);
    fs.writeFileSync(file, text);
    const second = await start(where);
    expect((await second.run('list_panes', {})).panes).toHaveLength(2);
    expect(second.state.notices.flatMap((notice) => notice.details).join('\n')).toContain(
      'layout was damaged',
    );
  });

  it('of a pane’s text costs only that text', async () => {
    const where = directory();
    const first = await start(where);
    const [pane] = (await first.run('list_panes', {})).panes;
    await stop(first);
    fs.writeFileSync(path.join(stateFolder(where), 'scrollback', `${pane?.id ?? ''}.json`), '{"version":1');
    const second = await start(where);
    expect((await second.run('list_panes', {})).panes[0]?.id).toBe(pane?.id);
    expect(second.state.notices[0]?.details.join('\n')).toContain('damaged');
  });
});

describe('a folder that can not be written', () => {
  it('leaves panes usable and says that nothing is kept', async () => {
    const where = directory();
    fs.mkdirSync(path.join(where.path, 'home/.fugue'), { recursive: true });
    fs.writeFileSync(stateFolder(where), 'a file where the folder should be');
    const core = await start(where);
    expect(core.state.notices[0]?.title).toContain('can not be kept');
    expect((await core.run('list_panes', {})).panes).toHaveLength(1);
  });
});

describe('the terminal host', () => {
  it('that is killed takes its programs along, is said so, and comes back', async () => {
    const core = await start(directory());
    await core.run('split_pane', { name: 'second' });
    await core.run('send_input', { pane_id: 'second', input: 'echo before', submit: true });
    await core.run('expect', { pane_id: 'second', pattern: '^before' });
    const { pid } = core.core.host;
    if (pid === undefined) throw new Error('the host runs');
    process.kill(pid, 'SIGKILL');
    await waitFor('the loss to be told', async () =>
      (await core.run('list_panes', {})).panes.every((pane) => pane.process.status === 'lost'),
    );
    expect(core.state.notices.some((notice) => notice.title.includes('terminal host ended'))).toBe(true);
    await core.run('restart_pane', { pane_id: 'second' });
    await core.run('send_input', { pane_id: 'second', input: 'echo after-$((2+2))', submit: true });
    expect((await core.run('expect', { pane_id: 'second', pattern: '^after-4', timeout: 10 })).matched).toBe(
      true,
    );
    expect(core.core.host.pid).not.toBe(pid);
  });
});

describe('kill -9 of the app', () => {
  it('at any moment loses at most the last second', async () => {
    const where = directory();
    where.folder('home');
    const random = seededRandom(11);
    const environment = cleanEnvironment({
      HOME: path.join(where.path, 'home'),
      FUGUE_HOME: path.join(where.path, 'home/.fugue'),
      SHELL: '/bin/bash',
    });
    const acknowledged: { name: string; at: number }[] = [];
    let names = 0;
    const cli = (...words: string[]): Promise<{ code: number | null; text: string }> =>
      new Promise((resolve) => {
        const child = spawn(process.execPath, [path.join(repositoryRoot, 'dist/cli.cjs'), ...words], {
          env: environment,
        });
        let text = '';
        child.stdout.on('data', (piece: Buffer) => (text += piece.toString()));
        child.on('close', (code) => {
          resolve({ code, text });
        });
      });
    for (let round = 0; round < Number(process.env['FUGUE_ROUNDS'] ?? 4); round += 1) {
      const app = spawn(process.execPath, [path.join(repositoryRoot, 'dist/headless.cjs')], {
        env: environment,
        stdio: ['ignore', 'pipe', 'ignore'],
        cwd: where.path,
      });
      const gone = new Promise((resolve) => app.on('close', resolve));
      // A round that fails must not leave its app and programs behind.
      onTestFinished(() => {
        app.kill('SIGKILL');
      });
      await waitFor('the app to answer', async () => (await cli('list_sessions')).code === 0, {
        timeout: 20_000,
      });
      const shown = (await cli('list_sessions', '--json')).text;
      const { sessions } = JSON.parse(shown) as { sessions: { name: string }[] };
      const restored = acknowledged.findIndex(({ name }) => name === sessions[0]?.name);
      const promised = acknowledged.filter((entry) => entry.at < killedAt - KEPT_WITHIN);
      expect(restored).toBeGreaterThanOrEqual(promised.length - 1);
      // What was lost within the last second of this round is lost for the later rounds too.
      acknowledged.splice(restored + 1);
      const end = Date.now() + 300 + Math.floor(random() * 900);
      while (Date.now() < end) {
        const name = `name-${String(names++)}`;
        if ((await cli('rename_session', name)).code === 0) acknowledged.push({ name, at: Date.now() });
      }
      killedAt = Date.now();
      app.kill('SIGKILL');
      await gone;
    }
    const leftovers = fs.readdirSync(stateFolder(where)).filter((name) => name.includes('damaged'));
    expect(leftovers).toEqual([]);
  }, 120_000);
});

let killedAt = 0;
/** What may be lost, in milliseconds: the promise, and no more. */
const KEPT_WITHIN = 1000;

/** The processes that this one has started and that are still there. */
function children(): readonly string[] {
  return fs
    .readdirSync('/proc/self/task')
    .flatMap((task) => fs.readFileSync(`/proc/self/task/${task}/children`, 'utf8').split(' '))
    .filter((pid) => pid.trim() !== '');
}

describe('a second Fugue with the same home', () => {
  it('is refused before it starts a program or touches what is kept', async () => {
    const where = directory();
    const first = await start(where);
    await first.run('split_pane', {});
    const kept = path.join(stateFolder(where), 'workspace.json');
    await waitFor('both panes on disk', () => fs.readFileSync(kept, 'utf8').split('"directory"').length > 2);
    const before = { children: children(), file: fs.statSync(kept).ino };
    await expect(TestCore.start({ directory: where })).rejects.toThrow(/already serves/);
    expect(children()).toEqual(before.children);
    expect(fs.statSync(kept).ino).toBe(before.file);
    expect((await first.run('list_panes', {})).panes).toHaveLength(2);
  });
});

describe('text that could not be saved', () => {
  it('is saved by itself once that works again', { timeout: 30_000 }, async () => {
    const where = directory();
    const core = await start(where);
    const [pane] = (await core.run('list_panes', {})).panes;
    if (pane === undefined) throw new Error('there is a pane');
    const file = path.join(stateFolder(where), 'scrollback', `${pane.id}.json`);
    await waitFor('the first save', () => fs.existsSync(file));
    // A folder in the place of the file makes every attempt fail.
    fs.rmSync(file);
    fs.mkdirSync(path.join(file, 'in-the-way'), { recursive: true });
    await core.run('send_input', { input: 'echo kept-$((40+2))', submit: true });
    await waitFor('the failure to be told', () =>
      core.state.notices.some((notice) => notice.title.includes('can not be saved')),
    );
    fs.rmSync(file, { recursive: true });
    await waitFor('the text on disk', () => fs.existsSync(file), { timeout: 15_000 });
    expect(fs.readFileSync(file, 'utf8')).toContain('kept-42');
    expect(core.state.notices.some((notice) => notice.title.includes('saved again'))).toBe(true);
  });
});
