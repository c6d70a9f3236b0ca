import type { Clock } from '#shared/base/clock';
import { errorMessage } from '#shared/base/errors';
import type { CommandName } from '#shared/commands/catalog';
import type { Origin } from '#shared/commands/define-command';
import { MESSAGE_MAXIMUM_BYTES } from '#shared/delivery/message-text';
import type { PaneId } from '#shared/model/ids';
import { asPaneId } from '#shared/model/ids';
import type { Pane } from '#shared/model/pane';
import { paneLabel } from '#shared/model/pane';
import { chipOf, describeTag, detailsOf } from '#shared/sideband/chip';
import { toInvocation } from '#shared/sideband/invocation';
import { SidebandScanner } from '#shared/sideband/scanner';
import type { SidebandTag } from '#shared/sideband/tags';
import type { AppState } from '#shared/state/state';
import type { Dispatcher } from '../commands/dispatcher';
import type { Logger } from '../log/logger';
import { isIndex, resolvePane } from '../session/targets';
import { hasToFollow } from './tag-order';
import type { WaitingTag, WaitingTags } from './waiting-tags';

/** A part of what a Claude says, as its hook tells it: whole lines, in order, each once. */
export interface SpokenPart {
  readonly sessionId: string;
  readonly messageId: string;
  readonly index: number;
  readonly text: string;
  readonly final: boolean;
  /** Set for a subagent, whose words are none of the pane's. */
  readonly agentId: string | null;
}

export interface SidebandOptions {
  readonly state: () => AppState;
  readonly dispatcher: Dispatcher;
  readonly clock: Clock;
  readonly logger: Logger;
  /** A window is there to ask in. */
  readonly canAsk: () => boolean;
  /** Asks the person for a pane's Claude; resolves with the decision. */
  readonly ask: (paneId: PaneId, title: string, details: readonly string[]) => Promise<boolean>;
  /** Gives an answer to the Claude of a pane, as a message. */
  readonly answer: (pane: Pane, content: string) => void;
  readonly waiting: WaitingTags;
}

/** A tag that is to be run, until it is done. */
interface Planned {
  readonly tag: SidebandTag;
  /** It waits for the person, or behind one that does. */
  readonly held: WaitingTag | null;
  readonly done: Promise<void>;
}

interface OpenMessage {
  readonly paneId: PaneId;
  readonly scanner: SidebandScanner;
  last: number;
}

/** Messages that are followed at once; Claude writes one after the other. */
const OPEN_LIMIT = 64;
const MINUTE = 60_000;
/** How much of an answer fits into a message besides its head, in bytes. */
const ANSWER_BYTES = MESSAGE_MAXIMUM_BYTES - 300;

/**
 * Runs the tags that a Claude writes in its own words. Nothing else is read: no screen, no file, no result of a tool
 * comes here. Each tag runs once, as an agent's call, in order for each pane; only those that wait for the person are
 * passed by later ones that have nothing to do with them.
 */
export class Sideband {
  private readonly open = new Map<string, OpenMessage>();
  private readonly planned = new Map<PaneId, Set<Planned>>();
  private readonly ran = new Map<PaneId, number[]>();

  constructor(private readonly options: SidebandOptions) {}

  /** Takes what was said; returns what is to be shown in its place, or null to leave it as it is. */
  hear(id: string, part: SpokenPart): string | null {
    const pane = this.options.state().panes[asPaneId(id)];
    if (pane === undefined || !this.listensTo(pane, part)) return null;
    const message = this.messageOf(pane.id, part.messageId);
    // The same part again, as after a redraw or a resume, does nothing.
    if (part.index <= message.last) return null;
    message.last = part.index;
    const pieces = message.scanner.push(part.text);
    if (part.final) {
      pieces.push(...message.scanner.end());
      this.open.delete(keyOf(pane.id, part.messageId));
    }
    let shown = '';
    for (const piece of pieces) {
      if (piece.type === 'text') shown += piece.text;
      else if (piece.type === 'tag') {
        shown += chipOf(piece.tag);
        this.plan(pane.id, piece.tag);
      } else {
        shown += piece.source;
        this.options.logger.warn('sideband.malformed', { pane: pane.id, problem: piece.problem });
        if (this.admit(pane.id)) this.options.answer(pane, `not done: ${piece.source}\n${piece.problem}`);
      }
    }
    return shown === part.text ? null : shown;
  }

  private listensTo(pane: Pane, part: SpokenPart): boolean {
    const { communication } = this.options.state().configuration.claude;
    if (!communication.sideband_enabled || pane.claude === null || part.agentId !== null) return false;
    // A Claude inside this one carries another conversation.
    if (pane.claude.sessionId !== null && pane.claude.sessionId !== part.sessionId) return false;
    return communication.prefer === 'sideband' || !pane.claude.mcp;
  }

  private messageOf(paneId: PaneId, messageId: string): OpenMessage {
    const key = keyOf(paneId, messageId);
    let message = this.open.get(key);
    if (message === undefined) {
      const [oldest] = this.open.keys();
      if (this.open.size >= OPEN_LIMIT && oldest !== undefined) this.open.delete(oldest);
      message = { paneId, scanner: new SidebandScanner(), last: -1 };
      this.open.set(key, message);
    }
    return message;
  }

