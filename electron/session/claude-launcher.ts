import fs from 'node:fs';
import path from 'node:path';
import type { Clock } from '#shared/base/clock';
import { errorMessage } from '#shared/base/errors';
import type { Result } from '#shared/base/result';
import { fail, ok } from '#shared/base/result';
import { MCP_SERVER_NAME, unaskedRules } from '#shared/commands/tools';
import type { ClaudeInPane } from '#shared/model/claude-in-pane';
import { asPaneId } from '#shared/model/ids';
import type { Pane } from '#shared/model/pane';
import { isChat } from '#shared/model/pane';
import type { AppState } from '#shared/state/state';
import type { Backend, StartableConversation } from '../claude/backend/backend';
import { backendNamed } from '../claude/backend/backends';
import type { RegistryEntry } from '../claude/detect/registry';
import type { HookServer } from '../claude/hooks/hook-server';
import {
  choosesConversation,
  chosenConversation,
  parseClaudeCommand,
  resumedConversation,
  takeFlag,
} from '../claude/launch/command-line';
import {
  prepareOwnConfiguration,
  removeOwnConfiguration,
  sharedConfiguration,
} from '../claude/launch/isolation';
import type { McpAddresses, McpServerEntry } from '../claude/launch/mcp-config';
import { addLoopback, mcpServerEntry } from '../claude/launch/mcp-config';
import { claudeSettings, readOwnSettings } from '../claude/launch/settings';
import { isProcessOf, readRegistry } from '../claude/registry/registry-watcher';
import { stateOfTranscript, transcriptFile } from '../claude/transcripts';
import type { Logger } from '../log/logger';
import { isAlive, processVariable, signalAll } from '../pty/process-tree';
import { tmuxPlaceOf } from '../pty/tmux';
import { quoteWord } from '../system/shell-words';
import { runsElsewhere } from './conversation-owner';
import { writeAtomicallyAtOnce } from '../system/atomic-write';

/** How a Claude is about to be started. */
export interface ClaudeStart {
  readonly file: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** A conversation can be resumed only from the folder that it was begun in. */
  readonly directory: string;
  readonly claude: ClaudeInPane;
}

/** Which conversation a start leads to. */
export type Conversation =
  | StartableConversation
  /** Somebody else has it open: starting it here too would tear it in two. */
  | { readonly type: 'refused'; readonly reason: string }
  /** It goes on in a tmux that outlived its pane. */
  | { readonly type: 'in-tmux' };

export interface ClaudeLauncherOptions {
  readonly state: () => AppState;
  readonly hooks: HookServer | null;
  /** Fugue's own folder. */
  readonly home: string;
  readonly newId: () => string;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Where MCP is served now; null when it is not. */
  readonly mcp: () => McpAddresses | null;
  /** The `fugue` command, for Claudes that reach MCP through it. */
  readonly commandFile: string;
}

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** How long a Claude of a Fugue that is gone gets to end before its pane starts it again, in milliseconds. */
const ORPHAN_PATIENCE = 4000;
const ORPHAN_LOOK = 50;

/** Knows how a Claude is started in a pane: which conversation, which flags, which configuration. */
export class ClaudeLauncher {
  /** Panes whose person agreed to go on with a copy of a conversation that is open elsewhere. */
  private readonly forks = new Set<string>();

  /** First prompts of chats that are being started. */
  private readonly prompts = new Map<string, string>();

  /** The pane that was last given each conversation: of what starts at the same time nothing is told yet. */
  private readonly claims = new Map<string, string>();

  constructor(private readonly options: ClaudeLauncherOptions) {}

  /** The next start in this pane goes on with a copy of its conversation. */
  forkNext(paneId: string): void {
    this.forks.add(paneId);
  }

