import type { Disposable } from '#shared/base/disposable';
import { DisposableStore } from '#shared/base/disposable';
import type { Event } from '#shared/base/emitter';
import type { AgentState, EvidenceRecord } from '#shared/model/agent-state';
import type { ClaudeEvent } from '#shared/model/claude-event';
import type { ClaudeInPane } from '#shared/model/claude-in-pane';
import { sameClaude } from '#shared/model/claude-in-pane';
import type { PaneId } from '#shared/model/ids';
import { asPaneId } from '#shared/model/ids';
import type { Pane } from '#shared/model/pane';
import type { Observation } from '../claude/detect/arbiter';
import { converses } from '../claude/launch/command-line';
import type { RegistryChange } from '../claude/registry/registry-watcher';
import { Registries } from '../claude/registry/registries';
import { transcriptFile } from '../claude/transcripts';
import { isAlive } from '../pty/process-tree';
import type { PaneNews } from '../pty/pty-host-client';
import { followChats } from './chat/follow-chats';
import type { Found } from './claude-behind';
import { ClaudesBehind, showsTmux } from './claude-behind';
import { paneOfProcess } from './pane-of-process';
import { ClaudeEvents } from './claude-events';
import {
  argumentsOfClaude,
  CLAUDE_PROGRAM,
  claudeOfProcess,
  configurationOfProcess,
  isOurStart,
} from './claude-in-shell';
import type { ClaudePanesOptions, Followed } from './followed-claude';
import { disposeOf, follow } from './followed-claude';
import { ClaudeRecovery } from './claude-recovery';
import { runsElsewhere } from './conversation-owner';
import { claudeNewsThroughTmux, paneInTmuxOf } from './through-tmux';

/** A Claude that was typed into a shell has drawn its screen after so many milliseconds, whatever else it tells. */
const UNDRAWN_LIMIT = 2500;
/** How much later than its end the last title of a Claude may be read, in milliseconds. */
const LAST_TITLE = 500;
/** States of a Claude that has not come up. */
const NOT_READY: ReadonlySet<AgentState> = new Set(['unknown', 'crashed', 'exited']);

/** Follows the Claudes in all panes: gathers what each signal says, tells their states, and starts crashed ones again. */
export class ClaudePanes implements Disposable {
  private readonly store = new DisposableStore();
  private readonly events: ClaudeEvents;
  private readonly recovery: ClaudeRecovery;
  private readonly followed = new Map<PaneId, Followed>();
  private readonly registries: Registries;
  private readonly behind: ClaudesBehind;
  /** The newest title of each pane, also from before a Claude was seen there. */
  private readonly titles = new Map<PaneId, string>();

  /** Everything that happens to Claudes. */
  readonly onEvent: Event<ClaudeEvent>;

  constructor(private readonly options: ClaudePanesOptions) {
    const { service, host, hooks } = options;
    this.events = this.store.add(new ClaudeEvents(options.clock));
    this.onEvent = this.events.onEvent;
    this.recovery = this.store.add(new ClaudeRecovery(options));
    this.registries = this.store.add(new Registries(options.clock));
    this.registries.onChange((change) => {
      this.registryChanged(change);
    });
    this.behind = this.store.add(
      new ClaudesBehind({
        clock: options.clock,
        panes: () => Object.values(service.state.panes),
        living: () => this.registries.living,
        found: (paneId, found) => {
          this.foundBehind(paneId, found);
        },
      }),
    );
    this.store.add(
      host.onNews((news) => {
        this.take(news);
      }),
    );
    this.store.add(
      host.onLost(() => {
        for (const paneId of [...this.followed.keys()])
          if (service.state.panes[paneId]?.claude?.driver !== 'stream') this.processEnded(paneId, null, null);
      }),
    );
    this.store.add(
      followChats(options.chats, {
        news: (news) => {
          this.take(news);
        },
        observed: (paneId, event) => {
          this.observe(paneId, { type: 'stream', event });
          if (event.sessionId !== null) this.learn(paneId, event.sessionId, null);
        },
        said: (paneId, rows) => {
          const entry = this.followed.get(paneId);
          if (entry !== undefined) entry.rows = rows;
        },
      }),
    );
    if (hooks !== null) {
      this.store.add(
        hooks.onHook(({ paneId, event }) => {
          const id = asPaneId(paneId);
          if (!this.followed.has(id)) return;
          this.observe(id, { type: 'hook', event });
          if (event.agentId === null && event.transcriptPath !== null)
            this.learn(id, event.sessionId, event.transcriptPath);
        }),
      );
    }
    this.store.add(
      service.onAction(({ action }) => {
        if ('panes' in action) for (const pane of action.panes) this.events.tellChild(pane, service.state);
        else if (action.type.endsWith('/removed')) this.dropRemoved();
      }),
    );
  }

