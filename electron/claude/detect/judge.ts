import type { EvidenceSource } from '#shared/model/agent-state';
import type { EndOfClaude } from './exit';
import type { HookTurn } from './hook-turn';
import type { Judgement, TurnEnd } from './judgement';
import { INTERRUPTED, judgement } from './judgement';
import { limitIn } from './limit';
import type { ScreenObservation } from './screen';
import type { Signals } from './signals';
import { askedBy } from './tool-use';

/** What the arbiter remembers of the turns that it has told of. */
export interface TurnMemory {
  /** A turn was seen to run, and its end is not told yet. */
  readonly turnRan: boolean;
  /** The last turn is finished and nobody has looked at it. */
  readonly unseen: boolean;
  /** The last turn was interrupted. */
  readonly interrupted: boolean;
  /** The usage limit that the last turn came up against. */
  readonly limit: { readonly resetsAt: number | null; readonly message: string } | null;
}

export const NEW_CLAUDE: TurnMemory = { turnRan: false, unseen: false, interrupted: false, limit: null };

/** A change of the title that comes so soon behind a hook may have been on its way before it, in milliseconds. */
const TITLE_RACE = 150;
/** The same for what takes longer to arrive: the registry and settled screens. */
const HOOK_RACE = 500;
/** How long a prompt that a hook told of stands against registry and title, which follow at once. */
const HOOK_GRACE = 1500;
/** A busy title changes its glyph every second; one that is silent for so long is left over. */
const TITLE_STALE = 6000;

/** One look at all signals: which state they prove, before it is decided whether it is told. */
export class Judge {
  /** Times at which the same signals say something else, in milliseconds since 1970. */
  readonly later: number[] = [];

  constructor(
    private readonly signals: Signals,
    private readonly memory: TurnMemory,
    private readonly isLookedAt: boolean,
    private readonly now: number,
  ) {}
  judge(): Judgement | null {
    if (this.signals.end !== null) {
      return judgement({ ...pick(this.signals.end), source: 'process', confidence: 1, certain: true });
    }
    if (this.signals.process?.value !== true) return null;
    if (this.signals.stream.known)
      return this.signals.stream.running ?? this.atRest('stream', 1, this.signals.stream.end, true);
    return this.judgeDialog() ?? this.judgeTurn();
  }

  private judgeDialog(): Judgement | null {
    const permission = this.livePermission();
    const asked = permission === null ? null : askedBy(permission.tool, permission.summary);
    const titleBusySince =
      this.signals.title?.value === 'busy' ? this.signals.title.since : Number.NEGATIVE_INFINITY;
    const registry = this.signals.registry?.value.status === 'waiting' ? this.signals.registry : null;
    const { screen } = this.signals;
    const waiting = { state: 'waiting' as const, certain: true };
    const inRegistry = registry !== null && titleBusySince <= registry.since;
    if (screen?.value.type === 'dialog' && titleBusySince <= screen.at) {
      const { waitingFor, summary, cut } = screen.value;
      if (waitingFor !== 'dialog') {
        // What a small pane has no room for, the hook has said.
        const reason = cut && asked?.waitingFor === waitingFor ? asked.summary : summary;
        return judgement({ ...waiting, waitingFor, reason, source: 'screen', confidence: 0.98 });
      }
      if (asked === null) {
        const isPermission = inRegistry && registry.value.waitingFor === 'permission prompt';
        return judgement({
          ...waiting,
          waitingFor: isPermission ? 'permission' : 'dialog',
          reason: summary,
          source: 'screen',
          confidence: 0.9,
        });
      }
    }
    if (asked !== null) {
      return judgement({
        ...waiting,
        waitingFor: asked.waitingFor,
        reason: asked.summary,
        source: 'hook',
        confidence: 0.95,
      });
    }
    if (!inRegistry) return null;
    const isPermission = registry.value.waitingFor === 'permission prompt';
    return judgement({
      ...waiting,
      waitingFor: isPermission ? 'permission' : 'dialog',
      reason: isPermission ? 'asks for a permission' : 'shows a dialog',
      source: 'registry',
      confidence: 0.95,
    });
  }