  /** Decides which conversation a start in this pane leads to. Waits for what is left of an earlier Fugue to end. */
  async plan(pane: Pane, environment: Readonly<Record<string, string>>): Promise<Conversation> {
    const { claude } = pane;
    const words = this.commandOf(pane).arguments;
    if (claude?.sessionId == null) {
      const chosen = idOrNull(chosenConversation(words));
      const resumed = idOrNull(resumedConversation(words));
      if (resumed !== null) {
        if (this.forks.has(pane.id)) return { type: 'fork', sessionId: resumed, newId: this.options.newId() };
        const owner = await this.ownerElsewhere(
          pane,
          resumed,
          this.configuration(pane, environment).directory,
        );
        return owner === null ? { type: 'resume', sessionId: resumed } : { type: 'refused', reason: owner };
      }
      // What is no id goes to Claude as it was given; Claude says itself what it thinks of it.
      if (chosen !== null || choosesConversation(words)) return { type: 'new', sessionId: chosen };
      return { type: 'new', sessionId: this.options.newId() };
    }
    const { sessionId } = claude;
    const configDirectory = this.configuration(pane, environment).directory;
    const file = claude.transcriptPath ?? transcriptFile(configDirectory, claude.directory, sessionId);
    let kept = stateOfTranscript(file);
    if (kept !== 'conversation' && ownersOf(sessionId, configDirectory).length > 0) {
      // Whoever has it may be ending, and writes until then what was said last.
      const owner = await this.ownerElsewhere(pane, sessionId, configDirectory);
      if (owner !== null) return { type: 'new', sessionId: this.options.newId() };
      kept = stateOfTranscript(file);
    }
    if (kept !== 'conversation') {
      if (choosesConversation(words)) return { type: 'new', sessionId };
      // Nothing was said yet, so there is nothing to resume. An id that has a file is taken all the same.
      return { type: 'new', sessionId: kept === 'none' ? sessionId : this.options.newId() };
    }
    if (this.forks.has(pane.id)) return { type: 'fork', sessionId, newId: this.options.newId() };
    if (pane.kind === 'terminal' && ownersOf(sessionId, configDirectory).some(({ pid }) => isInTmux(pid)))
      return { type: 'in-tmux' };
    const owner = await this.ownerElsewhere(pane, sessionId, configDirectory);
    return owner === null ? { type: 'resume', sessionId } : { type: 'refused', reason: owner };
  }

  /** What is known of a Claude that lives on in the tmux of its pane; its registry tells the rest. */
  found(pane: Pane, environment: Readonly<Record<string, string>>): ClaudeInPane {
    const mcp = this.mcpServer() !== null;
    if (pane.claude !== null) return { ...pane.claude, mcp, failures: 0, restartAt: null };
    return {
      managed: true,
      driver: 'terminal',
      sessionId: null,
      transcriptPath: null,
      directory: pane.startDirectory,
      isolation: 'shared',
      configDirectory: this.configuration(pane, environment).directory,
      mcp,
      arguments: this.commandOf(pane).arguments,
      resumed: true,
      failures: 0,
      restartAt: null,
    };
  }

