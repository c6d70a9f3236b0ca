// Programs that live in Fugue's own tmux: they look as if there were none, and go on when Fugue is killed.
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { usualVersions } from '#test/helpers/claude/claude';
import { ClaudeCore } from '#test/helpers/claude/claude-core';
import { TestCore } from '#test/helpers/core';
import { answer, story, text } from '#test/helpers/model-server/index';
import { makeTemporaryDirectory, type TemporaryDirectory } from '#test/helpers/temporary-directory';
import { moodyTmux, tmux, tmuxBefore, tmuxFolder } from '#test/helpers/tmux';
import { waitFor } from '#test/helpers/wait';
import { isAlive, processesOfTerminal, signalAll } from '../../../electron/pty/process-tree';

let directory: TemporaryDirectory | undefined;
let core: TestCore | undefined;
afterEach(async () => {
  await core?.close();
  core = undefined;
  directory?.remove();
  directory = undefined;
});

async function start(): Promise<TestCore> {
  directory ??= makeTemporaryDirectory();
  return (core = await TestCore.start({ directory }));
}

const find = (paneId: string) => core!.state.panes[paneId as never]!;

/** Ends Fugue and its terminals as kill -9 does. */
async function crash(): Promise<void> {
  const app = core!;
  const leaders = Object.values(app.state.panes).flatMap(({ process: it }) =>
    it.status === 'running' ? [it.pid] : [],
  );
  const family = (await Promise.all(leaders.map(processesOfTerminal))).flat();
  const { pid } = app.core.host;
  signalAll([...(pid === undefined ? [] : [pid]), ...family], 'SIGKILL');
  app.core.dispose();
  await waitFor('all to be gone', () => !family.some(isAlive));
}

