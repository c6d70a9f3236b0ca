// Lines of adapters while the managed Claude, its tmux and the app are killed at any moment: each is in the
// conversation once, in the order in which its channel brought it.
import type { ChildProcess } from 'node:child_process';
import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { seededRandom } from '#test/helpers/chunks';
import { claudeVariables, claudeVersions, ensureClaude, makeClaudeHome } from '#test/helpers/claude/claude';
import { cleanEnvironment } from '#test/helpers/clean-environment';
import { answer, directed, startModelServer, text } from '#test/helpers/model-server/index';
import { repositoryRoot } from '#test/helpers/root';
import { makeTemporaryDirectory } from '#test/helpers/temporary-directory';
import { tmux, tmuxVariables } from '#test/helpers/tmux';
import { waitFor } from '#test/helpers/wait';

/** How many lines are written; FUGUE_CRASHES takes more. */
const LINES = Number(process.env['FUGUE_CRASHES'] ?? 8);
const SEED = Number(process.env['FUGUE_SEED'] ?? Date.now() % 1_000_000);
const PATIENCE = 90_000;
const CHANNELS = ['mail', 'phone'] as const;

describe.each(claudeVersions.slice(-1))('the managed Claude %s', (version) => {
  it(
    `gets ${String(LINES)} lines once each while everything is killed now and then (seed ${String(SEED)})`,
    async () => {
      const random = seededRandom(SEED);
      const executable = await ensureClaude(version);
      const directory = makeTemporaryDirectory();
      const project = directory.folder('home', 'project');
      const home = makeClaudeHome(directory.folder('home'), { trusted: [project] });
      const state = path.join(home, '.fugue/state');
      directory.file(
        'home/.fugue/config/fugue.toml',
        `[claude]\ncommand = "${executable}"\nbackoff-initial = 0.2\nbackoff-cap = 1\n[input]\nidle-threshold = 0\n[channels]\nenabled = true\ncommand = "claude --permission-mode default"\ndirectory = "${project}"\n`,
      );
      const server = await startModelServer(
        directed('agrees', () => answer(text('Understood.')).slowly(120)),
      );
      const folder = path.join(directory.path, 'run');
      const environment = cleanEnvironment({
        ...claudeVariables({ home, modelServerUrl: server.url }),
        ...tmuxVariables(directory.path),
        FUGUE_HOME: path.join(home, '.fugue'),
        SHELL: '/bin/bash',
        CCMUX_MCP_PORT: '0',
        CCMUX_RUNTIME_DIR: folder,
        CCMUX_LOG_FILE: path.join(directory.path, 'channels.log'),
      });
      let app: ChildProcess | null = null;
      const start = () => {
        app = spawn(process.execPath, [path.join(repositoryRoot, 'dist/headless.cjs')], {
          env: environment,
          stdio: 'ignore',
          cwd: home,
        });
      };
      const killApp = async () => {
        const ended = app;
        if (ended === null || ended.exitCode !== null || ended.signalCode !== null) return;
        const gone = new Promise((resolve) => ended.once('exit', resolve));
        ended.kill('SIGKILL');
        await gone;
      };
      onTestFinished(async () => {
        await killApp();
        await server.close();
        directory.remove();
      });
      start();

      const inbox = () =>
        read(path.join(state, 'channels.jsonl')) + read(path.join(state, 'deliveries.jsonl'));
      const write = async (channel: string, line: string): Promise<void> => {
        const file = path.join(folder, `in.${channel}`);
        await waitFor('the folder', () => fs.existsSync(folder), { timeout: PATIENCE });
        if (!fs.existsSync(file)) execFileSync('mkfifo', ['-m', '600', file]);
        // As an adapter does that wants to be sure: what is not kept was in the pipe when its reader was killed.
        await waitFor(
          `${line} to be kept`,
          async () => {
            if (inbox().includes(line)) return true;
            const writer = spawn('sh', ['-c', `printf '%s\\n' "$1" > "$2"`, 'sh', line, file]);
            await new Promise((resolve) => writer.once('exit', resolve));
            return waitFor('it on disk', () => inbox().includes(line), { timeout: 3000 }).then(
              () => true,
              () => false,
            );
          },
          { timeout: PATIENCE },
        );
      };
      const leaderOf = (): number => {
        try {
          return Number(tmux(directory.path, 'list-panes', '-s', '-t', '=ccmux', '-F', '#{pane_pid}'));
        } catch {
          return 0;
        }
      };
      const kills = { claude: 0, tmux: 0, app: 0, all: 0 };
      const kill = async (what: keyof typeof kills): Promise<void> => {
        kills[what] += 1;
        if (what === 'claude') {
          try {
            execFileSync('pkill', ['-9', '-P', String(leaderOf())]);
          } catch {
            // It is not there at this moment.
          }
        }
        if (what === 'app' || what === 'all') await killApp();
        if (what === 'tmux' || what === 'all')
          try {
            tmux(directory.path, 'kill-server');
          } catch {
            // Nor is this.
          }
        if (what === 'app' || what === 'all') start();
      };

      const written: { readonly channel: string; readonly line: string }[] = [];
      for (let number = 0; number < LINES; number += 1) {
        const channel = CHANNELS[number % CHANNELS.length] ?? 'mail';
        const line = `word ${String(number)}.`;
        await write(channel, line);
        written.push({ channel, line });
        if (random() < 0.5) continue;
        await new Promise((resolve) => setTimeout(resolve, random() * 1500));
        await kill((['claude', 'tmux', 'app', 'all'] as const)[Math.floor(random() * 4)] ?? 'claude');
      }
      const linesIn = (said: string) => written.filter(({ line }) => said.includes(line)).length;
      /** What the person's side has said by the turn that knows most of it. */
      const told = () =>
        server.turns
          .map(({ body }) => JSON.stringify((body?.messages ?? []).filter(({ role }) => role === 'user')))
          .reduce((most, one) => (linesIn(one) >= linesIn(most) ? one : most), '');
      await waitFor('all lines', () => written.every(({ line }) => told().includes(line)), {
        timeout: 2 * PATIENCE,
        instead: () =>
          [
            `killed ${JSON.stringify(kills)}`,
            `missing ${written.flatMap(({ line }) => (told().includes(line) ? [] : [line])).join(' ')}`,
            `turns ${String(server.turns.length)}`,
            screen(directory.path),
            `workspace ${read(path.join(state, 'workspace.json')).slice(0, 4000)}`,
            `log ${read(path.join(home, '.fugue/log/fugue.log')).slice(-4000)}`,
            `inbox ${inbox().slice(-1500)}`,
          ].join('\n'),
      });
      const all = told();
      for (const { line } of written) expect(all.split(line).length - 1, `${line} in ${all}`).toBe(1);
      for (const channel of CHANNELS) {
        const places = written.filter((one) => one.channel === channel).map(({ line }) => all.indexOf(line));
        expect(places).toEqual([...places].sort((left, right) => left - right));
      }
      process.stdout.write(`${String(LINES)} lines, killed: ${JSON.stringify(kills)}\n`);
    },
    PATIENCE + LINES * 20_000,
  );
});

/** What the managed Claude shows. */
function screen(directory: string): string {
  try {
    return tmux(directory, 'capture-pane', '-p', '-t', '=ccmux:').trim();
  } catch (error) {
    return String(error);
  }
}

function read(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