  /** Everything that it takes to start; the failure is a sentence. */
  prepare(
    pane: Pane,
    conversation: StartableConversation,
    environment: Readonly<Record<string, string>>,
  ): Result<ClaudeStart, string> {
    this.forks.delete(pane.id);
    const backend = backendNamed(pane.backend);
    if (!backend.ok) return backend;
    const { configuration } = this.options.state();
    const { program, arguments: given } = this.commandOf(pane);
    const isolation = pane.claude?.isolation ?? configuration.claude.isolation;
    const shared = sharedConfiguration(environment);
    const directory = this.configuration(pane, environment).directory;
    const extra: Record<string, string> = {};
    const folder = pane.claude?.directory ?? pane.startDirectory;
    if (!fs.existsSync(folder)) {
      return fail(
        `its folder ${folder} is gone, and a conversation goes on only there: make the folder again, then press Enter`,
      );
    }
    try {
      if (isolation === 'per-pane') {
        prepareOwnConfiguration(directory, shared);
        extra['CLAUDE_CONFIG_DIR'] = directory;
      }
      const { values: ownSettings, rest: others } = takeFlag(given, '--settings');
      const { values: ownServers, rest } = takeFlag(others, '--mcp-config');
      const settings = this.writeSettings(pane, backend.value, ownSettings.at(-1) ?? null);
      const server = this.mcpServer();
      if (server !== null) addLoopback(extra, environment);
      const servers = [...ownServers, ...(server === null ? [] : [this.writeMcpConfig(pane.id, server)])];
      const driver = isChat(pane) ? 'stream' : 'terminal';
      const command = backend.value.buildCommand({
        program,
        driver,
        conversation,
        arguments: rest,
        settings,
        mcpServers: servers,
      });
      if (command.prompt !== null) this.prompts.set(pane.id, command.prompt);
      Object.assign(extra, command.environment);
      if (configuration.claude.hooks && this.options.hooks !== null) extra['FUGUE_HOOKS'] = 'settings';
      if (configuration.claude.renderer === 'classic') extra['CLAUDE_CODE_DISABLE_ALTERNATE_SCREEN'] = '1';
      if (configuration.claude.renderer === 'fullscreen') extra['CLAUDE_CODE_NO_FLICKER'] = '1';
      const sessionId = conversation.type === 'fork' ? conversation.newId : conversation.sessionId;
      return ok({
        ...this.command(pane, program, command.arguments),
        environment: extra,
        directory: folder,
        claude: {
          managed: true,
          driver,
          sessionId,
          transcriptPath: conversation.type === 'resume' ? (pane.claude?.transcriptPath ?? null) : null,
          directory: folder,
          isolation,
          configDirectory: directory,
          mcp: server !== null,
          arguments: given,
          resumed: conversation.type !== 'new',
          failures: pane.claude?.failures ?? 0,
          restartAt: null,
        },
      });
    } catch (error) {
      return fail(`Claude can't be started here: ${errorMessage(error)}`);
    }
  }

  /** The backend of a pane whose start was prepared. */
  backendOf(pane: Pane): Backend {
    const backend = backendNamed(pane.backend);
    if (!backend.ok) throw new Error(`invariant broken: ${backend.error}`);
    return backend.value;
  }

  /** What the Claude of a chat that is being started is told first; once. */
  takePrompt(paneId: string): string | null {
    const prompt = this.prompts.get(paneId) ?? null;
    this.prompts.delete(paneId);
    return prompt;
  }

  /** Lets go of what a pane that is closed had. */
  forget(paneId: string): void {
    this.forks.delete(paneId);
    this.prompts.delete(paneId);
    fs.rmSync(this.settingsFile(paneId), { force: true });
    fs.rmSync(this.mcpFile(paneId), { force: true });
    try {
      if (!removeOwnConfiguration(this.ownConfiguration(paneId)))
        this.options.logger.info('claude.configuration-kept', { paneId });
    } catch (error) {
      this.options.logger.warn('claude.configuration-left', { paneId, error: errorMessage(error) });
    }
  }

  private ownConfiguration(paneId: string): string {
    return path.join(this.options.home, 'claude-configs', `pane-${paneId}`);
  }

  private command(
    pane: Pane,
    program: string,
    words: readonly string[],
  ): { readonly file: string; readonly args: readonly string[] } {
    if (pane.kind === 'claude') return { file: '/bin/sh', args: ['-c', 'exec "$0" "$@"', program, ...words] };
    // A Claude that was typed into a shell comes back in a shell, which is there again when it ends.
    const line = [program, ...words].map(quoteWord).join(' ');
    return { file: '', args: ['-l', '-i', '-c', `${line}; exec "$SHELL" -l`] };
  }

  private commandOf(pane: Pane): { readonly program: string; readonly arguments: readonly string[] } {
    const configured = this.options.state().configuration.claude.command;
    const parsed = pane.kind === 'claude' ? parseClaudeCommand(pane.command ?? 'claude') : null;
    return {
      program: parsed === null || parsed.program === 'claude' ? configured : parsed.program,
      // What it was started with before may be less than the command says: a conversation that is gone.
      arguments: pane.claude?.arguments ?? parsed?.arguments ?? [],
    };
  }

  private configuration(
    pane: Pane,
    environment: Readonly<Record<string, string>>,
  ): { readonly directory: string } {
    const isolation = pane.claude?.isolation ?? this.options.state().configuration.claude.isolation;
    return isolation === 'per-pane'
      ? { directory: this.ownConfiguration(pane.id) }
      : sharedConfiguration(environment);
  }

