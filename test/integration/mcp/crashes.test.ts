// Messages to the real `claude` while it and the app are killed at any moment: each is in the conversation once, in
// the order in which its sender sent it. The app is a process of its own here, so a kill comes between any two steps.
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { CommandCall, CommandName, CommandOutput } from '#shared/commands/catalog';
import type { Result } from '#shared/base/result';
import type { Failure } from '#shared/base/errors';
import { requestCommand } from '#electron/cli/client/run-command';
import { isAlive, processesOfTerminal, signalAll } from '#electron/pty/process-tree';
import { seededRandom } from '#test/helpers/chunks';
import {
  claudeVariables,
  claudeVersions,
  usualVersions,
  ensureClaude,
  makeClaudeHome,
} from '#test/helpers/claude/claude';
import { cleanEnvironment } from '#test/helpers/clean-environment';
import type { MessagesBody } from '#test/helpers/model-server/index';
import { answer, directed, lastUserText, startModelServer, text } from '#test/helpers/model-server/index';
import { repositoryRoot } from '#test/helpers/root';
import { makeTemporaryDirectory } from '#test/helpers/temporary-directory';
import { waitFor } from '#test/helpers/wait';

/** How many messages each version is sent; FUGUE_CRASHES takes more. */
const MESSAGES = Number(process.env['FUGUE_CRASHES'] ?? 12);
/** FUGUE_SEED repeats a run's choices; what happens between them stays the machine's. */
const SEED = Number(process.env['FUGUE_SEED'] ?? Date.now() % 1_000_000);
const PANES = MESSAGES > 50 ? 3 : 2;
const SENDERS = ['ada', 'ben', 'cleo'] as const;
/** A sender waits when so many of all messages are open: a queue for every crash, and none that is endless. */
const OPEN_MAXIMUM = 12;
/** At most so many messages are delivered between two crashes. */
const BETWEEN = 4;
const PATIENCE = 90_000;

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** An app without a window that can be killed and started again, and is spoken to as scripts do. */
class App {
  private child: ChildProcess | null = null;

  constructor(
    private readonly environment: NodeJS.ProcessEnv,
    private readonly fugueHome: string,
  ) {}

  get running(): boolean {
    return this.child?.exitCode === null && this.child.signalCode === null;
  }

  async start(): Promise<void> {
    this.child = spawn(process.execPath, [path.join(repositoryRoot, 'dist/headless.cjs')], {
      env: this.environment,
      stdio: 'ignore',
      cwd: this.environment['HOME'],
    });
    await waitFor('the app to answer', async () => (await this.call('list_sessions', {})) !== null, {
      timeout: PATIENCE,
    });
  }

  /** Resolves once it is gone. */
  async kill(): Promise<void> {
    const { child } = this;
    if (child?.pid === undefined || !this.running) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;
  }

  /** The processes that it has started itself: its terminal host. */
  children(): readonly number[] {
    const pid = String(this.child?.pid);
    return fs
      .readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
      .split(' ')
      .filter((word) => word.trim() !== '')
      .map(Number);
  }

  /** Null when there is no answer: then nobody knows whether it was done. */
  async call<Name extends CommandName>(
    command: Name,
    input: CommandCall<Name>,
    token: string | null = null,
  ): Promise<Result<CommandOutput<Name>, Failure> | null> {
    const outcome = await requestCommand(path.join(this.fugueHome, 'command.sock'), {
      command,
      input,
      token,
      workingDirectory: this.environment['HOME'] ?? '/',
    });
    if (outcome.kind !== 'response') return null;
    const { response } = outcome;
    return response.ok ? { ok: true, value: response.value.output as CommandOutput<Name> } : response;
  }

  /** The same until there is an answer: for what may be done twice. */
  async ask<Name extends CommandName>(command: Name, input: CommandCall<Name>): Promise<CommandOutput<Name>> {
    return waitFor(
      `an answer to ${command}`,
      async () => {
        const got = await this.call(command, input);
        if (got?.ok === false) throw new Error(got.error.message);
        return got?.value ?? null;
      },
      { timeout: PATIENCE },
    );
  }

  async pidOf(pane: string): Promise<number | null> {
    const { panes } = await this.ask('list_panes', { all: true });
    const process = panes.find(({ id }) => id === pane)?.process;
    return process?.status === 'running' ? process.pid : null;
  }
}

/** What the journal says as it grows, without a word to the app. */
class JournalReader {
  readonly delivered = new Set<string>();
  /** How often a message was begun. */
  begun = 0;
  private file = { inode: 0, offset: 0 };

  constructor(private readonly path: string) {}

