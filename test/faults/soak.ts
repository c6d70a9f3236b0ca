// What the soak does to a living app, and what it looks at.
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { HeadlessApp } from '#test/helpers/headless';
import type { TemporaryDirectory } from '#test/helpers/temporary-directory';
import { endTmux } from '#test/helpers/tmux';
import { waitFor } from '#test/helpers/wait';
import { must } from './claude';

const PANES = 4;
const HOOKS = 200;
const TURNS = 20;
const READ_AGAIN_WITHIN = 10_000;

export const FAULTS = ['app', 'tmux', 'crash', 'hooks', 'subscriber'] as const;
export type Fault = (typeof FAULTS)[number];

export interface Sample {
  /** Bytes. */
  readonly memory: number;
  readonly descriptors: number;
}

interface Listed {
  readonly id: string;
  readonly process: { readonly status: string; readonly pid: number | null };
}

export class SoakWorld {
  private app!: HeadlessApp;
  private panes: readonly string[] = [];
  private readonly held: net.Socket[] = [];

  constructor(private readonly directory: TemporaryDirectory) {}

  async begin(): Promise<void> {
    const stub = this.directory.file(
      'bin/stub',
      '#!/bin/bash\nwhile read -r line; do echo "heard $line"; done\n',
    );
    const claude = this.directory.file('bin/claude', '#!/bin/bash\necho "wrong: $RANDOM"\nexit 3\n');
    for (const file of [stub, claude]) fs.chmodSync(file, 0o755);
    await this.start(
      `[claude]\ncommand = "${claude}"\nbackoff-initial = 0.1\nbackoff-cap = 0.2\n[channels]\nenabled = true\nmanaged = false\n[limits]\ncalls-per-minute = 100000\n`,
    );
    const made: string[] = [];
    for (let number = 0; number < PANES; number += 1) made.push(await this.app.keptPane(stub));
    this.panes = made;
    await this.settled();
  }

  async end(): Promise<void> {
    for (const socket of this.held) socket.destroy();
    await this.app.end('SIGKILL');
  }

  sample(): Sample {
    const pid = String(this.app.process.pid);
    const pages = Number(fs.readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]);
    return { memory: pages * 4096, descriptors: fs.readdirSync(`/proc/${pid}/fd`).length };
  }

  async strike(fault: Fault): Promise<void> {
    switch (fault) {
      case 'app':
        await this.app.end('SIGKILL');
        await this.start();
        return;
      case 'tmux':
        endTmux(this.directory.path);
        await waitFor('the end of all', async () =>
          (await this.own()).every(({ process: it }) => it.status !== 'running'),
        );
        for (const pane of this.panes) await this.app.run('restart_pane', { pane_id: pane });
        return;
      case 'crash': {
        const { pane } = await this.app.run<{ pane: { id: string } }>('create_window', { command: 'claude' });
        await waitFor('it to be left alone', async () =>
          (await this.list()).some(({ id, process: it }) => id === pane.id && it.status === 'failed'),
        );
        await this.app.run('close_pane', { pane_id: pane.id });
        return;
      }
      case 'hooks':
        return this.floodWithHooks();
      case 'subscriber':
        return this.neverRead();
    }
  }

  /** What has to hold after every fault; throws when something does not. */
  async check(): Promise<void> {
    await this.settled();
    const [first = ''] = this.panes;
    const word = `word-${String(performance.now())}`;
    await this.app.run('send_input', { pane_id: first, input: `${word}\n` });
    await waitFor('an answer', async () =>
      (await this.app.run<{ text: string }>('read_pane', { pane_id: first })).text.includes(`heard ${word}`),
    );
    const state = path.join(this.directory.path, 'home/.fugue/state/workspace.json');
    const saved = JSON.stringify(JSON.parse(fs.readFileSync(state, 'utf8')));
    must(
      this.panes.every((pane) => saved.includes(pane)),
      'a pane is not on disk',
    );
    const damaged = fs.readdirSync(path.dirname(state)).filter((name) => name.includes('damaged'));
    must(damaged.length === 0, `state was damaged: ${damaged.join()}`);
    fs.closeSync(
      fs.openSync(path.join(this.directory.path, 'run/in'), fs.constants.O_WRONLY | fs.constants.O_NONBLOCK),
    );
  }

  /** Leaves something behind that a weak app would keep: a connection that nobody ends. */
  async leak(count: number): Promise<void> {
    for (let number = 0; number < count; number += 1) {
      const socket = await this.connect('output.sock');
      socket.resume();
      this.held.push(socket);
    }
  }

  private async start(config?: string): Promise<void> {
    this.app = await HeadlessApp.start({
      directory: this.directory,
      ...(config === undefined ? {} : { config }),
    });
  }

  private async list(): Promise<readonly Listed[]> {
    return (await this.app.run<{ panes: readonly Listed[] }>('list_panes', { all: true })).panes;
  }

  private async own(): Promise<readonly Listed[]> {
    return (await this.list()).filter(({ id }) => this.panes.includes(id));
  }

  private async settled(): Promise<void> {
    await waitFor(
      'all panes to run',
      async () => {
        const own = await this.own();
        return own.length === PANES && own.every(({ process: it }) => it.status === 'running');
      },
      { timeout: READ_AGAIN_WITHIN, every: 200 },
    );
    await waitFor('the channels', () => fs.existsSync(path.join(this.directory.path, 'run/output.sock')));
  }

  private async floodWithHooks(): Promise<void> {
    const port = fs
      .readFileSync(path.join(this.directory.path, 'home/.fugue/state/hook-port'), 'utf8')
      .trim();
    for (let number = 0; number < HOOKS; number += 1) {
      const answer = await fetch(`http://127.0.0.1:${port}/hook/Stop`, {
        method: 'POST',
        headers: { authorization: `Bearer ${'f'.repeat(43)}` },
        body: JSON.stringify({ hook_event_name: 'Stop', session_id: 'forged' }),
      });
      await answer.text();
      must(answer.status === 401, `a forged hook was answered with ${String(answer.status)}`);
    }
  }

  private async neverRead(): Promise<void> {
    const slow = await this.connect('output.sock');
    slow.pause();
    let got = 0;
    const reader = await this.connect('output.sock');
    reader.on('data', ({ length }: Buffer) => (got += length));
    const control = await this.connect('control.sock');
    control.resume();
    const text = 'x'.repeat(1_000_000);
    const line = JSON.stringify({ type: 'broadcast', session: 'soak', turn: [{ type: 'text', text }] });
    for (let turn = 1; turn <= TURNS; turn += 1) {
      control.write(`${line}\n`);
      await waitFor('the reader', () => got >= turn * text.length, { every: 5 });
    }
    for (const socket of [slow, reader, control]) socket.destroy();
  }

  private async connect(name: string): Promise<net.Socket> {
    return waitFor(name, async () => {
      const socket = net.connect(path.join(this.directory.path, 'run', name));
      await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
      socket.on('error', () => undefined);
      return socket;
    });
  }
}