  /** What the state of a pane rests on, the newest of each signal. */
  explain(paneId: PaneId): readonly EvidenceRecord[] {
    return this.followed.get(paneId)?.arbiter.evidence(this.options.clock.now()) ?? [];
  }

  /** The person looks at the pane now. */
  lookedAt(paneId: PaneId): void {
    if (this.followed.has(paneId)) this.observe(paneId, { type: 'looked-at' });
  }

  dispose(): void {
    for (const entry of this.followed.values()) disposeOf(entry);
    this.followed.clear();
    this.store.dispose();
  }

  private take(told: PaneNews): void {
    const paneId = asPaneId(told.paneId);
    const pane = this.options.service.state.panes[paneId];
    if (pane === undefined) return;
    const news = claudeNewsThroughTmux(pane, told, this.options.tmux.statusRows(paneId));
    if (news === null) return;
    switch (news.type) {
      case 'spawned':
        this.titles.delete(paneId);
        if (pane.kind === 'claude') this.begin(pane, news.pid, true);
        break;
      case 'program':
        this.program(pane, news.program, news.pid);
        break;
      case 'title':
        this.titles.set(paneId, news.title);
        if (this.followed.get(paneId)?.shown !== true) break;
        this.believeScreen(paneId);
        this.observe(paneId, { type: 'title', title: news.title });
        break;
      case 'frame':
        if (this.followed.get(paneId)?.drawn === true)
          this.observe(paneId, { type: 'frame', rows: news.rows, columns: news.columns });
        else if (showsTmux(pane)) this.behind.look(paneId);
        break;
      case 'typed':
        if (showsTmux(pane)) this.behind.look(paneId);
        break;
      case 'exited':
        this.processEnded(paneId, news.exitCode, news.signal);
        break;
      default:
    }
  }

  /** The program in front has changed in a pane that may hold a shell. */
  private program(pane: Pane, program: string, pid: number): void {
    const entry = this.followed.get(pane.id);
    if (program === CLAUDE_PROGRAM) {
      if (entry?.pid === pid) return;
      if (pane.kind === 'claude') {
        // The process that was started became it, or started it.
        if (entry !== undefined) entry.pid = pid;
        this.readRegistry(pane.id);
      } else if (converses(argumentsOfClaude(pid))) {
        if (entry?.shown === false) this.letGo(pane.id);
        this.begin(pane, pid, true);
      }
      return;
    }
    if (pane.kind === 'claude') return;
    if (entry?.shown === true && entry.pid !== null) {
      // A Claude that is only in the background, stopped or behind an editor, is still there.
      if (isAlive(entry.pid)) return;
      this.claudeLeftShell(pane.id);
    }
    this.registries.follow(configurationOfProcess(pid, this.options.environment));
    this.behind.look(pane.id);
  }

  /** What is behind the program in front of a shell's pane has been looked for. */
  private foundBehind(paneId: PaneId, found: Found): void {
    const entry = this.followed.get(paneId);
    const pane = this.options.service.state.panes[paneId];
    const behind = found === 'undecided' ? null : found;
    if (pane === undefined || (entry !== undefined && entry.pid === (behind?.pid ?? null))) return;
    if (entry?.shown === true && (behind === null || (entry.pid !== null && isAlive(entry.pid)))) return;
    if (entry?.shown === false) this.letGo(paneId);
    if (behind !== null) this.begin(pane, behind.pid, behind.shown);
    else this.options.host.watch(paneId, found === 'undecided');
  }

