import type { Clock } from '#shared/base/clock';
import { repair } from '#shared/layout/tree';
import { parseLayout } from '#shared/layout/text-form';
import type { PaneId } from '#shared/model/ids';
import { asPaneId, asSessionId, asWindowId } from '#shared/model/ids';
import type { ClaudeInPane } from '#shared/model/claude-in-pane';
import type { NoticeAction } from '#shared/model/notice';
import type { Pane, PaneInTmux } from '#shared/model/pane';
import { paneLabel } from '#shared/model/pane';
import type { Session } from '#shared/model/session';
import type { Window } from '#shared/model/window';
import type {
  PaneSnapshot,
  SessionSnapshot,
  WindowSnapshot,
  WorkspaceSnapshot,
} from '#shared/state/snapshot';
import type { Scrollback, ScrollbackFiles } from './persistence/scrollback-files';
import { existingDirectory } from './pane-launcher';
import type { SessionService } from './session-service';

interface RestoredPane {
  readonly pane: Pane;
  readonly scrollback: Scrollback | null;
  /** What became of it, for the report; null while Claude is asked, which is known once it is started. */
  readonly outcome: string | null;
}

/** Brings a workspace back and reports what became of each pane. */
export class Restorer {
  /** Panes whose programs have gone on in tmux. */
  private readonly living = new Set<PaneId>();

  constructor(
    private readonly service: SessionService,
    private readonly scrollback: ScrollbackFiles,
    private readonly clock: Clock,
    /** Whether the program of a pane has gone on in its tmux. */
    private readonly livesOn: (tmux: PaneInTmux) => Promise<boolean>,
    /** Offers for the report: other workspaces that could be brought back. */
    private readonly offers: (savedAt: number) => Promise<readonly NoticeAction[]> = () =>
      Promise.resolve([]),
  ) {}

  /** Brings a whole workspace back at start. */
  async restore(snapshot: WorkspaceSnapshot): Promise<void> {
    await this.bringBack(snapshot, (paneId) => paneId);
    await this.scrollback.keepOnly(new Set(Object.keys(this.service.state.panes)));
    if (snapshot.activeSession !== null) {
      this.service.dispatch({ type: 'session/selected', sessionId: asSessionId(snapshot.activeSession) });
    }
  }

  /** Brings the sessions of an earlier workspace back beside those that are open. */
  async add(snapshot: WorkspaceSnapshot, textOf: (paneId: string) => string): Promise<void> {
    await this.bringBack(snapshot, textOf);
    const [first] = snapshot.sessions;
    if (first !== undefined)
      this.service.dispatch({ type: 'session/selected', sessionId: asSessionId(first.id) });
  }

  private async bringBack(snapshot: WorkspaceSnapshot, textOf: (paneId: string) => string): Promise<void> {
    const report: string[] = [];
    const claudes: RestoredPane[] = [];
    const paneIds = new Set<string>();
    for (const saved of snapshot.sessions) {
      const restored = await this.session(saved, report, textOf);
      this.service.dispatch({
        type: 'session/created',
        session: restored.session,
        windows: restored.windows,
        panes: restored.panes.map((entry) => entry.pane),
      });
      for (const entry of restored.panes) {
        paneIds.add(entry.pane.id);
        this.bringUp(entry);
        if (entry.outcome === null) claudes.push(entry);
        else report.push(`${restored.session.name} › ${paneLabel(entry.pane)}: ${entry.outcome}`);
      }
    }
    const offers = await this.offers(snapshot.savedAt);
    const tell = (): void => {
      if (paneIds.size === 0) return;
      this.service.addNotice(
        'information',
        `Brought back ${String(paneIds.size)} ${paneIds.size === 1 ? 'pane' : 'panes'} in ${String(snapshot.sessions.length)} ${snapshot.sessions.length === 1 ? 'session' : 'sessions'}`,
        report,
        offers,
      );
    };
    if (claudes.length === 0) tell();
    // Whether a conversation can go on is known once its Claude is about to start; nobody waits for that.
    else
      void Promise.all(claudes.map(({ pane }) => this.service.ready(pane.id))).then(() => {
        for (const { pane } of claudes) report.push(this.claudeOutcome(pane.id));
        tell();
      });
  }

  private claudeOutcome(paneId: Pane['id']): string {
    const pane = this.service.state.panes[paneId];
    if (pane === undefined) return 'a pane that has been closed since';
    const session = this.service.state.windows[pane.windowId]?.sessionId;
    const place = session === undefined ? '' : `${this.service.state.sessions[session]?.name ?? ''} › `;
    const name = `${place}${paneLabel(pane)}`;
    const { process, claude } = pane;
    if (process.status === 'waiting') return `${name}: not resumed, because ${process.reason}`;
    if (process.status === 'failed') return `${name}: not started, because ${process.reason}`;
    if (this.living.has(paneId)) return `${name}: has gone on in tmux, and is shown again`;
    if (claude === null)
      return `${name}: a new shell, because its conversation goes on in the tmux that it ran in`;
    return claude.resumed
      ? `${name}: resumed its conversation ${claude.sessionId ?? ''}`
      : `${name}: started fresh, because there is no text of its conversation to go on with`;
  }

