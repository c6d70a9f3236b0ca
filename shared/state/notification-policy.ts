import { isQuiet, parseQuietHours } from '../config/quiet-hours';
import type { PaneId } from '../model/ids';
import type { ClaudeEntry, Urgency } from './attention';
import { claudes, plainLine } from './attention';
import type { AppState } from './state';

/** What comes within this time becomes one notification; what passes within it, none. Milliseconds, as all here. */
const GATHERING_TIME = 2000;
/** A pane that flaps is told of again only after so long, unless the person looked at it meanwhile. */
const REPEAT_TIME = 30_000;
/** More than so many become one for all of them. */
const MOST_AT_ONCE = 3;
const LINES_OF_GROUP = 6;
const LONGEST_BODY = 300;
const GROUP = 'group';

type News = Extract<Urgency, 'waiting' | 'crashed' | 'limited' | 'complete'>;

const SETTING: Readonly<Record<News, 'on-waiting' | 'on-crashed' | 'on-limited' | 'on-complete'>> = {
  waiting: 'on-waiting',
  crashed: 'on-crashed',
  limited: 'on-limited',
  complete: 'on-complete',
};

export interface NotificationMoment {
  readonly state: AppState;
  /** Milliseconds that never jump: a clock that is set must neither hold anything back nor repeat it. */
  readonly now: number;
  /** Minutes since midnight, where the person is. */
  readonly minuteOfDay: number;
  /** The pane that the person looks at, if any. */
  readonly lookedAt: PaneId | null;
}

export interface NotificationContent {
  /** One with the same id takes the place of the one before. */
  readonly id: string;
  readonly title: string;
  readonly body: string;
  /** A Claude can't go on without the person. */
  readonly urgent: boolean;
  readonly silent: boolean;
  /** What it is about, the most urgent first. */
  readonly paneIds: readonly PaneId[];
}

export type NotificationEffect =
  | { readonly type: 'show'; readonly content: NotificationContent }
  | { readonly type: 'close'; readonly id: string };

export interface NotificationStep {
  readonly effects: readonly NotificationEffect[];
  /** When it wants to be asked again even though nothing happened. */
  readonly wakeAt: number | null;
}

interface PaneMemory {
  /** What the pane's present news is, so that only a change of it counts; null while there is none. */
  news: string | null;
  /** It worked since it was last told to be done. */
  worked: boolean;
  toldAt: number;
}

interface Pending {
  /** When it may be told. */
  readonly due: number;
  /** Not before, because the pane was told of a short while ago. */
  readonly earliest: number;
}

/** Decides what the desktop is told of, from nothing but the states of the panes and the time. */
export class NotificationPolicy {
  private readonly memory = new Map<PaneId, PaneMemory>();
  private readonly pending = new Map<PaneId, Pending>();
  /** The panes of each notification that is on the screen. */
  private readonly shown = new Map<string, readonly PaneId[]>();

  step(moment: NotificationMoment): NotificationStep {
    const all = new Map(claudes(moment.state).map((entry) => [entry.paneId, entry]));
    for (const paneId of [...this.memory.keys()]) {
      if (!all.has(paneId)) this.memory.delete(paneId);
    }
    for (const entry of all.values()) this.observe(entry, moment);
    for (const paneId of [...this.pending.keys()]) {
      if (this.memory.get(paneId)?.news == null || paneId === moment.lookedAt) this.pending.delete(paneId);
    }
    const effects = [...this.closeOld(moment), ...this.tell(all, moment)];
    const dues = [...this.pending.values()].map(({ due }) => due);
    return { effects, wakeAt: dues.length === 0 ? null : Math.min(...dues) };
  }

  /** The person put it away. */
  dismissed(id: string): void {
    this.shown.delete(id);
  }

  private observe(entry: ClaudeEntry, moment: NotificationMoment): void {
    const { paneId } = entry;
    let memory = this.memory.get(paneId);
    if (memory === undefined)
      this.memory.set(paneId, (memory = { news: null, worked: false, toldAt: -Infinity }));
    const isSeen = paneId === moment.lookedAt;
    // Looking at it makes the next news of this pane fresh news.
    if (isSeen) memory.toldAt = -Infinity;
    if (entry.urgency === 'working') memory.worked = true;
    const news = newsOf(entry);
    const key = news === null ? null : news === 'waiting' ? `${news} ${entry.status.reason}` : news;
    if (key === memory.news) return;
    memory.news = key;
    if (news === null) return;
    const isNew = news !== 'complete' || memory.worked;
    if (news === 'complete') memory.worked = false;
    if (!isNew || isSeen || !isWanted(news, moment)) return;
    const earliest = memory.toldAt + REPEAT_TIME;
    this.pending.set(paneId, { due: Math.max(moment.now + GATHERING_TIME, earliest), earliest });
  }

