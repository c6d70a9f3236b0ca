import type { AgentState, AgentStatus } from '../model/agent-state';
import { AGENT_STATE_PRESENTATION } from '../model/agent-state';
import type { PaneId } from '../model/ids';
import type { Pane, PaneProcess } from '../model/pane';
import { paneLabel } from '../model/pane';
import type { PaneRequests } from './requests';
import { paneRequests } from './requests';
import { activePane, activeSession, panesOfSession, sessionsInOrder } from './selectors';
import type { AppState } from './state';

/*
 * What every view says about the Claudes: headers, sidebar, tabs, status bar, window title, tray and notifications.
 * All of it is derived anew from the state of the panes, so no count can outlive its pane and no two views can disagree.
 */

/** What a dot beside a pane says: the most useful of its agent's state and its program's state. */
export type PaneDot = 'idle' | 'busy' | 'waiting' | 'done' | 'problem' | 'ended' | 'running';

/** How much a Claude wants the person, the most first. Several states are one kind of news. */
export const URGENCIES = [
  'waiting',
  'crashed',
  'limited',
  'complete',
  'working',
  'idle',
  'unknown',
  'exited',
] as const;
export type Urgency = (typeof URGENCIES)[number];

interface StateTraits {
  readonly urgency: Urgency;
  readonly dot: PaneDot;
  /** It stays so until the person has come. */
  readonly needsAttention: boolean;
  /** The reason adds to the label; otherwise it only says the same again. */
  readonly reasonTells: boolean;
}

const TRAITS: Readonly<Record<AgentState, StateTraits>> = {
  waiting: { urgency: 'waiting', dot: 'waiting', needsAttention: true, reasonTells: true },
  crashed: { urgency: 'crashed', dot: 'problem', needsAttention: true, reasonTells: true },
  limited: { urgency: 'limited', dot: 'waiting', needsAttention: true, reasonTells: true },
  complete: { urgency: 'complete', dot: 'done', needsAttention: true, reasonTells: false },
  thinking: { urgency: 'working', dot: 'busy', needsAttention: false, reasonTells: false },
  tool: { urgency: 'working', dot: 'busy', needsAttention: false, reasonTells: true },
  streaming: { urgency: 'working', dot: 'busy', needsAttention: false, reasonTells: false },
  idle: { urgency: 'idle', dot: 'idle', needsAttention: false, reasonTells: false },
  unknown: { urgency: 'unknown', dot: 'idle', needsAttention: false, reasonTells: false },
  exited: { urgency: 'exited', dot: 'ended', needsAttention: false, reasonTells: false },
};

export function urgencyOf(state: AgentState): Urgency {
  return TRAITS[state].urgency;
}

export function stateNeedsAttention(state: AgentState): boolean {
  return TRAITS[state].needsAttention;
}

/** How a pane is shown. */
export interface PanePresentation {
  readonly dot: PaneDot;
  /** Null without a Claude. */
  readonly state: AgentState | null;
  /** Empty without a Claude. */
  readonly icon: string;
  /** The state in a word or two. */
  readonly label: string;
  /** Why, short enough for a line; empty where the label says it all. */
  readonly reason: string;
  readonly needsAttention: boolean;
}

const LONGEST_REASON = 120;

