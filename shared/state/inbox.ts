import type { AgentStatus } from '../model/agent-state';
import type { PaneId } from '../model/ids';
import type { Notice } from '../model/notice';
import { isRequest } from '../model/notice';
import type { PermissionAsk } from '../model/permission';
import { formatRule, ruleFor } from '../permissions/rules';
import { urgencyOf } from './attention';
import type { AppState } from './state';

/** Something that waits for the person. */
export type InboxItem =
  | { readonly kind: 'ask'; readonly id: string; readonly at: number; readonly ask: PermissionAsk }
  /** What an agent wants of Fugue itself. */
  | { readonly kind: 'request'; readonly id: string; readonly at: number; readonly notice: Notice }
  | {
      readonly kind: 'help';
      readonly id: string;
      readonly at: number;
      readonly paneId: PaneId;
      readonly text: string;
    }
  /** A Claude whose state needs the person, and that asks nothing that could be answered here. */
  | {
      readonly kind: 'claude';
      readonly id: string;
      readonly at: number;
      readonly paneId: PaneId;
      readonly agent: AgentStatus;
    };

const PLACES = ['waiting', 'crashed', 'limited', 'complete'] as const;

type Sources = Pick<AppState, 'asks' | 'notices' | 'panes'>;
let last: (Sources & { readonly items: readonly InboxItem[] }) | null = null;

/**
 * Everything that waits for the person, of all panes: what can be answered first, oldest first; then what needs a
 * look, by how much; what was put off comes last.
 */
export function inboxItems(state: Sources): readonly InboxItem[] {
  const { asks, notices, panes } = state;
  // The same list as long as nothing of what it is made from has changed, so that views can compare it.
  if (last?.asks !== asks || last.notices !== notices || last.panes !== panes)
    last = { asks, notices, panes, items: gather(state) };
  return last.items;
}

function gather(state: Sources): readonly InboxItem[] {
  const asks = state.asks.map((ask): InboxItem => ({ kind: 'ask', id: ask.id, at: ask.at, ask }));
  const requests = state.notices.flatMap((notice): readonly InboxItem[] =>
    isRequest(notice) ? [{ kind: 'request', id: notice.id, at: notice.at, notice }] : [],
  );
  const isDeferred = (item: InboxItem): boolean => item.kind === 'ask' && item.ask.deferred;
  const answerable = [...asks, ...requests].sort((one, other) => one.at - other.at);
  const asking = new Set(state.asks.map(({ paneId }) => paneId));
  return [
    ...answerable.filter((item) => !isDeferred(item)),
    ...helpOf(state),
    ...claudesOf(state, asking),
    ...answerable.filter(isDeferred),
  ];
}

function helpOf(state: Sources): readonly InboxItem[] {
  return Object.values(state.panes).flatMap(({ id, help }): readonly InboxItem[] =>
    help === null ? [] : [{ kind: 'help', id: `help ${id}`, at: help.at, paneId: id, text: help.text }],
  );
}

function claudesOf(state: Sources, asking: ReadonlySet<PaneId>): readonly InboxItem[] {
  const found = Object.values(state.panes).flatMap(({ id, agent }) => {
    if (agent === null || (agent.state === 'waiting' && asking.has(id))) return [];
    const place = PLACES.indexOf(urgencyOf(agent.state) as (typeof PLACES)[number]);
    return place < 0 ? [] : [{ place, item: { paneId: id, agent } }];
  });
  return found
    .sort((one, other) => one.place - other.place || one.item.agent.since - other.item.agent.since)
    .map(({ item: { paneId, agent } }) => ({
      kind: 'claude',
      id: `claude ${paneId}`,
      at: agent.since,
      paneId,
      agent,
    }));
}

/** How many things wait that nobody has put off. */
export function countInbox(state: Sources): number {
  return inboxItems(state).filter((item) => item.kind !== 'ask' || !item.ask.deferred).length;
}

/** What "always" would be about, in Claude's own grammar; null where it is about exactly this input. */
export function alwaysRule(ask: PermissionAsk): string | null {
  const rule = ruleFor(ask);
  return rule === null ? null : formatRule(rule);
}

/** Requests that are alike: the same tool, and the same "always"; this one is among them. */
export function alikeTo(state: Sources, ask: PermissionAsk): readonly PermissionAsk[] {
  if (ask.kind !== 'permission') return [ask];
  const rule = alwaysRule(ask);
  return state.asks.filter(
    (other) =>
      other.id === ask.id ||
      (other.kind === 'permission' &&
        other.tool === ask.tool &&
        (rule === null
          ? JSON.stringify(other.input) === JSON.stringify(ask.input)
          : alwaysRule(other) === rule)),
  );
}