  /** The pane shows nothing of its Claude any more. How one ended whose screen nobody saw can't be told. */
  private letGo(paneId: PaneId): void {
    this.options.host.watch(paneId, false);
    this.events.tellUnseenEnd(paneId);
    this.forgetClaude(paneId);
  }

  private begin(pane: Pane, pid: number, shown: boolean): void {
    const { service, host, clock } = this.options;
    let entry = this.followed.get(pane.id);
    if (entry === undefined) {
      entry = follow(() => this.options.isLookedAt(pane.id), pid, clock.monotonic());
      this.followed.set(pane.id, entry);
    }
    entry.pid = pid;
    entry.startedAt = clock.monotonic();
    entry.ready = false;
    entry.shown = shown;
    entry.rows = [];
    entry.drawn = pane.kind === 'claude';
    if (!entry.drawn && shown)
      entry.undrawn.value = clock.after(UNDRAWN_LIMIT, () => {
        this.believeScreen(pane.id);
      });
    this.recovery.started(pane.id);
    if (pane.kind !== 'claude' && !isOurStart(pane, pid))
      this.change(pane.id, claudeOfProcess(pane, pid, this.options.environment));
    const claude = service.state.panes[pane.id]?.claude ?? null;
    if (claude !== null) this.registries.follow(claude.configDirectory);
    this.events.tell({ event: 'Detected', pane_id: pane.id, session_id: claude?.sessionId ?? null });
    if (claude?.sessionId != null) this.events.tellCaptured(pane.id, entry, claude.sessionId);
    this.observe(pane.id, { type: 'process', running: true });
    const title = shown ? this.titles.get(pane.id) : undefined;
    if (title !== undefined) this.observe(pane.id, { type: 'title', title });
    host.watch(pane.id, true);
    const living = pane.tmux === null ? [] : this.registries.living;
    entry.pid = living.find((one) => paneInTmuxOf(one.pid, [pane]) !== null)?.pid ?? pid;
    this.readRegistry(pane.id);
  }

  private readRegistry(paneId: PaneId): void {
    const pid = this.followed.get(paneId)?.pid ?? null;
    const entry = pid === null ? null : this.registries.of(pid);
    if (pid !== null && entry !== null) this.registryChanged({ pid, entry });
  }

  private registryChanged({ pid, entry }: RegistryChange): void {
    const paneId = paneOfProcess(pid, Object.values(this.options.service.state.panes), this.followed);
    if (paneId === null) {
      if (entry !== null) this.behind.stranger(pid);
      return;
    }
    if (entry !== null) this.options.tmux.shown(this.options.service.state.panes[paneId]);
    this.observe(paneId, { type: 'registry', entry });
    if (entry !== null) this.learn(paneId, entry.sessionId, null);
    const followed = this.followed.get(paneId);
    if (followed?.shown === false) this.behind.look(paneId);
    else if (
      followed?.pid === pid &&
      entry === null &&
      this.options.service.state.panes[paneId]?.kind === 'terminal'
    )
      followed.leaving.value = this.options.clock.after(LAST_TITLE, () => {
        if (followed.pid === pid && !isAlive(pid)) this.claudeLeftShell(paneId);
      });
  }

  /** From now on what the screen shows counts, beginning with what it shows already. */
  private believeScreen(paneId: PaneId): void {
    const entry = this.followed.get(paneId);
    if (entry === undefined || entry.drawn) return;
    entry.drawn = true;
    entry.undrawn.value = undefined;
    this.options.host.watch(paneId, false);
    this.options.host.watch(paneId, true);
  }

  /** A conversation that runs in the pane, and where its text is. */
  private learn(paneId: PaneId, sessionId: string, transcriptPath: string | null): void {
    const entry = this.followed.get(paneId);
    const claude = this.options.service.state.panes[paneId]?.claude ?? null;
    // Hooks of a Claude inside this one carry another conversation; the arbiter knows which is the pane's.
    if (entry === undefined || claude === null) return;
    const current = entry.arbiter.sessionId ?? sessionId;
    if (current !== sessionId) return;
    this.events.tellCaptured(paneId, entry, sessionId);
    const known = claude.sessionId === sessionId ? claude.transcriptPath : null;
    const file =
      transcriptPath ?? known ?? transcriptFile(claude.configDirectory, claude.directory, sessionId);
    const next = { ...claude, sessionId, transcriptPath: file };
    const { state } = this.options.service;
    const pane = state.panes[paneId];
    const isNew = claude.sessionId !== sessionId;
    if (pane !== undefined && isNew && runsElsewhere(state, paneId, sessionId))
      this.recovery.separate(pane, next);
    else this.change(paneId, next);
  }