  private *closeOld({ state, lookedAt }: NotificationMoment): Generator<NotificationEffect> {
    const { enabled } = state.configuration.notifications;
    for (const [id, paneIds] of [...this.shown]) {
      const left = paneIds.filter(
        (paneId) => enabled && this.memory.get(paneId)?.news != null && paneId !== lookedAt,
      );
      if (left.length > 0) this.shown.set(id, left);
      else {
        this.shown.delete(id);
        yield { type: 'close', id };
      }
    }
  }

  private *tell(
    all: ReadonlyMap<PaneId, ClaudeEntry>,
    moment: NotificationMoment,
  ): Generator<NotificationEffect> {
    if (![...this.pending.values()].some(({ due }) => due <= moment.now)) return;
    // What came during the gathering time goes along, but for a pane that has to wait longer.
    const ready = [...this.pending].filter(([, { earliest }]) => earliest <= moment.now).map(([id]) => id);
    for (const paneId of ready) this.pending.delete(paneId);
    // The settings and the hour may have become others since it came.
    const fresh = ready.filter((paneId) => {
      const entry = all.get(paneId);
      const news = entry === undefined ? null : newsOf(entry);
      return news !== null && isWanted(news, moment);
    });
    for (const paneId of fresh) {
      const memory = this.memory.get(paneId);
      if (memory !== undefined) memory.toldAt = moment.now;
    }
    if (fresh.length === 0) return;
    const silent = !moment.state.configuration.notifications.sound;
    const others = [...this.shown].filter(([, paneIds]) => !paneIds.every((id) => fresh.includes(id)));
    const [only] = fresh;
    if (fresh.length === 1 && only !== undefined && others.length < MOST_AT_ONCE) {
      const entry = all.get(only);
      if (entry === undefined) return;
      this.shown.set(only, [only]);
      yield { type: 'show', content: { ...aboutOne(entry), silent } };
      return;
    }
    const told = new Set([...fresh, ...[...this.shown.values()].flat()]);
    const entries = [...all.values()].filter(({ paneId }) => told.has(paneId));
    for (const id of [...this.shown.keys()]) {
      if (id === GROUP) continue;
      this.shown.delete(id);
      yield { type: 'close', id };
    }
    this.shown.set(
      GROUP,
      entries.map(({ paneId }) => paneId),
    );
    yield { type: 'show', content: { ...aboutSeveral(entries), silent } };
  }
}

function newsOf({ urgency }: ClaudeEntry): News | null {
  return urgency in SETTING ? (urgency as News) : null;
}

function isWanted(news: News, { state, minuteOfDay }: NotificationMoment): boolean {
  const { notifications } = state.configuration;
  if (!notifications.enabled || !notifications[SETTING[news]]) return false;
  const quiet = parseQuietHours(notifications['quiet-hours']);
  return quiet === null || !isQuiet(quiet, minuteOfDay);
}

function aboutOne(entry: ClaudeEntry): Omit<NotificationContent, 'silent'> {
  const { paneId, name, sessionName, presentation, status, urgency } = entry;
  const reason = plainLine(presentation.reason === '' ? status.reason : presentation.reason, LONGEST_BODY);
  return {
    id: paneId,
    title: `${presentation.icon} ${name}: ${presentation.label}`,
    body: `${reason}\n${plainLine(sessionName, 80)}`,
    urgent: urgency === 'waiting',
    paneIds: [paneId],
  };
}

function aboutSeveral(entries: readonly ClaudeEntry[]): Omit<NotificationContent, 'silent'> {
  const lines = entries
    .slice(0, LINES_OF_GROUP)
    .map(({ name, presentation }) => `${presentation.icon} ${plainLine(name, 40)}: ${presentation.label}`);
  const more = entries.length - lines.length;
  return {
    id: GROUP,
    title: `${String(entries.length)} Claudes need you`,
    body: [...lines, ...(more > 0 ? [`and ${String(more)} more`] : [])].join('\n'),
    urgent: entries.some(({ urgency }) => urgency === 'waiting'),
    paneIds: entries.map(({ paneId }) => paneId),
  };
}
