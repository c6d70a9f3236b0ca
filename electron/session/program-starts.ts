import type { Clock } from '#shared/base/clock';
import { present } from '#shared/base/assert';
import { errorMessage } from '#shared/base/errors';
import type { PaneId } from '#shared/model/ids';
import type { Pane, PaneProcess } from '#shared/model/pane';
import { isChat } from '#shared/model/pane';
import type { Action } from '#shared/state/actions';
import type { AppState } from '#shared/state/state';
import { transcriptOf } from '../claude/transcripts';
import type { SpawnRequest } from '../pty/host-protocol';
import type { PtyHostClient } from '../pty/pty-host-client';
import type { ChatSessions } from './chat/chat-sessions';
import type { ClaudeLauncher } from './claude-launcher';
import type { PaneLauncher } from './pane-launcher';
import type { Store } from './store';
import { windowOf } from './targets';

export interface ProgramStartsOptions {
  readonly store: Store;
  readonly host: PtyHostClient;
  readonly launcher: PaneLauncher;
  readonly claude: ClaudeLauncher;
  readonly chats: ChatSessions;
  readonly clock: Clock;
  readonly dispatch: (action: Action) => void;
  readonly isQuitting: () => boolean;
}

/** Starts the programs of panes: gathers what each needs first, which takes its time, and tells how it went. */
export class ProgramStarts {
  /** Panes whose program is being started: everything asked of them waits until the host knows them. */
  private readonly starting = new Map<PaneId, Promise<void>>();

  constructor(private readonly options: ProgramStartsOptions) {}

  /** Starts the program of a pane below what was kept of its screen. */
  run(paneId: PaneId, restored: Promise<string | null>): void {
    this.tell(paneId, { status: 'starting' });
    this.whenPrepared(paneId, restored, (request) => {
      const pane = this.state.panes[paneId];
      if (pane === undefined || !isChat(pane)) {
        this.options.chats.leave(paneId);
        this.options.host.spawn(request);
        return;
      }
      // Its terminal is there all the same, and empty.
      this.options.host.show(request);
      this.options.chats.start(request, {
        backend: this.options.claude.backendOf(pane),
        sessionId: pane.claude?.sessionId ?? null,
        transcript: pane.claude === null ? null : transcriptOf(pane.claude),
        prompt: this.options.claude.takePrompt(paneId),
      });
    });
  }

  /** Makes the screen of a pane without running anything. */
  show(paneId: PaneId, restored: string | null): void {
    this.whenPrepared(
      paneId,
      Promise.resolve(restored),
      (request) => {
        this.options.host.show(request);
      },
      false,
    );
  }

  async ready(paneId: PaneId): Promise<void> {
    await this.starting.get(paneId);
  }

  private get state(): AppState {
    return this.options.store.state;
  }

  private tell(paneId: PaneId, process: PaneProcess): void {
    this.options.dispatch({ type: 'pane/process-changed', paneId, process });
  }

  /** Gathers what a program needs to start, and passes it on unless the pane or the app is closed meanwhile. */
  private whenPrepared(
    paneId: PaneId,
    restored: Promise<string | null>,
    use: (request: SpawnRequest) => void,
    runs = true,
  ): void {
    const pane = present(this.state.panes[paneId], 'the pane to start is in the state');
    const { terminal } = this.state.configuration;
    const prepared = restored
      .then((text) => {
        const session = this.state.sessions[windowOf(this.state, pane).sessionId];
        return this.options.launcher.request(
          pane,
          present(session, 'a window has a session'),
          { shell: terminal.shell, scrollbackLines: terminal['scrollback-lines'] },
          text,
          runs && startsClaude(pane)
            ? (environment, livesOn) => this.prepareClaude(paneId, environment, livesOn)
            : null,
          runs,
        );
      })
      .then((request) => {
        if (this.state.panes[paneId] !== undefined && !this.options.isQuitting()) use(request);
      })
      .catch((error: unknown) => {
        if (this.state.panes[paneId] === undefined) return;
        if (error instanceof NotNow) {
          this.tell(paneId, { status: 'waiting', reason: error.message });
          // Its old text is there all the same.
          return restored.then((text) => {
            this.show(paneId, text);
          });
        }
        this.tell(paneId, {
          status: 'failed',
          reason: errorMessage(error),
          endedAt: this.options.clock.now(),
        });
      })
      .finally(() => {
        if (this.starting.get(paneId) === prepared) this.starting.delete(paneId);
      });
    this.starting.set(paneId, prepared);
  }

  /** Throws a sentence when Claude can't be started, or not now. */
  private async prepareClaude(
    paneId: PaneId,
    environment: Readonly<Record<string, string>>,
    livesOn: boolean,
  ) {
    const before = this.state.panes[paneId];
    if (before === undefined) return null;
    if (livesOn) {
      this.options.dispatch({
        type: 'pane/claude-changed',
        paneId,
        claude: this.options.claude.found(before, environment),
      });
      return null;
    }
    const conversation = await this.options.claude.plan(before, environment);
    const pane = this.state.panes[paneId];
    if (pane === undefined) return null;
    if (conversation.type === 'in-tmux') {
      // Whoever attaches it to the shell finds its Claude there.
      this.options.dispatch({ type: 'pane/claude-changed', paneId, claude: null });
      return null;
    }
    if (conversation.type === 'refused') {
      // Whoever presses Enter there has read why, and gets a copy.
      this.options.claude.forkNext(paneId);
      throw new NotNow(`${conversation.reason}; press Enter to go on with a copy of it here`);
    }
    const prepared = this.options.claude.prepare(pane, conversation, environment);
    if (!prepared.ok) throw new Error(prepared.error);
    this.options.dispatch({ type: 'pane/claude-changed', paneId, claude: prepared.value.claude });
    return prepared.value;
  }
}

/** A start that has to wait for the person. */
class NotNow extends Error {}

/** Whether the program of a pane is a Claude that Fugue starts: asked for as one, or brought back in its shell. */
function startsClaude(pane: Pane): boolean {
  return pane.kind === 'claude' || (pane.claude !== null && pane.claude.sessionId !== null);
}