  private observe(paneId: PaneId, observation: Observation): void {
    const entry = this.followed.get(paneId);
    if (entry === undefined) return;
    if (observation.type === 'frame') entry.rows = observation.rows;
    entry.arbiter.observe(observation, this.options.clock.now());
    this.publish(paneId, entry);
  }

  private publish(paneId: PaneId, entry: Followed): void {
    const { service, clock } = this.options;
    const status = entry.arbiter.status;
    const before = service.state.panes[paneId]?.agent ?? null;
    if (status !== null && !NOT_READY.has(status.state)) entry.ready = true;
    if (status !== before && service.state.panes[paneId] !== undefined) {
      service.dispatch({ type: 'pane/agent-changed', paneId, agent: status });
      this.events.tellChange(paneId, before, status);
    }
    const { deadline } = entry.arbiter;
    entry.deadline.value =
      deadline === null
        ? undefined
        : clock.after(Math.max(0, deadline - clock.now()), () => {
            entry.arbiter.tick(clock.now());
            this.publish(paneId, entry);
          });
  }

  private processEnded(paneId: PaneId, exitCode: number | null, signal: string | null): void {
    const { service, host } = this.options;
    const entry = this.followed.get(paneId);
    const pane = service.state.panes[paneId];
    this.titles.delete(paneId);
    if (entry === undefined || pane === undefined) return;
    host.watch(paneId, false);
    const onPurpose = service.endsOnPurpose(paneId);
    if (!entry.shown && !onPurpose) {
      this.letGo(paneId);
      return;
    }
    this.observe(paneId, { type: 'exit', exitCode, signal, onPurpose });
    entry.pid = null;
    if (this.tellEnd(paneId, entry, exitCode)) {
      this.recovery.crashed(pane, exitCode, {
        ranFor: this.options.clock.monotonic() - entry.startedAt,
        ready: entry.ready,
        said: entry.rows,
      });
    } else if (pane.kind !== 'claude') {
      if (!onPurpose) this.forgetClaude(paneId);
    } else if (!onPurpose && exitCode === 1 && !entry.ready && pane.claude?.resumed === true)
      this.recovery.startAnew(pane, pane.claude);
  }

  private claudeLeftShell(paneId: PaneId): void {
    const entry = this.followed.get(paneId);
    if (entry === undefined) return;
    this.options.host.watch(paneId, false);
    entry.pid = null;
    this.observe(paneId, { type: 'process', running: false });
    if (!this.tellEnd(paneId, entry, null)) this.forgetClaude(paneId);
  }

  /** Tells how a Claude ended, as its arbiter has judged; true for a crash. */
  private tellEnd(paneId: PaneId, entry: Followed, exitCode: number | null): boolean {
    const sessionId = this.options.service.state.panes[paneId]?.claude?.sessionId ?? null;
    return this.events.tellEnd(paneId, entry, sessionId, exitCode);
  }

  /** A Claude that was left on purpose is history: the pane is a shell like any other. */
  private forgetClaude(paneId: PaneId): void {
    const entry = this.followed.get(paneId);
    if (entry !== undefined) disposeOf(entry);
    this.followed.delete(paneId);
    this.options.service.dispatch({ type: 'pane/agent-changed', paneId, agent: null });
    this.change(paneId, null);
  }

  private change(paneId: PaneId, claude: ClaudeInPane | null): void {
    const pane = this.options.service.state.panes[paneId];
    if (pane === undefined || sameClaude(pane.claude, claude)) return;
    this.options.service.dispatch({ type: 'pane/claude-changed', paneId, claude });
  }

  private dropRemoved(): void {
    for (const [paneId, entry] of this.followed) {
      if (this.options.service.state.panes[paneId] !== undefined) continue;
      disposeOf(entry);
      this.followed.delete(paneId);
      this.titles.delete(paneId);
    }
  }
}