/** What a Claude wants besides what its state says: to be allowed something, or help. */
export interface Plea {
  /** All of it, with line ends. */
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** What the Claude of a pane asks the person for by means of Fugue; null when its state says all. */
export function pleaOf({ id, agent, help }: Pane, requests: PaneRequests): Plea | null {
  if (agent === null || agent.state === 'crashed') return null;
  const request = requests.get(id);
  if (request !== undefined)
    return {
      text: [`asks you: ${request.title}`, ...request.details.slice(0, 1)].join(': '),
      at: request.at,
    };
  return help === null || agent.state === 'waiting'
    ? null
    : { text: `asks for help: ${help.text}`, at: help.at };
}

/** What a pane's Claude wants of the person: its state, unless it asks for more meanwhile. */
function statusOf(pane: Pane, requests: PaneRequests): AgentStatus | null {
  const plea = pleaOf(pane, requests);
  if (pane.agent === null || plea === null) return pane.agent;
  return {
    ...pane.agent,
    state: 'waiting',
    waitingFor: 'question',
    reason: plea.text,
    since: plea.at,
  };
}

export function presentPane(pane: Pane, requests: PaneRequests): PanePresentation {
  const agent = statusOf(pane, requests);
  if (agent === null) {
    return {
      dot: paneDot(pane, requests),
      state: null,
      icon: '',
      label: pane.bell ? 'Rang the bell' : processLabel(pane.process),
      reason: '',
      needsAttention: false,
    };
  }
  return {
    dot: paneDot(pane, requests),
    state: agent.state,
    ...AGENT_STATE_PRESENTATION[agent.state],
    reason: shortReason(agent),
    needsAttention: TRAITS[agent.state].needsAttention,
  };
}

/** Label and reason as one text. */
export function withReason({ label, reason }: PanePresentation): string {
  return reason === '' ? label : `${label}: ${reason}`;
}

export function paneDot(pane: Pane, requests: PaneRequests): PaneDot {
  const { process } = pane;
  const agent = statusOf(pane, requests);
  if (process.status === 'failed' || process.status === 'lost') return 'problem';
  if (process.status === 'waiting') return 'ended';
  if (agent !== null && agent.state !== 'exited') return TRAITS[agent.state].dot;
  if (process.status === 'exited') {
    return process.exitCode === 0 || process.exitCode === null ? 'ended' : 'problem';
  }
  if (agent !== null) return 'ended';
  return pane.bell ? 'waiting' : 'running';
}

function processLabel(process: PaneProcess): string {
  switch (process.status) {
    case 'starting':
      return 'Starting';
    case 'running':
      return 'Running';
    case 'exited':
      return 'Ended';
    case 'failed':
      return 'Could not start';
    case 'lost':
      return 'Lost';
    case 'waiting':
      return 'Not started yet';
  }
}

/** One line, without what could move a terminal or a dialog around, and not endless. */
function shortReason(agent: AgentStatus): string {
  if (!TRAITS[agent.state].reasonTells) return '';
  const until = agent.resetsAt === null ? '' : `until ${clockTime(agent.resetsAt)}`;
  return [plainLine(agent.reason, LONGEST_REASON), until].filter((part) => part !== '').join(', ');
}

/** Text from a program as one line of at most so many characters. */
export function plainLine(text: string, longest: number): string {
  const line = text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
  const characters = [...line];
  return characters.length <= longest
    ? line
    : `${characters
        .slice(0, longest - 1)
        .join('')
        .trimEnd()}…`;
}

function clockTime(at: number): string {
  const date = new Date(at);
  return `${String(date.getHours()).padStart(2, '0')}:${String(date.getMinutes()).padStart(2, '0')}`;
}

const DOT_URGENCY: readonly PaneDot[] = ['waiting', 'problem', 'done', 'busy', 'idle', 'running', 'ended'];

/** The dot of a window or session: that of its most urgent pane. */
export function mostUrgentDot(panes: readonly Pane[], requests: PaneRequests): PaneDot {
  const dots = new Set(panes.map((pane) => paneDot(pane, requests)));
  return DOT_URGENCY.find((dot) => dots.has(dot)) ?? 'running';
}

/** How many of these panes need the person. */
export function attentionIn(panes: readonly Pane[], requests: PaneRequests): number {
  return panes.filter((pane) => presentPane(pane, requests).needsAttention).length;
}

/** A pane with a Claude, and where it is. */
export interface ClaudeEntry {
  readonly paneId: PaneId;
  /** The name of the pane. */
  readonly name: string;
  readonly sessionName: string;
  readonly status: AgentStatus;
  readonly urgency: Urgency;
  readonly presentation: PanePresentation;
}

/** All Claudes, the most urgent first; among equals the one that is so the longest. */
export function claudes(state: AppState): readonly ClaudeEntry[] {
  const requests = paneRequests(state);
  const entries = sessionsInOrder(state).flatMap((session) =>
    panesOfSession(state, session.id).flatMap((pane): ClaudeEntry[] => {
      const status = statusOf(pane, requests);
      if (status === null) return [];
      return [
        {
          paneId: pane.id,
          name: plainLine(paneLabel(pane), 80),
          sessionName: session.name,
          status,
          urgency: urgencyOf(status.state),
          presentation: presentPane(pane, requests),
        },
      ];
    }),
  );
  const place = (entry: ClaudeEntry): number => URGENCIES.indexOf(entry.urgency);
  return entries.sort((left, right) => place(left) - place(right) || left.status.since - right.status.since);
}

export type ClaudeCounts = Readonly<Record<Urgency, number>>;

export function countClaudes(state: AppState): ClaudeCounts {
  const counts = Object.fromEntries(URGENCIES.map((urgency) => [urgency, 0])) as Record<Urgency, number>;
  for (const { urgency } of claudes(state)) counts[urgency] += 1;
  return counts;
}

/** The panes that need the person, the most urgent first. */
export function needsAttention(state: AppState): readonly PaneId[] {
  return claudes(state)
    .filter(({ presentation }) => presentation.needsAttention)
    .map(({ paneId }) => paneId);
}

/** The next pane that needs the person: the one after `from`, around the end, or the most urgent one. */
export function nextAttention(state: AppState, from: PaneId | null): PaneId | null {
  const waiting = needsAttention(state);
  const index = from === null ? -1 : waiting.indexOf(from);
  return waiting[(index + 1) % waiting.length] ?? null;
}

const COUNT_WORDS: Readonly<Record<Exclude<Urgency, 'unknown' | 'exited'>, (count: number) => string>> = {
  working: (count) => `${String(count)} working`,
  waiting: (count) => `${String(count)} ${count === 1 ? 'needs' : 'need'} you`,
  crashed: (count) => `${String(count)} crashed`,
  limited: (count) => `${String(count)} at ${count === 1 ? 'its' : 'their'} usage limit`,
  complete: (count) => `${String(count)} done`,
  idle: (count) => `${String(count)} idle`,
};

/** All Claudes in a few words: the state of the only one, or how many are in which. Null without any. */
export function claudesInWords(state: AppState): string | null {
  const all = claudes(state);
  const [first] = all;
  if (first === undefined) return null;
  const { icon, label } = first.presentation;
  if (all.length === 1) return `${icon} ${label}`;
  const counts = countClaudes(state);
  const parts = (['working', 'waiting', 'crashed', 'limited', 'complete', 'idle'] as const).flatMap(
    (urgency) => (counts[urgency] === 0 ? [] : COUNT_WORDS[urgency](counts[urgency])),
  );
  return parts.length === 0 ? `${icon} ${label}` : parts.join(', ');
}

/** The text of the desktop window's title bar. */
export function windowTitle(state: AppState): string {
  const session = activeSession(state);
  const pane = activePane(state);
  const count = needsAttention(state).length;
  const mark = count === 0 ? '' : `(${String(count)}) `;
  if (session === null || pane === null) return `${mark}Fugue`;
  return `${mark}${paneLabel(pane)} · ${session.name} · Fugue`;
}

export interface StatusLine {
  readonly session: string | null;
  /** Null without a Claude. */
  readonly claudes: string | null;
  /** Panes of the session in front. */
  readonly panes: number;
  readonly attention: number;
}

/** What the status bar tells. */
export function statusLine(state: AppState): StatusLine {
  const session = activeSession(state);
  return {
    session: session?.name ?? null,
    claudes: claudesInWords(state),
    panes: session === null ? 0 : panesOfSession(state, session.id).length,
    attention: needsAttention(state).length,
  };
}

export const TRAY_ICONS = ['quiet', 'idle', 'working', 'done', 'limited', 'problem', 'waiting'] as const;
export type TrayIcon = (typeof TRAY_ICONS)[number];

const TRAY_ICON_OF: Readonly<Record<Urgency, TrayIcon>> = {
  waiting: 'waiting',
  crashed: 'problem',
  limited: 'limited',
  complete: 'done',
  working: 'working',
  idle: 'idle',
  unknown: 'idle',
  exited: 'quiet',
};

export interface TrayEntry {
  readonly paneId: PaneId;
  readonly text: string;
}

export interface TrayContent {
  readonly icon: TrayIcon;
  readonly tooltip: string;
  readonly entries: readonly TrayEntry[];
  /** There is a pane to go to. */
  readonly attention: boolean;
}

const TRAY_ENTRIES = 30;

/** What the icon in the panel of the desktop shows. */
export function trayContent(state: AppState): TrayContent {
  const all = claudes(state);
  const words = claudesInWords(state);
  return {
    icon: TRAY_ICON_OF[all[0]?.urgency ?? 'exited'],
    tooltip: words === null ? 'Fugue: no Claude runs' : `Fugue: ${words}`,
    entries: all.slice(0, TRAY_ENTRIES).map(({ paneId, name, sessionName, presentation }) => ({
      paneId,
      text: `${presentation.icon} ${name} · ${presentation.label} · ${plainLine(sessionName, 40)}`,
    })),
    attention: needsAttention(state).length > 0,
  };
}
