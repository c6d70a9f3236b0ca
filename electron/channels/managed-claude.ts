import type { Clock } from '#shared/base/clock';
import type { Disposable } from '#shared/base/disposable';
import { DisposableSlot, DisposableStore } from '#shared/base/disposable';
import { errorMessage } from '#shared/base/errors';
import type { PaneId } from '#shared/model/ids';
import { asPaneId } from '#shared/model/ids';
import type { Pane } from '#shared/model/pane';
import { parseClaudeCommand, skipsPermissions } from '../claude/launch/command-line';
import type { Logger } from '../log/logger';
import { resolveDirectory } from '../session/pane-launcher';
import type { SessionService } from '../session/session-service';
import type { TmuxPanes } from '../session/tmux-panes';
import { quoteForShell } from '../system/shell-words';

export interface ManagedClaudeSettings {
  readonly wanted: boolean;
  readonly session: string;
  readonly command: string;
  readonly directory: string;
  /** The proxy that has to be in the environment; empty: any or none. */
  readonly proxy: string;
  /** Seconds before it is started again; doubles while it ends at once. */
  readonly backoffInitial: number;
  readonly backoffCap: number;
}

export interface ManagedClaudeOptions {
  readonly service: SessionService;
  readonly tmux: TmuxPanes;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly settings: () => ManagedClaudeSettings;
  readonly environment: () => Promise<Readonly<Record<string, string | undefined>>>;
}

/** One that has run for so long ends for a reason of its own, in milliseconds. */
const SETTLED = 60_000;
/** When tmux is asked again after it did not say who has made the session, in milliseconds. */
const UNSAID = 200;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Keeps the Claude that channels talk to: in a session of the person's own tmux, which goes on when Fugue ends and is
 * found again. It is started again however it ended, unless a person has ended it in Fugue.
 */
export class ManagedClaude implements Disposable {
  private readonly store = new DisposableStore();
  private readonly again = new DisposableSlot<Disposable>();
  private looking: Promise<void> | null = null;
  private startedAt = 0;
  private quickEnds = 0;
  private told = '';
  private begun = false;
  private wasThere = false;

  constructor(private readonly options: ManagedClaudeOptions) {
    this.store.add(this.again);
    this.store.add(
      options.service.onAction(({ action }) => {
        if (action.type === 'configuration/changed' && this.begun) void this.ensure();
        if (action.type.endsWith('/removed')) this.noticeRemoval();
        if (!('paneId' in action) || this.pane?.id !== action.paneId) return;
        if (action.type === 'pane/process-changed' && action.process.status === 'running')
          this.startedAt = action.process.startedAt;
        if (action.type === 'pane/agent-changed' && action.agent?.state === 'exited') this.left(this.pane);
        // Other Claudes are given up after some quick failures; this one is tried for as long as it is wanted.
        if (action.type === 'pane/process-changed' && action.process.status === 'failed')
          this.startLater(this.pane.id, options.settings().backoffCap);
      }),
    );
  }

  /** The pane of the managed Claude; undefined while there is none. */
  get pane(): Pane | undefined {
    const { session } = this.options.settings();
    return Object.values(this.options.service.state.panes).find(
      ({ tmux }) => tmux?.server === 'person' && tmux.session === session,
    );
  }

  /** A sentence: why it is not there; null while it is, or is being started. */
  get problem(): string | null {
    if (this.pane !== undefined) return null;
    const { session } = this.options.settings();
    if (this.standsIn(session))
      return `somebody else has made the tmux session ${session}, so it is shown and not kept: choose another tmux-session in [channels]`;
    return this.told === '' ? null : this.told;
  }

  /** Makes sure that it is there, if it is wanted. Everything that keeps it from that is told. */
  ensure(): Promise<void> {
    this.begun = true;
    this.looking ??= this.open()
      .catch((error: unknown) => {
        this.complain(errorMessage(error));
      })
      .finally(() => {
        this.looking = null;
      });
    return this.looking;
  }

  dispose(): void {
    this.store.dispose();
  }

