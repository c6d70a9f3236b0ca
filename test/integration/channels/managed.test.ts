// The managed Claude: in a tmux of the person's, given what adapters write, found again and started again.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { spawn } from 'node-pty';
import { afterEach, describe, expect, it } from 'vitest';
import { cleanEnvironment } from '#test/helpers/clean-environment';
import { claudeVersions } from '#test/helpers/claude/claude';
import { ClaudeCore } from '#test/helpers/claude/claude-core';
import { answer, directed, lastUserText, text } from '#test/helpers/model-server/index';
import { makeTemporaryDirectory, type TemporaryDirectory } from '#test/helpers/temporary-directory';
import { moodyTmux, tmux, tmuxBefore, tmuxVariables } from '#test/helpers/tmux';
import { waitFor } from '#test/helpers/wait';

describe.each(claudeVersions.slice(-1))('the managed Claude %s', (version) => {
  let core: ClaudeCore | undefined;
  let directory: TemporaryDirectory | undefined;
  afterEach(async () => {
    await core?.close();
    core = undefined;
    directory?.remove();
    directory = undefined;
  });

  async function start(idle = 0): Promise<ClaudeCore> {
    directory ??= makeTemporaryDirectory();
    const project = directory.folder('home', 'project');
    return (core = await ClaudeCore.start({
      version,
      directory,
      config: `backoff-initial = 0.2\n[input]\nidle-threshold = ${String(idle)}\n[channels]\nenabled = true\ndirectory = "${project}"\ncommand = "claude --permission-mode default"\n`,
      story: directed('answers', (body) =>
        answer(text(`Heard: ${lastUserText(body).slice(-40)}`)).slowly(
          lastUserText(body).includes('slow') ? 400 : 20,
        ),
      ),
    }));
  }

  async function managed(it: ClaudeCore): Promise<string> {
    let id = '';
    await waitFor(
      'the managed Claude',
      () => {
        const pane = Object.values(it.app.state.panes).find(({ tmux: place }) => place !== null);
        id = pane?.id ?? '';
        return id !== '';
      },
      { timeout: 20_000, instead: () => JSON.stringify(it.app.state.notices) },
    );
    await it.until(id, 'idle', 'complete');
    return id;
  }

  /** Writes to the FIFO of a channel as an adapter does: makes it, waits for its reader, writes lines. */
  async function write(it: ClaudeCore, name: string, lines: string): Promise<void> {
    const file = path.join(directory?.path ?? '', 'ccmux', name);
    if (!fs.existsSync(file)) execFileSync('mkfifo', ['-m', '600', file]);
    const channel = name === 'in' ? 'in' : name.slice(3);
    await waitFor('its reader', async () => (await it.app.run('list_channels', {})).inputs.includes(channel));
    fs.writeFileSync(file, lines);
  }
  const delivered = (it: ClaudeCore) =>
    it.app.state.deliveries.filter(({ state }) => state === 'delivered').length;
  const heard = (it: ClaudeCore) => it.server.turns.map(({ body }) => lastUserText(body));

  it('is shown by plain tmux, gets what adapters write in one message a turn, and is found again', async () => {
    let it = await start();
    const pane = await managed(it);
    expect(tmux(directory!.path, 'capture-pane', '-p', '-t', 'ccmux:')).toContain('❯');
    await write(it, 'in.mail', 'a slow one\n');
    await waitFor('the first turn', () => heard(it).some((said) => said.includes('a slow one')), {
      timeout: 20_000,
      instead: () => JSON.stringify([it.app.core.deliveries, it.app.state.deliveries, it.app.state.notices]),
    });
    await write(it, 'in.mail', 'second\n');
    await write(it, 'in.phone', 'third\nfourth\n');
    await waitFor('the second turn', () => heard(it).some((said) => said.includes('fourth')), {
      timeout: 20_000,
    });
    expect(heard(it).find((said) => said.includes('fourth'))).toMatch(
      /^\[\d\d:\d\d mail\] second\n\[\d\d:\d\d phone\] third\n\[\d\d:\d\d phone\] fourth$/,
    );
    await it.until(pane, 'idle', 'complete');
    const session = it.find(pane).claude?.sessionId;
    const leader = tmux(directory!.path, 'display-message', '-p', '-t', '=ccmux:', '#{pane_pid}');
    await it.crash();
    it = await start();
    expect(await managed(it)).toBe(pane);
    expect(tmux(directory!.path, 'display-message', '-p', '-t', '=ccmux:', '#{pane_pid}')).toBe(leader);
    await waitFor('its conversation', () => it.find(pane).claude?.sessionId === session);
    await write(it, 'in', 'are you still there?\n');
    await waitFor(
      'the third turn',
      () =>
        it.app.state.deliveries.some(
          ({ text: said, state }) => said.includes('still there') && state === 'delivered',
        ),
      { timeout: 20_000, instead: () => JSON.stringify([it.app.state.deliveries, it.app.state.panes]) },
    );
    expect(it.app.core.mcp.addresses).not.toBeNull();
  }, 120_000);

  it('goes on with its conversation after it, its tmux or both with Fugue were killed, and is given each line once', async () => {
    let it = await start();
    let pane = await managed(it);
    const place = () => it.find(pane).claude?.sessionId;
    await write(it, 'in.mail', 'line 1\n');
    await waitFor('the first answer', () => delivered(it) === 1, { timeout: 20_000 });
    await it.written(pane, 'line 1');
    const session = place();
    const leader = () =>
      Number(tmux(directory!.path, 'display-message', '-p', '-t', '=ccmux:', '#{pane_pid}'));
    const again = async (kill: () => void, number: number) => {
      await write(it, 'in.mail', `a slow line ${String(number)}\n`);
      await it.until(pane, 'thinking', 'streaming');
      await write(it, 'in.mail', `line ${String(number)} behind\n`);
      kill();
      await waitFor('its end', () => it.find(pane).agent?.state === 'crashed', {
        timeout: 20_000,
        instead: () => JSON.stringify(it.find(pane)),
      });
      await it.until(pane, 'idle', 'complete');
      await waitFor(
        'the line behind',
        () => heard(it).some((said) => said.includes(`line ${String(number)} behind`)),
        {
          timeout: 30_000,
          instead: () => JSON.stringify([it.app.state.deliveries, it.app.core.service.state.notices]),
        },
      );
      expect(place()).toBe(session);
    };
    await again(() => {
      const [child] = execFileSync('pgrep', ['-P', String(leader())], { encoding: 'utf8' }).split('\n');
      process.kill(Number(child), 'SIGKILL');
    }, 2);
    await again(() => {
      tmux(directory!.path, 'kill-server');
    }, 3);
    await it.until(pane, 'idle', 'complete');
    await it.written(pane, 'line 3 behind');
    await it.crash(() => {
      tmux(directory!.path, 'kill-server');
    });
    it = await start();
    pane = await managed(it);
    expect(place()).toBe(session);
    await write(it, 'in.mail', 'line 4\n');
    await waitFor('the last line', () => heard(it).some((said) => said.includes('line 4')), {
      timeout: 20_000,
    });
    const messages = (it.server.turns.at(-1)?.body?.messages ?? []) as readonly { readonly role: string }[];
    const said = JSON.stringify(messages.filter(({ role }) => role === 'user'));
    for (const line of [
      'line 1',
      'a slow line 2',
      'line 2 behind',
      'a slow line 3',
      'line 3 behind',
      'line 4',
    ])
      expect(said.split(`mail] ${line}`).length - 1, line).toBe(1);
  }, 180_000);

  it('is not taken for a session of somebody else while tmux does not say whose it is', async () => {
    directory = makeTemporaryDirectory();
    const moody = moodyTmux(directory);
    moody.fail(true);
    const it = await start();
    await waitFor('some failures', () => moody.failed() >= 3);
    expect(Object.values(it.app.state.panes).filter(({ name }) => name === 'ccmux')).toEqual([]);
    moody.fail(false);
    await managed(it);
    expect(it.app.state.notices.filter(({ level }) => level === 'error')).toEqual([]);
  }, 60_000);

  it('is started when Fugue was killed in the moment in which it was about to start', async () => {
    directory = makeTemporaryDirectory();
    const hold = directory.file('hold', '');
    tmuxBefore(directory, `case "$*" in *has-session*) while [ -e '${hold}' ]; do sleep 0.05; done ;; esac`);
    let it = await start();
    const saved = path.join(it.app.home, '.fugue/state/workspace.json');
    await waitFor(
      'it on disk',
      () => fs.existsSync(saved) && fs.readFileSync(saved, 'utf8').includes('"ccmux"'),
    );
    await it.crash();
    fs.rmSync(hold);
    it = await start();
    await managed(it);
  }, 60_000);

  it('waits for whoever types in a tmux of their own, and for whoever reads back there', async () => {
    const it = await start(2);
    const pane = await managed(it);
    const person = spawn('tmux', ['attach-session', '-t', 'ccmux'], {
      name: 'xterm-256color',
      cols: 100,
      rows: 30,
      env: { ...cleanEnvironment({ TERM: 'xterm-256color' }), ...tmuxVariables(directory!.path) },
    });
    let shown = '';
    person.onData((data) => (shown += data));
    await waitFor('its screen', () => shown.includes('❯'));
    const started = performance.now();
    person.write('x');
    await it.shows(pane, 'x');
    person.write('\x7f');
    const typed = performance.now();
    await write(it, 'in.mail', 'after you\n');
    await waitFor('the line', () => heard(it).some((said) => said.includes('after you')), {
      timeout: 20_000,
      instead: () => JSON.stringify([it.app.state.deliveries, shown.slice(-500)]),
    });
    expect(performance.now() - typed).toBeGreaterThan(1900 - (typed - started));
    await it.until(pane, 'idle', 'complete');
    person.write('\x02[');
    await waitFor(
      'copy mode',
      () => tmux(directory!.path, 'display-message', '-p', '-t', '=ccmux:', '#{pane_in_mode}').trim() === '1',
    );
    await write(it, 'in.mail', 'while you read\n');
    await waitFor(
      'the reason',
      () => it.app.state.deliveries.some(({ reason }) => reason.includes('reads back')),
      { timeout: 20_000 },
    );
    expect(heard(it).some((said) => said.includes('while you read'))).toBe(false);
    person.write('q');
    await waitFor('the line', () => heard(it).some((said) => said.includes('while you read')), {
      timeout: 20_000,
    });
    person.kill();
  }, 90_000);
});