  private async session(
    saved: SessionSnapshot,
    report: string[],
    textOf: (paneId: string) => string,
  ): Promise<{ session: Session; windows: readonly Window[]; panes: readonly RestoredPane[] }> {
    const sessionId = asSessionId(saved.id);
    const windows: Window[] = [];
    const panes: RestoredPane[] = [];
    for (const savedWindow of saved.windows) {
      const restored: RestoredPane[] = [];
      for (const pane of savedWindow.panes)
        restored.push(await this.pane(pane, savedWindow, textOf(pane.id)));
      const window = restoreWindow(savedWindow, sessionId, report);
      if (window === null) continue;
      windows.push(window);
      panes.push(...restored);
    }
    const windowIds = windows.map((window) => window.id);
    const active = windowIds.find((id) => id === saved.activeWindow) ?? windowIds[0];
    if (active === undefined) throw new Error('invariant broken: a snapshot that was checked has a window');
    return {
      session: {
        id: sessionId,
        name: saved.name,
        windowIds,
        activeWindowId: active,
        environment: saved.environment,
        metadata: saved.metadata,
        tags: saved.tags,
        createdAt: saved.createdAt,
      },
      windows,
      panes,
    };
  }

  private async pane(saved: PaneSnapshot, window: WindowSnapshot, textId: string): Promise<RestoredPane> {
    const directory = existingDirectory(saved.directory);
    const loaded = await this.scrollback.load(textId);
    const scrollback = typeof loaded === 'string' ? null : loaded;
    const reasons: string[] = [];
    if (typeof loaded === 'string') reasons.push(loaded);
    if (loaded === null) reasons.push('no text of it was kept');
    if (directory !== saved.directory)
      reasons.push(`its folder ${saved.directory} is gone, so it starts in ${directory}`);
    const claude = restoredClaude(saved);
    // A Claude that was left on purpose stays left; its conversation is there for who presses Enter.
    const left = claude !== null && saved.claude?.state === 'exited';
    const livesOn = saved.tmux !== null && (await this.livesOn(saved.tmux));
    const waits = !livesOn && (claude === null ? saved.command !== null : left);
    if (livesOn) this.living.add(asPaneId(saved.id));
    const state = livesOn
      ? 'which has gone on in tmux'
      : waits
        ? `waits to run "${saved.command ?? 'claude'}": press Enter there`
        : 'a new shell';
    const was =
      !waits && saved.program !== '' && !isShell(saved.program) ? ` (${saved.program} ran there)` : '';
    return {
      pane: {
        id: asPaneId(saved.id),
        windowId: asWindowId(window.id),
        name: saved.name,
        kind: saved.kind,
        face: saved.face,
        backend: saved.backend,
        command: saved.command,
        tmux: saved.tmux,
        startDirectory: directory,
        environment: saved.environment,
        createdAt: saved.createdAt,
        parentPane: saved.parentPane === null ? null : asPaneId(saved.parentPane),
        depth: saved.depth,
        process: waits
          ? {
              status: 'waiting',
              reason: left
                ? 'its Claude was left; press Enter to go on with the conversation'
                : `it ran ${saved.command ?? ''} before; press Enter to run it again`,
            }
          : { status: 'starting' },
        title: '',
        program: waits ? '' : saved.program,
        currentDirectory: directory,
        columns: scrollback?.columns ?? saved.columns,
        rows: scrollback?.rows ?? saved.rows,
        agent: null,
        claude,
        bell: false,
        help: null,
      },
      scrollback,
      outcome:
        claude !== null && !(left && !livesOn)
          ? null
          : reasons.length === 0
            ? `restored, ${state}${was}`
            : `started fresh in part, ${state}${was}: ${reasons.join('; ')}`,
    };
  }

  private bringUp({ pane, scrollback }: RestoredPane): void {
    const restored =
      scrollback === null
        ? null
        : `${scrollback.data}\x1b[0m\r\n\x1b[2m── restored ${this.timeOfDay()} ──\x1b[0m`;
    if (pane.process.status === 'waiting') this.service.show(pane.id, restored);
    else this.service.start(pane.id, restored);
  }

  private timeOfDay(): string {
    return new Date(this.clock.now()).toLocaleString('sv-SE', { dateStyle: 'short', timeStyle: 'short' });
  }
}

function restoredClaude(saved: PaneSnapshot): ClaudeInPane | null {
  const { claude } = saved;
  if (claude === null) return null;
  const { state: _state, stateChangedAt: _since, ...kept } = claude;
  return { ...kept, failures: 0, restartAt: null, mcp: false, driver: 'terminal' };
}

function restoreWindow(saved: WindowSnapshot, sessionId: Session['id'], report: string[]): Window | null {
  const known = saved.panes.map((pane) => pane.id);
  const parsed = parseLayout(saved.layout);
  const repaired = repair(parsed.ok ? parsed.value : null, known);
  if (repaired.tree === null) return null;
  if (repaired.changed) report.push(`window ${saved.name}: its layout was damaged and has been put in order`);
  const active = known.find((id) => id === saved.activePane) ?? known[0] ?? '';
  return {
    id: asWindowId(saved.id),
    sessionId,
    name: saved.name,
    layout: repaired.tree,
    activePaneId: asPaneId(active),
    zoomedPaneId:
      saved.zoomedPane !== null && known.includes(saved.zoomedPane) ? asPaneId(saved.zoomedPane) : null,
    createdAt: saved.createdAt,
  };
}

function isShell(program: string): boolean {
  return /^(?:ba|z|fi|da|k|tc|c)?sh$/.test(program);
}