  /** A request for a permission that nothing newer speaks against: no hook tells that it was answered with No. */
  private livePermission(): HookTurn['permission'] {
    const { permission } = this.signals.hooks;
    if (permission === null) return null;
    // Once its dialog was seen, the next that shows none is news; before, it may be older than the request.
    const over = permission.shownAt ?? permission.at + HOOK_RACE;
    const status = this.signals.registry?.value.status ?? null;
    const answered =
      // A turn that asks is busy until it is over: it comes to rest only by an end that no hook tells.
      ((status === 'idle' || status === 'shell') && (this.signals.registry?.since ?? 0) > permission.at) ||
      (this.signals.title?.value === 'busy' && this.signals.title.since > permission.at + TITLE_RACE) ||
      (status !== null && status !== 'waiting' && (this.signals.registry?.since ?? 0) > over) ||
      (status !== 'waiting' &&
        this.signals.screen !== null &&
        this.signals.screen.value.type !== 'dialog' &&
        this.signals.screen.at > over) ||
      // Whatever was shown has settled by now, and neither screen nor registry know of a dialog.
      (this.now > permission.at + HOOK_GRACE &&
        status !== 'waiting' &&
        status !== null &&
        this.signals.screen !== null &&
        this.signals.screen.value.type !== 'dialog');
    if (answered) {
      this.signals.hooks.dropPermission();
      return null;
    }
    if (this.now <= permission.at + HOOK_GRACE) this.later.push(permission.at + HOOK_GRACE + 1);
    return permission;
  }

  private judgeTurn(): Judgement {
    const base = this.base();
    const { end, promptAt } = this.signals.hooks;
    if (end !== null && !this.isBusyAfter(end.at)) {
      return this.atRest('hook', 0.95, end, true);
    }
    if (base !== null && !base.busy) {
      if (promptAt !== null && promptAt >= base.since && this.now < promptAt + HOOK_GRACE) {
        this.later.push(promptAt + HOOK_GRACE);
        return judgement({ ...this.signals.hooks.activity, source: 'hook', confidence: 0.8 });
      }
      return this.atRest(base.source, base.source === 'registry' ? 0.95 : 0.85, null, false);
    }
    const screen = this.signals.screen?.value ?? null;
    if (base === null && screen?.type !== 'busy') {
      if (screen !== null && screen.type !== 'none' && screen.type !== 'dialog')
        return this.atRest('screen', 0.8, null, false);
      if (this.signals.hookSeen !== null && promptAt !== null) {
        return judgement({ ...this.signals.hooks.activity, source: 'hook', confidence: 0.7 });
      }
      return judgement({
        state: 'unknown',
        reason: 'Claude runs and has said nothing yet: it starts',
        source: 'process',
        confidence: 0.5,
      });
    }
    return this.working(base?.source ?? 'screen', screen);
  }

  /** Busy: what exactly it does is refined by hooks, or else by the screen. */
  private working(source: EvidenceSource, screen: ScreenObservation | null): Judgement {
    if (screen?.type === 'busy' && screen.activity === 'retry') {
      return judgement({ state: 'thinking', reason: screen.summary, source: 'screen', confidence: 0.9 });
    }
    const { activity, promptAt } = this.signals.hooks;
    if (promptAt !== null || activity.state !== 'thinking') {
      return judgement({
        ...activity,
        source: activity.state === 'thinking' ? source : 'hook',
        confidence: 0.95,
        certain: true,
      });
    }
    if (screen?.type === 'busy' && screen.activity === 'tool') {
      return judgement({ state: 'tool', reason: screen.summary, source: 'screen', confidence: 0.85 });
    }
    return judgement({
      state: 'thinking',
      reason: 'is working',
      source,
      confidence: source === 'screen' ? 0.8 : 0.9,
    });
  }