  private writeSettings(pane: Pane, backend: Backend, own: string | null): string {
    const { configuration } = this.options.state();
    const hooks = configuration.claude.hooks ? this.options.hooks : null;
    const file = this.settingsFile(pane.id);
    fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    const settings = claudeSettings({
      hooks: hooks === null ? null : backend.hookSettings(hooks.url, isChat(pane) ? 'stream' : 'terminal'),
      permissions: {
        ...configuration.permissions,
        allow: [
          ...configuration.permissions.allow,
          ...(this.mcpServer() === null ? [] : unaskedRules(configuration.claude.communication.mcp_unasked)),
        ],
      },
      own: own === null ? {} : readOwnSettings(own, pane.startDirectory),
    });
    writeAtomicallyAtOnce(file, JSON.stringify(settings, null, 2));
    return file;
  }

  private mcpServer(): McpServerEntry | null {
    const addresses = this.options.mcp();
    if (addresses === null) return null;
    return mcpServerEntry(
      this.options.state().configuration.claude.communication.mcp_transport,
      addresses,
      this.options.commandFile,
    );
  }

  private writeMcpConfig(paneId: string, server: McpServerEntry): string {
    const file = this.mcpFile(paneId);
    writeAtomicallyAtOnce(file, JSON.stringify({ mcpServers: { [MCP_SERVER_NAME]: server } }, null, 2));
    return file;
  }

  private mcpFile(paneId: string): string {
    return path.join(this.options.home, 'claude-settings', `pane-${paneId}-mcp.json`);
  }

  private settingsFile(paneId: string): string {
    return path.join(this.options.home, 'claude-settings', `pane-${paneId}.json`);
  }

  /** Says who else has the conversation open, in words for the person; null when nobody has. */
  private async ownerElsewhere(
    pane: Pane,
    sessionId: string,
    configDirectory: string,
  ): Promise<string | null> {
    const { panes } = this.options.state();
    const claimant = panes[asPaneId(this.claims.get(sessionId) ?? '')];
    if (
      claimant !== undefined &&
      claimant.id !== pane.id &&
      claimant.claude?.sessionId === sessionId &&
      (claimant.process.status === 'starting' || claimant.process.status === 'running')
    ) {
      return 'its conversation is open in another pane';
    }
    if (runsElsewhere(this.options.state(), pane.id, sessionId))
      return 'its conversation is open in another pane';
    // In the same breath as the question, so that of two that ask at once only one is told that it is free.
    this.claims.set(sessionId, pane.id);
    for (const owner of ownersOf(sessionId, configDirectory)) {
      if (await this.hasEnded(owner, pane.id)) continue;
      return `its conversation is open in another terminal (process ${String(owner.pid)})`;
    }
    return null;
  }

  /**
   * A process that an earlier Fugue left in this very pane is ended, and one whose tmux was killed is waited for:
   * it is ending. All others are left alone.
   */
  private async hasEnded(owner: RegistryEntry, paneId: string): Promise<boolean> {
    if (isInTmux(owner.pid)) return false;
    const ours = processVariable(owner.pid, 'FUGUE_PANE_ID') === paneId;
    if (!ours && processVariable(owner.pid, 'TMUX') === null) return false;
    if (ours) signalAll([owner.pid], 'SIGTERM');
    this.options.logger.info('claude.orphan', { paneId, pid: owner.pid });
    const deadline = this.options.clock.monotonic() + ORPHAN_PATIENCE;
    // It is no child of ours, so nothing tells of its end.
    while (isAlive(owner.pid)) {
      if (this.options.clock.monotonic() > deadline) return false;
      await new Promise<void>((resolve) => {
        this.options.clock.after(ORPHAN_LOOK, resolve);
      });
    }
    return true;
  }
}

/** The living processes that say that they have a conversation open. */
function ownersOf(sessionId: string, configDirectory: string): readonly RegistryEntry[] {
  return readRegistry(configDirectory).filter((entry) => entry.sessionId === sessionId && isProcessOf(entry));
}

function isInTmux(pid: number): boolean {
  return tmuxPlaceOf(pid) !== null;
}

function idOrNull(word: string | null): string | null {
  return word !== null && ID.test(word) ? word : null;
}