describe('a pane that is kept alive', () => {
  it('goes on where it was when Fugue is killed, and ends with its pane and all that it started', async () => {
    await start();
    const made = await core!.run('create_pane', { keep_alive: true, name: 'kept' });
    const pane = made.pane.id;
    expect(made.pane).toMatchObject({ keep_alive: true, tmux_session: `pane-${pane}` });
    await waitFor('its shell', async () => /[$#]\s*$/.test(await core!.text(pane)));
    await core!.run('send_input', {
      pane_id: pane,
      input: 'X=remembered; cd /; sleep 1000 & echo pid=$!=\n',
    });
    await waitFor('the answer', async () => /pid=\d+=/.test(await core!.text(pane)));
    const child = Number(/pid=(\d+)=/.exec(await core!.text(pane))?.[1]);
    await waitFor(
      'what it is and where',
      () => find(pane).program === 'bash' && find(pane).currentDirectory === '/',
      {
        instead: () => JSON.stringify(find(pane)),
      },
    );
    const saved = path.join(core!.home, '.fugue/state/workspace.json');
    await waitFor('it on disk', () => fs.existsSync(saved) && fs.readFileSync(saved, 'utf8').includes(pane));
    await crash();
    expect(isAlive(child)).toBe(true);
    await start();
    await waitFor('it again', () => find(pane).process.status === 'running');
    await core!.run('send_input', { pane_id: pane, input: 'echo "it is $X"\n' });
    await waitFor('what it knew', async () => (await core!.text(pane)).includes('it is remembered'));
    expect(core!.state.notices.flatMap(({ details }) => details).join()).toContain('gone on in tmux');
    await core!.run('close_pane', { pane_id: pane });
    await waitFor('the end of all', () => !isAlive(child), { timeout: 5000 });
  });

  it('is shown again after whatever a tmux says in passing, and ends only when its session is gone (pty-09)', async () => {
    const moody = moodyTmux((directory ??= makeTemporaryDirectory()));
    await start();
    const { pane } = await core!.run('create_pane', { keep_alive: true, command: 'cat' });
    const say = async (word: string) => {
      await core!.run('send_input', { pane_id: pane.id, input: `${word}\n` });
      await waitFor(`an echo of ${word}`, async () => (await core!.text(pane.id)).split(word).length > 2);
    };
    const failsAgain = async () => {
      const before = moody.failed();
      await waitFor('some failures', () => moody.failed() >= before + 4);
    };
    await say('before');
    const [server = ''] = fs.readdirSync(tmuxFolder(directory.path));
    const ask = (...words: string[]) => tmux(directory!.path, '-L', server, ...words).trim();
    const program = ask('list-panes', '-a', '-F', '#{pane_pid}');
    moody.fail(true);
    process.kill(Number(ask('list-clients', '-F', '#{client_pid}')), 'SIGKILL');
    await failsAgain();
    expect(find(pane.id).process.status).toBe('running');
    moody.fail(false);
    await say('between');
    // A start in which it fails finds the program all the same.
    await crash();
    moody.fail(true);
    await start();
    await failsAgain();
    expect(find(pane.id).process.status).toBe('running');
    moody.fail(false);
    await say('after');
    expect(ask('list-panes', '-a', '-F', '#{pane_pid}')).toBe(program);
    ask('kill-server');
    await waitFor('its end', () => find(pane.id).process.status !== 'running');
  });

  it('is known as its session from the moment that it is made, whenever its maker is killed (pty-09)', async () => {
    directory = makeTemporaryDirectory();
    const made = path.join(directory.path, 'made');
    // Whoever has made a session is killed as soon as it is there, once.
    tmuxBefore(
      directory,
      `case "$*" in *new-session*) if [ ! -e '${made}' ]; then "$real" "$@"; : > '${made}'; kill -9 "$PPID"; exit 0; fi ;; esac`,
    );
    await start();
    const { pane } = await core!.run('create_pane', { keep_alive: true, command: 'cat' });
    await waitFor('the end of its maker', () => find(pane.id).process.status === 'exited');
    const [server = ''] = fs.readdirSync(tmuxFolder(directory.path));
    const format = '#{session_name} #{@fugue_pane} #{@fugue_program}';
    const session = tmux(
      directory.path,
      '-L',
      server,
      'list-panes',
      '-a',
      '-F',
      `${format} #{pane_id}`,
    ).trim();
    expect(session).toMatch(new RegExp(`^pane-${pane.id} ${pane.id} (%\\d+) \\1$`));
    await core!.run('restart_pane', { pane_id: pane.id });
    await waitFor('it again', () => find(pane.id).process.status === 'running');
    await core!.run('close_pane', { pane_id: pane.id });
    await waitFor('the end of its program', () => {
      try {
        return !tmux(directory!.path, '-L', server, 'list-sessions').includes(pane.id);
      } catch {
        return true; // the server went with its last session
      }
    });
  });

  it('ends as its program does, and is started again as any other', async () => {
    await start();
    const made = await core!.run('create_pane', { keep_alive: true, command: 'sh -c "read line; exit 7"' });
    await waitFor('it', () => find(made.pane.id).process.status === 'running');
    await waitFor('its program', () => find(made.pane.id).program === 'sh', {
      instead: () => JSON.stringify(find(made.pane.id)),
    });
    await core!.run('send_input', { pane_id: made.pane.id, input: '\n' });
    await waitFor('its end', () => find(made.pane.id).process.status === 'exited');
    expect(find(made.pane.id).process).toMatchObject({ status: 'exited', exitCode: 7 });
    await core!.run('restart_pane', { pane_id: made.pane.id });
    await waitFor('it again', () => find(made.pane.id).process.status === 'running');
    const busy = await core!.attempt('set_keep_alive', { pane_id: made.pane.id, on: false });
    expect(busy.ok ? '' : busy.error.message).toContain('end it first');
    await core!.run('set_keep_alive', { pane_id: made.pane.id, on: false, force: true });
    expect(find(made.pane.id).tmux).toBeNull();
  });
});

describe.each(usualVersions)('claude %s that is kept alive', (version) => {
  it('moves into tmux with its conversation, is the same one after Fugue was killed, and says what it does', async () => {
    directory = makeTemporaryDirectory();
    const begin = () =>
      ClaudeCore.start({
        version,
        directory: directory!,
        story: story(
          'kept',
          Array.from({ length: 4 }, () => answer(text('Noted.')).slowly(100)),
        ),
      });
    let it = await begin();
    const pane = await it.pane();
    await it.prompt(pane, 'remember the lighthouse');
    await it.until(pane, 'complete');
    await it.written(pane, 'remember the lighthouse');
    const session = it.find(pane).claude?.sessionId;
    await it.app.run('set_keep_alive', { pane_id: pane });
    await waitFor('its conversation', () => it.find(pane).claude?.resumed === true);
    await it.until(pane, 'idle', 'complete');
    await it.shows(pane, 'remember the lighthouse');
    await it.crash();
    it = await begin();
    await it.until(pane, 'idle', 'complete');
    expect(it.find(pane).claude?.sessionId).toBe(session);
    await it.prompt(pane, 'and the harbour');
    // The model that it talked to went with Fugue; what it does is told all the same.
    await it.until(pane, 'thinking');
    const sources = new Set<string>();
    await waitFor(
      'all that tells of it',
      async () => {
        const { evidence } = await it.app.run('explain_status', { pane_id: pane });
        for (const { source } of evidence) sources.add(source);
        return ['hook', 'registry', 'title', 'screen'].every((source) => sources.has(source));
      },
      { instead: () => [...sources].join() },
    );
    await it.close();
  }, 120_000);
});
