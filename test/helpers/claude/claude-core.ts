// The real core with panes that run the real `claude` against a scripted model.
import fs from 'node:fs';
import path from 'node:path';
import type { AgentState, AgentStatus } from '#shared/model/agent-state';
import { asPaneId } from '#shared/model/ids';
import type { Pane } from '#shared/model/pane';
import { claudeVariables, ensureClaude, makeClaudeHome } from '#test/helpers/claude/claude';
import { TestCore } from '#test/helpers/core';
import type { ModelServer, Story } from '#test/helpers/model-server/index';
import { startModelServer } from '#test/helpers/model-server/index';
import { makeTemporaryDirectory, type TemporaryDirectory } from '#test/helpers/temporary-directory';
import { isAlive, processesOfTerminal, signalAll } from '../../../electron/pty/process-tree';
import { waitFor } from '#test/helpers/wait';

export interface ClaudeCoreOptions {
  readonly version: string;
  readonly story: Story;
  /** TOML that goes below the `[claude]` section. */
  readonly config?: string;
  readonly directory?: TemporaryDirectory;
  readonly environment?: Readonly<Record<string, string>>;
  /** Leaves the home empty: Claude asks the questions of a first start. */
  readonly fresh?: boolean;
}

export interface StateChange {
  readonly paneId: string;
  readonly at: number;
  readonly status: AgentStatus | null;
}

/** How long a real claude may take for a step on a busy machine, in milliseconds. */
const PATIENCE = 40_000;

export class ClaudeCore {
  /** Every state that was told, in order. */
  readonly changes: StateChange[] = [];

  private constructor(
    readonly app: TestCore,
    readonly server: ModelServer,
    readonly directory: TemporaryDirectory,
    readonly project: string,
    readonly executable: string,
    private readonly owns: boolean,
  ) {
    app.core.store.onAction(({ action }) => {
      if (action.type === 'pane/agent-changed')
        this.changes.push({ paneId: action.paneId, at: performance.now(), status: action.agent });
    });
  }

  static async start(options: ClaudeCoreOptions): Promise<ClaudeCore> {
    const executable = await ensureClaude(options.version);
    const directory = options.directory ?? makeTemporaryDirectory();
    const project = directory.folder('home', 'project');
    const folder = directory.folder('home');
    const home = options.fresh === true ? folder : makeClaudeHome(folder);
    const server = await startModelServer(options.story);
    const app = await TestCore.start({
      directory,
      config: `[claude]\ncommand = "${executable}"\n${options.config ?? ''}`,
      environment: { ...claudeVariables({ home, modelServerUrl: server.url }), ...options.environment },
    });
    return new ClaudeCore(app, server, directory, project, executable, options.directory === undefined);
  }

  /** The same home and model under another core, once this one is closed. */
  async reopen(): Promise<ClaudeCore> {
    const app = await TestCore.start({
      directory: this.directory,
      environment: claudeVariables({ home: this.app.home, modelServerUrl: this.server.url }),
    });
    return new ClaudeCore(app, this.server, this.directory, this.project, this.executable, false);
  }

  /** A new pane with a Claude in the project's folder. */
  async pane(command = 'claude --permission-mode default', cwd = this.project): Promise<string> {
    const made = await this.app.run('create_window', { ...(command === '' ? {} : { command }), cwd });
    return made.pane.id;
  }

  find(paneId: string): Pane {
    const pane = this.app.state.panes[asPaneId(paneId)];
    if (pane === undefined) throw new Error(`there is no pane ${paneId}`);
    return pane;
  }

  /** Waits until the Claude of a pane is in one of the states. */
  async until(paneId: string, ...states: readonly AgentState[]): Promise<AgentStatus> {
    let status: AgentStatus | null = null;
    await waitFor(
      `${states.join(' or ')} in the pane`,
      () => {
        status = this.app.state.panes[asPaneId(paneId)]?.agent ?? null;
        return status !== null && states.includes(status.state);
      },
      {
        timeout: PATIENCE,
        instead: () => `${JSON.stringify(status)} after ${JSON.stringify(this.statesOf(paneId))}`,
      },
    );
    if (status === null) throw new Error('invariant broken: there is a status now');
    return status;
  }