  /** What registry and title say about the turn: the one that changed last. Null when neither says anything. */
  private base(): { busy: boolean; since: number; source: 'registry' | 'title' } | null {
    const status = this.signals.registry?.value.status ?? null;
    const registry =
      this.signals.registry === null || status === null || status === 'waiting'
        ? null
        : { busy: status === 'busy', since: this.signals.registry.since, source: 'registry' as const };
    const kind = this.signals.title?.value;
    const title =
      this.signals.title === null || (kind !== 'ready' && kind !== 'busy')
        ? null
        : { busy: kind === 'busy', since: this.signals.title.since, source: 'title' as const };
    if (title?.busy === true && this.signals.title !== null) {
      const saysOtherwise = registry?.busy === false || this.signals.screen?.value.type === 'ready';
      if (saysOtherwise && this.now >= this.signals.title.at + TITLE_STALE) {
        return registry ?? { busy: false, since: this.signals.title.at + TITLE_STALE, source: 'title' };
      }
      if (saysOtherwise) this.later.push(this.signals.title.at + TITLE_STALE);
    }
    if (registry === null || title === null) return registry ?? title;
    return title.since > registry.since ? title : registry;
  }

  /** Whether something other than hooks shows work that began after a turn had ended. */
  private isBusyAfter(end: number): boolean {
    const { title, registry, screen } = this.signals;
    return (
      (title?.value === 'busy' && (title.since > end + TITLE_RACE || title.at > end + HOOK_RACE)) ||
      (registry?.value.status === 'busy' && registry.since > end + TITLE_RACE) ||
      (screen?.value.type === 'busy' && screen.at > end + HOOK_RACE)
    );
  }

  /** Not busy. An error or an interruption leaves it idle with that as the reason; only a finished turn is complete. */
  private atRest(
    source: EvidenceSource,
    confidence: number,
    end: TurnEnd | null,
    certain: boolean,
  ): Judgement {
    const base = { source, confidence, certain };
    const screen = this.signals.screen?.value ?? null;
    const limit = this.newLimit(end, screen) ?? (this.memory.turnRan ? null : this.memory.limit);
    if (limit !== null && (limit.resetsAt === null || limit.resetsAt > this.now)) {
      if (limit.resetsAt !== null) this.later.push(limit.resetsAt);
      return judgement({ ...base, state: 'limited', reason: limit.message, resetsAt: limit.resetsAt });
    }
    if (end?.type === 'failed' || screen?.type === 'error') {
      const message = end?.type === 'failed' ? end.message : screen?.type === 'error' ? screen.summary : '';
      return judgement({ ...base, state: 'idle', reason: `its turn ended with an error: ${message}` });
    }
    if (end?.type === 'interrupted' || (end === null && this.wasInterrupted(screen))) {
      return judgement({ ...base, state: 'idle', reason: INTERRUPTED });
    }
    const behind =
      this.signals.registry?.value.status === 'shell' || this.backgroundTasks > 0
        ? '; something of it goes on in the background'
        : '';
    if (this.memory.turnRan ? !this.isLookedAt : this.memory.unseen) {
      return judgement({ ...base, state: 'complete', reason: `has finished its turn${behind}` });
    }
    return judgement({ ...base, state: 'idle', reason: `is ready for a prompt${behind}` });
  }

  /** A turn that hooks told of tells its end before it is seen to rest, unless it is interrupted. */
  private wasInterrupted(screen: ScreenObservation | null): boolean {
    const { turnRan, interrupted } = this.memory;
    const showsIt = screen?.type === 'ready' && screen.interrupted;
    return showsIt || interrupted || (turnRan && this.signals.hooks.promptAt !== null);
  }

  private get backgroundTasks(): number {
    return this.signals.hooks.end?.backgroundTasks ?? 0;
  }

  /** A limit that the turn that has just run came up against: one that an older conversation shows is over. */
  private newLimit(end: TurnEnd | null, screen: ScreenObservation | null) {
    if (end?.type === 'limited') {
      const shown = screen?.type === 'limited' ? limitIn(screen.message, this.now) : null;
      return {
        message: `has reached a usage limit: ${end.message}`,
        resetsAt: end.resetsAt ?? shown?.resetsAt ?? null,
      };
    }
    if (
      screen?.type !== 'limited' ||
      !(this.memory.turnRan || this.memory.limit !== null || this.memory.unseen)
    )
      return null;
    if (this.memory.limit !== null && !this.memory.turnRan) return null;
    return {
      message: `has reached a usage limit: ${screen.message}`,
      resetsAt: limitIn(screen.message, this.now)?.resetsAt ?? null,
    };
  }
}

function pick(end: EndOfClaude): EndOfClaude {
  return { state: end.state, reason: end.reason };
}