  /** Tells the Claudes whose tags the end of the app has cut off; called once the panes are back. */
  begin(): void {
    for (const { paneId, what, begun } of this.options.waiting.left()) {
      const pane = this.options.state().panes[asPaneId(paneId)];
      if (pane === undefined) continue;
      const told = begun
        ? `may not be done: ${what}. Fugue ended meanwhile: look before you ask again.`
        : `not done: ${what}. Fugue ended before the person had decided: ask again if it is still needed.`;
      this.options.answer(pane, told);
    }
    this.options.waiting.clear();
  }

  private plan(paneId: PaneId, tag: SidebandTag): void {
    const all = this.planned.get(paneId) ?? new Set<Planned>();
    this.planned.set(paneId, all);
    const asks = this.needsConsent(tag);
    const before = [...all].filter(
      (earlier) => asks || earlier.held === null || hasToFollow(tag, earlier.tag, this.namer(paneId)),
    );
    const waits = asks || before.some(({ held }) => held !== null);
    const held = waits ? this.options.waiting.add(paneId, describeTag(tag)) : null;
    const done = Promise.all(before.map((earlier) => earlier.done))
      .then(() => this.run(paneId, tag, held))
      .catch((error: unknown) => {
        this.options.logger.error('sideband.fault', { pane: paneId, reason: errorMessage(error) });
      })
      .finally(() => {
        if (held !== null) this.options.waiting.remove(held);
        all.delete(planned);
        if (all.size === 0 && this.planned.get(paneId) === all) this.planned.delete(paneId);
      });
    const planned: Planned = { tag, held, done };
    all.add(planned);
  }

  /** Finds a pane by what does not change its meaning when other panes come and go. */
  private namer(paneId: PaneId): (target: string) => string | null {
    return (target) => {
      const state = this.options.state();
      const found = resolvePane(state, { kind: 'agent', via: 'sideband', paneId }, target);
      return found.ok && (found.value.id === target || !isIndex(target)) ? found.value.id : null;
    };
  }

  private async run(paneId: PaneId, tag: SidebandTag, held: WaitingTag | null): Promise<void> {
    const { state, dispatcher, ask, answer, logger } = this.options;
    const pane = state().panes[paneId];
    if (pane === undefined) return;
    const what = describeTag(tag);
    if (!this.admit(paneId)) {
      logger.warn('sideband.limit', { pane: paneId, tag: tag.tag });
      answer(pane, `not done: ${what}. Too many tags in a minute; the limit is tags-per-minute.`);
      return;
    }
    const origin: Origin = { kind: 'agent', via: 'sideband', paneId };
    let meant = tag;
    if (this.needsConsent(tag)) {
      if (!this.options.canAsk()) {
        answer(pane, `not done: ${what}. Nobody can be asked without a window; sideband_allow lets it run.`);
        return;
      }
      const target = 'pane' in tag ? resolvePane(state(), origin, tag.pane) : null;
      if (target?.ok === false) {
        answer(pane, `not done: ${what}. ${target.error.message}`);
        return;
      }
      const details = detailsOf(tag, target === null ? null : paneLabel(target.value));
      if (!(await ask(paneId, `${paneLabel(pane)} wants to ${verbOf(tag)}`, details))) {
        answer(pane, `refused by the person: ${what}`);
        return;
      }
      // The person allowed it for the pane that was shown, whichever has its name or index by now.
      if (target !== null && 'pane' in tag) meant = { ...tag, pane: target.value.id };
    }
    if (held !== null) this.options.waiting.begin(held);
    const { command, args } = toInvocation(meant);
    const result = await dispatcher.run({ name: command, input: args, origin });
    if (!result.ok) answer(pane, `not done: ${what}. ${result.error.message}`);
    else if (ANSWERED.has(command)) answer(pane, `${what}:\n${cut(result.value.text)}`);
  }

  private needsConsent(tag: SidebandTag): boolean {
    const allowed = this.options.state().configuration.claude.communication.sideband_allow;
    if (tag.tag === 'spawn' || tag.tag === 'input') return !allowed.includes(tag.tag);
    return tag.tag === 'control' && tag.action === 'close' && !allowed.includes('close');
  }

  private admit(paneId: PaneId): boolean {
    const { clock, state } = this.options;
    const now = clock.monotonic();
    const recent = (this.ran.get(paneId) ?? []).filter((at) => now - at < MINUTE);
    const admitted = recent.length < state().configuration.limits['tags-per-minute'];
    if (admitted) recent.push(now);
    this.ran.set(paneId, recent);
    return admitted;
  }
}

/** Commands whose result the Claude waits for. */
const ANSWERED: ReadonlySet<CommandName> = new Set(['list_panes', 'read_pane']);

function verbOf(tag: SidebandTag): string {
  switch (tag.tag) {
    case 'spawn':
      return 'start a program';
    case 'input':
      return 'type into a pane';
    default:
      return 'close a pane';
  }
}

function cut(text: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= ANSWER_BYTES) return text;
  // The end is the newest; the first character may have been cut in two.
  const end = bytes.subarray(bytes.length - ANSWER_BYTES).toString('utf8');
  return `(cut: only the end)\n${end.replace(/^\ufffd+/, '')}`;
}

function keyOf(paneId: PaneId, messageId: string): string {
  return `${paneId} ${messageId}`;
}