  look(): void {
    const stat = fs.statSync(this.path, { throwIfNoEntry: false });
    if (stat === undefined) return;
    if (stat.ino !== this.file.inode) this.file = { inode: stat.ino, offset: 0 };
    const bytes = fs.readFileSync(this.path).subarray(this.file.offset);
    const end = bytes.lastIndexOf(10) + 1;
    this.file.offset += end;
    for (const line of bytes.toString('utf8', 0, end).split('\n')) {
      const id = /"id":"([^"]+)"/.exec(line)?.[1];
      if (id === undefined) continue;
      if (line.includes('"state":"delivered"')) this.delivered.add(id);
      if (line.includes('"state":"delivering"')) this.begun += 1;
    }
  }
}

/** Everything that a person or message said in a conversation, as the model is given it. */
function saidIn(body: MessagesBody | null): string {
  return JSON.stringify((body?.messages ?? []).filter(({ role }) => role === 'user'));
}

describe.each(usualVersions)('Claude %s', (version) => {
  const count = version === claudeVersions.at(-1) ? MESSAGES : Math.ceil(MESSAGES / 2);
  it(
    `and the app are killed while ${String(count)} messages come (seed ${String(SEED)})`,
    async () => {
      const random = seededRandom(SEED);
      const executable = await ensureClaude(version);
      const directory = makeTemporaryDirectory();
      const home = makeClaudeHome(directory.folder('home'));
      const fugueHome = directory.folder('home', '.fugue');
      const project = directory.folder('home', 'project');
      fs.mkdirSync(path.join(fugueHome, 'config'), { recursive: true });
      fs.writeFileSync(
        path.join(fugueHome, 'config/fugue.toml'),
        `[claude]\ncommand = "${executable}"\nbackoff-initial = 0.2\nbackoff-cap = 1\n[input]\nidle-threshold = 0\n`,
      );
      const server = await startModelServer(directed('agrees', () => answer(text('Understood.'))));
      const app = new App(
        cleanEnvironment({
          ...claudeVariables({ home, modelServerUrl: server.url }),
          FUGUE_HOME: fugueHome,
          SHELL: '/bin/bash',
          CCMUX_MCP_PORT: '0',
          CCMUX_RUNTIME_DIR: path.join(directory.path, 'ccmux'),
        }),
        fugueHome,
      );
      onTestFinished(async () => {
        await app.kill();
        await server.close();
        directory.remove();
      });
      await app.start();

      const panes: string[] = [];
      for (let number = 0; number < PANES; number += 1) {
        const made = await app.ask('create_window', {
          command: 'claude --permission-mode default',
          cwd: project,
        });
        panes.push(made.pane.id);
      }
      const shells = new Map<string, string>();
      for (const name of SENDERS)
        shells.set(name, (await app.ask('create_window', { command: 'sleep 100000', name })).pane.id);
      /** A Claude that was given up is what a person would start again. */
      const ready = async (pane: string) => {
        await waitFor(
          'a Claude that is free',
          async () => {
            const got = await app.call('get_status', { pane_id: pane });
            if (got?.ok !== true) return false;
            if (got.value.process.status === 'failed') await app.call('restart_pane', { pane_id: pane });
            return got.value.agent?.state === 'idle' || got.value.agent?.state === 'complete';
          },
          { timeout: PATIENCE, every: 200 },
        );
      };
      for (const pane of panes) await ready(pane);
      // A pane speaks for itself by a token that only its programs know.
      const tokenOf = async (name: string): Promise<string | null> => {
        const pid = await app.pidOf(shells.get(name) ?? '');
        if (pid === null) {
          await app.call('restart_pane', { pane_id: shells.get(name) ?? '' });
          return null;
        }
        try {
          const environ = fs.readFileSync(`/proc/${String(pid)}/environ`, 'utf8');
          return /(?:^|\0)FUGUE_TOKEN=([^\0]+)/.exec(environ)?.[1] ?? null;
        } catch {
          return null;
        }
      };

      const journal = new JournalReader(path.join(fugueHome, 'state/deliveries.jsonl'));
      let accepted = 0;
      const sent = new Map<string, { readonly pane: string; readonly words: string }[]>();
      const failed = new Map<string, string>();
      const take = async (name: string, count: number): Promise<void> => {
        const own: { pane: string; words: string }[] = [];
        sent.set(name, own);
        let token: string | null = null;
        for (let number = 0; number < count; number += 1) {
          const pane = panes[Math.floor(random() * panes.length)] ?? '';
          const words = `word ${String(number)} of ${name}.`;
          await waitFor(
            `room for ${words}`,
            () => {
              journal.look();
              return accepted - journal.delivered.size < OPEN_MAXIMUM + failed.size;
            },
            { timeout: 4 * PATIENCE, every: 50 },
          );
          await waitFor(
            `${words} to be taken`,
            async () => {
              token ??= await tokenOf(name);
              if (token === null) return false;
              const got = await app.call('send_orchestration', { target: { pane }, message: words }, token);
              if (got?.ok === true) return [...got.value.reached, ...got.value.queued].length === 1;
              token = null;
              if (got !== null) return false;
              // Nobody knows whether it was taken: a sender looks before it sends again.
              const { deliveries } = await app.ask('list_deliveries', { limit: 500 });
              return deliveries.some(({ text: kept }) => kept.includes(words));
            },
            { timeout: PATIENCE, every: 100 },
          );
          own.push({ pane, words });
          accepted += 1;
        }
      };

      const crashes = { claude: 0, app: 0, everything: 0 };
      let kills = 0;
      const kill = async (): Promise<void> => {
        const what = (['claude', 'everything', 'claude', 'app'] as const)[kills++ % 4];
        if (what === 'claude') {
          const pid = await app.pidOf(panes[Math.floor(random() * panes.length)] ?? '');
          if (pid === null) return;
          crashes.claude += 1;
          signalAll([pid], 'SIGKILL');
          return;
        }
        if (what === 'app') {
          // The programs are told by their terminals only, and may go on for a moment.
          crashes.app += 1;
          await app.kill();
        } else {
          crashes.everything += 1;
          const pids = await Promise.all([...panes, ...shells.values()].map((pane) => app.pidOf(pane)));
          const family = await Promise.all(
            pids.map((pid) => (pid === null ? Promise.resolve([]) : processesOfTerminal(pid))),
          );
          const all = [...app.children(), ...family.flat()];
          const gone = app.kill();
          signalAll(all, 'SIGKILL');
          await gone;
          await waitFor('all to be gone', () => !all.some(isAlive));
        }
        await app.start();
      };
      const end = new AbortController();
      const killer = async (): Promise<void> => {
        while (!end.signal.aborted) {
          journal.look();
          const next = journal.delivered.size + 1 + Math.floor(random() * BETWEEN);
          const around = random() < 0.8;
          const again = random() < 0.2;
          const delay = random() * 500;
          while (!end.signal.aborted && journal.delivered.size < next) {
            await pause(20);
            journal.look();
          }
          // From the moment that a message is begun: around its paste, its Enter, its line in the transcript.
          const wanted = around ? journal.begun + 1 : 0;
          while (!end.signal.aborted && journal.begun < wanted) {
            await pause(2);
            journal.look();
          }
          await pause(delay);
          if (end.signal.aborted) return;
          await kill();
          if (again) {
            await pause(delay * 6);
            await kill();
          }
        }
      };

      const share = (index: number) => Math.floor((count + index) / SENDERS.length);
      const killing = killer();
      try {
        const sending = SENDERS.map((name, index) => take(name, share(index)));
        let over = false;
        const all = Promise.all(sending).finally(() => (over = true));
        const settled = waitFor(
          'all messages to be settled',
          async () => {
            const listed = await app.call('list_deliveries', { limit: 500 });
            if (listed?.ok !== true) return false;
            for (const { state, reason, text: said } of listed.value.deliveries)
              if (state === 'failed') failed.set(said, reason);
            for (const pane of panes) {
              const got = await app.call('get_status', { pane_id: pane });
              if (got?.ok === true && got.value.process.status === 'failed')
                await app.call('restart_pane', { pane_id: pane });
            }
            const open = listed.value.deliveries.some(
              ({ state }) => state !== 'delivered' && state !== 'failed',
            );
            return over && !open;
          },
          { timeout: PATIENCE * (1 + count / 10), every: 500 },
        );
        await Promise.all([all, settled]);
      } finally {
        end.abort();
        await killing;
      }

      // What each Claude remembers is what it tells the model with the next prompt.
      for (const [index, pane] of panes.entries()) {
        const last = `the end of pane ${String(index)}`;
        await ready(pane);
        await app.ask('send_orchestration', { target: { pane }, message: last });
        const request = await waitFor(
          `the model to hear ${last}`,
          () => server.turns.filter(({ body }) => lastUserText(body).includes(last)).at(-1),
          { timeout: PATIENCE },
        );
        const remembered = saidIn(request.body);
        for (const [name, messages] of sent) {
          const wanted = messages.filter((message) => message.pane === pane).map(({ words }) => words);
          const heard = remembered.match(new RegExp(`word \\d+ of ${name}\\.`, 'g')) ?? [];
          expect(heard).toEqual(wanted);
        }
      }
      expect([...failed]).toEqual([]);
      expect(crashes.claude + crashes.app + crashes.everything).toBeGreaterThan(0);
      console.info(
        `Claude ${version}, seed ${String(SEED)}: ${String(accepted)} messages from ${String(SENDERS.length)} senders to ${String(PANES)} panes, begun ${String(journal.begun)} times; killed: ${JSON.stringify(crashes)}`,
      );
    },
    60_000 + count * 15_000,
  );
});