  /** The states that a pane went through, without repetitions. */
  statesOf(paneId: string): readonly string[] {
    const states = this.changes.flatMap((change) =>
      change.paneId === paneId ? [change.status?.state ?? 'none'] : [],
    );
    return states.filter((state, index) => state !== states[index - 1]);
  }

  /** Pastes a line, and submits it once it stands in the box. */
  async prompt(paneId: string, text: string): Promise<void> {
    await this.until(paneId, 'idle', 'complete');
    // Its registry may say that it is idle before it has drawn the box that takes a paste.
    await this.shows(paneId, '❯');
    await this.app.run('send_input', { pane_id: paneId, input: text, paste: true });
    await this.shows(paneId, text);
    await this.keys(paneId, 'Enter');
  }

  async keys(paneId: string, ...keys: readonly string[]): Promise<void> {
    await this.app.run('send_input', { pane_id: paneId, keys: [...keys] });
  }

  /** Presses a key in a dialog until the dialog goes: a new one takes no keys for a moment. */
  async answer(paneId: string, key: string): Promise<void> {
    await this.until(paneId, 'waiting');
    await waitFor(
      `the dialog to take ${key}`,
      async () => {
        // What it is about may become clearer while it is asked.
        if (this.find(paneId).agent?.state !== 'waiting') return true;
        // A key before that goes into the prompt, and holds the dialog back for as long as somebody types.
        if ((await this.screen(paneId)).includes(`${key}. `)) await this.keys(paneId, key);
        return false;
      },
      { timeout: PATIENCE, every: 700 },
    );
  }

  async shows(paneId: string, text: string): Promise<void> {
    await waitFor(`"${text}" in the pane`, async () => (await this.screen(paneId)).includes(text), {
      timeout: PATIENCE,
    });
  }

  async screen(paneId: string): Promise<string> {
    return (await this.app.run('read_pane', { pane_id: paneId })).text;
  }

  /**
   * Waits until the answer to a prompt is on disk with everything before it. Claude 2.1.197 may write an answer before
   * the prompt that it answers: who is killed between the two comes back without the prompt.
   */
  async written(paneId: string, prompt: string): Promise<void> {
    const file = this.find(paneId).claude?.transcriptPath ?? '';
    await waitFor(`the answer to "${prompt}" in the transcript`, () => holdsAnswerTo(prompt, file), {
      timeout: PATIENCE,
    });
  }

  /** Ends everything as a kill -9 of app, terminal host and programs does: nobody gets to tidy up. `more` dies with them. */
  async crash(more: () => void = () => undefined): Promise<void> {
    const panes = Object.values(this.app.state.panes);
    const saved = path.join(this.app.home, '.fugue/state/workspace.json');
    await waitFor(
      'the conversations on disk',
      () => {
        const kept = fs.readFileSync(saved, 'utf8');
        return panes.every(({ claude }) => kept.includes(claude?.sessionId ?? ''));
      },
      { timeout: 2000 },
    );
    const pids = panes.flatMap(({ process: it }) => (it.status === 'running' ? [it.pid] : []));
    const family = (await Promise.all(pids.map(processesOfTerminal))).flat();
    const { pid } = this.app.core.host;
    signalAll([...(pid === undefined ? [] : [pid]), ...family], 'SIGKILL');
    more();
    // In the same breath, so that it hears of nothing any more.
    this.app.core.dispose();
    await waitFor('all to be gone', () => !family.some(isAlive));
    await this.server.close();
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.server.close();
    if (this.owns) this.directory.remove();
  }
}

interface TranscriptLine {
  readonly type?: string;
  readonly uuid?: string;
  readonly parentUuid?: string | null;
  readonly message?: unknown;
}

function holdsAnswerTo(prompt: string, file: string): boolean {
  if (!fs.existsSync(file)) return false;
  const whole = fs.readFileSync(file, 'utf8').split('\n').slice(0, -1);
  const lines = whole.map((line) => JSON.parse(line) as TranscriptLine);
  const byId = new Map(lines.map((line) => [line.uuid, line]));
  return lines.some((line) => {
    if (line.type !== 'assistant') return false;
    for (let at: TranscriptLine | undefined = line; at !== undefined; at = byId.get(at.parentUuid ?? ''))
      if (at.type === 'user' && JSON.stringify(at.message).includes(prompt)) return true;
    return false;
  });
}