  private async open(): Promise<void> {
    const { service, tmux } = this.options;
    const settings = this.options.settings();
    const { pane } = this;
    this.wasThere = pane !== undefined;
    if (!settings.wanted) return;
    if (pane !== undefined) {
      // Fugue ended before it was started, or after it was left: nobody is there to press Enter for it.
      if (pane.process.status === 'waiting') service.restart(pane.id);
      return;
    }
    const problem = await this.whyNot(settings);
    if (problem !== null) {
      this.complain(problem);
      return;
    }
    const place = { server: 'person', session: settings.session } as const;
    const owner = await tmux.ownerOf(place);
    if (owner === null) {
      // As while a server ends: whoever takes the session for somebody else's now would never keep it.
      this.again.value = this.options.clock.after(UNSAID, () => void this.ensure());
      return;
    }
    const directory = resolveDirectory(settings.directory, '/');
    if (!directory.ok) throw new Error(`[channels] directory: ${directory.error.message}`);
    if (this.pane !== undefined || this.standsIn(settings.session)) return;
    const common = { directory: directory.value, name: settings.session, environment: {} };
    const origin = { kind: 'window', paneId: null } as const;
    this.told = '';
    if (owner.kind === 'other') {
      // Somebody else's: it is shown like in any terminal, and never ended.
      const command = `exec tmux attach-session -t ${quoteForShell(`=${settings.session}`)}`;
      service.createSession(settings.session, { ...common, command, kind: 'terminal' }, origin);
      return;
    }
    const id =
      owner.kind === 'pane' && UUID.test(owner.paneId) && !(asPaneId(owner.paneId) in service.state.panes)
        ? owner.paneId
        : undefined;
    service.createSession(
      settings.session,
      { ...common, command: settings.command, kind: 'claude', tmux: place },
      origin,
      id === undefined ? undefined : asPaneId(id),
    );
    this.wasThere = true;
    this.options.logger.info('channels.managed', { session: settings.session, found: owner.kind === 'pane' });
  }

  /** A pane shows a session of the same name that somebody else has made. */
  private standsIn(session: string): boolean {
    return Object.values(this.options.service.state.panes).some(
      ({ tmux, name, command }) =>
        tmux === null && name === session && command?.includes('tmux attach') === true,
    );
  }

  private async whyNot({ command, proxy }: ManagedClaudeSettings): Promise<string | null> {
    if (parseClaudeCommand(command) === null)
      return `[channels] command has to start claude and nothing else, such as "claude --model opus", not "${command}"`;
    if (proxy !== '') {
      const environment = await this.options.environment();
      for (const name of ['HTTP_PROXY', 'HTTPS_PROXY']) {
        const set = environment[name] ?? environment[name.toLowerCase()] ?? '';
        if (set !== proxy)
          return `${name} is ${set === '' ? 'not set' : set}, and [channels] proxy asks for ${proxy}: set it in your shell's profile, or change proxy`;
      }
    }
    if (skipsPermissions(command))
      this.options.service.addNotice('warning', 'The managed Claude asks for no permission', [
        `"${command}": whoever can write to a channel can have it do anything that you can do.`,
        'Take the flag out of [channels] command unless this machine is a sandbox.',
      ]);
    return null;
  }

  /** A person has closed its pane: what comes by channels waits from now on. */
  private noticeRemoval(): void {
    const there = this.pane !== undefined;
    if (this.wasThere && !there && this.options.settings().wanted)
      this.options.service.addNotice('warning', 'Channels have no Claude now', [
        'What adapters write waits. It is started again with Fugue, or when a setting in [channels] changes.',
      ]);
    this.wasThere = there;
  }

  private complain(reason: string): void {
    this.options.logger.warn('channels.unmanaged', { reason });
    if (this.told === reason) return;
    this.told = reason;
    this.options.service.addNotice('error', 'The managed Claude was not started', [reason]);
  }

  /** Somebody has left it, or told it to end; what has crashed is started again like every Claude. */
  private left(pane: Pane): void {
    const { service, clock } = this.options;
    const settings = this.options.settings();
    if (!settings.wanted || service.endsOnPurpose(pane.id)) return;
    this.quickEnds = clock.now() - this.startedAt > SETTLED ? 0 : this.quickEnds + 1;
    const wait = Math.min(
      settings.backoffCap,
      settings.backoffInitial * 2 ** Math.max(0, this.quickEnds - 1),
    );
    this.startLater(pane.id, wait);
  }

  private startLater(paneId: PaneId, seconds: number): void {
    const { service, clock, settings } = this.options;
    this.again.value = clock.after(seconds * 1000, () => {
      const status = service.state.panes[paneId]?.process.status;
      if (settings().wanted && (status === 'exited' || status === 'failed')) service.restart(paneId);
    });
  }
}
